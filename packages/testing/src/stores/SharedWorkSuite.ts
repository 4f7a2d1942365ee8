/**
 * The contract of due work where much is due and many do it: its shares, the processes that hold it, and what comes at
 * once, as tests that every store runs.
 */
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { add, claimDue, due, enqueueing, heartbeat, holding, named, register, subjects } from "./internal/jobs.js"
import {
  assertStale,
  atOnce,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  notificationWith,
  onFreshStore,
  perform,
  type StoreLayer,
  type StoreTest,
  shop,
  transactionWith,
  write
} from "./StoreUnderTest.js"

/** Twenty jobs of one share, and behind them two of each of two others. */
const threeShares = Effect.gen(function* () {
  for (let index = 0; index < 20; index++) yield* add(`much-${index}`, 1, "recover", "much")
  for (const share of ["few", "more"]) {
    for (const index of [0, 1]) yield* add(`${share}-${index}`, 2, "recover", share)
  }
  yield* add("hook", 3, "notify", "few")
  yield* add("late", 9, "notify", "late")
})

const shares = (test: StoreTest): void => {
  test("where as many are due as are looked at, each share's first are found besides, each job once", () =>
    Effect.gen(function* () {
      yield* threeShares
      const found = subjects(yield* due(5, { limit: 6, perShare: 1 }))
      const much = Array.from({ length: 6 }, (_, index) => `much-${index}`)
      assert.deepStrictEqual(found, [...much, "few-0", "more-0", "hook"])
    }))

  test("a share brings no more than it may, in the order of its jobs", () =>
    Effect.gen(function* () {
      yield* threeShares
      const found = subjects(yield* due(5, { limit: 1, perShare: 3, kinds: ["recover"] }))
      assert.deepStrictEqual(found, ["much-0", "much-1", "much-2", "few-0", "few-1", "more-0", "more-1"])
    }))

  test("what is held or not due stands in no share", () =>
    Effect.gen(function* () {
      yield* threeShares
      yield* claimDue("p1", 1)
      const found = subjects(yield* due(5, { limit: 1, perShare: 1 }))
      assert.deepStrictEqual(found, ["few-0", "more-0", "hook"])
    }))

  test("where fewer are due than are looked at, no share is asked for", () =>
    Effect.gen(function* () {
      yield* threeShares
      assert.lengthOf(yield* due(5, { limit: 26, perShare: 1 }), 25)
    }))
}

const registered = Effect.map(look(Reads.workers), (all) =>
  Object.fromEntries(all.map(({ heartbeats, owner }) => [owner, heartbeats]))
)

const workers = (test: StoreTest): void => {
  test("what the process knows is looked at when the facts before it have been loaded", () =>
    Effect.gen(function* () {
      let known = 0
      const load = { registered: Reads.workers, known: Reads.process(() => known) }
      yield* register("p1")
      const looked = perform(load, ({ known, registered }) => decided([], [registered.length, known]))
      known = 1
      assert.deepStrictEqual(yield* looked, [1, 1])
      known = 2
      assert.deepStrictEqual(yield* looked, [1, 2])
    }))

  test("a process is registered once, and its heartbeats are counted", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* registered, {})
      for (const owner of ["p1", "p2"]) yield* register(owner)
      yield* heartbeat("p1")
      yield* heartbeat("p1")
      yield* register("p1")
      assert.deepStrictEqual(yield* registered, { p1: 2, p2: 0 })
    }))

  test("the heartbeat of a process that is not registered is stale and takes its unit back", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      yield* assertStale(write(...inserting(transaction), { _tag: "Heartbeat", owner: "p1" }))
      assert.isFalse(yield* isCommitted(transaction))
      assert.deepStrictEqual(yield* registered, {})
    }))

  test("heartbeats of one process that come at once all count", () =>
    Effect.gen(function* () {
      yield* register("p1")
      yield* atOnce(Array.from({ length: 20 }, () => heartbeat("p1")))
      assert.deepStrictEqual(yield* registered, { p1: 20 })
    }))

  test("a process that has said something since is not taken for dead", () =>
    Effect.gen(function* () {
      yield* register("p1")
      yield* heartbeat("p1")
      yield* write({ _tag: "DeregisterWorker", owner: "p1", heartbeats: 0 })
      assert.deepStrictEqual(yield* registered, { p1: 1 })
      yield* write({ _tag: "DeregisterWorker", owner: "p1", heartbeats: 1 })
      assert.deepStrictEqual(yield* registered, {})
      yield* register("p1")
      yield* write({ _tag: "DeregisterWorker", owner: "p1" })
      assert.deepStrictEqual(yield* registered, {})
    }))

  test("what is held by processes that are not registered is freed, and nothing else", () =>
    Effect.gen(function* () {
      for (const owner of ["p1", "p3"]) yield* register(owner)
      for (const [index, owner] of ["p0", "p1", "p2", "p2", "p3", "p4"].entries()) {
        yield* write(holding({ ...named(`${owner}-${index}`), fence: 1 }, index, owner))
      }
      yield* write({ _tag: "ReleaseOrphans" })
      assert.deepStrictEqual(subjects(yield* due(9)), ["p0-0", "p2-2", "p2-3", "p4-5"])
      yield* write({ _tag: "DeregisterWorker", owner: "p1" }, { _tag: "ReleaseOrphans" })
      assert.include(subjects(yield* due(9)), "p1-1")
    }))
}

