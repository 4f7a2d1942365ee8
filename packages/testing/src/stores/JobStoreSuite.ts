/** The contract of a store of due work, as tests that every store runs. */

import * as Reads from "@florin/core/commits/Reads"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import { JobStore } from "@florin/core/jobs/Job"
import { gatewayShop } from "@florin/core/jobs/ServedShops"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { add, claimDue, claiming, due, enqueueing, holding, named, present, subjects } from "./internal/jobs.js"
import {
  assertStale,
  assertStorageError,
  at,
  atOnce,
  inserting,
  isCommitted,
  look,
  millis,
  onFreshStore,
  otherShop,
  perform,
  type StoreLayer,
  type StoreTest,
  shop,
  transactionWith,
  write
} from "./StoreUnderTest.js"

const order = (test: StoreTest): void => {
  test("jobs are found by their instant, then in the order they came", () =>
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
      assert.deepStrictEqual(subjects(yield* due(5)), ["z", "b", "c", "a", "d"])
    }))

  test("a job is due from its instant on", () =>
    Effect.gen(function* () {
      yield* add("a", 5)
      assert.deepStrictEqual(yield* due(4), [])
      const [job] = yield* due(5)
      const expected = { ...named("a"), runAt: at(5), attempts: 0, fence: 0, owner: null, share: "a share" }
      assert.deepStrictEqual({ ...job!, fence: 0 }, expected)
    }))

  test("no more are found than asked for, and only of the kinds asked for", () =>
    Effect.gen(function* () {
      for (const subject of ["c", "a", "b"]) yield* add(subject, 1)
      yield* add("a", 1, "notify")
      assert.deepStrictEqual(yield* claimDue("p1", 1, { kinds: [] }), [])
      assert.deepStrictEqual(yield* claimDue("p1", 1, { kinds: ["expire", "sweep"] }), [])
      const first = yield* claimDue("p1", 1, { limit: 2, perShare: 1, kinds: ["recover"] })
      assert.deepStrictEqual(subjects(first), ["c", "a"])
      const rest = yield* claimDue("p1", 1)
      assert.deepStrictEqual(
        rest.map((_) => `${_.kind} ${_.subject}`),
        ["recover b", "notify a"]
      )
    }))

  test("a kind that a room contributes is due work like any other", () =>
    Effect.gen(function* () {
      yield* add("a", 1, "a room's own")
      assert.deepStrictEqual(subjects(yield* due(1, { kinds: ["a room's own"] })), ["a"])
    }))
}

const names = (test: StoreTest): void => {
  test("a name is a job once, and another shop's job of that name is another one", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      yield* add("a", 1)
      yield* write(enqueueing({ ...named("a"), shop: otherShop }, 1))
      const jobs = yield* claimDue("p1", 1)
      assert.deepStrictEqual(
        jobs.map((_) => _.shop),
        [shop, otherShop]
      )
      yield* write({ _tag: "FinishJob", job: jobs[0]! })
      yield* write({ _tag: "ExtendLease", job: jobs[1]!, runAt: millis(2) })
    }))

  test("a parked job is not due before it is enqueued again, and begins with no attempts", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const [first] = yield* claimDue("p1", 1)
      yield* write({ _tag: "PostponeJob", job: first!, runAt: millis(2) })
      const [second] = yield* claimDue("p1", 2)
      yield* write({ _tag: "SuspendJob", job: second! })
      assert.deepStrictEqual(subjects(yield* claimDue("p1", 1_000_000_000)), [])
      yield* add("a", 5)
      assert.deepStrictEqual(subjects(yield* claimDue("p1", 4)), [])
      const [third] = yield* claimDue("p1", 5)
      assert.deepStrictEqual([third?.subject, third?.attempts], ["a", 0])
    }))

  test("another shop's claim on a job is none", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const [job] = yield* claimDue("p1", 1)
      const theirs = { ...job!, shop: otherShop }
      for (const change of changesOf(theirs)) yield* assertStale(write(change))
      assert.isUndefined(yield* look(Reads.job(theirs)))
      yield* write({ _tag: "CancelJob", job: theirs }, { _tag: "ReleaseJob", job: theirs })
      assert.strictEqual((yield* present("a"))?.owner, "p1")
      yield* write({ _tag: "FinishJob", job: job! })
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
        assert.isSome(yield* jobs.nextDue, at(expected))
      }))
  }

  test("a job that is moved to an earlier instant comes after those that were there, in its new share", () =>
    Effect.gen(function* () {
      yield* add("moved", 5, "recover", "old")
      yield* add("b", 3)
      yield* add("moved", 3, "recover", "new")
      yield* add("moved", 4, "recover", "too late")
      const found = yield* due(3)
      assert.deepStrictEqual(
        found.map((_) => [_.subject, _.share]),
        [
          ["b", "a share"],
          ["moved", "new"]
        ]
      )
    }))
}

