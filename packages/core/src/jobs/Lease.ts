/**
 * This process as a holder of due work: its name, and how long it may be sure that no other process takes
 * over what it holds.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Entropy } from "../ids/Ids.js"
import type { Commit } from "../store/FaultPoints.js"
import { commit, decided, type Operation, OperationStore, refuse, Stale } from "../store/Operation.js"
import * as Reads from "../store/Reads.js"
import type { StorageError } from "../store/StorageError.js"
import type { Write } from "../store/Write.js"
import { MonotonicClock } from "../time/MonotonicClock.js"
import type { ClaimedJob } from "./Job.js"

/**
 * How long a heartbeat must not have moved before other processes take a process for dead, each by its own monotonic
 * clock, counted from when it first saw that heartbeat. Source: D40.
 */
export const length = Duration.seconds(5)

/**
 * How long a process is sure of its lease after it began to commit a heartbeat. Shorter than `length`, so that what it
 * sends in its last instant has left before another process may take over.
 */
export const sureFor = Duration.seconds(4)

/** How often a process that does due work commits a heartbeat. */
export const heartbeatEvery = Duration.millis(1500)

/** A heartbeat that goes with a commit: its writes, and what has to be told when that commit is durable. */
export interface Renewal {
  readonly owner: string
  readonly writes: ReadonlyArray<Write>
  readonly committed: () => void
}

export class Lease extends Context.Tag("@florin/core/Lease")<
  Lease,
  {
    /** This process's present name: new at every start, and after it was taken for dead. */
    readonly owner: () => string
    /**
     * No other process can have taken over what this one holds under that name. To be asked immediately before a call to
     * the outside.
     */
    readonly isSure: (owner: string) => boolean
    /** A heartbeat for the next commit; none is needed while the last one is fresh, unless `now` asks for it. */
    readonly renewal: (now?: "now") => Renewal
    /**
     * A commit with that owner's heartbeat was stale: this process was taken for dead, and takes a new name, once for all
     * of its commits that were.
     */
    readonly renamed: (owner: string) => Effect.Effect<void, StorageError>
    /**
     * Keeps the lease for as long as it runs, whatever else is committed meanwhile: what takes longer than a lease and
     * claims nothing, as stopping does, would lose what is under way to another process.
     */
    readonly heartbeats: Effect.Effect<never>
  }
>() {}

const sureMillis = Duration.toMillis(sureFor)
const heartbeatMillis = Duration.toMillis(heartbeatEvery)

const fresh: ReadonlyArray<Write> = []

const nameFrom = (entropy: Entropy["Type"]) => () =>
  Array.from(entropy(8), (byte) => byte.toString(16).padStart(2, "0")).join("")

const writing = (name: Commit, writes: ReadonlyArray<Write>): Operation<object, void, never> => ({
  name,
  load: {},
  decide: () => decided(writes, undefined)
})

export const make = Effect.gen(function* () {
  const newName = nameFrom(yield* Entropy)
  const store = yield* OperationStore
  const clock = yield* MonotonicClock
  const turn = yield* Effect.makeSemaphore(1)
  let owner = newName()
  let last = Number.NEGATIVE_INFINITY
  let offered = last
  let isStopped = false

  // Counted from before the commit: other processes see the heartbeat only after it.
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
  // Of the commits that come together, one carries it. Where the name may be gone already, each proves that it is not:
  // what is held under a name that is not registered counts as free.
  const isOffered = () => isFresh() && clock.unsafeNow() - offered < heartbeatMillis / 3

  const register = Effect.suspend(() => {
    const renewal = from([
      { _tag: "RegisterWorker", owner },
      { _tag: "Heartbeat", owner }
    ])
    return Effect.map(commit(store)(writing("worker-start", renewal.writes)), renewal.committed)
  }).pipe(Effect.catchTag("Stale", Effect.die))

  yield* register
  yield* Effect.addFinalizer(() => {
    // From here on nothing more is sent, whatever is committed besides: its work is given up.
    isStopped = true
    const writes: ReadonlyArray<Write> = [{ _tag: "DeregisterWorker", owner }, { _tag: "ReleaseOrphans" }]
    return Effect.ignore(commit(store)(writing("worker-stop", writes)))
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
        return register
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
  store: Context.Tag.Service<OperationStore>,
  { renamed, renewal }: Pick<Context.Tag.Service<Lease>, "renewal" | "renamed">
): Effect.Effect<never> => {
  const heartbeat = Effect.suspend(() => {
    const { committed, owner, writes } = renewal()
    if (writes.length === 0) return Effect.void
    return Effect.map(commit(store)(writing("lease-renew", writes)), committed).pipe(
      Effect.catchTag("Stale", () => renamed(owner))
    )
  })
  // Where the store takes nothing, the next one is as good.
  return Effect.forever(Effect.zipRight(Effect.sleep(heartbeatEvery), Effect.ignore(heartbeat)))
}

/** The heartbeat is committed with the proof that the job is still this process's. */
const renewed = (
  job: ClaimedJob,
  renewal: Renewal
): Operation<{ readonly held: Reads.JobRecord | undefined }, void, Stale> => ({
  name: "lease-renew",
  load: { held: Reads.job(job) },
  decide: ({ held }) =>
    held?.fence === job.fence && held.owner === renewal.owner ? decided(renewal.writes, undefined) : refuse(new Stale())
})

/**
 * Goes on with the name under which this process certainly holds the job, at once where its lease is fresh; or with
 * none: the job was taken over, or may have been.
 *
 * Source: D40.
 */
export const proving =
  (
    { isSure, renewal: renew }: Pick<Context.Tag.Service<Lease>, "isSure" | "renewal">,
    store: Context.Tag.Service<OperationStore>
  ) =>
  (job: ClaimedJob, then: (owner: string | undefined) => void): void => {
    // Under another name since, it was taken for dead, and what it held may be another's.
    if (isSure(job.owner)) {
      then(job.owner)
      return
    }
    const renewal = renew("now")
    store.submit(renewed(job, renewal), (outcome) => {
      if (outcome._tag !== "Committed") return then(undefined)
      renewal.committed()
      // The commit itself may have taken longer than a lease.
      then(isSure(renewal.owner) ? renewal.owner : undefined)
    })
  }

export const layer: Layer.Layer<Lease, StorageError, OperationStore> = Layer.scoped(Lease, make)

/**
 * The lease with its heartbeats running until the scope closes, on a real clock: one that stands still for the sandbox
 * must not take the process's work from it.
 */
export const layerLive: Layer.Layer<Lease, StorageError, OperationStore> = Layer.scoped(
  Lease,
  Effect.tap(make, ({ heartbeats }) =>
    Effect.forkScoped(Effect.withClock(Effect.interruptible(heartbeats), Clock.make()))
  )
)
