/** The jobs this process is running, and the signal that wakes its loop. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { HeldJob } from "../commits/Write.js"
import type { JobName } from "../jobs/Job.js"
import { PeerWakeup } from "./PeerWakeup.js"

export class Worker extends Context.Tag("@florin/core/Worker")<
  Worker,
  {
    readonly isRunning: (job: JobName) => boolean
    /** `isRunning` as of now: the answers stay, whatever begins and ends later. */
    readonly running: () => (job: JobName) => boolean
    /** Marks the job as running in this process, until `end` has been called as many times. */
    readonly begin: (job: JobName) => void
    readonly end: (job: JobName) => void
    /**
     * Marks a job whose result could not be committed; it is released once the store accepts writes again.
     * `takeAbandoned` returns and removes those that are not running.
     */
    readonly abandon: (job: HeldJob) => void
    readonly takeAbandoned: () => ReadonlyArray<HeldJob>
    /** Marks the job as running for the duration of the effect. */
    readonly working: (job: JobName) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Makes the loop poll again: there may be new work. */
    readonly wake: Effect.Effect<void>
    /** Like `wake`, synchronously. */
    readonly unsafeWake: () => void
    /** Like `wake`, for work due at that instant, unless the loop polls before it anyway. */
    readonly wakeFor: (runAt: DateTime.Utc) => Effect.Effect<void>
    /** Like `wakeFor`, synchronously. Instants in epoch milliseconds. */
    readonly unsafeWakeFor: (runAt: number, now: number) => void
    /** Wakes the loops of all processes for a job that was committed, if one was. Instants in epoch milliseconds. */
    readonly unsafeWakeAll: (runAt: number | undefined, now: number) => void
    /** Completes once `wake` was called since it was last awaited. The loop polls at `until` anyway. */
    readonly awaitWake: (until: DateTime.Utc) => Effect.Effect<void>
  }
>() {}

// Other processes poll about as often. Unit: milliseconds.
const soon = 1000

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

  // A poll in progress may miss work that is added meanwhile.
  let looksAt = Number.POSITIVE_INFINITY
  const unsafeWake = (): void => void bell.unsafeOffer(undefined)
  const wake = Effect.sync(unsafeWake)
  const isNews = (runAt: number, now: number) => runAt <= now || runAt < looksAt
  const unsafeWakeFor = (runAt: number, now: number): void => {
    if (isNews(runAt, now)) bell.unsafeOffer(undefined)
  }
  yield* Effect.forkScoped(Effect.interruptible(Effect.forever(Effect.zipRight(peerWakeup.notified, wake))))

  return Worker.of({
    isRunning: (job) => running.has(nameOf(job)),
    running: () => {
      const names = new Set(running.keys())
      return (job) => names.has(nameOf(job))
    },
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
    unsafeWakeAll: (runAt, now) => {
      if (runAt === undefined) return
      unsafeWakeFor(runAt, now)
      if (runAt <= now + soon) peerWakeup.unsafeTell()
    },
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
