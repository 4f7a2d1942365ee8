/**
 * The contract of a store of due work, as tests that every store runs.
 *
 * @since 0.1.0
 */
import { assert, describe } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { type ClaimedJob, type JobKind, type JobName, JobStore } from "@florin/core/jobs/Job"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  assertStorageError,
  at,
  onFreshStore,
  otherShop,
  run,
  type StoreLayer,
  type StoreTest,
  shop
} from "./StoreUnderTest.js"

type Jobs = typeof JobStore.Service

const named = (subject: string, kind: JobKind = "recover"): JobName => ({ shop, kind, subject })

const inUnit = <A, E>(work: (jobs: Jobs) => Effect.Effect<A, E, UnitOfWorkContext>) =>
  Effect.flatMap(JobStore, (jobs) => run(work(jobs)))

const add = (subject: string, offset: number, kind?: JobKind) => inUnit((_) => _.add(named(subject, kind), at(offset)))

const heartbeat = (owner: string, offset: number) => inUnit((_) => _.heartbeat(owner, at(offset)))

const claimDue = (owner: string, offset: number, options: { limit?: number; kinds?: ReadonlyArray<JobKind> } = {}) =>
  inUnit((_) => _.claimDue({ owner, now: at(offset), limit: 100, ...options }))

const idle = () => false

const claim = (owner: string, subject: string, offset: number, running: (job: JobName) => boolean = idle) =>
  inUnit((_) => _.claim({ job: named(subject), now: at(offset), owner, running }))

const subjects = (jobs: ReadonlyArray<JobName>) => jobs.map((_) => _.subject)

const order = (test: StoreTest): void => {
  test("jobs are claimed by their instant, then in the order they came", () =>
    Effect.gen(function* () {
      for (const [subject, offset] of [
        ["d", 5],
        ["b", 3],
        ["z", 1],
        ["c", 3],
        ["a", 3]
      ] as const) {
        yield* add(subject, offset)
      }
      assert.deepStrictEqual(subjects(yield* claimDue("p1", 5)), ["z", "b", "c", "a", "d"])
    }))

  test("a job is due from its instant on", () =>
    Effect.gen(function* () {
      yield* add("a", 5)
      assert.deepStrictEqual(yield* claimDue("p1", 4), [])
      const [job] = yield* claimDue("p1", 5)
      assert.deepStrictEqual({ ...job, fence: 0 }, {
        ...named("a"),
        runAt: at(5),
        attempts: 0,
        fence: 0
      } satisfies ClaimedJob)
    }))

  test("no more are claimed than asked for, and only of the kinds asked for", () =>
    Effect.gen(function* () {
      for (const subject of ["c", "a", "b"]) yield* add(subject, 1)
      yield* add("a", 1, "notify")
      yield* heartbeat("p1", 100)
      assert.deepStrictEqual(yield* claimDue("p1", 1, { kinds: [] }), [])
      assert.deepStrictEqual(yield* claimDue("p1", 1, { kinds: ["expire", "sweep"] }), [])
      assert.deepStrictEqual(subjects(yield* claimDue("p1", 1, { limit: 2, kinds: ["recover"] })), ["c", "a"])
      const rest = yield* claimDue("p1", 1)
      assert.deepStrictEqual(
        rest.map((_) => `${_.kind} ${_.subject}`),
        ["recover b", "notify a"]
      )
    }))
}

const names = (test: StoreTest): void => {
  test("a name is a job once, and another shop's job of that name is another one", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      yield* add("a", 1)
      yield* inUnit((_) => _.add({ ...named("a"), shop: otherShop }, at(1)))
      yield* heartbeat("p1", 100)
      const jobs = yield* claimDue("p1", 1)
      assert.deepStrictEqual(
        jobs.map((_) => _.shop),
        [shop, otherShop]
      )
      yield* inUnit((_) => _.finish(jobs[0]!))
      yield* inUnit((_) => _.hold(jobs[1]!))
    }))

  test("another shop's claim on a job is none", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      yield* heartbeat("p1", 100)
      const [job] = yield* claimDue("p1", 1)
      const theirs = { ...job!, shop: otherShop }
      for (const result of [
        inUnit((_) => _.hold(theirs)),
        inUnit((_) => _.postpone(theirs, at(9))),
        inUnit((_) => _.finish(theirs))
      ]) {
        assert.strictEqual((yield* Effect.flip(result))._tag, "LeaseLost")
      }
      assertNone(yield* inUnit((_) => _.claim({ job: theirs, now: at(1), owner: "p1", running: idle })))
      yield* inUnit((_) => _.cancel(theirs))
      yield* inUnit((_) => _.hold(job!))
    }))

  for (const [second, expected] of [
    [4, 4],
    [5, 5],
    [6, 5]
  ] as const) {
    test(`a job for instant 5 that is added again for ${second} is due at ${expected}`, () =>
      Effect.gen(function* () {
        yield* add("a", 5)
        yield* add("a", second)
        const jobs = yield* JobStore
        assertSome(yield* jobs.nextDue(at(0)), at(expected))
      }))
  }
}

