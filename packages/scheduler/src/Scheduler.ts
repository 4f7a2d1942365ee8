/**
 * Runs due work: all that is due at an instant, or for ever in a loop that sleeps until the next instant.
 *
 * @since 0.1.0
 */
import { type ClaimedJob, JobKind, JobStore } from "@florin/core/jobs/Job"
import { JobHandlers } from "@florin/core/jobs/JobHandlers"
import { Worker } from "@florin/core/jobs/Worker"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"

/**
 * How many jobs run at once. Notifications have a number of their own, so that receivers that hang delay nothing else.
 *
 * @since 0.1.0
 * @category settings
 */
export class SchedulerSettings extends Context.Reference<SchedulerSettings>()("@florin/scheduler/SchedulerSettings", {
  defaultValue: (): { readonly concurrency: number; readonly notifyConcurrency: number } => ({
    concurrency: 32,
    notifyConcurrency: 1024
  })
}) {}

/**
 * How long a process counts as alive after its last heartbeat: what a dead one held is taken over after this.
 *
 * @since 0.1.0
 * @category limits
 */
export const aliveFor = Duration.seconds(5)

/**
 * @since 0.1.0
 * @category limits
 */
export const beatEvery = Duration.millis(1500)

/**
 * @since 0.1.0
 * @category services
 */
export class Scheduler extends Context.Tag("@florin/scheduler/Scheduler")<
  Scheduler,
  {
    /** Runs everything that is due at `now`, one after the other in order, also what that adds; says how many ran. */
    readonly runDue: (now: DateTime.Utc) => Effect.Effect<number, StorageError>
    /** The instant of the next work that nobody holds. */
    readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
    /** The loop. It never ends; interrupting it lets running work finish (up to 10 s). */
    readonly live: Effect.Effect<never>
    /** Runs an effect while the loop starts nothing new: for moving a clock. */
    readonly exclusively: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

const notifications: ReadonlyArray<JobKind> = ["notify"]
const others = JobKind.literals.filter((kind) => kind !== "notify")
const drainLimit = Duration.seconds(10)
const shortestWait = 20
const pauseAfterFailure = Duration.millis(250)

// A job that failed comes back after 1, 2, 4 … seconds, at most an hour.
const backOff = (now: DateTime.Utc, attempts: number): DateTime.Utc =>
  DateTime.add(now, { seconds: Math.min(3600, 2 ** Math.min(attempts, 12)) })

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const unit = yield* UnitOfWork
  const jobs = yield* JobStore
  const handlers = yield* JobHandlers
  const worker = yield* Worker
  const settings = yield* SchedulerSettings
  const lastBeat = yield* Ref.make(Number.NEGATIVE_INFINITY)
  const turn = yield* Effect.makeSemaphore(1)

  const beat = Effect.fnUntraced(function* (now: DateTime.Utc) {
    const since = now.epochMillis - (yield* Ref.get(lastBeat))
    if (since >= 0 && since < Duration.toMillis(beatEvery)) return
    yield* jobs.beat(worker.owner, DateTime.addDuration(now, aliveFor))
    yield* Ref.set(lastBeat, now.epochMillis)
  })

  const claim = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number, kinds?: ReadonlyArray<JobKind>) {
    yield* beat(now)
    if (limit <= 0) return []
    const filter = kinds === undefined ? {} : { kinds }
    return yield* jobs.claimDue({ now, owner: worker.owner, limit, running: worker.isRunning, ...filter })
  }, unit.run)

  const giveBack = Effect.fnUntraced(function* (job: ClaimedJob) {
    yield* jobs.postpone(job, backOff(yield* DateTime.now, job.attempts))
  }, unit.run)

  // A cause may hold what a merchant sent; the kind and the subject are enough to find it.
  const failed = (job: ClaimedJob) =>
    Effect.logError("Due work failed and will be tried again", { kind: job.kind, subject: job.subject }).pipe(
      Effect.zipRight(giveBack(job)),
      Effect.ignore
    )

  const perform = (job: ClaimedJob): Effect.Effect<void> =>
    worker.working(job)(
      handlers[job.kind](job).pipe(
        // Another process has taken it over, and does it.
        Effect.catchTag("LeaseLost", () => Effect.void),
        Effect.catchAllCause(() => failed(job))
      )
    )

  const runDue = Effect.fn("Scheduler.runDue")(function* (now: DateTime.Utc) {
    let ran = 0
    while (true) {
      const due = yield* claim(now, settings.concurrency)
      if (due.length === 0) return ran
      yield* Effect.forEach(due, perform, { discard: true })
      ran += due.length
    }
  })

  const nextDue = Effect.flatMap(DateTime.now, jobs.nextDue)

  const sleep = Effect.fnUntraced(function* () {
    const now = yield* DateTime.now
    const next = yield* jobs.nextDue(now)
    const wait = Option.match(next, {
      onNone: () => Duration.toMillis(beatEvery),
      // What is due already could not be started: there is no room, or it became due this moment.
      onSome: (at) => Math.max(shortestWait, at.epochMillis - now.epochMillis)
    })
    yield* Effect.raceFirst(worker.awaitWake, Effect.sleep(Math.min(wait, Duration.toMillis(beatEvery))))
  })

  const live = Effect.scoped(
    Effect.gen(function* () {
      const working = {
        others: yield* FiberSet.make<void>(),
        notifications: yield* FiberSet.make<void>()
      }
      yield* Effect.addFinalizer(() =>
        Effect.ignore(
          Effect.timeout(
            Effect.zipRight(FiberSet.awaitEmpty(working.others), FiberSet.awaitEmpty(working.notifications)),
            drainLimit
          )
        )
      )
      const start = Effect.fnUntraced(function* (
        group: keyof typeof working,
        limit: number,
        kinds: ReadonlyArray<JobKind>
      ) {
        const running = yield* FiberSet.size(working[group])
        const due = yield* claim(yield* DateTime.now, limit - running, kinds)
        // Whoever ends makes room: the loop looks again.
        yield* Effect.forEach(due, (job) => FiberSet.run(working[group], Effect.zipRight(perform(job), worker.wake)), {
          discard: true
        })
        return due.length
      })
      const round = Effect.gen(function* () {
        const started = yield* turn.withPermits(1)(
          Effect.zipWith(
            start("others", settings.concurrency, others),
            start("notifications", settings.notifyConcurrency, notifications),
            (left, right) => left + right
          )
        )
        if (started === 0) yield* sleep()
      })
      return yield* Effect.forever(
        round.pipe(
          Effect.catchAllCause((cause) =>
            Effect.zipRight(Effect.logError("Due work could not be claimed", cause), Effect.sleep(pauseAfterFailure))
          )
        )
      )
    })
  )

  // Alive before the first work is accepted, so that nobody else takes it over at once.
  yield* unit.run(Effect.flatMap(DateTime.now, beat))
  yield* Effect.addFinalizer(() => Effect.ignore(unit.run(jobs.retire(worker.owner))))

  return Scheduler.of({ runDue, nextDue, live, exclusively: turn.withPermits(1) })
})

/**
 * The scheduler alone; the host runs what is due.
 *
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.scoped(Scheduler, make)

/**
 * The scheduler with its loop running until the scope closes.
 *
 * @since 0.1.0
 * @category layers
 */
export const layerLive = Layer.effectDiscard(
  Effect.flatMap(Scheduler, ({ live }) => Effect.forkScoped(Effect.interruptible(live)))
).pipe(Layer.provideMerge(layer))
