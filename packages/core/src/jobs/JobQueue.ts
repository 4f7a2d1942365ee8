/**
 * Adding due work so that the loop that runs it notices.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StorageError } from "../store/StorageError.js"
import { UnitOfWorkContext } from "../store/UnitOfWork.js"
import { type JobName, JobStore } from "./Job.js"
import { PeerWakeup } from "./PeerWakeup.js"
import { Worker } from "./Worker.js"

/**
 * @since 0.1.0
 * @category services
 */
export class JobQueue extends Context.Tag("@florin/core/JobQueue")<
  JobQueue,
  {
    /** Adds a job, or moves it earlier, and wakes the loop, here and elsewhere, once the unit has committed. */
    readonly enqueue: (job: JobName, runAt: DateTime.Utc) => Effect.Effect<void, StorageError, UnitOfWorkContext>
  }
>() {}

/** The others look by themselves about as often. Unit: milliseconds. */
const soon = 1000

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<JobQueue, never, JobStore | Worker> = Layer.effect(
  JobQueue,
  Effect.gen(function* () {
    const jobs = yield* JobStore
    const worker = yield* Worker
    const peerWakeup = yield* PeerWakeup
    const tell = (runAt: DateTime.Utc) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        runAt.epochMillis <= now + soon ? peerWakeup.tell : Effect.void
      )
    return JobQueue.of({
      enqueue: (job, runAt) =>
        Effect.zipRight(
          jobs.add(job, runAt),
          Effect.flatMap(UnitOfWorkContext, (writing) =>
            writing.afterCommit(Effect.zipRight(worker.wakeFor(runAt), tell(runAt)))
          )
        )
    })
  })
)
