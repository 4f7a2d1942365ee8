/** The contract of a unit of work, as tests that every store runs. */
import { CardStore } from "@florin/core/cards/CardStore"
import type { CommitStore } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import { type UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  addTransaction,
  assertStorageError,
  cardWith,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  onFreshStore,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  storeWorks,
  transactionWith,
  write
} from "./StoreUnderTest.js"

/** A saved card, a write of its number in a unit, and whether that is found. */
const rewrapping = Effect.gen(function* () {
  const card = yield* cardWith()
  yield* write({ _tag: "InsertCard", card })
  const cards = yield* CardStore
  const number = { keyId: "key-2", sealed: "sealed anew" }
  return {
    rewrap: cards.replaceSealed(shop, card.token, number),
    isRewrapped: Effect.map(look(Reads.card(shop, card.token)), (found) => {
      assert.include([card.number, number], found?.number)
      return found?.number?.keyId === number.keyId
    })
  }
})

const atomicity = (test: StoreTest): void => {
  test("what a unit writes to several stores is committed together", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const { isRewrapped, rewrap } = yield* rewrapping
      assert.strictEqual(yield* run(Effect.as(Effect.zipRight(addTransaction(transaction), rewrap), 42)), 42)
      assert.isTrue(yield* isCommitted(transaction))
      assert.isTrue(yield* isRewrapped)
    }))

  for (const [how, ending] of [
    ["a failure", Effect.fail("no")],
    ["a defect", Effect.die("no")],
    ["an interruption from within", Effect.interrupt]
  ] as const) {
    test(`${how} takes back everything the unit wrote, and is what the caller gets`, () =>
      Effect.gen(function* () {
        const transaction = yield* transactionWith()
        const { isRewrapped, rewrap } = yield* rewrapping
        const exit = yield* Effect.exit(
          run(addTransaction(transaction).pipe(Effect.zipRight(rewrap), Effect.zipRight(ending)))
        )
        assert.deepStrictEqual(Exit.mapError(exit, String), Exit.mapError(yield* Effect.exit(ending), String))
        assert.isFalse(yield* isCommitted(transaction))
        assert.isFalse(yield* isRewrapped)
        yield* storeWorks
      }))
  }

  test("a failed statement refuses the commit even when the unit handled it", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const again = Effect.ignore(addTransaction(transaction))
      yield* assertStorageError("constraint", run(Effect.zipRight(addTransaction(transaction), again)))
      assert.isFalse(yield* isCommitted(transaction))
      yield* storeWorks
    }))

  test("after a failed statement no other is carried out", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* transactionWith(), yield* transactionWith()]
      const failing = Effect.ignore(execute("SELECT nothing FROM nowhere"))
      const work = addTransaction(first).pipe(Effect.zipRight(failing), Effect.zipRight(addTransaction(second)))
      yield* Effect.flip(run(work))
      assert.isFalse(yield* isCommitted(second))
      yield* storeWorks
    }))

  test("a host's rows are committed and taken back with ours", () =>
    Effect.gen(function* () {
      yield* run(execute("CREATE TABLE host_orders (id BIGINT NOT NULL PRIMARY KEY, state TEXT NOT NULL)"))
      const order = (id: number) => execute("INSERT INTO host_orders (id, state) VALUES (?, ?)", id, "paid ?")
      yield* run(Effect.zipRight(order(1), addTransaction(yield* transactionWith())))
      yield* Effect.flip(run(Effect.zipRight(order(2), Effect.fail("no"))))
      const rows = yield* run(execute("SELECT id, state FROM host_orders ORDER BY id"))
      assert.deepStrictEqual(
        rows.map((row) => [Number(row.id), row.state]),
        [[1, "paid ?"]]
      )
    }))
}

const tell = (hint: Effect.Effect<void>) => Effect.flatMap(UnitOfWorkContext, ({ afterCommit }) => afterCommit(hint))

const hints = (test: StoreTest): void => {
  test("hints run in order, when the rows can already be read", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const context = yield* Effect.context<TransactionStore>()
      const seen: Array<string> = []
      const look = Effect.map(Effect.orDie(Effect.provide(isCommitted(transaction), context)), (committed) => {
        seen.push(`committed: ${committed}`)
      })
      const work = tell(look).pipe(
        Effect.zipRight(addTransaction(transaction)),
        Effect.zipRight(tell(Effect.sync(() => seen.push("second")))),
        Effect.zipRight(Effect.sync(() => seen.push("end of the unit")))
      )
      yield* run(work)
      assert.deepStrictEqual(seen, ["end of the unit", "committed: true", "second"])
    }))

  test("hints of a unit that failed do not run", () =>
    Effect.gen(function* () {
      let reported = 0
      const hint = tell(Effect.sync(() => void reported++))
      yield* Effect.flip(run(Effect.zipRight(hint, Effect.fail("no"))))
      yield* Effect.flip(run(Effect.zipRight(hint, Effect.ignore(execute("SELECT nothing FROM nowhere")))))
      assert.strictEqual(reported, 0)
    }))

  test("a hint that dies does not undo what was committed", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      yield* run(Effect.zipRight(addTransaction(transaction), tell(Effect.die("a broken bell"))))
      assert.isTrue(yield* isCommitted(transaction))
    }))
}

