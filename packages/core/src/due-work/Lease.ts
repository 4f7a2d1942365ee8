/**
 * This process as a holder of due work: its name, and how long it is certain that no other process takes over its jobs.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Commit, CommitStore, commit, decided, refuse, Stale, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { Entropy } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { StorageError } from "../store/StorageError.js"
import { MonotonicClock } from "../time/MonotonicClock.js"

/**
 * How long a heartbeat must be unchanged before other processes declare its owner dead, each by its own monotonic
 * clock, counted from when it first saw that heartbeat. Source: D40.
 */
export const length = Duration.seconds(5)

/**
 * How long a process is certain of its lease after it began to commit a heartbeat. Shorter than `length`: a request
 * sent at the last moment leaves before another process may take over.
 */
export const certainFor = Duration.seconds(4)

/** How often a process that does due work commits a heartbeat. */
export const heartbeatEvery = Duration.millis(1500)

/** A heartbeat that joins a commit: its writes, and a callback for when that commit is durable. */
export interface Renewal {
  readonly owner: string
  readonly writes: ReadonlyArray<Write>
  readonly committed: () => void
}

export class Lease extends Context.Tag("@florin/core/Lease")<
  Lease,
  {
    /** This process's current name: new at every start, and after it was declared dead. */
    readonly owner: () => string
    /**
     * Whether it is certain that no other process has taken over the jobs held under that name. Check it immediately
     * before every external call.
     */
    readonly isSure: (owner: string) => boolean
    /** A heartbeat for the next commit. Empty while the last one is fresh, unless `now` forces one. */
    readonly renewal: (now?: "now") => Renewal
    /**
     * Call it after a commit with that owner's heartbeat was stale: the process was declared dead and registers under a
     * new name, once for all of its stale commits.
     */
    readonly renamed: (owner: string) => Effect.Effect<void, StorageError>
    /**
     * Renews the lease while it runs. Work that claims nothing and takes longer than a lease, such as shutdown, would
     * otherwise lose its calls in flight to another process.
     */
    readonly heartbeats: Effect.Effect<never>
  }
>() {}

const sureMillis = Duration.toMillis(certainFor)
const heartbeatMillis = Duration.toMillis(heartbeatEvery)

const fresh: ReadonlyArray<Write> = []