const races = (test: StoreTest): void => {
  test("of fifty that look whether a job is free and claim it, at once, exactly one does", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const claim = (owner: string) =>
        perform({ job: Reads.job(named("a")) }, ({ job }) =>
          job === undefined || job.owner !== null
            ? decided([], 0)
            : decided([{ _tag: "ClaimJob", job, owner } as const], 1)
        )
      const claimed = yield* atOnce(Array.from({ length: 50 }, (_, index) => claim(`p${index}`)))
      assert.strictEqual(
        claimed.reduce((sum, _) => sum + _, 0),
        1
      )
    }))

  // Source: promise 5. What ends a subject's work must not lose what is announced meanwhile.
  test("work that is ended by one and added anew by another, at once, is there", () =>
    Effect.gen(function* () {
      const { uid } = yield* insertTransaction()
      const job = named(uid, "notify")
      for (let round = 0; round < 10; round++) {
        const fence = 1000 + round
        yield* write(holding({ ...job, fence }, 1, "p1"))
        const end = perform({ transaction: Reads.transaction(shop, uid), job: Reads.job(job) }, () =>
          decided([{ _tag: "FinishJob", job: { ...job, fence } } as const], undefined)
        )
        const again = perform({ transaction: Reads.transaction(shop, uid), job: Reads.job(job) }, (facts) =>
          decided(facts.job === undefined ? [enqueueing(job, 2)] : [], facts.job === undefined)
        )
        const [, added] = yield* Effect.all([end, again], { concurrency: "unbounded" })
        const found = yield* look(Reads.job(job))
        assert.strictEqual(found !== undefined, added)
        yield* write({ _tag: "CancelJob", job })
      }
    }))

  // Source: promise 5. An operation that ends a subject's work holds the job before it looks whether anything waits.
  test("work that ends because nothing waits, while something is announced, is there for it", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 12; round++) {
        const notification = yield* notificationWith()
        const job = { ...named(notification.subject, "notify"), fence: 7 }
        yield* write(holding(job, 1, "p1"))
        const load = { held: Reads.jobLock(job), waiting: Reads.waiting(shop, notification.subject) }
        const end = perform(load, ({ waiting }) =>
          decided(
            [waiting === undefined ? { _tag: "FinishJob", job } : { _tag: "PostponeJob", job, runAt: 1 }],
            undefined
          )
        )
        const announce = write({ _tag: "InsertNotification", notification }, enqueueing(job, 2))
        const apart = Effect.zipRight(
          // biome-ignore lint/style/noRestrictedGlobals: a listener that waits for the outside is what this test is about
          Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
          announce
        )
        yield* atOnce(
          [
            [end, announce],
            [announce, end],
            [end, apart]
          ][round % 3]!
        )
        assert.isDefined(yield* look(Reads.job(job)))
      }
    }))
}

/** Everything that is promised of due work where much is due and many do it. */
export const sharedWorkSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("work that many share", () => {
    shares(test)
    workers(test)
    races(test)
  })
}
