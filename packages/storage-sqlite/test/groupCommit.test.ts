import { assert, describe, it } from "@effect/vitest"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Database from "@florin/storage-sql/Database"
import * as GroupCommit from "@florin/storage-sql/GroupCommit"
import * as Stores from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import {
  addTransaction,
  assertStorageError,
  insertTransaction,
  isCommitted,
  run,
  transactionWith
} from "@florin/testing/stores/StoreUnderTest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { temporaryFile } from "./files.js"

/** What the driver was asked to do, and what it shall fail at. */
class Watch {
  readonly statements: Array<string> = []
  failing: { readonly statement: string; readonly code: string } | undefined

  commits(): number {
    return this.statements.filter((_) => _ === "COMMIT").length
  }
}

const watched = (watch: Watch) => {
  const database = Layer.unwrapScoped(Effect.map(temporaryFile, (filename) => SqliteStore.database({ filename })))
  const around = Layer.effect(
    Database.Database,
    Effect.map(Database.Database, (database) =>
      Database.make({
        ...database,
        reserve: Effect.map(database.reserve, (connection) => {
          const now: Database.Statements["now"] = (sql, params) => {
            watch.statements.push(sql)
            const { failing } = watch
            if (failing?.statement === sql) throw { code: failing.code }
            return connection.now!(sql, params)
          }
          return { now, execute: (sql, params) => Effect.try({ try: () => now(sql, params), catch: (_) => _ }) }
        })
      })
    )
  )
  return Stores.layer(GroupCommit.layer({ gather: Effect.yieldNow() })).pipe(
    Layer.provide(around),
    Layer.provide(database)
  )
}

const onWatched = (name: string, test: (watch: Watch) => Effect.Effect<void, unknown, Stores.Stores>) =>
  it.effect(name, () =>
    Effect.suspend(() => {
      const watch = new Watch()
      return Effect.provide(test(watch), watched(watch))
    })
  )

const all = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

describe("units that wait together", () => {
  onWatched("a hundred share a commit or two", (watch) =>
    Effect.gen(function* () {
      const before = watch.commits()
      const transactions = yield* all(Array.from({ length: 100 }, () => insertTransaction()))
      assert.isAtMost(watch.commits() - before, 2)
      assert.isTrue((yield* Effect.forEach(transactions, isCommitted)).every(Boolean))
    })
  )

  onWatched("no commit takes more than 256 of them", (watch) =>
    Effect.gen(function* () {
      watch.statements.length = 0
      yield* all(Array.from({ length: 600 }, () => run(Effect.void)))
      const groups = watch.statements.join(" ").split("COMMIT")
      const sizes = groups.map((group) => group.split("SAVEPOINT unit").length - 1)
      assert.strictEqual(
        sizes.reduce((sum, size) => sum + size, 0),
        600
      )
      assert.isAtMost(Math.max(...sizes), GroupCommit.unitsPerCommit)
    })
  )

  onWatched("nobody is told, not even of a refusal, before the commit is known", (watch) =>
    Effect.gen(function* () {
      const told: Array<number> = []
      const units = Array.from({ length: 20 }, (_, index) => {
        const work = index % 2 === 0 ? Effect.void : Effect.fail("refused")
        return Effect.tap(Effect.exit(run(work)), () => {
          told.push(watch.commits())
        })
      })
      const before = watch.commits()
      yield* all(units)
      assert.isAbove(Math.min(...told), before)
    })
  )

  for (const [code, reason] of [
    ["SQLITE_FULL", "full"],
    ["SQLITE_IOERR_FSYNC", "unknown-outcome"]
  ] as const) {
    onWatched(`a COMMIT that fails with ${code} is ${reason} for all of them, the refused ones too`, (watch) =>
      Effect.gen(function* () {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 20)
        let told = 0
        const hint = Effect.flatMap(UnitOfWorkContext, ({ afterCommit }) => afterCommit(Effect.sync(() => void told++)))
        const units = transactions.map((_, index) =>
          run(Effect.zipRight(Effect.zipRight(addTransaction(_), hint), index % 2 ? Effect.fail("no") : Effect.void))
        )
        watch.failing = { statement: "COMMIT", code }
        yield* all(units.map((unit) => assertStorageError(reason, unit)))
        watch.failing = undefined
        assert.strictEqual(told, 0)
        assert.isFalse((yield* Effect.forEach(transactions, isCommitted)).some(Boolean))
        assert.isTrue(yield* isCommitted(yield* insertTransaction()))
      })
    )
  }

  for (const statement of ["BEGIN IMMEDIATE", "SAVEPOINT unit", "RELEASE unit", "ROLLBACK TO unit"]) {
    onWatched(`a ${statement} that fails is typed, writes nothing, and the next unit works`, (watch) =>
      Effect.gen(function* () {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 5)
        watch.failing = { statement, code: "SQLITE_IOERR" }
        const exits = yield* all(
          transactions.map((_, index) =>
            Effect.exit(run(Effect.zipRight(addTransaction(_), index === 2 ? Effect.fail("no") : Effect.void)))
          )
        )
        watch.failing = undefined
        const committed = yield* Effect.forEach(transactions, isCommitted)
        assert.deepStrictEqual(exits.map(Exit.isSuccess), committed)
        assert.include(committed, false)
        assert.isTrue(yield* isCommitted(yield* insertTransaction()))
      })
    )
  }

  onWatched("a COMMIT or a statement that dies is an error like any other", (watch) =>
    Effect.gen(function* () {
      const lost = yield* transactionWith()
      watch.failing = { statement: "COMMIT", code: "a code nobody knows" }
      yield* assertStorageError("unexpected", run(addTransaction(lost)))
      watch.failing = undefined
      assert.isFalse(yield* isCommitted(lost))
    })
  )
})

describe("waiting for the turn", () => {
  const occupied = Effect.gen(function* () {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holder = yield* Effect.fork(run(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))))
    yield* Deferred.await(begun)
    return { end: Deferred.succeed(end, undefined), holder }
  })

  onWatched("ends at once for a caller that is interrupted, who then writes nothing", () =>
    Effect.gen(function* () {
      const { end, holder } = yield* occupied
      const transactions = yield* Effect.replicateEffect(transactionWith(), 10)
      const waiting = yield* Effect.forEach(transactions, (_) => Effect.fork(run(addTransaction(_))))
      yield* Effect.yieldNow()
      for (const [index, fiber] of waiting.entries()) {
        if (index % 2 === 0) assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      }
      yield* end
      yield* Fiber.join(holder)
      yield* Effect.forEach(waiting, Fiber.await)
      const committed = yield* Effect.forEach(transactions, isCommitted)
      assert.deepStrictEqual(
        committed,
        transactions.map((_, index) => index % 2 === 1)
      )
    })
  )

  onWatched("interruptions at any moment leave neither a lost turn nor an open transaction", (watch) =>
    Effect.gen(function* () {
      for (let round = 0; round < 40; round++) {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 6)
        const fibers = yield* Effect.forEach(transactions, (_) => Effect.fork(run(addTransaction(_))))
        for (let step = 0; step < round % 8; step++) yield* Effect.yieldNow()
        yield* Effect.forEach(fibers.slice(round % 3), Fiber.interruptFork)
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        const committed = yield* Effect.forEach(transactions, isCommitted)
        for (const [index, exit] of exits.entries()) if (Exit.isSuccess(exit)) assert.isTrue(committed[index])
      }
      assert.isTrue(yield* isCommitted(yield* insertTransaction()))
      const begun = watch.statements.filter((_) => _ === "BEGIN IMMEDIATE").length
      assert.strictEqual(watch.commits(), begun)
    })
  )
})
