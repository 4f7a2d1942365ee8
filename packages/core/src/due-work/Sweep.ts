/** Removes expired idempotency keys, and those of usage. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Commit, CommitStore, commit, decided, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { keptFor } from "../idempotency/IdempotencyKey.js"
import type { ShopId } from "../ids/Ids.js"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import { gatewayShop } from "../jobs/ServedShops.js"
import { type PlacedEvent, rememberedSince } from "../subscriptions/UsageRules.js"
import type { JobHandler } from "./JobHandlers.js"

const batch = 500

const eventBatch = 1000

/** The gateway's weekly sweep job. It belongs to no merchant's shop. */
export const job: JobName = { shop: gatewayShop, kind: "sweep", subject: "idempotency-keys" }

const nextWeek = (now: DateTime.Utc): number => DateTime.toEpochMillis(DateTime.add(now, { days: 7 }))

/** Enqueues the weekly sweep. Safe to repeat. */
export const enqueued = (now: DateTime.Utc): Write => ({
  _tag: "EnqueueJob",
  job,
  runAt: nextWeek(now),
  share: PartitionKey.ofInternalWork(job.shop)
})

interface Facts {
  readonly keys: ReadonlyArray<readonly [ShopId, string]>
}

const swept = (before: number): Commit<Facts, number, never> => ({
  name: "sweep",
  load: { keys: Reads.keysBefore(before, batch) },
  decide: ({ keys }) => decided([{ _tag: "ForgetKeys", keys }], keys.length)
})

interface Events {
  readonly events: ReadonlyArray<PlacedEvent & { readonly at: number }>
}

/** Looks at some events in the order of their places, and answers the last of them. Undefined: there are no more. */
const eventsSwept = (before: number, after: PlacedEvent | null): Commit<Events, PlacedEvent | undefined, never> => ({
  name: "sweep",
  load: { events: Reads.usageEventsAfter(after, eventBatch) },
  decide: ({ events }) => {
    const old = events.filter(({ at }) => at < before)
    const last = events.length < eventBatch ? undefined : events.at(-1)
    return decided(old.length === 0 ? [] : [{ _tag: "ForgetUsageEvents", events: old }], last)
  }
})

/** Removes expired keys in small commits, and reschedules itself for a week later. */
export const make = Effect.map(CommitStore, (store): JobHandler => {
  const write = commit(store)
  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const now = yield* DateTime.now
    const before = DateTime.toEpochMillis(DateTime.subtractDuration(now, keptFor))
    let removed = batch
    while (removed === batch) removed = yield* write(swept(before))
    // No index is by time: it would cost each event that is counted, and all of them pass by in a minute a week.
    const since = rememberedSince(now).epochMillis
    let place: PlacedEvent | undefined | null = null
    while (place !== undefined) place = yield* write(eventsSwept(since, place))
    yield* write(writing("sweep-again", [{ _tag: "PostponeJob", job, runAt: nextWeek(now) }], undefined))
  })
  return { kind: job.kind, pool: "commits", run }
})