const changesOf = (job: HeldJob): ReadonlyArray<Write> => [
  { _tag: "FinishJob", job },
  { _tag: "PostponeJob", job, runAt: millis(9) },
  { _tag: "SuspendJob", job },
  { _tag: "ExtendLease", job, runAt: millis(9) },
  { _tag: "ClaimJob", job, owner: "p3" }
]

const leases = (test: StoreTest): void => {
  test("processes that claim at once never get the same job, and together get all", () =>
    Effect.gen(function* () {
      yield* write(...Array.from({ length: 50 }, (_, index) => enqueueing(named(`job-${index}`), 1)))
      const claims = Array.from({ length: 20 }, (_, index) =>
        Effect.retry(claimDue(index % 2 === 0 ? "p1" : "p2", 1, { limit: 3, perShare: 1 }), {
          while: ({ _tag }) => _tag === "Stale"
        })
      )
      const claimed = (yield* atOnce(claims)).flat()
      assert.strictEqual(new Set(subjects(claimed)).size, claimed.length)
      const rest = yield* claimDue("p3", 1)
      assert.lengthOf([...claimed, ...rest], 50)
    }))

  test("what is held is not due until it is freed, with a fence of its own each time", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const [first] = yield* claimDue("p1", 1)
      assert.deepStrictEqual(yield* due(1000), [])
      yield* write({ _tag: "ReleaseJob", job: first! })
      const [free] = yield* due(1)
      assert.deepStrictEqual([free!.owner, free!.runAt, free!.attempts], [null, at(1), 0])
      const [second] = yield* claimDue("p2", 1)
      assert.isAbove(second!.fence, first!.fence)
      yield* write({ _tag: "ReleaseJob", job: first! })
      assert.strictEqual((yield* present("a"))?.owner, "p2", "a process that was overtaken frees nothing")
    }))

  test("a job added while it is held stays with its holder", () =>
    Effect.gen(function* () {
      yield* add("a", 5)
      const [job] = yield* claimDue("p1", 5)
      yield* add("a", 2)
      assert.deepStrictEqual(yield* due(6), [])
      const found = yield* present("a")
      assert.deepStrictEqual([found?.owner, found?.runAt, found?.fence], ["p1", at(2), job!.fence])
      yield* write({ _tag: "FinishJob", job: job! })
    }))
}

