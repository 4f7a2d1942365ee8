import { JobKind, JobStore } from "@florin/core/jobs/Job"
import { Worker } from "@florin/core/jobs/Worker"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import { beatEvery, SchedulerSettings } from "../SchedulerSettings.js"
import type { make as makeDue } from "./due.js"

const drainLimit = Duration.seconds(6)
const shortestWait = 20
const pauseAfterFailure = Duration.millis(250)

// A finalizer can't be interrupted, and so neither could what it waits for: without this the limit would not hold.
const within = (limit: Duration.Duration) => (wait: Effect.Effect<void>) =>
  Effect.ignore(Effect.timeout(Effect.interruptible(wait), limit))

/** Sleeps until the next work is due, somebody rings, or it is time for a heartbeat. */
const sleeping = Effect.gen(function* () {
  const worker = yield* Worker
  const longest = Duration.toMillis(beatEvery)

  return Effect.fnUntraced(function* (now: DateTime.Utc, next: Option.Option<DateTime.Utc>) {
    const wait = Option.match(next, {
      onNone: () => longest,
      // What is due already could not be started: there is no room, or it became due this moment.
      onSome: (at) => Math.max(shortestWait, at.epochMillis - now.epochMillis)
    })
    const pause = Math.min(wait, longest)
    yield* Effect.raceFirst(worker.awaitWake(DateTime.add(now, { millis: pause })), Effect.sleep(pause))
  })
})

/** Work that is under way, with room for so many; closing its scope waits for what runs. */
const room = Effect.fnUntraced(function* (size: number, kinds: ReadonlyArray<JobKind>) {
  const fibers = yield* FiberSet.make<unknown>()
  yield* Effect.addFinalizer(() => within(drainLimit)(FiberSet.awaitEmpty(fibers)))
  const free = Effect.map(FiberSet.size(fibers), (running) => size - running)
  // Claiming job by job as places become free would cost more than the jobs: a few are awaited.
  return { kinds, fibers, free, isCrowded: Effect.map(free, (places) => places < size / 8) }
})

type Room = Effect.Effect.Success<ReturnType<typeof room>>

/** The loop that runs due work as it becomes due. */
export const make = Effect.fnUntraced(function* (due: Effect.Effect.Success<typeof makeDue>, turn: Effect.Semaphore) {
  const jobs = yield* JobStore
  const worker = yield* Worker
  const settings = yield* SchedulerSettings
  const sleep = yield* sleeping

  const start = Effect.fnUntraced(function* ({ fibers, free, isCrowded, kinds }: Room) {
    const jobs = yield* due.claim(yield* DateTime.now, yield* free, kinds)
    // Whoever ends makes room, and may have put its job off to this moment: the loop looks again.
    const done = Effect.unlessEffect(worker.wake, isCrowded)
    const run = (job: (typeof jobs)[number]) => FiberSet.run(fibers, Effect.zipRight(due.perform(job), done))
    yield* Effect.forEach(jobs, run, { discard: true })
    return jobs.length
  })

  return Effect.scoped(
    Effect.gen(function* () {
      const others = yield* room(
        settings.concurrency,
        JobKind.literals.filter((kind) => kind !== "notify")
      )
      const notifications = yield* room(settings.notifyConcurrency, ["notify"])
      const startAll = turn.withPermits(1)(
        Effect.zipWith(start(others), start(notifications), (left, right) => left + right)
      )
      // Looking is cheap; claiming takes its turn among the units of work, and is done for a reason.
      const round = Effect.gen(function* () {
        const now = yield* DateTime.now
        const next = yield* jobs.nextDue(now)
        const isDue = Option.exists(next, (at) => DateTime.lessThanOrEqualTo(at, now))
        const started = isDue || (yield* due.mustBeat(now)) ? yield* startAll : 0
        const isCrowded = (yield* others.isCrowded) || (yield* notifications.isCrowded)
        // Who ends in a crowd does not ring.
        if (started === 0 || isCrowded) yield* sleep(now, isCrowded ? Option.some(now) : next)
      })
      const keepGoing = Effect.catchAllCause(round, (cause) =>
        Effect.zipRight(Effect.logError("Due work could not be claimed", cause), Effect.sleep(pauseAfterFailure))
      )
      return yield* Effect.forever(keepGoing)
    })
  )
})
