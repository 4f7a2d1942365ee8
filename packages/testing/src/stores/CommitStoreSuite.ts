/**
 * The contract of a store of operations, as tests that every store runs: each is committed as a whole or not at all,
 * whatever comes beside it.
 */

import { type CommitOutcome, CommitStore, type Decision, decided, refuse, Stale } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import type * as Commits from "@florin/core/store/FaultPoints"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { listeners } from "./internal/listeners.js"
import {
  assertStorageError,
  atOnce,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  onFreshStore,
  perform,
  replacing,
  type StoreLayer,
  type StoreTest,
  shop,
  storeWorks,
  transactionWith,
  write
} from "./StoreUnderTest.js"

const insertJob = (subject: string, fence: number): Write => ({
  _tag: "HoldJob",
  job: { shop, kind: "recover", subject, fence },
  runAt: 0,
  share: "a share",
  owner: "p1"
})

const wholes = (test: StoreTest): void => {
  test("everything is written, and answered with what was decided", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const writes = [...inserting(transaction), insertJob(transaction.uid, 1)]
      assert.strictEqual(yield* perform({}, () => decided(writes, 42)), 42)
      assert.isTrue(yield* isCommitted(transaction))
      assert.isDefined(yield* look(Reads.job({ shop, kind: "recover", subject: transaction.uid })))
    }))

  test("a refused operation writes nothing and is answered with why", () =>
    Effect.gen(function* () {
      const { uid } = yield* insertTransaction()
      const refused = perform({ found: Reads.transaction(shop, uid) }, ({ found }) => refuse({ amount: found!.amount }))
      assert.deepStrictEqual<unknown>(yield* Effect.flip(refused), { amount: 1000 })
      yield* storeWorks
    }))

  test("a decision that dies writes nothing", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        perform({}, () => {
          throw new Error("a broken rule")
        })
      )
      assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
      yield* storeWorks
    }))

  test("a write that the store refuses takes those before and behind it back", () =>
    Effect.gen(function* () {
      const there = yield* insertTransaction()
      const [first, second] = [yield* transactionWith(), yield* transactionWith()]
      const writes = [...inserting(first), ...inserting(there), ...inserting(second)]
      yield* assertStorageError("constraint", write(...writes))
      assert.deepStrictEqual([yield* isCommitted(first), yield* isCommitted(second)], [false, false])
      yield* storeWorks
    }))

  test("an answer comes once, and never inside the call that asks for it", () =>
    Effect.gen(function* () {
      const store = yield* CommitStore
      const transaction = yield* transactionWith()
      const answers: Array<CommitOutcome<string, never>> = []
      const decide = () => decided(inserting(transaction), "done", { wakeAt: 7 })
      const done = Effect.async<number>((resume) => {
        store.submit({ name: "record", load: {}, decide }, (outcome) => {
          answers.push(outcome)
          resume(Effect.succeed(answers.length))
        })
        answers.length === 0 || resume(Effect.succeed(-1))
      })
      assert.strictEqual(yield* done, 1)
      yield* storeWorks
      assert.deepStrictEqual(answers, [{ _tag: "Committed", answer: "done", wakeAt: 7 }])
    }))

  test("an operation that only reads finds what is committed and leaves everything as it is", () =>
    Effect.gen(function* () {
      const written = yield* insertTransaction()
      for (let times = 0; times < 3; times++) {
        assert.strictEqual((yield* look(Reads.transaction(shop, written.uid)))?.version, 1)
      }
    }))
}

const ends = [
  "commits",
  "is refused",
  "is refused as stale",
  "is stale",
  "meets a constraint",
  "dies",
  "dies late"
] as const

type End = (typeof ends)[number]

/** An operation that writes a transaction and then ends so. */
const ending = (end: End, transaction: Transaction, there: Transaction) => {
  const broken = (): never => {
    throw new Error("a broken rule")
  }
  const writes = inserting(transaction)
  return perform({ found: Reads.transaction(shop, transaction.uid) }, (): Decision<undefined, string | Stale> => {
    switch (end) {
      case "commits":
        return decided(writes, undefined)
      case "is refused":
        return refuse("no")
      case "is refused as stale":
        return refuse(new Stale())
      case "is stale":
        return decided([...writes, ...replacing({ ...there, version: 7 })], undefined)
      case "meets a constraint":
        return decided([...writes, ...inserting(there)], undefined)
      case "dies":
        return broken()
      case "dies late":
        return decided([...writes, { ...writes[0], transaction: undefined } as never], undefined)
    }
  })
}

