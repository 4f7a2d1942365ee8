/**
 * Card operations: read, decode, run, answer with the document that was committed. Source: D1, D4, D13.
 */
import { Cards, type Operation } from "@florin/core/cards/Cards"
import type {
  AlreadyAnswered,
  IdempotencyInFlight,
  IdempotencyMismatch
} from "@florin/core/idempotency/IdempotencyStore"
import type { DuplicateRequest, InvalidRequest } from "@florin/core/request/InvalidRequest"
import type { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import * as Errors from "@florin/wire/Errors"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { HttpSettings } from "../HttpSettings.js"
import * as Idempotent from "../Idempotent.js"
import * as Body from "./body.js"
import type { Failure, Reply, Visit } from "./exchange.js"
import * as Merchant from "./merchant.js"
import { json } from "./replies.js"

const replayedHeaders = { "Idempotency-Replayed": "true" }

const decode = <Request>(
  decoder: Requests.Decoder<Request>,
  body: Uint8Array
): Either.Either<Request, Errors.ErrorReply> =>
  Option.match(Body.parse(body), {
    onNone: () => Either.left(Errors.malformedJson),
    onSome: (value) => Either.mapLeft(decoder(value), ({ errors }) => Errors.invalidRequest(errors))
  })

export const make = Effect.gen(function* () {
  const cards = yield* Cards
  const authenticated = yield* Merchant.make
  const idempotent = yield* Idempotent.make
  const { bodyLimit } = yield* HttpSettings

  const operation = <Request>(decoder: Requests.Decoder<Request>, run: Operation<Request>) =>
    authenticated(
      (visit: Visit): Effect.Effect<Reply, Failure> =>
        Effect.gen(function* () {
          const header = yield* Merchant.keyHeader(visit)
          const body = yield* Body.required(visit, bodyLimit)
          const key = Merchant.keyFor(visit, header, body)
          const request = decode(decoder, body)
          if (Either.isLeft(request)) return yield* idempotent.refuse(visit.shop, key, request.left)
          const refuse = (error: InvalidRequest | DuplicateRequest) =>
            idempotent.refuse(visit.shop, key, Errors.errorReply(error, visit.requestId))
          const answer = (error: IdempotencyMismatch | IdempotencyInFlight | AlreadyAnswered | NotInsideTransaction) =>
            Effect.succeed(Errors.errorReply(error, visit.requestId))
          return yield* run(visit.shop, request.right, key).pipe(
            Effect.map(({ document, replayed }) =>
              replayed === true ? { ...json(document), headers: replayedHeaders } : json(document)
            ),
            Effect.catchTags({
              InvalidRequest: refuse,
              DuplicateRequest: refuse,
              IdempotencyMismatch: answer,
              IdempotencyInFlight: answer,
              AlreadyAnswered: answer,
              NotInsideTransaction: answer
            })
          )
        })
    )

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
