import { JobStore } from "@florin/core/jobs/Job"
import type { Lane } from "@florin/core/jobs/JobHandlers"
import * as Lease from "@florin/core/jobs/Lease"
import { Worker } from "@florin/core/jobs/Worker"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import { SchedulerSettings } from "../SchedulerSettings.js"
import type { Due, DueJob } from "./due.js"
import * as Shares from "./shares.js"
import * as Tally from "./tally.js"

const drainLimit = Duration.seconds(6)
const shortestWait = 20
const pauseAfterFailure = Duration.millis(250)

/** How many due jobs of a lane are looked at in a round at the most. */
const widestWindow = 128

/** How long at most one share's work may stand in the way of another's before every share is looked at. */
const lookAroundEvery = 100

// A finalizer can't be interrupted, and so neither could what it waits for: without this the limit would not hold.
const within = (limit: Duration.Duration) => (wait: Effect.Effect<void>) =>
  Effect.ignore(Effect.timeout(Effect.interruptible(wait), limit))

/** Sleeps until the next work is due, the bell rings, or it is time to look at the other processes. */
const sleeping = Effect.gen(function* () {
  const worker = yield* Worker
  const longest = Duration.toMillis(Lease.heartbeatEvery)

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

/** Work of a lane that is under way; closing its scope waits for what runs. */
const room = Effect.fnUntraced(function* (lane: Lane, size: number, guaranteed: number, { handlers }: Due) {
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* FiberSet.runtime(fibers)<never>()
  yield* Effect.addFinalizer(() => within(drainLimit)(FiberSet.awaitEmpty(fibers)))
  const tally = Tally.make()
  const own = Array.from(handlers.values()).filter((handler) => handler.lane === lane)
  const { unsafeNow } = yield* MonotonicClock
  let aroundAt = Number.NEGATIVE_INFINITY
  let isHidden = false
  const limits = new Map(own.map(({ kind, perResource }) => [kind, perResource ?? Number.POSITIVE_INFINITY]))
  return {
    kinds: own.map(({ kind }) => kind),
    fork: (effect: Effect.Effect<void>): void => void runFork(effect),
    tally,
    places: { size, guaranteed, perResource: (kind: string) => limits.get(kind) ?? Number.POSITIVE_INFINITY },
    look: () => {
      const window = Math.max(guaranteed, Math.min(widestWindow, size - tally.running().total))
      const at = unsafeNow()
      const isAround = isHidden || at - aroundAt >= lookAroundEvery
      return {
        window,
        // Looking at every share costs more than the jobs: it's done when one share stands in front of the others.
        perShare: isAround ? guaranteed : 0,
        looked: ({ isFull, jobs }: { readonly isFull: boolean; readonly jobs: ReadonlyArray<unknown> }): void => {
          if (isAround) aroundAt = at
          isHidden = isFull && jobs.length * 4 < window
        }
      }
    },
    // Claiming job by job as places become free would cost more than the jobs: a few are awaited.
    isCrowded: () => tally.running().total > (size * 3) / 8
  }
})

type Room = Effect.Effect.Success<ReturnType<typeof room>>

const lanes: ReadonlyArray<Lane> = ["commits", "calls", "deliveries"]

/** Starts jobs that were claimed: those of a kind together where its handler takes several. */
const starting = (due: Due, worker: Worker["Type"]) => {
  const ended = (room: Room, job: DueJob): void => {
    room.tally.end(job)
    // Whatever ends makes room, and may have put its job off to this moment: the loop looks again.
    if (!room.isCrowded()) worker.unsafeWake()
  }

  const run = (room: Room, job: DueJob): void => {
    const done = Effect.sync(() => ended(room, job))
    room.fork(Effect.zipRight(due.perform(job), done))
  }

  const startAll = (room: Room, jobs: ReadonlyArray<DueJob>): void => {
    jobs.forEach(room.tally.begin)
    const byKind = new Map<string, Array<DueJob>>()
    for (const job of jobs) {
      const runAll = due.handlers.get(job.kind)?.runAll
      const others = byKind.get(job.kind)
      if (runAll === undefined) run(room, job)
      else if (others === undefined) byKind.set(job.kind, [job])
      else others.push(job)
    }
    for (const [kind, group] of byKind) {
      const runAll = due.handlers.get(kind)!.runAll!
      room.fork(due.performAll(runAll, group, (job) => ended(room, job), room.fork))
    }
  }

  return startAll
}

/** What a round started, and whether more of the same kind is due. */
const nothingStarted = { jobs: 0, isMore: false }

/** The loop that runs due work as it becomes due. */
export const make = Effect.fnUntraced(function* (due: Due, turn: Effect.Semaphore) {
  const jobs = yield* JobStore
  const worker = yield* Worker
  const { guaranteed, places } = yield* SchedulerSettings
  const sleep = yield* sleeping

  const startAll = starting(due, worker)

  const start = Effect.fnUntraced(function* (room: Room) {
    if (room.kinds.length === 0) return nothingStarted
    const now = yield* DateTime.now
    const { perShare, window, looked } = room.look()
    const claimed = yield* due.claim({
      now,
      kinds: room.kinds,
      window,
      perShare,
      pick: (found) => Shares.pick(found, room.tally.running(), room.places)
    })
    looked(claimed)
    startAll(room, claimed.jobs)
    return { jobs: claimed.jobs.length, isMore: claimed.isFull && claimed.jobs.length > 0 }
  })

  // One heartbeat before the claims that rely on it; claims without one share a commit.
  const startRooms = (rooms: ReadonlyArray<Room>) =>
    Effect.map(
      turn.withPermits(1)(Effect.forEach(rooms, start, { concurrency: due.mustLook() ? 1 : "unbounded" })),
      (all) => ({
        jobs: all.reduce((sum, { jobs }) => sum + jobs, 0),
        isMore: all.some(({ isMore }) => isMore)
      })
    )

  return Effect.scoped(
    Effect.gen(function* () {
      const rooms = yield* Effect.forEach(lanes, (lane) => room(lane, places[lane], guaranteed, due))
      let isMore = false
      // Looking is cheap; claiming takes its turn among the commits, and is done for a reason.
      const round = Effect.gen(function* () {
        const now = yield* DateTime.now
        const next = isMore ? Option.some(now) : yield* jobs.nextDue
        const isDue = Option.exists(next, (at) => DateTime.lessThanOrEqualTo(at, now))
        const started = isDue || due.mustLook() ? yield* startRooms(rooms) : nothingStarted
        const isCrowded = rooms.some((room) => room.isCrowded())
        isMore = started.isMore
        // What ends in a crowd does not ring.
        if (started.jobs === 0 || isCrowded) yield* sleep(now, isCrowded ? Option.some(now) : next)
      })
      const keepGoing = Effect.catchAllCause(round, (cause) =>
        Effect.zipRight(Effect.logError("Due work could not be claimed", cause), Effect.sleep(pauseAfterFailure))
      )
      return yield* Effect.forever(keepGoing)
    })
  )
})
