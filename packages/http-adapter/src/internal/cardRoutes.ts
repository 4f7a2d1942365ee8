/**
 * Card operations: read, decode, run, answer with the document that was committed. Source: D1, D4, D13.
 */
import { Cards, type CardsError, type Operation } from "@florin/core/cards/Cards"
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import * as Errors from "@florin/wire/Errors"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { HttpSettings } from "../HttpSettings.js"
import * as Idempotent from "../Idempotent.js"
import { SandboxRoutes } from "../SandboxRoutes.js"
import { type Failure, json, parsed, type Reply, requiredBody, type Visit } from "./exchange.js"
import * as Fingerprints from "./fingerprints.js"
import * as Merchant from "./merchant.js"
import { withUnknownMembers } from "./unknownMembers.js"

const replayedHeaders = { "Idempotency-Replayed": "true" }

const decode = <Request>(
  decoder: Requests.Decoder<Request>,
  body: Option.Option<unknown>
): Either.Either<Request, Errors.ErrorReply> =>
  Option.isNone(body)
    ? Either.left(Errors.malformedJson)
    : Either.mapLeft(decoder(body.value), ({ errors }) => Errors.invalidRequest(errors))

export const make = Effect.gen(function* () {
  const cards = yield* Cards
  const { sending } = yield* Merchant.Merchant
  const fingerprint = yield* Fingerprints.make
  const idempotent = yield* Idempotent.make
  const { bodyLimit } = yield* HttpSettings
  const isSandbox = Option.isSome(yield* Effect.serviceOption(SandboxRoutes))

  const ended = (
    error: CardsError,
    { requestId, shop }: Visit,
    key: IdempotencyKey | undefined
  ): Effect.Effect<Reply, Failure> => {
    switch (error._tag) {
      case "InvalidRequest":
      case "DuplicateRequest":
        return idempotent.refuse(shop, key, Errors.errorReply(error, requestId))
      case "IdempotencyMismatch":
      case "IdempotencyInFlight":
      case "AlreadyAnswered":
      case "NotInsideTransaction":
        return Effect.succeed(Errors.errorReply(error, requestId))
      case "VaultError":
      case "StorageError":
        return Effect.fail(error)
    }
  }

  const operation = <Request>(decoder: Requests.Decoder<Request>, run: Operation<Request>) => {
    const answer = (visit: Visit, body: Option.Option<unknown>, key: IdempotencyKey | undefined) => {
      const request = decode(decoder, body)
      if (Either.isLeft(request)) return idempotent.refuse(visit.shop, key, request.left)
      return Effect.matchEffect(run(visit.shop, request.right, key), {
        onFailure: (error) => ended(error, visit, key),
        onSuccess: ({ document, replayed }) =>
          Effect.succeed(replayed === true ? { ...json(document), headers: replayedHeaders } : json(document))
      })
    }
    const work = (visit: Visit, header: string | undefined, bytes: Uint8Array): Effect.Effect<Reply, Failure> => {
      const body = parsed(bytes)
      const reply =
        header === undefined
          ? answer(visit, body, undefined)
          : Effect.flatMap(fingerprint(visit, header, bytes), (key) => answer(visit, body, key))
      return isSandbox ? Effect.map(reply, withUnknownMembers(decoder, body)) : reply
    }
    return sending((visit) => {
      const header = Merchant.keyOf(visit.incoming)
      if (Either.isLeft(header)) return Effect.fail(header.left)
      return Effect.flatMap(requiredBody(visit, bodyLimit), (bytes) =>
        Merchant.working(visit, () => work(visit, header.right, bytes))
      )
    })
  }

  return {
    authorize: operation(Requests.authorization, cards.authorize),
    pay: operation(Requests.payment, cards.pay),
    tokenize: operation(Requests.tokenization, cards.tokenize),
    capture: operation(Requests.capture, cards.capture),
    void: operation(Requests.void, cards.void),
    refund: operation(Requests.refund, cards.refund),
    credit: operation(Requests.credit, cards.credit),
    payOut: operation(Requests.payout, cards.payOut)
  }
})