const results = (test: StoreTest): void => {
  const [sample] = [{ ...named("a"), fence: 0 }]
  for (const [index, { _tag }] of changesOf(sample).entries()) {
    const changed = (job: HeldJob) => changesOf(job)[index]!

    test(`${_tag} by a process that was overtaken is stale and takes its unit back, and the holder's is not`, () =>
      Effect.gen(function* () {
        yield* add("a", 1)
        const [old] = yield* claimDue("p1", 1)
        yield* write({ _tag: "ReleaseJob", job: old! })
        const [holder] = yield* claimDue("p2", 1)
        const before = yield* present("a")
        const [first, second] = [yield* transactionWith(), yield* transactionWith()]
        yield* assertStale(write(...inserting(first), changed(old!), ...inserting(second)))
        assert.deepStrictEqual([yield* isCommitted(first), yield* isCommitted(second)], [false, false])
        assert.deepStrictEqual(yield* present("a"), before)
        yield* write(changed(holder!))
      }))

    test(`${_tag} by a process that was overtaken finds no job of that name that was made since`, () =>
      Effect.gen(function* () {
        yield* add("a", 1)
        const [old] = yield* claimDue("p1", 1)
        yield* write({ _tag: "FinishJob", job: old! })
        yield* add("a", 1)
        yield* claimDue("p1", 1)
        yield* assertStale(write(changed(old!)))
        yield* assertStale(write(changed({ ...old!, subject: "never there" })))
      }))
  }

  test("of fifty that finish one job at once exactly one does", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const [job] = yield* claimDue("p1", 1)
      const finishing = Effect.map(Effect.either(write({ _tag: "FinishJob", job: job! })), (_) => _._tag)
      const ends = yield* atOnce(Array.from({ length: 50 }, () => finishing))
      assert.lengthOf(
        ends.filter((_) => _ === "Right"),
        1
      )
    }))
}

const lives = (test: StoreTest): void => {
  test("a finished job is gone, and so is a cancelled one, whichever process holds it", () =>
    Effect.gen(function* () {
      for (const subject of ["a", "b"]) yield* add(subject, 1)
      const [a, b] = yield* claimDue("p1", 1)
      yield* write({ _tag: "FinishJob", job: a! }, { _tag: "CancelJob", job: named("b") })
      yield* write({ _tag: "CancelJob", job: named("never there") })
      assert.deepStrictEqual([yield* present("a"), yield* present("b")], [undefined, undefined])
      yield* assertStale(write({ _tag: "FinishJob", job: b! }))
    }))

  test("a postponed job is free, due at its new instant, with one more attempt", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const [job] = yield* claimDue("p1", 1)
      yield* write({ _tag: "PostponeJob", job: job!, runAt: millis(30) })
      assert.deepStrictEqual(yield* due(29), [])
      const [again] = yield* claimDue("p2", 30)
      assert.deepStrictEqual([again!.attempts, again!.runAt], [1, at(30)])
      assert.isAbove(again!.fence, job!.fence)
    }))

  test("a job that is kept stays with its holder, due at its new instant, with no attempt more", () =>
    Effect.gen(function* () {
      yield* add("a", 1)
      const [job] = yield* claimDue("p1", 1)
      yield* write({ _tag: "ExtendLease", job: job!, runAt: millis(30) })
      assert.deepStrictEqual(yield* present("a"), { ...job!, runAt: at(30), owner: "p1" })
    }))
}

