import { assert, it } from "@effect/vitest"
import { type Commit, CommitStore, commit, decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import * as Lease from "@florin/core/due-work/Lease"
import { ShopId } from "@florin/core/ids/Ids"
import { JobStore } from "@florin/core/jobs/Job"
import * as PartitionKey from "@florin/core/jobs/PartitionKey"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"

const shop = ShopId.make("one")
const job: HeldJob = { shop, kind: "recover", subject: "a", fence: 1 }

const written = (...writes: ReadonlyArray<Write>) =>
  Effect.flatMap(CommitStore, (store) =>
    commit(store)({ name: "record", load: {}, decide: () => decided(writes, undefined) } satisfies Commit<
      object,
      undefined,
      never
    >)
  )

const held = Effect.flatMap(CommitStore, (store) =>
  commit(store)({
    name: "record",
    load: { found: Reads.job(job) },
    decide: ({ found }: { readonly found: Reads.JobRecord | undefined }) => decided([], found)
  })
)

const makeMonotonic = () => {
  let now = 0
  return {
    layer: Layer.succeed(MonotonicClock, { unsafeNow: () => now }),
    adjust: (millis: number) => {
      now += millis
    }
  }
}

const live = (monotonic: Layer.Layer<never>) =>
  Layer.scoped(Lease.Lease, Lease.make()).pipe(Layer.provideMerge(emptyStore), Layer.provide(monotonic), Layer.orDie)

// Source: D40, "A sender sends only while it is sure of its lease".
describeOnStores("a process is sure of its lease", () => {
  it.effect.each([
    { name: "for 4 s after its start", committedAfter: 0, requested: 3999, sure: true },
    { name: "not 4 s after its start", committedAfter: 0, requested: 4000, sure: false },
    {
      name: "for 4 s from the beginning of its heartbeat, however long that took",
      committedAfter: 900,
      requested: 3099,
      sure: true
    },
    { name: "not longer, because the heartbeat took long", committedAfter: 900, requested: 3100, sure: false }
  ])("$name", ({ requested, committedAfter, sure }) => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      if (committedAfter > 0) {
        monotonic.adjust(5000)
        assert.isFalse(lease.isSure(lease.owner()))
        const renewal = lease.renewal()
        yield* written(...renewal.writes)
        monotonic.adjust(committedAfter)
        renewal.committed()
      }
      monotonic.adjust(requested)
      assert.strictEqual(lease.isSure(lease.owner()), sure)
    }).pipe(Effect.provide(live(monotonic.layer)))
  })

  // Source: D40. A process in shutdown, or in one long step, still holds its jobs.
  it.effect("for as long as its heartbeats run, whatever else is done meanwhile", () => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      const running = yield* Effect.fork(lease.heartbeats)
      for (let second = 0; second < 20; second++) {
        monotonic.adjust(1000)
        yield* TestClock.adjust("1 second")
        // A separate commit; once it is done, so is the heartbeat's on either store.
        yield* Effect.repeat(written(), { until: () => lease.isSure(lease.owner()), times: 100 })
        assert.isTrue(lease.isSure(lease.owner()))
      }
      yield* Fiber.interrupt(running)
      monotonic.adjust(4000)
      yield* TestClock.adjust("4 seconds")
      assert.isFalse(lease.isSure(lease.owner()))
    }).pipe(Effect.provide(live(monotonic.layer)))
  })

  // Source: simulation, seed 433 with stops. Work accepted during shutdown is released with all other jobs.
  it.effect("not once it has stopped, also by a heartbeat that was committed before and is heard of after", () => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const lease = Context.get(yield* Layer.buildWithScope(live(monotonic.layer), scope), Lease.Lease)
      const renewal = lease.renewal("now")
      yield* Scope.close(scope, Exit.void)
      renewal.committed()
      assert.isFalse(lease.isSure(renewal.owner))
    })
  })

  it.effect("not by a heartbeat that was not committed", () => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      monotonic.adjust(2000)
      assert.lengthOf(lease.renewal().writes, 1)
      monotonic.adjust(2000)
      assert.isFalse(lease.isSure(lease.owner()))
    }).pipe(Effect.provide(live(monotonic.layer)))
  })

  it.effect("not by an older heartbeat that turns out committed after a newer one", () => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      monotonic.adjust(2000)
      const older = lease.renewal("now")
      monotonic.adjust(1000)
      lease.renewal("now").committed()
      older.committed()
      monotonic.adjust(3999)
      assert.isTrue(lease.isSure(lease.owner()))
      monotonic.adjust(1)
      assert.isFalse(lease.isSure(lease.owner()))
    }).pipe(Effect.provide(live(monotonic.layer)))
  })

  it.effect("from its start only from the beginning of the commit that registers it", () => {
    const monotonic = makeMonotonic()
    const slow = Layer.effect(
      CommitStore,
      Effect.map(CommitStore, (store) =>
        CommitStore.of({
          submit: (operation, done) =>
            store.submit(operation, (outcome) => {
              monotonic.adjust(1000)
              done(outcome)
            })
        })
      )
    )
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      monotonic.adjust(2999)
      assert.isTrue(lease.isSure(lease.owner()))
      monotonic.adjust(1)
      assert.isFalse(lease.isSure(lease.owner()))
    }).pipe(
      Effect.provide(
        Layer.scoped(Lease.Lease, Lease.make()).pipe(
          Layer.provide(slow),
          Layer.provide(emptyStore),
          Layer.provide(monotonic.layer),
          Layer.orDie
        )
      )
    )
  })
})

