/**
 * Due work about charges: expiry, lapsed holds, and approvals that are taken back.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type AcquirerKey, TransactionUid } from "../ids/Ids.js"
import { type ClaimedJob, JobStore } from "../jobs/Job.js"
import type { JobHandler } from "../jobs/JobHandlers.js"
import { type Amount, add, remainder } from "../money/Amount.js"
import { ShopDirectory } from "../shops/Shop.js"
import { committing } from "../store/FaultPoints.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { AcquirerRequest, type AcquirerStatus, Acquirers } from "./Acquirer.js"
import { Changes } from "./Changes.js"
import { ask, askAgainAt, askStatus } from "./internal/asking.js"
import { TransactionEvent } from "./TransactionEvent.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Holds extends Context.Tag("@florin/core/Holds")<
  Holds,
  {
    /** `expired_at` is reached: an incomplete transaction expires. */
    readonly expire: JobHandler
    /** The hold period is over: what is left of the authorization is released. Source: D10. */
    readonly release: JobHandler
    /** Takes an approval back at the acquirer, as far as it has not been captured or voided. */
    readonly reverse: JobHandler
  }
>() {}

const waitForFollowUps = { hours: 1 }

const refusedReversal = "The acquirer refused to take an approval back"
const unansweredReversal = "The acquirer did not answer for 7 days whether it has taken an approval back"

// What a process sent that had lost its lease may not have been done at all, or may be decided only now by another.
const stands = (transaction: Transaction): Effect.Effect<AcquirerStatus["_tag"], never, Acquirers> => {
  const { closedAt, reason, status } = transaction
  if (status === "pending") return Effect.succeed("Unknown")
  if (status === "successful") return Effect.succeed(closedAt === null ? "NotFound" : "Approved")
  return reason === "avs-cvc" ? Effect.succeed("Approved") : Effect.map(askStatus(transaction), ({ _tag }) => _tag)
}

const takeBack = (transaction: Transaction, amount: Amount): Effect.Effect<TransactionEvent, never, Acquirers> => {
  const { acquirerKey: parent, currency, uid } = transaction
  return ask(transaction, AcquirerRequest.Void({ key: `${uid}:reverse` as AcquirerKey, parent, amount, currency }))
}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const store = yield* TransactionStore
  const jobs = yield* JobStore
  const shops = yield* ShopDirectory
  const changes = yield* Changes
  const acquirers = yield* Acquirers

  const subject = (job: ClaimedJob) => store.lock(job.shop, TransactionUid.make(job.subject))

  const change = Effect.fnUntraced(function* (transaction: Transaction, event: TransactionEvent) {
    const shop = yield* shops.find(transaction.shop)
    if (Option.isNone(shop)) return
    yield* changes.write(shop.value, transaction, event)
  })

  const expire: JobHandler = Effect.fn("Holds.expire")(function* (job) {
    yield* jobs.finish(job)
    const transaction = yield* subject(job)
    if (Option.isNone(transaction)) return
    yield* change(transaction.value, TransactionEvent.TimePassed()).pipe(Effect.catchTag("Refused", () => Effect.void))
  }, commit("expire"))

  const release: JobHandler = Effect.fn("Holds.release")(function* (job) {
    // In the order in which a follow-up that closes it takes the two, or each would wait for the other.
    const transaction = yield* subject(job)
    yield* jobs.hold(job)
    if (Option.isNone(transaction) || transaction.value.closedAt !== null) return yield* jobs.finish(job)
    const taken = yield* store.parentTotals(job.shop, transaction.value.uid)
    const now = yield* DateTime.now
    if (taken.pending) return yield* jobs.postpone(job, DateTime.add(now, waitForFollowUps))
    yield* jobs.finish(job)
    yield* change(transaction.value, TransactionEvent.HoldLapsed()).pipe(Effect.catchTag("Refused", () => Effect.void))
  }, commit("release-hold"))

  const left = Effect.fnUntraced(function* (job: ClaimedJob) {
    const transaction = yield* subject(job)
    if (Option.isNone(transaction)) return Option.none()
    const taken = yield* store.parentTotals(job.shop, transaction.value.uid)
    const amount = remainder(transaction.value.amount, add(taken.captured, taken.voided))
    return Option.some({ transaction: transaction.value, amount })
  }, commit("reverse-begin"))

  const conclude = Effect.fnUntraced(function* (job: ClaimedJob, event: TransactionEvent) {
    const next = askAgainAt(yield* DateTime.now, job.attempts)
    if (event._tag === "Approved") return yield* jobs.finish(job)
    if (event._tag !== "Declined" && Option.isSome(next)) return yield* jobs.postpone(job, next.value)
    const declined = event._tag === "Declined"
    yield* Effect.logError(declined ? refusedReversal : unansweredReversal, { uid: job.subject })
    yield* jobs.finish(job)
  }, commit("reverse-result"))

  const reverse: JobHandler = Effect.fn("Holds.reverse")(
    function* (job) {
      const nothing = commit("reverse-nothing")(jobs.finish(job))
      const rest = yield* left(job)
      if (Option.isNone(rest) || rest.value.amount === 0) return yield* nothing
      const { amount, transaction } = rest.value
      const status = yield* stands(transaction)
      if (status === "NotFound" || status === "Declined") return yield* nothing
      yield* conclude(job, status === "Unknown" ? TransactionEvent.NoAnswer() : yield* takeBack(transaction, amount))
    },
    Effect.provideService(Acquirers, acquirers)
  )

  return Holds.of({ expire, release, reverse })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(Holds, make)
