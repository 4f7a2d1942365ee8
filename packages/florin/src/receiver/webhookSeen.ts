/** What the handlers of webhooks have acted on, in the gateway's database. */
import { Entropy, type NotificationId, type ShopId } from "@florin/core/ids/Ids"
import { NotificationStore } from "@florin/core/notifications/Notification"
import * as WebhookReceipts from "@florin/storage-sql/WebhookReceipts"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import type { Services } from "../host/florin.js"
import { promiseOf, start } from "../host/promises.js"
import type { Seen } from "./seen.js"
import { hasSignedSequence } from "./verify.js"

/** Another process acts on the subject now. */
export class Held extends Error {}

/** Lets what concerns one subject run one after the other. */
const inTurns = () => {
  const turns = new Map<string, Promise<unknown>>()
  return <A>(subject: string, run: () => Promise<A>): Promise<A> => {
    const turn = (turns.get(subject) ?? Promise.resolve()).then(run)
    const ended: Promise<unknown> = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(subject) === ended) turns.delete(subject)
      })
    turns.set(subject, ended)
    return turn
  }
}

/** The sequence that was announced: where a message of 0.1 does not sign it, the database that sends the message has it. */
const announced = Effect.fnUntraced(function* (receipt: WebhookReceipts.Receipt) {
  if (hasSignedSequence(receipt.id)) return receipt
  const found = yield* Effect.flatMap(NotificationStore, (store) =>
    store.find(receipt.shop, receipt.id as NotificationId)
  )
  return Option.match(found, { onNone: () => receipt, onSome: ({ sequence }) => ({ ...receipt, sequence }) })
})

const acting = Effect.fnUntraced(function* (received: WebhookReceipts.Receipt, work: () => unknown) {
  const receipt = yield* announced(received)
  const { claim, release, settle, sweep } = yield* WebhookReceipts.WebhookReceipts
  const holder = Encoding.encodeHex((yield* Entropy)(16))
  const claimed = yield* claim(receipt, holder)
  if (claimed === "held") return yield* Effect.fail(new Held())
  if (claimed === "handled") return
  yield* Effect.tryPromise({ try: async () => work(), catch: (error) => error }).pipe(
    // Whether or not the claim can be ended, the host hears of its own error.
    Effect.tapError(() => Effect.ignoreLogged(release(receipt, holder)))
  )
  yield* settle(receipt, holder)
  yield* Effect.ignoreLogged(sweep)
})

/** What a shop's handlers have acted on. Shared by all of one Florin, so that a subject has one order. */
export const make = (runtime: Runtime.Runtime<Services>) => {
  const run = start(runtime)
  const inTurn = inTurns()
  return (shop: ShopId): Seen => ({
    claim: ({ id, sequence, subject }, work) =>
      inTurn(`${shop} ${subject}`, () => promiseOf(run(acting({ shop, id, sequence, subject }, work))))
  })
}
