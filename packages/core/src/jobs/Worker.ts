/**
 * This process as a holder of due work: its name, what it works on now, and the bell that wakes its loop.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { Entropy } from "../ids/Entropy.js"
import type { JobName } from "./Job.js"
import { PeerWakeup } from "./PeerWakeup.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Worker extends Context.Tag("@florin/core/Worker")<
  Worker,
  {
    /** This process's name, new at every start. */
    readonly owner: string
    readonly isRunning: (job: JobName) => boolean
    /** This process works on the job from now on, until `end` is called as often. */
    readonly begin: (job: JobName) => Effect.Effect<void>
    readonly end: (job: JobName) => Effect.Effect<void>
    /** Works on the job for as long as the effect runs. */
    readonly working: (job: JobName) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** There may be something to do that was not seen yet: look again. */
    readonly wake: Effect.Effect<void>
    /** Work that is due at this instant was added: as `wake`, unless the loop looks by itself before that. */
    readonly wakeFor: (runAt: DateTime.Utc) => Effect.Effect<void>
    /** Ends when the bell has been rung since it was last awaited. The loop looks by itself at `until`. */
    readonly awaitWake: (until: DateTime.Utc) => Effect.Effect<void>
  }
>() {}

const nameOf = (job: JobName): string => `${job.shop}\n${job.kind}\n${job.subject}`

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const entropy = yield* Entropy
  const peerWakeup = yield* PeerWakeup
  const bell = yield* Queue.sliding<void>(1)
  const running = new Map<string, number>()
  const owner = Array.from(entropy(8), (byte) => byte.toString(16).padStart(2, "0")).join("")

  const begin = (job: JobName) => Effect.sync(() => running.set(nameOf(job), (running.get(nameOf(job)) ?? 0) + 1))

  const end = (job: JobName) =>
    Effect.sync(() => {
      const name = nameOf(job)
      const count = running.get(name) ?? 1
      if (count > 1) running.set(name, count - 1)
      else running.delete(name)
    })

  // While the loop looks around, anything that is added may have come too late to be seen.
  let looksAt = Number.POSITIVE_INFINITY
  const wake = Effect.asVoid(Queue.offer(bell, undefined))
  const isNews = (runAt: DateTime.Utc, now: number) => runAt.epochMillis <= now || runAt.epochMillis < looksAt
  yield* Effect.forkScoped(Effect.interruptible(Effect.forever(Effect.zipRight(peerWakeup.told, wake))))

  return Worker.of({
    owner,
    isRunning: (job) => running.has(nameOf(job)),
    begin,
    end,
    working: (job) => (effect) =>
      Effect.acquireUseRelease(
        begin(job),
        () => effect,
        () => end(job)
      ),
    wake,
    wakeFor: (runAt) => Effect.flatMap(Clock.currentTimeMillis, (now) => (isNews(runAt, now) ? wake : Effect.void)),
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

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<Worker> = Layer.scoped(Worker, make)