const joining = (test: StoreTest): void => {
  test("an inner unit is committed with the outer one", () =>
    Effect.gen(function* () {
      const [inner, outer] = [yield* transactionWith(), yield* transactionWith()]
      let reported = 0
      const hint = tell(Effect.sync(() => void reported++))
      const work = run(Effect.zipRight(addTransaction(inner), hint)).pipe(
        Effect.zipRight(Effect.sync(() => assert.strictEqual(reported, 0, "the outer unit is not committed yet"))),
        Effect.zipRight(addTransaction(outer))
      )
      yield* run(work)
      assert.strictEqual(reported, 1)
      assert.deepStrictEqual([yield* isCommitted(inner), yield* isCommitted(outer)], [true, true])
    }))

  test("an inner unit is taken back with the outer one", () =>
    Effect.gen(function* () {
      const inner = yield* transactionWith()
      yield* Effect.flip(run(Effect.zipRight(run(addTransaction(inner)), Effect.fail("no"))))
      assert.isFalse(yield* isCommitted(inner))
    }))

  test("an outer unit that handled an inner one's failure is not committed", () =>
    Effect.gen(function* () {
      const [inner, outer] = [yield* transactionWith(), yield* transactionWith()]
      const failing = Effect.ignore(run(Effect.zipRight(addTransaction(inner), Effect.fail("no"))))
      yield* assertStorageError("unexpected", run(Effect.zipRight(failing, addTransaction(outer))))
      assert.deepStrictEqual([yield* isCommitted(inner), yield* isCommitted(outer)], [false, false])
    }))

  test("a capability that outlives its unit writes nothing", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const kept = yield* run(UnitOfWorkContext)
      yield* assertStorageError(
        "unexpected",
        Effect.provideService(addTransaction(transaction), UnitOfWorkContext, kept)
      )
      const later = Effect.provideService(run(addTransaction(transaction)), UnitOfWorkContext, kept)
      yield* later
      assert.isTrue(yield* isCommitted(transaction), "a unit begun with it is a unit of its own")
    }))
}

/** A unit that inserts and then stays open until it is told to end. */
const openUnit = Effect.gen(function* () {
  const transaction = yield* transactionWith()
  const [written, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const work = addTransaction(transaction).pipe(
    Effect.zipRight(Deferred.succeed(written, undefined)),
    Effect.zipRight(Deferred.await(end))
  )
  const fiber = yield* Effect.fork(run(work))
  yield* Deferred.await(written)
  return { transaction, end: Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber)) }
})

const isolation = (test: StoreTest): void => {
  test("a reader never sees what is not committed", () =>
    Effect.gen(function* () {
      const { end, transaction } = yield* openUnit
      const store = yield* TransactionStore
      assert.isFalse(yield* isCommitted(transaction))
      assert.isNone(yield* store.findPublic(transaction.uid))
      assert.deepStrictEqual(yield* store.history(shop, transaction.uid), [])
      yield* end
      assert.isTrue(yield* isCommitted(transaction))
    }))

  test("a unit sees what it has written itself", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      assert.isTrue(yield* run(Effect.zipRight(addTransaction(transaction), isCommitted(transaction))))
    }))

  test("operations wait for a unit that is open where it has the store to itself, and then go on", () =>
    Effect.gen(function* () {
      const { end, transaction } = yield* openUnit
      const operations = yield* Effect.fork(
        Effect.replicateEffect(insertTransaction(), 5, { concurrency: "unbounded" })
      )
      const late = yield* transactionWith()
      const unit = yield* Effect.fork(run(addTransaction(late)))
      yield* end
      const inserted = yield* Fiber.join(operations)
      yield* Fiber.join(unit)
      for (const each of [transaction, late, ...inserted]) assert.isTrue(yield* isCommitted(each))
    }))

  test("a caller that is interrupted while it waits has written everything or nothing", () =>
    Effect.gen(function* () {
      const { end } = yield* openUnit
      const late = yield* transactionWith()
      const waiting = yield* Effect.fork(run(addTransaction(late)))
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(waiting)
      yield* end
      const exit = yield* Fiber.await(waiting)
      assert.strictEqual(yield* isCommitted(late), Exit.isSuccess(exit))
      yield* storeWorks
    }))

  test("units and operations at once, some of which fail or are interrupted, lose nothing of each other", () =>
    Effect.gen(function* () {
      const transactions = yield* Effect.replicateEffect(transactionWith(), 60)
      const fibers = yield* Effect.forEach(transactions, (_, index) => {
        const unit = run(index % 6 === 5 ? Effect.zipRight(addTransaction(_), Effect.fail("no")) : addTransaction(_))
        const work: Effect.Effect<void, unknown, CommitStore | UnitOfWork> =
          index % 2 === 0 ? write(...inserting(_)) : unit
        return Effect.fork(work)
      })
      yield* Effect.yieldNow()
      for (const [index, fiber] of fibers.entries()) if (index % 5 === 3) yield* Fiber.interruptFork(fiber)
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      const committed = yield* Effect.forEach(transactions, isCommitted)
      for (const [index, exit] of exits.entries()) {
        if (Exit.isSuccess(exit)) assert.isTrue(committed[index])
        else if (index % 5 !== 3) assert.strictEqual(index % 6, 5)
        if (index % 6 === 5) assert.isFalse(committed[index])
      }
      yield* storeWorks
    }))
}

