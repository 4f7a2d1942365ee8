/** The daily reconciliation. Its report is in the log; any period can be compared again at any time. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CommitStore, commit, writing } from "../commits/Commit.js"
import type { Write } from "../commits/Write.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import { gatewayShop } from "../jobs/ServedShops.js"
import type { Period } from "../money/Movement.js"
import { given } from "../request/Given.js"
import { Reconciliation, type Report } from "./Reconciliation.js"
import type { Difference } from "./ReconciliationRules.js"

/** The gateway's daily job. It belongs to no merchant's shop. */
export const job: JobName = { shop: gatewayShop, kind: "reconcile", subject: "movements" }

/** How long after midnight UTC it runs: by then the books of the day are complete, whatever the clocks say. */
const afterMidnight = Duration.hours(1)

/**
 * How many days later a day is compared once more: recovery has ended, lapsed holds were released, and reversals are
 * done.
 */
const onceMore = 8

/** The most differences of a run that are logged. */
const mostLines = 1000

const midnightBefore = (now: DateTime.Utc): DateTime.Utc => DateTime.startOf(now, "day")

/** When it runs next. */
export const nextRun = (now: DateTime.Utc): DateTime.Utc => {
  const today = DateTime.addDuration(midnightBefore(now), afterMidnight)
  return DateTime.lessThan(now, today) ? today : DateTime.add(today, { days: 1 })
}

/** The day, in UTC, before that of an instant. */
export const dayBefore = (now: DateTime.Utc): Period => {
  const to = midnightBefore(now)
  return { from: DateTime.subtract(to, { days: 1 }), to }
}

/** The period to compare: the day that begins at `from` or ends at `to`; without either, yesterday in UTC. */
export const requestedPeriod = (
  { from, to }: { readonly from?: DateTime.Utc | undefined; readonly to?: DateTime.Utc | undefined },
  now: DateTime.Utc
): Period => {
  if (from !== undefined) return { from, to: to ?? DateTime.add(from, { days: 1 }) }
  return to === undefined ? dayBefore(now) : { from: DateTime.subtract(to, { days: 1 }), to }
}

/** The most days of one run: a gateway that was away for longer is compared by hand. */
const mostDays = 31

/** The days that are due: usually one, and more after nights on which no process ran. */
export const daysDue = (runAt: DateTime.Utc, now: DateTime.Utc): Period => {
  const { from: yesterday, to } = dayBefore(now)
  const first = DateTime.min(dayBefore(runAt).from, yesterday)
  return { from: DateTime.max(first, DateTime.subtract(to, { days: mostDays })), to }
}

const earlier = ({ from, to }: Period, days: number): Period => ({
  from: DateTime.subtract(from, { days }),
  to: DateTime.subtract(to, { days })
})

const millis = DateTime.toEpochMillis

/** Enqueues the daily job. Safe to repeat. */
export const enqueued = (now: DateTime.Utc): Write => ({
  _tag: "EnqueueJob",
  job,
  runAt: millis(nextRun(now)),
  share: PartitionKey.ofInternalWork(job.shop)
})

const shownPeriod = ({ from, to }: Period) => ({ from: DateTime.formatIso(from), to: DateTime.formatIso(to) })

const lineOf = ({ gatewayId, key, kind, ours, theirs, uid }: Difference) => ({
  difference: kind,
  gateway: gatewayId,
  key,
  ...given({ uid }),
  ...(ours === undefined ? {} : { ours: `${ours.status} ${ours.kind} ${ours.amount} ${ours.currency}` }),
  ...(theirs === undefined ? {} : { theirs: `${theirs.kind} ${theirs.amount} ${theirs.currency}` })
})

/** Logs a line for each difference and one for the whole: ids and amounts only. */
export const log = ({ checked, differences, inDoubt, notCompared, period }: Report): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const difference of differences.slice(0, mostLines)) {
      yield* Effect.logWarning("Reconciliation: the books differ", lineOf(difference))
    }
    const summary = { ...shownPeriod(period), checked, differences: differences.length, inDoubt, notCompared }
    const isNothing = checked + inDoubt === 0 && notCompared.every(({ reason }) => reason === "lists-no-movements")
    const tell = isNothing ? Effect.logDebug : differences.length === 0 ? Effect.logInfo : Effect.logWarning
    yield* tell("Reconciliation", summary)
  })

/**
 * Compares the previous day, or all since the last run, and once more the time eight days before that. Reads no
 * transaction where no movements are listed.
 */
export const make = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const reconciliation = yield* Reconciliation
  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const now = yield* DateTime.now
    const due = daysDue(job.runAt, now)
    const periods = reconciliation.isPossible ? [due, earlier(due, onceMore)] : []
    for (const period of periods) yield* Effect.flatMap(reconciliation.run(period), log)
    const runAt = millis(nextRun(yield* DateTime.now))
    yield* write(writing("reconcile-again", [{ _tag: "PostponeJob", job, runAt }], undefined))
  })
  return { kind: job.kind, pool: "calls", run } satisfies JobHandler
})