describeOnStores("a heartbeat", () => {
  it.effect.each([
    { wait: 1499, offered: 0 },
    { wait: 1500, offered: 1 }
  ])("goes with a commit $wait ms after the last: $offered", ({ offered, wait }) => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      monotonic.adjust(wait)
      assert.lengthOf(lease.renewal().writes, offered)
      // One of several concurrent commits carries it.
      assert.lengthOf(lease.renewal().writes, 0)
    }).pipe(Effect.provide(live(monotonic.layer)))
  })
})

describeOnStores("a process that was taken for dead", () => {
  it.effect("is told by its heartbeat, takes a new name, and is sure again", () => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      const before = lease.owner()
      yield* written({ _tag: "DeregisterWorker", owner: before })
      monotonic.adjust(6000)
      const { committed, writes } = lease.renewal()
      assert.strictEqual((yield* Effect.flip(written(...writes)))._tag, "Stale")
      yield* lease.renamed(lease.owner())
      assert.notStrictEqual(lease.owner(), before)
      assert.isTrue(lease.isSure(lease.owner()))
      // A heartbeat offered under the old name does not count for the new one.
      monotonic.adjust(4000)
      committed()
      assert.isFalse(lease.isSure(lease.owner()))
    }).pipe(Effect.provide(live(monotonic.layer)))
  })

  it.effect("can't write by the fences of its old name where another has claimed since, and can where none has", () => {
    const monotonic = makeMonotonic()
    return Effect.gen(function* () {
      const lease = yield* Lease.Lease
      const hold: Write = {
        _tag: "HoldJob",
        job,
        runAt: 0,
        share: PartitionKey.ofInternalWork(shop),
        owner: lease.owner()
      }
      yield* written(hold)
      yield* written({ _tag: "DeregisterWorker", owner: lease.owner() }, { _tag: "ReleaseOrphans" })
      yield* lease.renamed(lease.owner())
      assert.strictEqual((yield* held)?.owner, null)
      yield* written({ _tag: "ExtendLease", job, runAt: 7 })
      yield* written({ _tag: "ClaimJob", job, owner: "another" })
      for (const _tag of ["FinishJob", "PostponeJob", "ExtendLease"] as const) {
        assert.strictEqual((yield* Effect.flip(written({ _tag, job, runAt: 9 })))._tag, "Stale")
      }
      assert.deepInclude(yield* held, { owner: "another", fence: 2 })
    }).pipe(Effect.provide(live(monotonic.layer)))
  })
})

describeOnStores("a process that begins", () => {
  it.effect("plans the work that there always is in the same commit, and leaves what is planned as it is", () =>
    Effect.gen(function* () {
      const { nextDue } = yield* JobStore
      const progress = (now: DateTime.Utc): ReadonlyArray<Write> => [
        {
          _tag: "EnqueueJob",
          job: { shop, kind: "sweep", subject: "all" },
          runAt: now.epochMillis + 1000,
          share: PartitionKey.ofInternalWork(shop)
        }
      ]
      yield* Lease.make(progress)
      yield* TestClock.adjust("1 minute")
      yield* Lease.make(progress)
      assert.strictEqual(Option.getOrUndefined(yield* nextDue)?.epochMillis, 1000)
    }).pipe(Effect.scoped, Effect.provide(emptyStore), Effect.provide(makeMonotonic().layer))
  )
})
