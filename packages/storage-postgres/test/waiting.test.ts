import { assert, describe, it } from "@effect/vitest"
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import * as PartitionKey from "@florin/core/jobs/PartitionKey"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { Database } from "@florin/storage-sql/Database"
import {
  addTransaction,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  perform,
  run,
  shop,
  transactionWith,
  write
} from "@florin/testing/stores/StoreUnderTest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { newAddress, optionsOf, ownDatabase, temporaryStore } from "./internal/database.js"

const size = 2

const pid = Effect.flatMap(UnitOfWorkContext, ({ execute }) =>
  Effect.map(execute("SELECT pg_backend_pid() AS pid", []), ([row]) => Number(row!.pid))
)

/** Uses every connection at the same time, each in its own unit. */
const allWork = Effect.gen(function* () {
  const unit = yield* UnitOfWork
  const [met, pids] = [yield* Deferred.make<void>(), new Set<number>()]
  const meet = Effect.gen(function* () {
    if (pids.add(yield* pid).size === size) yield* Deferred.succeed(met, undefined)
    yield* Deferred.await(met)
  })
  yield* Effect.all(
    Array.from({ length: size }, () => unit.run(meet)),
    { concurrency: "unbounded" }
  )
  assert.strictEqual(pids.size, size)
})

describe("waiting for a connection", () => {
  it.effect("ends at once for a caller that is interrupted, and writes nothing", () =>
    Effect.gen(function* () {
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const held = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))
      const holders = yield* Effect.replicateEffect(Effect.fork(run(held)), size)
      yield* Deferred.await(begun)
      const transactions = yield* Effect.replicateEffect(transactionWith(), 10)
      const waiting = yield* Effect.forEach(transactions, (_) => Effect.fork(run(addTransaction(_))))
      yield* Effect.yieldNow()
      for (const [index, fiber] of waiting.entries()) {
        if (index % 2 === 0) assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      }
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach(holders, Fiber.join)
      yield* Effect.forEach(waiting, Fiber.await)
      assert.deepStrictEqual(
        yield* Effect.forEach(transactions, isCommitted),
        transactions.map((_, index) => index % 2 === 1)
      )
      yield* allWork
    }).pipe(Effect.provide(temporaryStore({ poolSize: size })))
  )

  it.effect("interruptions at any moment lose neither a connection nor what was acknowledged", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 40; round++) {
        const transactions = yield* Effect.replicateEffect(transactionWith(), 6)
        const fibers = yield* Effect.forEach(transactions, (_) => Effect.fork(run(addTransaction(_))))
        const readers = yield* Effect.forEach(transactions, (_) => Effect.fork(isCommitted(_)))
        for (let step = 0; step < round % 8; step++) yield* Effect.yieldNow()
        yield* Effect.forEach(fibers.slice(round % 3), Fiber.interruptFork)
        yield* Effect.forEach(readers.slice(round % 5), Fiber.interruptFork)
        const exits = yield* Effect.forEach(fibers, Fiber.await)
        yield* Effect.forEach(readers, Fiber.await)
        const committed = yield* Effect.forEach(transactions, isCommitted)
        for (const [index, exit] of exits.entries()) {
          if (Exit.isSuccess(exit)) assert.isTrue(committed[index])
        }
      }
      yield* allWork
    }).pipe(Effect.provide(temporaryStore({ poolSize: size })))
  )

  it.scoped("a reader that is interrupted waits for its statement, and stops no other", () =>
    Effect.gen(function* () {
      const test = Effect.gen(function* () {
        const { read, reserve } = yield* Database
        const reading = yield* Effect.fork(read("SELECT pg_sleep(0.2)", []))
        yield* Effect.yieldNow()
        const interrupted = yield* Effect.fork(Fiber.interrupt(reading))
        const after = Effect.flatMap(reserve, ({ execute }) => execute("SELECT pg_sleep(0.1), 7 AS seven", []))
        const [row] = yield* Effect.scoped(after)
        assert.strictEqual(row!.seven, 7)
        assert.isTrue(Exit.isInterrupted(yield* Fiber.join(interrupted)))
        const asleep =
          "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"
        const another = yield* Effect.fork(read("SELECT pg_sleep(0.2)", []))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(another)
        const { client } = yield* Effect.promise(ownDatabase)
        assert.strictEqual((yield* Effect.promise(() => client.query(asleep))).rowCount, 0)
      })
      yield* Effect.provide(test, PostgresStore.database(optionsOf(yield* newAddress, { poolSize: 1 })))
    })
  )

  it.effect("those that wait come in the order in which they asked", () =>
    Effect.gen(function* () {
      const came: Array<number> = []
      const units = Array.from({ length: 20 }, (_, index) => run(Effect.sync(() => came.push(index))))
      yield* Effect.all(units, { concurrency: "unbounded" })
      assert.deepStrictEqual(came, [...came.keys()])
    }).pipe(Effect.provide(temporaryStore({ poolSize: 1 })))
  )
})

