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
import { Writing } from "../store/UnitOfWork.js"
import { type JobName, JobStore } from "./Job.js"
import { Neighbours } from "./Neighbours.js"
import { Worker } from "./Worker.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Agenda extends Context.Tag("@florin/core/Agenda")<
  Agenda,
  {
    /** Adds a job, or moves it earlier, and wakes the loop, here and elsewhere, once the unit has committed. */
    readonly add: (job: JobName, runAt: DateTime.Utc) => Effect.Effect<void, StorageError, Writing>
  }
>() {}

/** The others look by themselves about as often. Unit: milliseconds. */
const soon = 1000

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<Agenda, never, JobStore | Worker> = Layer.effect(
  Agenda,
  Effect.gen(function* () {
    const jobs = yield* JobStore
    const worker = yield* Worker
    const neighbours = yield* Neighbours
    const tell = (runAt: DateTime.Utc) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        runAt.epochMillis <= now + soon ? neighbours.tell : Effect.void
      )
    return Agenda.of({
      add: (job, runAt) =>
        Effect.zipRight(
          jobs.add(job, runAt),
          Effect.flatMap(Writing, (writing) => writing.afterCommit(Effect.zipRight(worker.wakeFor(runAt), tell(runAt))))
        )
    })
  })
)