const nameFrom = (entropy: Entropy["Type"]) => () =>
  Array.from(entropy(8), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The work that there always is: jobs that are enqueued in the commit with which a process begins. */
export type StartupJobs = (now: DateTime.Utc) => ReadonlyArray<Write>

const none: StartupJobs = () => []

/** Registers this process, and has it deregistered when the scope closes. */
export const make = Effect.fnUntraced(function* (recurring: StartupJobs = none) {
  const newName = nameFrom(yield* Entropy)
  const store = yield* CommitStore
  const clock = yield* MonotonicClock
  const turn = yield* Effect.makeSemaphore(1)
  let owner = newName()
  let last = Number.NEGATIVE_INFINITY
  let offered = last
  let isStopped = false

  // Counted from before the commit: other processes see the heartbeat only afterwards.
  const from = (writes: ReadonlyArray<Write>): Renewal => {
    const begun = clock.unsafeNow()
    const name = owner
    return {
      owner,
      writes,
      committed: () => {
        if (name === owner) last = Math.max(last, begun)
      }
    }
  }

  const isHeartbeatDue = () => clock.unsafeNow() - last >= heartbeatMillis
  const isFresh = () => !isStopped && clock.unsafeNow() - last < sureMillis
  // One of several concurrent commits carries the heartbeat. If the name may have been deregistered, each commit
  // carries it as proof that it has not: jobs held under an unregistered name count as free.
  const isOffered = () => isFresh() && clock.unsafeNow() - offered < heartbeatMillis / 3

  const register = (more: ReadonlyArray<Write>) =>
    Effect.suspend(() => {
      const renewal = from([{ _tag: "RegisterWorker", owner }, { _tag: "Heartbeat", owner }, ...more])
      return Effect.map(commit(store)(writing("worker-start", renewal.writes, undefined)), renewal.committed)
    }).pipe(Effect.catchTag("Stale", Effect.die))

  yield* register(recurring(yield* DateTime.now))
  yield* Effect.addFinalizer(() => {
    // Nothing more is sent from here on, whatever else commits: the jobs are released.
    isStopped = true
    const writes: ReadonlyArray<Write> = [{ _tag: "DeregisterWorker", owner }, { _tag: "ReleaseOrphans" }]
    return Effect.ignore(commit(store)(writing("worker-stop", writes, undefined)))
  })

  const renewal: Context.Tag.Service<Lease>["renewal"] = (now) => {
    const isNone = now === undefined && (!isHeartbeatDue() || isOffered())
    if (isNone) return { owner, writes: fresh, committed: () => undefined }
    offered = clock.unsafeNow()
    return from([{ _tag: "Heartbeat", owner }])
  }

  const renamed = (stale: string) =>
    turn.withPermits(1)(
      Effect.suspend(() => {
        if (stale !== owner || isStopped) return Effect.void
        owner = newName()
        last = Number.NEGATIVE_INFINITY
        return register([])
      })
    )

  return Lease.of({
    owner: () => owner,
    isSure: (name) => name === owner && isFresh(),
    renewal,
    renamed,
    heartbeats: heartbeatsOf(store, { renewal, renamed })
  })
})

const heartbeatsOf = (
  store: Context.Tag.Service<CommitStore>,
  { renamed, renewal }: Pick<Context.Tag.Service<Lease>, "renewal" | "renamed">
): Effect.Effect<never> => {
  const heartbeat = Effect.suspend(() => {
    const { committed, owner, writes } = renewal()
    if (writes.length === 0) return Effect.void
    return Effect.map(commit(store)(writing("lease-renew", writes, undefined)), committed).pipe(
      Effect.catchTag("Stale", () => renamed(owner))
    )
  })
  // If the store refuses, the next heartbeat will do.
  return Effect.forever(Effect.zipRight(Effect.sleep(heartbeatEvery), Effect.ignore(heartbeat)))
}

/** Commits the heartbeat only if this process still holds the job. */
const renewed = (
  job: ClaimedJob,
  renewal: Renewal
): Commit<{ readonly held: Reads.JobRecord | undefined }, void, Stale> => ({
  name: "lease-renew",
  load: { held: Reads.job(job) },
  decide: ({ held }) =>
    held?.fence === job.fence && held.owner === renewal.owner ? decided(renewal.writes, undefined) : refuse(new Stale())
})

type Holder = Pick<Context.Tag.Service<Lease>, "isSure" | "renewal">

/**
 * Continues with the name under which this process certainly holds a job, or with `undefined` if the job was, or may have
 * been, taken over.
 *
 * Source: D40.
 */
export type ConfirmHeld = (job: ClaimedJob, then: (owner: string | undefined) => void) => void

/** Looks in the store whether the job is there and held, however fresh the lease is. */
export const confirmHeldInStore =
  ({ isSure, renewal: renew }: Holder, store: Context.Tag.Service<CommitStore>): ConfirmHeld =>
  (job, then) => {
    const renewal = renew("now")
    store.submit(renewed(job, renewal), (outcome) => {
      if (outcome._tag !== "Committed") return then(undefined)
      renewal.committed()
      // The commit itself may have outlasted the lease.
      then(isSure(renewal.owner) ? renewal.owner : undefined)
    })
  }

/** Continues immediately if the lease is fresh. */
export const confirmHeld = (holder: Holder, store: Context.Tag.Service<CommitStore>): ConfirmHeld => {
  const proveAnew = confirmHeldInStore(holder, store)
  // After a rename the process was declared dead, and another process may hold its jobs.
  return (job, then) => (holder.isSure(job.owner) ? then(job.owner) : proveAnew(job, then))
}

/**
 * Makes a call that must not be made twice, if this process certainly still holds the job. Errors: `Stale` otherwise,
 * also if the process was suspended between the proof and its turn.
 */
export const callIfHeld =
  (lease: Context.Tag.Service<Lease>, store: Context.Tag.Service<CommitStore>) =>
  <A, E, R>(job: ClaimedJob, call: Effect.Effect<A, E, R>): Effect.Effect<A, E | Stale, R> => {
    const prove = confirmHeld(lease, store)
    return Effect.flatMap(
      Effect.async<string | undefined>((resume) => prove(job, (owner) => resume(Effect.succeed(owner)))),
      (owner): Effect.Effect<A, E | Stale, R> =>
        owner !== undefined && lease.isSure(owner) ? call : Effect.fail(new Stale())
    )
  }

/**
 * The lease with its heartbeats running until the scope closes, on a real clock: a stopped sandbox clock must not cost
 * the process its jobs.
 */
export const makeLive = (recurring: StartupJobs) =>
  Effect.tap(make(recurring), ({ heartbeats }) =>
    Effect.forkScoped(Effect.withClock(Effect.interruptible(heartbeats), Clock.make()))
  )
