import type { WorkerPool } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import { Worker } from "@florin/core/due-work/Worker"
import type { JobName, JobStore } from "@florin/core/jobs/Job"
import * as PartitionKey from "@florin/core/jobs/PartitionKey"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import { SchedulerSettings } from "../SchedulerSettings.js"
import type { DueJob } from "./claims.js"
import type { Due } from "./due.js"

const drainLimit = Duration.seconds(6)
const shortestWait = 20
const pauseAfterFailure = Duration.millis(250)

/** The maximum number of due jobs of a lane to read per round. */
const widestWindow = 128

/** How long one share's jobs may hide another's before a round reads every share. Unit: milliseconds. */
const lookAroundEvery = 100

/** Sleeps until the next job is due, `wake` is called, or the other processes must be checked. */
const sleeping = Effect.gen(function* () {
  const worker = yield* Worker
  const longest = Duration.toMillis(Lease.heartbeatEvery)

  return Effect.fnUntraced(function* (now: DateTime.Utc, next: Option.Option<DateTime.Utc>) {
    const wait = Option.match(next, {
      onNone: () => longest,
      // A job that is already due could not start: the lane is full, or the job became due just now.
      onSome: (at) => Math.max(shortestWait, at.epochMillis - now.epochMillis)
    })
    const pause = Math.min(wait, longest)
    yield* Effect.raceFirst(worker.awaitWake(DateTime.add(now, { millis: pause })), Effect.sleep(pause))
  })
})

/** A due job with its share. */
export interface Candidate extends JobName {
  readonly share: string
}

/** The number of running jobs in a lane, by shop, by resource, and by share: what a shop has at one resource. */
export interface Running {
  readonly total: number
  readonly shops: ReadonlyMap<string, number>
  readonly resources: ReadonlyMap<string, number>
  readonly shares: ReadonlyMap<string, number>
}

/** The limits of a lane. `perResource`: the maximum per resource, by kind of work. */
export interface Places {
  readonly size: number
  readonly guaranteed: number
  readonly perResource: (kind: string) => number
}

// Half of what the others leave, so that later work always finds a place.
const limitOf = (own: number, total: number, { guaranteed, size }: Omit<Places, "perResource">): number =>
  Math.max(guaranteed, Math.floor((size - (total - own)) / 2))

/**
 * The due jobs to start now, in order. No share starts jobs at another's expense: a shop has half of what other shops
 * leave of the lane, and each of its resources half of what its others leave of that. A resource has its guaranteed places
 * even where the shop's others have taken all, while the shop has less than half of the lane: it chooses how many
 * receivers it has.
 */
export const pick = <Job extends Candidate>(
  due: ReadonlyArray<Job>,
  running: Running,
  places: Places
): ReadonlyArray<Job> => {
  const tally = tallying(running)
  const { guaranteed, size } = places
  const fits = (job: Job): boolean => {
    const { resources, shares, shops, total } = tally.running()
    const resource = PartitionKey.resourceOf(job.share)
    const ofShop = shops.get(job.shop) ?? 0
    if (total >= size && ofShop >= guaranteed) return false
    const limit = limitOf(ofShop, total, places)
    if (resource === "") return ofShop < limit
    const ofResource = resources.get(resource) ?? 0
    if (ofResource >= places.perResource(job.kind) || ofResource >= limitOf(ofResource, total, places)) return false
    const ofShare = shares.get(job.share) ?? 0
    if (ofShop >= limit) return ofShare < guaranteed && ofShop < Math.floor(size / 2)
    return ofShare < limitOf(ofShare, ofShop, { guaranteed, size: limit })
  }
  return due.filter((job) => {
    if (!fits(job)) return false
    tally.begin(job)
    return true
  })
}