const leases = (test: StoreTest): void => {
  test("two processes that claim at once never get the same job, and together get all", () =>
    Effect.gen(function* () {
      for (let index = 0; index < 50; index++) yield* add(`job-${index}`, 1)
      for (const owner of ["p1", "p2"]) yield* heartbeat(owner, 100)
      const claims = Array.from({ length: 20 }, (_, index) => claimDue(index % 2 === 0 ? "p1" : "p2", 1, { limit: 3 }))
      const claimed = (yield* Effect.all(claims, { concurrency: "unbounded" })).flat()
      assert.strictEqual(claimed.length, 50)
      assert.strictEqual(new Set(subjects(claimed)).size, 50)
    }))

  for (const [now, taken] of [
    [9, false],
    [10, true]
  ] as const) {
    test(`the job of a process alive until 10 is ${taken ? "" : "not "}taken over at ${now}`, () =>
      Effect.gen(function* () {
        yield* add("a", 1)
        yield* heartbeat("p1", 10)
        const [first] = yield* claimDue("p1", 1)
        const again = yield* claimDue("p2", now)
        assert.deepStrictEqual(subjects(again), taken ? ["a"] : [])
        assert.strictEqual((again[0]?.fence ?? 0) > first!.fence, taken)
        const one = yield* claim("p3", "a", now)
        assert.strictEqual(Option.isSome(one), taken)
      }))
  }

  test("a process that goes on beating keeps what it holds; one that never heartbeat holds nothing", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      yield* heartbeat("p1", 10)
      yield* claimDue("p1", 1)
      yield* heartbeat("p1", 20)
      assert.deepStrictEqual(yield* claimDue("p2", 15), [])
      yield* add("b", 1)
      assert.deepStrictEqual(subjects(yield* claimDue("silent", 15)), ["b"])
      assert.deepStrictEqual(subjects(yield* claimDue("p2", 15)), ["b"])
    }))

  test("what a process held is free as soon as it retires", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      for (const owner of ["p1", "p2"]) yield* heartbeat(owner, 1000)
      yield* claimDue("p1", 1)
      yield* inUnit((_) => _.deregister("p2"))
      assert.deepStrictEqual(yield* claimDue("p2", 2), [])
      yield* inUnit((_) => _.deregister("p1"))
      assert.deepStrictEqual(subjects(yield* claimDue("p2", 2)), ["a"])
    }))

  test("a job added while it is held stays with its holder", () =>
    Effect.gen(function* () {
      yield* add("a", 5)
      yield* heartbeat("p1", 100)
      const [job] = yield* claimDue("p1", 5)
      yield* add("a", 2)
      assert.deepStrictEqual(yield* claimDue("p2", 6), [])
      yield* inUnit((_) => _.finish(job!))
    }))
}

const results = (test: StoreTest): void => {
  const results: ReadonlyArray<
    readonly [
      string,
      (jobs: Jobs, job: ClaimedJob) => Effect.Effect<void, { readonly _tag: string } | StorageError, UnitOfWorkContext>
    ]
  > = [
    ["hold", (jobs, job) => jobs.hold(job)],
    ["finish", (jobs, job) => jobs.finish(job)],
    ["postpone", (jobs, job) => jobs.postpone(job, at(50))]
  ]

  for (const [name, result] of results) {
    test(`who was overtaken cannot ${name}: the job stays with its new holder`, () =>
      Effect.gen(function* () {
        yield* add("a", 1)
        yield* heartbeat("p1", 10)
        const [old] = yield* claimDue("p1", 1)
        yield* heartbeat("p2", 100)
        const [present] = yield* claimDue("p2", 10)
        const lost = yield* Effect.flip(inUnit((jobs) => result(jobs, old!)))
        assert.strictEqual(lost._tag, "LeaseLost")
        yield* inUnit((jobs) => result(jobs, present!))
      }))

    test(`who was overtaken cannot ${name} a job of that name that was made since`, () =>
      Effect.gen(function* () {
        yield* add("a", 1)
        yield* heartbeat("p1", 100)
        const [old] = yield* claimDue("p1", 1)
        yield* inUnit((_) => _.finish(old!))
        yield* add("a", 1)
        yield* claimDue("p1", 1)
        const lost = yield* Effect.flip(inUnit((jobs) => result(jobs, old!)))
        assert.strictEqual(lost._tag, "LeaseLost")
      }))
  }

  test("a finished job is gone, and so is a cancelled one, whoever holds it", () =>
    Effect.gen(function* () {
      for (const subject of ["a", "b"]) yield* add(subject, 1)
      yield* heartbeat("p1", 100)
      const [a, b] = yield* claimDue("p1", 1)
      yield* inUnit((_) => _.finish(a!))
      yield* inUnit((_) => _.cancel(named("b")))
      yield* inUnit((_) => _.cancel(named("never there")))
      assert.deepStrictEqual(yield* claimDue("p2", 1000), [])
      assert.strictEqual((yield* Effect.flip(inUnit((_) => _.hold(b!))))._tag, "LeaseLost")
    }))

  test("a postponed job is free, due at its new instant, with one more attempt", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      yield* heartbeat("p1", 100)
      const [job] = yield* claimDue("p1", 1)
      yield* inUnit((_) => _.postpone(job!, at(30)))
      assert.deepStrictEqual(yield* claimDue("p2", 29), [])
      const [again] = yield* claimDue("p2", 30)
      assert.deepStrictEqual([again!.attempts, again!.runAt], [1, at(30)])
      assert.isAbove(again!.fence, job!.fence)
    }))
}

