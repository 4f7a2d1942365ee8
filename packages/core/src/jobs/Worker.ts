/** What this process works on now, and the bell that wakes its loop. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { HeldJob } from "../store/Write.js"
import type { JobName } from "./Job.js"
import { PeerWakeup } from "./PeerWakeup.js"

export class Worker extends Context.Tag("@florin/core/Worker")<
  Worker,
  {
    readonly isRunning: (job: JobName) => boolean
    /** This process works on the job from now on, until `end` is called as often. */
    readonly begin: (job: JobName) => void
    readonly end: (job: JobName) => void
    /**
     * The result of a job could not be committed: it is to be freed as soon as the store takes something again.
     * `takeAbandoned` hands over those that have not been worked on since.
     */
    readonly abandon: (job: HeldJob) => void
    readonly takeAbandoned: () => ReadonlyArray<HeldJob>
    /** Works on the job for as long as the effect runs. */
    readonly working: (job: JobName) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** There may be something to do that was not seen yet: look again. */
    readonly wake: Effect.Effect<void>
    /** As `wake`, at once. */
    readonly unsafeWake: () => void
    /** Work that is due at this instant was added: as `wake`, unless the loop looks by itself before that. */
    readonly wakeFor: (runAt: DateTime.Utc) => Effect.Effect<void>
    /** As `wakeFor`, at once. Instants in milliseconds of the epoch. */
    readonly unsafeWakeFor: (runAt: number, now: number) => void
    /** Ends when the bell has been rung since it was last awaited. The loop looks by itself at `until`. */
    readonly awaitWake: (until: DateTime.Utc) => Effect.Effect<void>
  }
>() {}

const nameOf = (job: JobName): string => `${job.shop}\n${job.kind}\n${job.subject}`

export const make = Effect.gen(function* () {
  const peerWakeup = yield* PeerWakeup
  const bell = yield* Queue.sliding<void>(1)
  const running = new Map<string, number>()

  const begin = (job: JobName): void => {
    const name = nameOf(job)
    running.set(name, (running.get(name) ?? 0) + 1)
  }

  const end = (job: JobName): void => {
    const name = nameOf(job)
    const count = running.get(name) ?? 1
    if (count > 1) running.set(name, count - 1)
    else running.delete(name)
  }

  const abandoned = new Map<string, HeldJob>()

  // While the loop looks around, anything that is added may have come too late to be seen.
  let looksAt = Number.POSITIVE_INFINITY
  const unsafeWake = (): void => void bell.unsafeOffer(undefined)
  const wake = Effect.sync(unsafeWake)
  const isNews = (runAt: number, now: number) => runAt <= now || runAt < looksAt
  const unsafeWakeFor = (runAt: number, now: number): void => {
    if (isNews(runAt, now)) bell.unsafeOffer(undefined)
  }
  yield* Effect.forkScoped(Effect.interruptible(Effect.forever(Effect.zipRight(peerWakeup.told, wake))))

  return Worker.of({
    isRunning: (job) => running.has(nameOf(job)),
    begin,
    end,
    abandon: (job) => {
      abandoned.set(nameOf(job), job)
      bell.unsafeOffer(undefined)
    },
    takeAbandoned: () => {
      const all = Array.from(abandoned.values()).filter((job) => !running.has(nameOf(job)))
      for (const job of all) abandoned.delete(nameOf(job))
      return all
    },
    working: (job) => (effect) =>
      Effect.suspend(() => {
        begin(job)
        return Effect.ensuring(
          effect,
          Effect.sync(() => end(job))
        )
      }),
    wake,
    unsafeWake,
    wakeFor: (runAt) => Effect.map(Clock.currentTimeMillis, (now) => unsafeWakeFor(runAt.epochMillis, now)),
    unsafeWakeFor,
    awaitWake: (until) =>
      Effect.suspend(() => {
        looksAt = until.epochMillis
        return Queue.take(bell)
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            looksAt = Number.POSITIVE_INFINITY
          })
        )
      )
  })
})

export const layer: Layer.Layer<Worker> = Layer.scoped(Worker, make)