const change = (counts: Map<string, number>, name: string, by: number): void => {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

/** Counts the running jobs of a lane. `already`: those that run when it begins. Default: none. */
export const tallying = (already?: Running) => {
  const shops = new Map(already?.shops)
  const resources = new Map(already?.resources)
  const shares = new Map(already?.shares)
  let total = already?.total ?? 0
  const count = ({ share, shop }: Candidate, by: number): void => {
    const resource = PartitionKey.resourceOf(share)
    total += by
    change(shops, shop, by)
    if (resource === "") return
    change(resources, resource, by)
    change(shares, share, by)
  }
  return {
    running: (): Running => ({ total, shops, resources, shares }),
    begin: (job: Candidate): void => count(job, 1),
    end: (job: Candidate): void => count(job, -1)
  }
}

/** The running jobs of a lane. */
const room = Effect.fnUntraced(function* (pool: WorkerPool, size: number, guaranteed: number, { handlers }: Due) {
  const fibers = yield* FiberSet.make<void>()
  const runFork = yield* FiberSet.runtime(fibers)<never>()
  const tally = tallying()
  const own = Array.from(handlers.values()).filter((handler) => handler.pool === pool)
  const { unsafeNow } = yield* MonotonicClock
  // What one shop may have at one acquirer is half of a half. Receivers have fewer places of their own.
  const ordinary = pool === "calls" ? size / 4 : size / 2
  let aroundAt = Number.NEGATIVE_INFINITY
  let isHidden = false
  const limits = new Map(own.map(({ kind, perResource }) => [kind, perResource ?? Number.POSITIVE_INFINITY]))
  return {
    kinds: own.map(({ kind }) => kind),
    fork: (effect: Effect.Effect<void>): void => void runFork(effect),
    // A finalizer is uninterruptible; without an interruptible wait the timeout would have no effect.
    drained: Effect.ignore(Effect.timeout(Effect.interruptible(FiberSet.awaitEmpty(fibers)), drainLimit)),
    tally,
    places: { size, guaranteed, perResource: (kind: string) => limits.get(kind) ?? Number.POSITIVE_INFINITY },
    look: () => {
      const window = Math.max(guaranteed, Math.min(widestWindow, size - tally.running().total))
      const at = unsafeNow()
      const isAround = isHidden || at - aroundAt >= lookAroundEvery
      return {
        window,
        // Reading every share costs more than the jobs do, so it happens only when one share may hide others.
        perShare: isAround ? guaranteed : 0,
        looked: ({ isFull, jobs }: { readonly isFull: boolean; readonly jobs: ReadonlyArray<unknown> }): void => {
          if (isAround) aroundAt = at
          isHidden = isFull && jobs.length * 4 < window
        }
      }
    },
    // Claiming a single job per free place would cost more than the jobs do, so the loop waits for several places.
    isCrowded: () => tally.running().total > (ordinary * 3) / 4
  }
})

type Room = Effect.Effect.Success<ReturnType<typeof room>>

const pools: ReadonlyArray<WorkerPool> = ["commits", "calls", "deliveries", "mails"]

/** Starts claimed jobs; jobs of a kind start together if the handler has `runAll`. */
const starting = (due: Due, worker: Worker["Type"]) => {
  const ended = (room: Room, job: DueJob): void => {
    room.tally.end(job)
    // A job that ends frees a place, and may have rescheduled itself for now, so the loop polls again.
    if (!room.isCrowded()) worker.unsafeWake()
  }

  const run = (room: Room, job: DueJob): void => {
    const done = Effect.sync(() => ended(room, job))
    room.fork(Effect.zipRight(due.perform(job), done))
  }

  const startAll = (room: Room, jobs: ReadonlyArray<DueJob>): void => {
    jobs.forEach(room.tally.begin)
    for (const group of Object.values(Arr.groupBy(jobs, ({ kind }) => kind))) {
      const runAll = due.handlers.get(group[0].kind)?.runAll
      if (runAll === undefined) for (const job of group) run(room, job)
      else room.fork(due.performAll(runAll, group, (job) => ended(room, job), room.fork))
    }
  }

  return startAll
}

/** What a round started, and whether more of the same kind is due. */
const nothingStarted = { jobs: 0, isMore: false }

type NextDue = JobStore["Type"]["nextDue"]

export const make = Effect.fnUntraced(function* (due: Due, turn: Effect.Semaphore, nextDue: NextDue) {
  const worker = yield* Worker
  const { guaranteed, places } = yield* SchedulerSettings
  const sleep = yield* sleeping

  const startAll = starting(due, worker)

  const start = Effect.fnUntraced(function* (room: Room) {
    const now = yield* DateTime.now
    const { perShare, window, looked } = room.look()
    const claimed = yield* due.claim({
      now,
      kinds: room.kinds,
      window,
      perShare,
      picking: () => {
        const running = tallying(room.tally.running()).running()
        return (found) => pick(found, running, room.places)
      }
    })
    looked(claimed)
    startAll(room, claimed.jobs)
    return { jobs: claimed.jobs.length, isMore: claimed.isFull && claimed.jobs.length > 0 }
    // Uninterruptible: a lane's claimed jobs start even if another lane's claim fails.
  }, Effect.uninterruptible)

  // A heartbeat must precede the claims that rely on it; claims without one share a commit.
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
      const used = new Set(Array.from(due.handlers.values(), ({ pool }) => pool))
      const rooms = yield* Effect.forEach(
        pools.filter((pool) => used.has(pool)),
        (pool) => room(pool, places[pool], guaranteed, due)
      )
      // Drain all lanes concurrently, so that together they take no longer than one limit.
      yield* Effect.addFinalizer(() =>
        Effect.forEach(rooms, ({ drained }) => drained, { concurrency: "unbounded", discard: true })
      )
      let isMore = false
      // Polling is cheap; claiming takes a commit, and only happens when needed.
      const round = Effect.gen(function* () {
        const now = yield* DateTime.now
        // A look at the queue belongs to no trace.
        const next = isMore ? Option.some(now) : yield* Effect.withTracerEnabled(nextDue, false)
        const isDue = Option.exists(next, (at) => DateTime.lessThanOrEqualTo(at, now))
        const started = isDue || due.mustLook() ? yield* startRooms(rooms) : nothingStarted
        const isCrowded = rooms.some((room) => room.isCrowded())
        isMore = started.isMore
        // In a crowded lane the end of a job does not wake the loop.
        if (started.jobs === 0 || isCrowded) yield* sleep(now, isCrowded ? Option.some(now) : next)
      })
      const keepGoing = Effect.catchAllCause(round, (cause) =>
        Effect.zipRight(Effect.logError("Due work could not be claimed", cause), Effect.sleep(pauseAfterFailure))
      )
      return yield* Effect.forever(keepGoing)
    })
  )
})
