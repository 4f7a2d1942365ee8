import { type JobName, JobStore } from "@florin/core/jobs/Job"
import type { Lane } from "@florin/core/jobs/JobHandlers"
import * as Lease from "@florin/core/jobs/Lease"
import * as Share from "@florin/core/jobs/Share"
import { Worker } from "@florin/core/jobs/Worker"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import { SchedulerSettings } from "../SchedulerSettings.js"
import type { Due, DueJob } from "./due.js"

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

/** A due job with the share that it is claimed by. */
export interface Candidate extends JobName {
  readonly share: string
}

/** How many jobs of each shop and of each resource run in a lane. */
export interface Running {
  readonly total: number
  readonly shops: ReadonlyMap<string, number>
  readonly resources: ReadonlyMap<string, number>
}

/** How many may run. `perResource`: how many of one resource at the most, by the kind of work. */
export interface Places {
  readonly size: number
  readonly guaranteed: number
  readonly perResource: (kind: string) => number
}

// Half of what the others leave: work that comes later finds places, however much came before.
const limitOf = (own: number, total: number, { guaranteed, size }: Places): number =>
  Math.max(guaranteed, Math.floor((size - (total - own)) / 2))

/** Which of the due jobs start now, in their order. Nothing is started for one share at the cost of another. */
export const pick = <Job extends Candidate>(
  due: ReadonlyArray<Job>,
  running: Running,
  places: Places
): ReadonlyArray<Job> => {
  const shops = new Map(running.shops)
  const resources = new Map(running.resources)
  let { total } = running
  const fits = (job: Job, resource: string): boolean => {
    const ofShop = shops.get(job.shop) ?? 0
    if (total >= places.size && ofShop >= places.guaranteed) return false
    if (ofShop >= limitOf(ofShop, total, places)) return false
    if (resource === "") return true
    const ofResource = resources.get(resource) ?? 0
    return ofResource < places.perResource(job.kind) && ofResource < limitOf(ofResource, total, places)
  }
  return due.filter((job) => {
    const resource = Share.resourceOf(job.share)
    if (!fits(job, resource)) return false
    total += 1
    shops.set(job.shop, (shops.get(job.shop) ?? 0) + 1)
    if (resource !== "") resources.set(resource, (resources.get(resource) ?? 0) + 1)
    return true
  })
}

const change = (counts: Map<string, number>, name: string, by: number): void => {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

/** Counts what runs in a lane. */
export const tallying = () => {
  const shops = new Map<string, number>()
  const resources = new Map<string, number>()
  let total = 0
  const count = ({ share, shop }: Candidate, by: number): void => {
    const resource = Share.resourceOf(share)
    total += by
    change(shops, shop, by)
    if (resource !== "") change(resources, resource, by)
  }
  return {
    running: (): Running => ({ total, shops, resources }),
    begin: (job: Candidate): void => count(job, 1),
    end: (job: Candidate): void => count(job, -1)
  }
}

/** Work of a lane that is under way. */
const room = Effect.fnUntraced(function* (lane: Lane, size: number, guaranteed: number, { handlers }: Due) {
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* FiberSet.runtime(fibers)<never>()
  const tally = tallying()
  const own = Array.from(handlers.values()).filter((handler) => handler.lane === lane)
  const { unsafeNow } = yield* MonotonicClock
  let aroundAt = Number.NEGATIVE_INFINITY
  let isHidden = false
  const limits = new Map(own.map(({ kind, perResource }) => [kind, perResource ?? Number.POSITIVE_INFINITY]))
  return {
    kinds: own.map(({ kind }) => kind),
    fork: (effect: Effect.Effect<void>): void => void runFork(effect),
    drained: within(drainLimit)(FiberSet.awaitEmpty(fibers)),
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
      pick: (found) => pick(found, room.tally.running(), room.places)
    })
    looked(claimed)
    startAll(room, claimed.jobs)
    return { jobs: claimed.jobs.length, isMore: claimed.isFull && claimed.jobs.length > 0 }
    // What one lane has claimed is started, also when another one's claim fails.
  }, Effect.uninterruptible)

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
      // All at once: together they have no longer than each of them.
      yield* Effect.addFinalizer(() =>
        Effect.forEach(rooms, ({ drained }) => drained, { concurrency: "unbounded", discard: true })
      )
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
