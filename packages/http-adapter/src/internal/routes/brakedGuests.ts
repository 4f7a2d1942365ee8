/** The brake on guests who pay with a form of their own: they try cards as on our page. Source: D47, D51. */
import { TransactionUid } from "@florin/core/ids/Ids"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Brake from "../transport/brake.js"
import { type Failure, Refused, type Reply } from "../transport/exchange.js"
import type { Access, Visit } from "./access.js"

/** By the ids of their operations: those by which a guest may try a card. */
const trying: ReadonlySet<string> = new Set(["payCheckoutByApp"])

const transactionIn = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ response: Schema.Struct({ uid: TransactionUid, status: TransactionStatus }) }))
)

/** A refusal, or an answer that was given before, tries nothing. */
const triedBy = ({ body, headers = {}, status }: Reply) => {
  const isNew = status < 300 && headers["Idempotency-Replayed"] === undefined
  return Effect.succeed(isNew ? Option.getOrUndefined(transactionIn(body))?.response : undefined)
}

export const make = Effect.map(Brake.Brake, ({ attempt }) => (id: string, access: Access): Access => {
  if (!trying.has(id)) return access
  const work = <A>(visit: Visit, done: () => Effect.Effect<A, Failure>): Effect.Effect<A, Failure> => {
    const inShare = access.work(visit, done)
    if (visit.isGuest !== true) return inShare
    const tried = attempt(visit, {
      page: Brake.guestsOf(visit.shop?.id),
      work: inShare,
      triedBy: (reply) => triedBy(reply as Reply)
    })
    return Effect.flatMap(tried, (reply) =>
      reply instanceof Brake.Braked
        ? Effect.fail(new Refused(Errors.tooManyRequests(reply.retryAfter)))
        : Effect.succeed(reply)
    )
  }
  return { ...access, work }
})
