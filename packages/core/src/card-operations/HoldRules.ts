/** The rules for expiry and for lapsed holds. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { apply } from "../cards/CardChange.js"
import { CardEvent } from "../cards/CardEvent.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import { endOfWait } from "../cards/ChargeMachine.js"
import { type Decision, decided, type Operation } from "../commits/Operation.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { NotificationId } from "../ids/Ids.js"
import { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { Following } from "../operations/ChangeFollower.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import type { Shop } from "../shops/Shop.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import { writesOf } from "./CardWrites.js"

/** The context of the rules. `shop` is absent once the directory no longer knows it. */
export interface Regime {
  readonly shop: Shop | undefined
  readonly encode: (transaction: Transaction) => string
  readonly notification: NotificationId
  readonly now: DateTime.Utc
  /** What else follows, in the room that the transaction belongs to. */
  readonly following?: Following | undefined
}

export interface Facts {
  readonly transaction: CardTransaction | undefined
  readonly totals: ParentTotals
  /** The row of `Regime.following`. */
  readonly followed?: unknown
}

type Decided = Decision<number | undefined, never>

/** How long a hold waits for a capture or void whose outcome is unknown. Unit: milliseconds. */
const waitForChildren = 3_600_000

const read = ({ shop, subject }: ClaimedJob, { following }: Regime): Reads.Reads<Facts> => {
  const uid = TransactionUid.make(subject)
  const own = { transaction: Reads.cardTransaction(shop, uid), totals: Reads.parentTotals(shop, uid) }
  return (following === undefined ? own : { followed: following.load, ...own }) as Reads.Reads<Facts>
}

const finished = (job: ClaimedJob): Decided => decided([{ _tag: "FinishJob", job } as const], undefined)

const changed = (
  job: ClaimedJob,
  transaction: CardTransaction,
  event: CardEvent,
  regime: Regime,
  followed?: unknown
): Decided => {
  const { following, shop } = regime
  const change = apply(transaction, event, regime.now)
  if (shop === undefined || Either.isLeft(change)) return finished(job)
  const written = TransactionWriter.replaced(change.right, { ...regime, shop, writesOf })
  const more = following?.follow(followed, change.right) ?? []
  const writes: ReadonlyArray<Write> = [{ _tag: "FinishJob", job }, ...written.writes, ...more]
  const wakeAt = TransactionWriter.earliest(writes)
  return decided(writes, wakeAt, { wakeAt, changes: [written.change] })
}

/** A clock that was set back runs the job before its time. */
const notYet = (job: ClaimedJob, transaction: CardTransaction, now: DateTime.Utc): Decided | undefined => {
  const end = transaction.status === "incomplete" ? endOfWait(transaction) : undefined
  if (end === undefined || DateTime.lessThanOrEqualTo(end, now)) return undefined
  const runAt = DateTime.toEpochMillis(end)
  return decided([{ _tag: "PostponeJob", job, runAt } as const], runAt, { wakeAt: runAt })
}

/** Expires a transaction that is still incomplete at `expired_at`, or 15 minutes after its customer was needed. */
export const expire = (job: ClaimedJob, regime: Regime): Operation<Facts, number | undefined, never> => ({
  name: "expire",
  load: read(job, regime),
  decide: ({ followed, transaction }) =>
    transaction === undefined
      ? finished(job)
      : (notYet(job, transaction, regime.now) ?? changed(job, transaction, CardEvent.TimePassed(), regime, followed))
})

/**
 * Releases what is left of an authorization after its hold period and notifies the merchant. The hold stays while the
 * outcome of a capture or void is unknown. Source: D10.
 */
export const release = (job: ClaimedJob, regime: Regime): Operation<Facts, number | undefined, never> => ({
  name: "release-hold",
  load: read(job, regime),
  decide: ({ totals, transaction }) => {
    if (transaction === undefined || transaction.closedAt !== null) return finished(job)
    if (totals.pending === 0) return changed(job, transaction, CardEvent.HoldLapsed(), regime)
    const runAt = DateTime.toEpochMillis(regime.now) + waitForChildren
    return decided([{ _tag: "PostponeJob", job, runAt } as const], runAt, { wakeAt: runAt })
  }
})
