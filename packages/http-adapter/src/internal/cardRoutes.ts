/**
 * Card operations: read, decode, run, answer with the document that was committed. Source: D1, D4, D13.
 */
import { Cards, type CardsError, type Operation } from "@florin/core/card-operations/Cards"
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import type { Answer } from "@florin/core/operations/Answer"
import type { FieldError, NotFound } from "@florin/core/request/InvalidRequest"
import * as Errors from "@florin/wire/Errors"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Fingerprints from "../Fingerprints.js"
import { HttpSettings } from "../HttpSettings.js"
import * as Idempotent from "../Idempotent.js"
import { SandboxRoutes } from "../SandboxRoutes.js"
import { type Failure, type Handler, json, longBody, parsed, type Reply, type Visit } from "./exchange.js"
import * as Merchant from "./merchant.js"
import { withUnknownMembers } from "./unknownMembers.js"

const replayedHeaders = { "Idempotency-Replayed": "true" }

/** Errors of the operations of cards and of transfers. */
type OperationError = CardsError | NotFound

/** The form of a route's refusals. */
export interface Refusals {
  readonly unauthorized: Reply
  readonly malformed: Errors.ErrorReply
  readonly invalid: (errors: ReadonlyArray<FieldError>) => Errors.ErrorReply
  readonly duplicate: Errors.ErrorReply
  readonly notFound: Errors.ErrorReply
}

/** An operation whose first answer core keeps itself, in the commit that records the outcome. */
type Run<Request> = (
  visit: Visit,
  request: Request,
  key: IdempotencyKey | undefined
) => Effect.Effect<Answer, OperationError | Failure>

/** How the body of a route becomes its request. */
export interface Reading<Request> {
  readonly limit: number
  /** What must hold before anything of the body is read. */
  readonly before?: (visit: Visit) => Effect.Effect<unknown, Failure>
  readonly read: (bytes: Uint8Array, visit: Visit) => Effect.Effect<Either.Either<Request, Errors.ErrorReply>, Failure>
  /** Adds what the body has and nobody knows. */
  readonly noted?: (bytes: Uint8Array) => (reply: Reply) => Reply
}

/** Ends an operation that has no transaction. A refusal leaves its key free. Source: D13. */
const ending =
  (refusals: Refusals, idempotent: Idempotent.Idempotent) =>
  (
    error: OperationError | Failure,
    { requestId, shop }: Visit,
    key: IdempotencyKey | undefined
  ): Effect.Effect<Reply, Failure> => {
    switch (error._tag) {
      case "InvalidRequest":
        return idempotent.refuse(shop, key, refusals.invalid(error.errors))
      case "DuplicateRequest":
        return idempotent.refuse(shop, key, refusals.duplicate)
      case "NotFound":
        return idempotent.refuse(shop, key, refusals.notFound)
      case "IdempotencyMismatch":
      case "IdempotencyInFlight":
      case "AlreadyAnswered":
      case "NotInsideTransaction":
        return Effect.succeed(Errors.errorReply(error, requestId))
      case "Refused":
      case "VaultError":
      case "StorageError":
        return Effect.fail(error)
    }
  }

/** Operations over HTTP: read, decode, run, answer with the document that was committed. */
export const operating = Effect.fnUntraced(function* (refusals: Refusals) {
  const { sending } = yield* Merchant.Merchant
  const fingerprint = yield* Fingerprints.make
  const idempotent = yield* Idempotent.make
  const { bodyLimit } = yield* HttpSettings
  const isSandbox = Option.isSome(yield* Effect.serviceOption(SandboxRoutes))

  const ended = ending(refusals, idempotent)

  const answer = <Request>(
    run: Run<Request>,
    visit: Visit,
    request: Either.Either<Request, Errors.ErrorReply>,
    key: IdempotencyKey | undefined
  ): Effect.Effect<Reply, Failure> => {
    if (Either.isLeft(request)) return idempotent.refuse(visit.shop, key, request.left)
    return Effect.matchEffect(run(visit, request.right, key), {
      onFailure: (error) => ended(error, visit, key),
      onSuccess: ({ document, replayed }) =>
        Effect.succeed(replayed === true ? { ...json(document), headers: replayedHeaders } : json(document))
    })
  }

  const reading = <Request>({ before, limit, noted, read }: Reading<Request>, run: Run<Request>): Handler => {
    const work = (visit: Visit, header: string | undefined, bytes: Uint8Array): Effect.Effect<Reply, Failure> => {
      const keyed = header === undefined ? Effect.succeed(undefined) : fingerprint(visit, header, bytes)
      const reply = Effect.flatMap(keyed, (key) =>
        Effect.flatMap(read(bytes, visit), (request) => answer(run, visit, request, key))
      )
      return isSandbox && noted !== undefined ? Effect.map(reply, noted(bytes)) : reply
    }
    const handler = sending((visit) => {
      const header = Merchant.keyOf(visit.incoming, refusals.invalid)
      if (Either.isLeft(header)) return Effect.fail(header.left)
      const done = Effect.flatMap(longBody(visit, limit, bodyLimit), (bytes) =>
        Merchant.working(visit, () => work(visit, header.right, bytes))
      )
      return before === undefined ? done : Effect.zipRight(before(visit), done)
    })
    return refusals.unauthorized === Errors.unauthorized ? handler : Merchant.refusing(refusals.unauthorized)(handler)
  }

  const decode = <Request>(
    decoder: Requests.Decoder<Request>,
    body: Option.Option<unknown>
  ): Either.Either<Request, Errors.ErrorReply> =>
    Option.isNone(body)
      ? Either.left(refusals.malformed)
      : Either.mapLeft(decoder(body.value), ({ errors }) => refusals.invalid(errors))

  return {
    reading,
    decode,
    operation: <Request>(decoder: Requests.Decoder<Request>, run: Run<Request>): Handler =>
      reading(
        {
          limit: bodyLimit,
          read: (bytes) => Effect.succeed(decode(decoder, parsed(bytes))),
          noted: (bytes) => withUnknownMembers(decoder, parsed(bytes))
        },
        run
      )
  }
})

const ofCards: Refusals = {
  unauthorized: Errors.unauthorized,
  malformed: Errors.malformedJson,
  invalid: Errors.invalidRequest,
  duplicate: Errors.duplicate,
  notFound: Errors.notFound
}

export const make = Effect.gen(function* () {
  const cards = yield* Cards
  const { operation: asked } = yield* operating(ofCards)
  const operation = <Request>(decoder: Requests.Decoder<Request>, run: Operation<Request>) =>
    asked(decoder, ({ shop }, request, key) => run(shop, request, key))

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