const singleJobs = (test: StoreTest): void => {
  test("a job that is added held is its process's at once, under the fence that it named", () =>
    Effect.gen(function* () {
      const job = { ...named("a"), fence: 77 }
      yield* write(holding(job, 1, "p1"))
      assert.deepStrictEqual(yield* due(50), [])
      const expected = { ...job, runAt: at(1), attempts: 0, owner: "p1", share: "a share" }
      assert.deepStrictEqual(yield* present("a"), expected)
      yield* assertStorageError("constraint", write(holding(job, 1, "p1")))
      yield* write({ _tag: "FinishJob", job })
    }))

  test("a job is found by its name, due or not, and one that is missing is not", () =>
    Effect.gen(function* () {
      yield* add("a", 1000)
      assert.isUndefined(yield* present("missing"))
      const found = yield* present("a")
      yield* perform({ job: Reads.job(named("a")) }, ({ job }) => claiming([job!], "p1"))
      yield* assertStale(write({ _tag: "FinishJob", job: found! }))
      assert.strictEqual((yield* present("a"))?.fence, found!.fence + 1)
    }))

  test("due jobs that a process holds are found for it alone, up to the limit", () =>
    Effect.gen(function* () {
      for (const subject of ["b", "a"]) yield* write(holding({ ...named(subject), fence: 1 }, 5, "p1"))
      yield* write(holding({ ...named("later"), fence: 1 }, 6, "p1"))
      yield* write(holding({ ...named("theirs"), fence: 1 }, 5, "p2"))
      yield* add("free", 5)
      const held = (owner: string, limit: number) => look(Reads.heldJobs(owner, millis(5), limit))
      assert.deepStrictEqual(subjects(yield* held("p1", 10)), ["b", "a"])
      assert.lengthOf(yield* held("p1", 1), 1)
      assert.deepStrictEqual(yield* held("p3", 10), [])
    }))

  test("the subjects of a kind are those of all its jobs, due or not, held or not", () =>
    Effect.gen(function* () {
      const store = yield* JobStore
      yield* add("a", 1)
      yield* claimDue("p1", 1)
      yield* add("b", 1)
      yield* add("c", 9)
      yield* add("d", 1, "notify")
      assert.deepStrictEqual([...(yield* store.subjects("recover"))].sort(), ["a", "b", "c"])
      assert.deepStrictEqual([...(yield* store.subjects("expire"))], [])
    }))

  test("the next due instant is that of the earliest job that no process holds", () =>
    Effect.gen(function* () {
      const jobs = yield* JobStore
      assert.isNone(yield* jobs.nextDue)
      yield* add("a", 1)
      yield* add("b", 7)
      const [job] = yield* claimDue("p1", 1)
      assert.isSome(yield* jobs.nextDue, at(7))
      yield* write({ _tag: "ReleaseJob", job: job! })
      assert.isSome(yield* jobs.nextDue, at(1))
    }))
}

const served = (test: StoreTest): void => {
  test("D43a: of shops that are not served no job is found, nor named as the next, however many are due before", () =>
    Effect.gen(function* () {
      const theirs = Array.from({ length: 3 }, (_, index) => ({ ...named(`theirs ${index}`), shop: otherShop }))
      yield* write(...theirs.map((job) => enqueueing(job, 1, "their share")))
      yield* add("mine", 7)
      const { nextDue, nextDueOf } = yield* JobStore
      assert.isSome(yield* nextDue, at(1))
      for (const [shops, next, found] of [
        [[shop], 7, ["mine"]],
        [{ listed: [shop] }, 7, ["mine"]],
        [[otherShop], 1, ["theirs 0", "theirs 1"]],
        [[shop, otherShop], 1, ["theirs 0", "theirs 1"]],
        ["any", 1, ["theirs 0", "theirs 1"]]
      ] as const) {
        assert.isSome(yield* nextDueOf(shops), at(next))
        assert.deepStrictEqual(subjects(yield* due(7, { shops, limit: 2, perShare: 0 })), [...found])
      }
      // No shop is in the database.
      for (const shops of ["stored", [], { listed: [] }] as const) {
        assert.isNone(yield* nextDueOf(shops))
        assert.deepStrictEqual(yield* due(7, { shops }), [])
      }
      const around = yield* due(7, { shops: [shop], limit: 1, perShare: 1 })
      assert.deepStrictEqual([...new Set(subjects(around))], ["mine"])
    }))

  test("D43a: the gateway's own jobs are found whichever shops are served", () =>
    Effect.gen(function* () {
      yield* write(enqueueing({ ...named("all"), shop: gatewayShop }, 1))
      const { nextDueOf } = yield* JobStore
      for (const shops of ["stored", "any", [shop], [], { listed: [shop] }, { listed: [] }] as const) {
        assert.isSome(yield* nextDueOf(shops), at(1))
        assert.deepStrictEqual(subjects(yield* due(1, { shops, perShare: 0 })), ["all"])
      }
    }))
}

/** Everything that is promised of due work: its order, its shares, its fences and the processes that hold it. */
export const jobStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("the store of due work", () => {
    order(test)
    names(test)
    leases(test)
    results(test)
    lives(test)
    singleJobs(test)
    served(test)
  })
}
