import { assert, describe, it } from "@effect/vitest"
import * as Reads from "@florin/core/commits/Reads"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import { Database } from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import {
  addTransaction,
  assertStorageError,
  at,
  atOnce,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  notificationWith,
  replacing,
  run,
  shop,
  transactionWith,
  write
} from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./internal/files.js"

const big = { description: "x".repeat(100_000) }

describe("a SQLite store that cannot write", () => {
  it.effect("a full disk is a typed error, keeps what was acknowledged, and is over when there is room", () =>
    Effect.gen(function* () {
      const kept = yield* insertTransaction()
      yield* run(execute("PRAGMA max_page_count = 1"))
      const lost = yield* transactionWith(big)
      const unit = yield* assertStorageError("full", run(addTransaction(lost)))
      assert.strictEqual(unit.operation, "host.execute")
      const operation = yield* assertStorageError("full", write(...inserting(lost)))
      assert.strictEqual(operation.operation, "transactions.insert")
      assert.isTrue(yield* isCommitted(kept))
      assert.isFalse(yield* isCommitted(lost))
      yield* run(execute("PRAGMA max_page_count = 1000000"))
      assert.isTrue(yield* isCommitted(yield* insertTransaction(big)))
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )

  it.effect("when the disk is full, acknowledged commits are kept, and nothing else is", () =>
    Effect.gen(function* () {
      const [row] = yield* run(execute("PRAGMA page_count"))
      yield* run(execute(`PRAGMA max_page_count = ${Number(row!.page_count) + 60}`))
      const transactions = yield* Effect.replicateEffect(transactionWith({ description: "x".repeat(20_000) }), 40)
      // The units between them handle the failure, and must not continue outside the rolled-back transaction.
      const exits = yield* Effect.forEach(
        transactions,
        (_, index) => Effect.exit(run(index % 2 ? Effect.ignore(addTransaction(_)) : addTransaction(_))),
        { concurrency: "unbounded" }
      )
      const committed = yield* Effect.forEach(transactions, isCommitted)
      assert.deepStrictEqual(exits.map(Exit.isSuccess), committed)
      assert.include(committed, false)
      yield* run(execute("PRAGMA max_page_count = 1000000"))
      assert.isTrue(yield* isCommitted(yield* insertTransaction()))
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )

  it.effect("when the disk is full, each of several concurrent operations gets its true outcome", () =>
    Effect.gen(function* () {
      for (const room of [0, 3, 20, 60]) {
        const [row] = yield* run(execute("PRAGMA page_count"))
        yield* run(execute(`PRAGMA max_page_count = ${Number(row!.page_count) + room}`))
        const transactions = yield* Effect.replicateEffect(transactionWith({ description: "x".repeat(20_000) }), 40)
        const exits = yield* atOnce(transactions.map((_) => Effect.exit(write(...inserting(_)))))
        for (const exit of exits) {
          if (Exit.isFailure(exit)) assert.deepInclude(exit.cause, { _tag: "Fail" })
        }
        assert.deepStrictEqual(exits.map(Exit.isSuccess), yield* Effect.forEach(transactions, isCommitted))
        assert.isTrue(exits.some(Exit.isFailure))
        yield* run(execute("PRAGMA max_page_count = 1000000"))
        assert.isTrue(yield* isCommitted(yield* insertTransaction(big)))
      }
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )

  it.scoped("a database that became read-only is a typed error, and is over when it may be written again", () =>
    Effect.gen(function* () {
      const database = SqliteStore.database({ filename: yield* temporaryFile })
      const stores = Stores.layer(GroupCommit.make()).pipe(Layer.provideMerge(database))
      const test = Effect.gen(function* () {
        const { reserve } = yield* Database
        const forbid = (value: 0 | 1) =>
          Effect.scoped(Effect.flatMap(reserve, (_) => _.execute(`PRAGMA query_only = ${value}`, [])))
        const kept = yield* insertTransaction()
        yield* forbid(1)
        yield* assertStorageError("readonly", insertTransaction())
        assert.isTrue(yield* isCommitted(kept))
        yield* forbid(0)
        assert.isTrue(yield* isCommitted(yield* insertTransaction()))
      })
      yield* Effect.provide(test, stores)
    })
  )
})

describe("an error of a SQLite store", () => {
  const canary = "4111111111111111"

  it.effect("names the operation and the code, and nothing that stood in the row", () =>
    Effect.gen(function* () {
      const first = yield* insertTransaction({ description: canary })
      const again = write(...inserting({ ...first, description: canary }, { fingerprint: canary }))
      const error = yield* assertStorageError("constraint", again)
      assert.deepStrictEqual([error.operation, error.detail], ["transactions.insert", "SQLITE_CONSTRAINT_UNIQUE"])
      assert.notInclude(`${error} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, canary)
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )

  it.effect("a document that does not read back is corrupt, and is not quoted", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const { uid } = yield* insertTransaction()
      yield* run(execute(`UPDATE florin_transactions SET document = '{"amount":"${canary}"}'`))
      const error = yield* assertStorageError("corrupt", store.find(shop, uid))
      assert.strictEqual(error.operation, "transactions.find")
      const loaded = yield* assertStorageError("corrupt", look(Reads.transaction(shop, uid)))
      assert.strictEqual(loaded.operation, "load")
      assert.notInclude(`${error} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, canary)
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )

  it.effect.each([
    ["transactions", "status", "'done'"],
    ["notifications", "status", "'lost'"],
    ["transactions", "amount", "-1"]
  ] as const)("%s refuses a %s of %s", ([table, column, value]) =>
    Effect.gen(function* () {
      const first = yield* insertTransaction()
      yield* write({ _tag: "InsertNotification", notification: yield* notificationWith() })
      yield* assertStorageError("constraint", run(execute(`UPDATE florin_${table} SET ${column} = ${value}`)))
      yield* write(...replacing({ ...first, version: 2, updatedAt: at(1) }))
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )
})
