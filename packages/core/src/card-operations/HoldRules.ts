/** The rules for expiry and for lapsed holds. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { apply } from "../cards/CardChange.js"
import { CardEvent } from "../cards/CardEvent.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import { endOfWait } from "../cards/ChargeMachine.js"
import { type Commit, type Decision, decided } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { type HookFacts, hookWrites, type Projection } from "../operations/TransactionHook.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import type { Shop } from "../shops/Shop.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import { writesOf } from "./CardWrites.js"

/** The context of the rules. `shop` is absent once the directory no longer knows it. */
export interface HoldContext extends Omit<TransactionWriter.WriteContext, "shop" | "writesOf"> {
  readonly shop: Shop | undefined
  readonly now: DateTime.Utc
  /** What else follows, in the room that the transaction belongs to. */
  readonly projection?: Projection | undefined
}

export interface HoldFacts extends HookFacts {
  readonly transaction: CardTransaction | undefined
  readonly totals: ParentTotals
}

type Decided = Decision<number | undefined, never>

/** How long a hold waits for a capture or void whose outcome is unknown. Unit: milliseconds. */
const waitForChildren = 3_600_000

/** The transaction of a job, with what follows it in another room. */
export const read = (
  { shop, subject }: ClaimedJob,
  { projection }: Pick<HoldContext, "projection"> = {}
): Reads.Reads<HoldFacts> => {
  const uid = TransactionUid.make(subject)
  const own = { transaction: Reads.cardTransaction(shop, uid), totals: Reads.parentTotals(shop, uid) }
  return (projection === undefined ? own : { ...projection.load, ...own }) as Reads.Reads<HoldFacts>
}

/** The writes of an event; undefined if its machine has no row for it, or its shop is not known any more. */
export const writesOfEvent = (
  transaction: CardTransaction,
  event: CardEvent,
  followed: HookFacts,
  { projection, shop, ...context }: HoldContext
): TransactionWriter.Written | undefined => {
  const change = apply(transaction, event, context.now)
  if (shop === undefined || Either.isLeft(change)) return undefined
  const own = TransactionWriter.replaced(change.right, { ...context, shop, writesOf })
  return { ...own, writes: [...own.writes, ...hookWrites(projection, followed, change.right)] }
}

const finished = (job: ClaimedJob): Decided => decided([{ _tag: "FinishJob", job } as const], undefined)

const postponed = (job: ClaimedJob, runAt: number): Decided =>
  decided([{ _tag: "PostponeJob", job, runAt } as const], runAt, { wakeAt: runAt })

const changed = (
  job: ClaimedJob,
  transaction: CardTransaction,
  event: CardEvent,
  context: HoldContext,
  followed: HookFacts = {}
): Decided => {
  const change = writesOfEvent(transaction, event, followed, context)
  if (change === undefined) return finished(job)
  const writes: ReadonlyArray<Write> = [{ _tag: "FinishJob", job }, ...change.writes]
  const wakeAt = TransactionWriter.earliest(writes)
  return decided(writes, wakeAt, { wakeAt, changes: [change.change] })
}

/** A clock that was set back runs the job before its time. */
const notYet = (job: ClaimedJob, transaction: CardTransaction, now: DateTime.Utc): Decided | undefined => {
  const end = transaction.status === "incomplete" ? endOfWait(transaction) : undefined
  return end === undefined || DateTime.lessThanOrEqualTo(end, now) ? undefined : postponed(job, end.epochMillis)
}

/** Expires a transaction that is still incomplete at `expired_at`, or 15 minutes after its customer was needed. */
export const expireIncomplete = (
  job: ClaimedJob,
  context: HoldContext
): Commit<HoldFacts, number | undefined, never> => ({
  name: "expire",
  load: read(job, context),
  decide: (facts) =>
    facts.transaction === undefined
      ? finished(job)
      : (notYet(job, facts.transaction, context.now) ??
        changed(job, facts.transaction, CardEvent.TimePassed(), context, facts))
})

/**
 * Releases what is left of an authorization after its hold period and notifies the merchant. The hold stays while the
 * outcome of a capture or void is unknown. Source: D10.
 */
export const release = (job: ClaimedJob, context: HoldContext): Commit<HoldFacts, number | undefined, never> => ({
  name: "release-hold",
  load: read(job, context),
  decide: ({ totals, transaction }) => {
    if (transaction === undefined || transaction.closedAt !== null) return finished(job)
    return totals.pending === 0
      ? changed(job, transaction, CardEvent.HoldLapsed(), context)
      : postponed(job, context.now.epochMillis + waitForChildren)
  }
})