const counting = Effect.gen(function* () {
  const { lock } = yield* UnitOfWorkContext
  yield* lock("counter")
  const [row] = yield* execute("SELECT total FROM host_counter WHERE id = 1")
  yield* execute("UPDATE host_counter SET total = ? WHERE id = 1", Number(row!.total) + 1)
})

const contention = (test: StoreTest): void => {
  test("a hundred units at once, each reading and then writing under one name, lose nothing", () =>
    Effect.gen(function* () {
      yield* run(execute("CREATE TABLE host_counter (id BIGINT NOT NULL PRIMARY KEY, total BIGINT NOT NULL)"))
      yield* run(execute("INSERT INTO host_counter (id, total) VALUES (1, 0)"))
      yield* Effect.all(
        Array.from({ length: 100 }, () => run(counting)),
        { concurrency: "unbounded" }
      )
      const [row] = yield* run(execute("SELECT total FROM host_counter WHERE id = 1"))
      assert.strictEqual(Number(row!.total), 100)
    }))

  test("units that fail do no harm to those that wait beside them", () =>
    Effect.gen(function* () {
      const transactions = yield* Effect.replicateEffect(transactionWith(), 60)
      const work = transactions.map((transaction, index) => {
        const added = addTransaction(transaction)
        if (index % 3 === 1) return run(Effect.zipRight(added, Effect.fail("no")))
        if (index % 3 === 2) return run(Effect.zipRight(added, addTransaction(transaction)))
        return run(added)
      })
      const exits = yield* Effect.all(work.map(Effect.exit), { concurrency: "unbounded" })
      const committed = yield* Effect.forEach(transactions, isCommitted)
      assert.deepStrictEqual(
        exits.map(Exit.isSuccess),
        transactions.map((_, index) => index % 3 === 0)
      )
      assert.deepStrictEqual(
        committed,
        transactions.map((_, index) => index % 3 === 0)
      )
    }))
}

const failingCommit = (test: StoreTest): void => {
  test("a COMMIT that fails is a typed error, runs no hint, and leaves the store usable", () =>
    Effect.gen(function* () {
      yield* run(execute("CREATE TABLE host_parents (id BIGINT NOT NULL PRIMARY KEY)"))
      yield* run(
        execute(
          `CREATE TABLE host_children (
            parent_id BIGINT NOT NULL REFERENCES host_parents (id) DEFERRABLE INITIALLY DEFERRED
          )`
        )
      )
      const transaction = yield* transactionWith()
      let reported = 0
      const hint = tell(Effect.sync(() => void reported++))
      const orphan = execute("INSERT INTO host_children (parent_id) VALUES (?)", 7)
      const work = addTransaction(transaction).pipe(Effect.zipRight(orphan), Effect.zipRight(hint))
      const error = yield* assertStorageError("constraint", run(work))
      assert.strictEqual(error.operation, "unit.commit")
      assert.isFalse(yield* isCommitted(transaction))
      assert.strictEqual(reported, 0)
      yield* storeWorks
    }))
}

/** Everything `UnitOfWork` promises. The SQL in it is what SQLite and PostgreSQL both speak. */
export const unitOfWorkSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("a unit of work", () => {
    atomicity(test)
    hints(test)
    joining(test)
    isolation(test)
    contention(test)
    failingCommit(test)
  })
}