const singleJobs = (test: StoreTest): void => {
  test("a job that is added claimed is held at once, and its holder can finish it", () =>
    Effect.gen(function* () {
      yield* heartbeat("p1", 100)
      const job = yield* inUnit((_) => _.addClaimed(named("a"), at(1), "p1"))
      assert.deepStrictEqual([job.subject, job.runAt, job.attempts], ["a", at(1), 0])
      assert.deepStrictEqual(yield* claimDue("p2", 50), [])
      yield* assertStorageError(
        "constraint",
        inUnit((_) => _.addClaimed(named("a"), at(1), "p1"))
      )
      yield* inUnit((_) => _.hold(job))
      yield* inUnit((_) => _.finish(job))
    }))

  test("one job is claimed due or not, unless it is missing, another's or being worked on here", () =>
    Effect.gen(function* () {
      yield* add("a", 1000)
      for (const owner of ["p1", "p2"]) yield* heartbeat(owner, 100)
      assertNone(yield* claim("p1", "missing", 1))
      const first = Option.getOrThrow(yield* claim("p1", "a", 1))
      assertNone(yield* claim("p2", "a", 1))
      assertNone(yield* claim("p1", "a", 1, (job) => job.subject === "a"))
      const second = Option.getOrThrow(yield* claim("p1", "a", 1))
      assert.isAbove(second.fence, first.fence)
      assert.strictEqual((yield* Effect.flip(inUnit((_) => _.finish(first))))._tag, "LeaseLost")
    }))

  test("due jobs that a process holds without working on them are freed, and no others", () =>
    Effect.gen(function* () {
      yield* heartbeat("p1", 100)
      yield* heartbeat("p2", 100)
      for (const subject of ["idle", "busy"]) yield* inUnit((_) => _.addClaimed(named(subject), at(5), "p1"))
      yield* inUnit((_) => _.addClaimed(named("later"), at(6), "p1"))
      yield* inUnit((_) => _.addClaimed(named("theirs"), at(5), "p2"))
      const running = (job: JobName) => job.subject === "busy"
      yield* inUnit((_) => _.releaseIdle({ now: at(5), owner: "p1", running }))
      assert.deepStrictEqual(subjects(yield* claimDue("p3", 50)), ["idle"])
    }))

  test("the next due instant is that of the earliest job nobody alive holds", () =>
    Effect.gen(function* () {
      const jobs = yield* JobStore
      assertNone(yield* jobs.nextDue(at(0)))
      for (const [subject, offset] of [
        ["a", 1],
        ["b", 7]
      ] as const) {
        yield* add(subject, offset)
      }
      yield* heartbeat("p1", 10)
      yield* claimDue("p1", 1)
      assertSome(yield* jobs.nextDue(at(9)), at(7))
      assertSome(yield* jobs.nextDue(at(10)), at(1))
    }))
}

/**
 * Everything `JobStore` promises. A holder is alive before the instant it named, and no longer at it.
 *
 * @since 0.1.0
 * @category suites
 */
export const jobStoreSuite = (layer: StoreLayer): void => {
  const test = onFreshStore(layer)
  describe("the store of due work", () => {
    order(test)
    names(test)
    leases(test)
    results(test)
    singleJobs(test)
  })
}
