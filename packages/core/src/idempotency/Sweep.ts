/**
 * Forgetting idempotency keys whose time is over.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ShopId } from "../ids/Ids.js"
import { type JobName, JobStore } from "../jobs/Job.js"
import type { JobHandler } from "../jobs/JobHandlers.js"
import { JobQueue } from "../jobs/JobQueue.js"
import { committing } from "../store/FaultPoints.js"
import { IdempotencyStore, keptFor } from "./IdempotencyStore.js"

const batch = 500

/**
 * The job of this gateway that sweeps once a week. It belongs to no merchant's shop.
 *
 * @since 0.1.0
 * @category jobs
 */
export const job: JobName = { shop: ShopId.make("_"), kind: "sweep", subject: "idempotency-keys" }

/**
 * Puts the weekly sweep on the jobQueue; once is enough, again does no harm.
 *
 * @since 0.1.0
 * @category jobs
 */
export const start = Effect.gen(function* () {
  const commit = yield* committing
  const jobQueue = yield* JobQueue
  const now = yield* DateTime.now
  yield* commit("sweep-plan")(jobQueue.enqueue(job, DateTime.add(now, { days: 7 })))
})

/**
 * Removes what is older than it is kept, in small units of work, and comes back a week later.
 *
 * @since 0.1.0
 * @category jobs
 */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const store = yield* IdempotencyStore
  const jobs = yield* JobStore

  const handler: JobHandler = Effect.fn("Sweep.run")(function* (job) {
    const now = yield* DateTime.now
    const before = DateTime.subtractDuration(now, keptFor)
    let removed = batch
    while (removed === batch) removed = yield* commit("sweep")(store.sweep(before, batch))
    yield* commit("sweep-again")(jobs.postpone(job, DateTime.add(now, { days: 7 })))
  })
  return handler
})
