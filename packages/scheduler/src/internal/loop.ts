import { JobStore } from "@florin/core/jobs/Job"
import type { Lane } from "@florin/core/jobs/JobHandlers"
import * as Lease from "@florin/core/jobs/Lease"
import { Worker } from "@florin/core/jobs/Worker"
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

/** How many due jobs of a lane are looked at in a round. */
const window = 512

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
  const fibers = yield* FiberSet.make<unknown>()
  yield* Effect.addFinalizer(() => within(drainLimit)(FiberSet.awaitEmpty(fibers)))
  const tally = Tally.make()
  const own = Array.from(handlers.values()).filter((handler) => handler.lane === lane)
  const limits = new Map(own.map(({ kind, perResource }) => [kind, perResource ?? Number.POSITIVE_INFINITY]))
  return {
    kinds: own.map(({ kind }) => kind),
    fibers,
    tally,
    places: { size, guaranteed, perResource: (kind: string) => limits.get(kind) ?? Number.POSITIVE_INFINITY },
    // Claiming job by job as places become free would cost more than the jobs: a few are awaited.
    isCrowded: () => tally.running().total > (size * 3) / 8
  }
})

type Room = Effect.Effect.Success<ReturnType<typeof room>>

const lanes: ReadonlyArray<Lane> = ["commits", "calls", "deliveries"]

/** The loop that runs due work as it becomes due. */
export const make = Effect.fnUntraced(function* (due: Due, turn: Effect.Semaphore) {
  const jobs = yield* JobStore
  const worker = yield* Worker
  const { guaranteed, places } = yield* SchedulerSettings
  const sleep = yield* sleeping

  const run = (room: Room, job: DueJob) => {
    room.tally.begin(job)
    const done = Effect.suspend(() => {
      room.tally.end(job)
      // Whatever ends makes room, and may have put its job off to this moment: the loop looks again.
      return room.isCrowded() ? Effect.void : worker.wake
    })
    return FiberSet.run(room.fibers, Effect.zipRight(due.perform(job), done))
  }

  const start = Effect.fnUntraced(function* (room: Room) {
    if (room.kinds.length === 0) return 0
    const now = yield* DateTime.now
    const claimed = yield* due.claim({
      now,
      kinds: room.kinds,
      window,
      perShare: guaranteed,
      pick: (found) => Shares.pick(found, room.tally.running(), room.places)
    })
    yield* Effect.forEach(claimed.jobs, (job) => run(room, job), { discard: true })
    return claimed.jobs.length
  })

  return Effect.scoped(
    Effect.gen(function* () {
      const rooms = yield* Effect.forEach(lanes, (lane) => room(lane, places[lane], guaranteed, due))
      const startAll = turn.withPermits(1)(
        Effect.map(Effect.forEach(rooms, start), (counts) => counts.reduce((sum, count) => sum + count, 0))
      )
      // Looking is cheap; claiming takes its turn among the commits, and is done for a reason.
      const round = Effect.gen(function* () {
        const now = yield* DateTime.now
        const next = yield* jobs.nextDue
        const isDue = Option.exists(next, (at) => DateTime.lessThanOrEqualTo(at, now))
        const started = isDue || due.mustLook() ? yield* startAll : 0
        const isCrowded = rooms.some((room) => room.isCrowded())
        // What ends in a crowd does not ring.
        if (started === 0 || isCrowded) yield* sleep(now, isCrowded ? Option.some(now) : next)
      })
      const keepGoing = Effect.catchAllCause(round, (cause) =>
        Effect.zipRight(Effect.logError("Due work could not be claimed", cause), Effect.sleep(pauseAfterFailure))
      )
      return yield* Effect.forever(keepGoing)
    })
  )
})