const expected: Record<End, (exit: Exit.Exit<unknown, unknown>) => void> = {
  commits: (exit) => assert.isTrue(Exit.isSuccess(exit)),
  "is refused": (exit) => assert.deepStrictEqual(exit, Exit.fail("no")),
  "is refused as stale": (exit) => assert.hasMembers(errorOf(exit), { _tag: "Stale" }),
  "is stale": (exit) => assert.hasMembers(errorOf(exit), { _tag: "Stale" }),
  "meets a constraint": (exit) => assert.hasMembers(errorOf(exit), { reason: "constraint" }),
  dies: (exit) => assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die"),
  "dies late": (exit) => assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
}

const errorOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) && exit.cause._tag === "Fail" ? exit.cause.error : assert.fail(`expected an error, not ${exit}`)

/** Operations that come at once each end so, and only those that commit have written. */
const allEnd = Effect.fnUntraced(function* (count: number, endOf: (index: number) => End) {
  const there = yield* insertTransaction()
  const transactions = yield* Effect.replicateEffect(transactionWith(), count)
  const exits = yield* atOnce(transactions.map((_, index) => Effect.exit(ending(endOf(index), _, there))))
  for (const [index, exit] of exits.entries()) expected[endOf(index)](exit)
  const committed = yield* Effect.forEach(transactions, isCommitted)
  assert.deepStrictEqual(
    committed,
    transactions.map((_, index) => endOf(index) === "commits")
  )
})

const company = (test: StoreTest): void => {
  for (const end of ends.filter((_) => _ !== "commits")) {
    test(`one that ${end} takes nothing of those back that come with it`, () =>
      allEnd(24, (index) => (index % 8 === 3 ? end : "commits")))
  }

  test("of all kinds at once each comes to its own end", () => allEnd(60, (index) => ends[(index * 7) % ends.length]!))

  test("a hundred that each read a row and write its next version, at once, are made one after the other", () =>
    Effect.gen(function* () {
      const { uid } = yield* insertTransaction({ status: "pending" })
      const next = perform({ found: Reads.transaction(shop, uid) }, ({ found }) =>
        decided(replacing({ ...found!, version: found!.version + 1 }), found!.version)
      )
      const versions = yield* atOnce(Array.from({ length: 100 }, () => next))
      assert.sameMembers(
        versions,
        Array.from({ length: 100 }, (_, index) => index + 1)
      )
    }))
}

const dying =
  (moment: Commits.Moment, name: Commits.CommitName): Commits.FaultPoints["Type"] =>
  (point, at) =>
    point === `commit.${name}` && at === moment ? Effect.die(`killed ${moment}`) : Effect.void

const named = (name: Commits.CommitName, transaction: Transaction) =>
  Effect.flatMap(CommitStore, (store) =>
    Effect.async<CommitOutcome<undefined, never>>((resume) =>
      store.submit({ name, load: {}, decide: () => decided(inserting(transaction), undefined) }, (outcome) =>
        resume(Effect.succeed(outcome))
      )
    )
  )

const faultPoints = (test: StoreTest): void => {
  for (const [moment, durable] of [
    ["before", false],
    ["after", true]
  ] as const) {
    test(
      `a process that dies ${moment} a commit has ${durable ? "" : "not "}made it durable, and answers neither way as done`,
      () =>
        Effect.gen(function* () {
          const transaction = yield* transactionWith()
          const outcome = yield* named("record", transaction)
          assert.strictEqual(outcome._tag, "Died")
          assert.strictEqual(yield* isCommitted(transaction), durable)
          const next = yield* transactionWith()
          assert.strictEqual((yield* named("expire", next))._tag, "Committed")
          assert.isTrue(yield* isCommitted(next))
        }),
      { reached: dying(moment, "record") }
    )
  }

  const seen: Array<string> = []
  test(
    "each commit is told of twice, by its name, and an operation that is refused is not",
    () =>
      Effect.gen(function* () {
        const { uid } = yield* insertTransaction()
        yield* Effect.flip(perform({ found: Reads.transaction(shop, uid) }, () => refuse("no")))
        assert.deepStrictEqual(
          seen.filter((_) => _ !== "commit.migrate before" && _ !== "commit.migrate after"),
          ["commit.record before", "commit.record after"]
        )
      }),
    { reached: (point, moment) => Effect.sync(() => void seen.push(`${point} ${moment}`)) }
  )
}

/** Everything that `CommitStore` promises. */
export const commitStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("a store of operations", () => {
    wholes(test)
    company(test)
    listeners(test)
    faultPoints(test)
  })
}