describe("a unit that ends its own transaction", () => {
  it.effect.each(["COMMIT", "ROLLBACK"])("by %s is not acknowledged, and the connection goes on", (statement) =>
    Effect.gen(function* () {
      const end = Effect.flatMap(UnitOfWorkContext, ({ execute }) => execute(statement, []))
      const error = yield* Effect.flip(run(end))
      assert.deepStrictEqual(
        [error.operation, error.reason, error.detail],
        ["host.execute", "unexpected", "transaction-control"]
      )
      assert.isTrue(yield* isCommitted(yield* insertTransaction()))
    }).pipe(Effect.provide(temporaryStore({ poolSize: 1 })))
  )

  it.effect("two statements in one text are refused", () =>
    Effect.gen(function* () {
      const two = Effect.flatMap(UnitOfWorkContext, ({ execute }) => execute("SELECT 1; SELECT 2", []))
      assert.strictEqual((yield* Effect.flip(run(two))).detail, "42601")
    }).pipe(Effect.provide(temporaryStore()))
  )
})

describe("waiting for a lock", () => {
  it.effect("keeps nothing waiting that shares a transaction with what waits", () =>
    Effect.gen(function* () {
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { uid } = yield* insertTransaction()
      const holder = yield* execute("SELECT uid FROM florin_transactions WHERE uid = ? FOR UPDATE", uid).pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(end)),
        run,
        Effect.fork
      )
      yield* Deferred.await(begun)
      const changing = perform({ found: Reads.transaction(shop, uid) }, ({ found }) =>
        decided([{ _tag: "ReplaceTransaction", transaction: { ...found!, version: found!.version + 1 } }], undefined)
      )
      const another = write(...inserting(yield* transactionWith()))
      const [waiting, other] = yield* Effect.all([Effect.fork(changing), Effect.fork(another)])
      yield* Fiber.join(other)
      assert.isNull(waiting.unsafePoll())
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(waiting)
    }).pipe(Effect.provide(temporaryStore({ poolSize: 4, patience: "1 hour", statementTimeout: "1 hour" })))
  )

  // A process suspended in a transaction must not prevent others from releasing the remaining orphaned jobs.
  it.effect("doesn't hold up the release of orphaned jobs: locked ones are released the next time", () =>
    Effect.gen(function* () {
      const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const job = (subject: string) => ({ shop, kind: "notify", subject, fence: 1 })
      const subjects = ["locked", "free"]
      const share = PartitionKey.ofInternalWork(shop)
      yield* write(
        ...subjects.map((subject) => ({ _tag: "HoldJob", job: job(subject), runAt: 1, share, owner: "dead" }) as const)
      )
      const holder = yield* execute("SELECT subject FROM florin_jobs WHERE subject = ? FOR UPDATE", "locked").pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(end)),
        run,
        Effect.fork
      )
      yield* Deferred.await(begun)
      const owners = Effect.forEach(subjects, (subject) =>
        Effect.map(
          execute("SELECT lease_owner FROM florin_jobs WHERE subject = ?", subject),
          ([row]) => row!.lease_owner
        )
      )
      yield* write({ _tag: "ReleaseOrphans" })
      assert.deepStrictEqual(yield* run(owners), ["dead", null])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(holder)
      yield* write({ _tag: "ReleaseOrphans" })
      assert.deepStrictEqual(yield* run(owners), [null, null])
    }).pipe(Effect.provide(temporaryStore({ poolSize: 4, patience: "1 hour", statementTimeout: "1 hour" })))
  )
})
