import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { NotificationId } from "@florin/core/ids/Ids"
import { NotificationStore } from "@florin/core/notifications/Notification"
import type { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import {
  addTransaction,
  assertStorageError,
  atOnce,
  execute,
  inserting,
  insertTransaction,
  isCommitted,
  look,
  perform,
  replacing,
  run,
  shop,
  transactionWith,
  write
} from "@florin/testing/stores/StoreUnderTest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { addressOf, newAddress, optionsOf, ownDatabase, ownServer } from "./internal/database.js"
import { startServer } from "./internal/postgres.js"
import { proxied } from "./internal/proxiedStore.js"
import type { Proxy } from "./internal/proxy.js"

const administrator = (statement: string, ...parameters: ReadonlyArray<unknown>) =>
  Effect.promise(async () => (await ownDatabase()).client.query(statement, [...parameters]))

const storeWorks = Effect.gen(function* () {
  assert.isTrue(yield* isCommitted(yield* insertTransaction()), "a later unit commits")
})

/** A store on our own server, in its own schema. */
const freshStore = (changes?: Parameters<typeof optionsOf>[1]) =>
  Layer.unwrapScoped(Effect.map(newAddress, (address) => PostgresStore.layer(optionsOf(address, changes))))

describe("a connection that is lost", () => {
  const cut = (proxy: Proxy) =>
    Effect.sync(() => {
      for (const { server } of proxy.passages) server.destroy()
    })

  it.scoped("in the middle of a unit has written nothing", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const transaction = yield* transactionWith()
      const begun = Effect.zipRight(addTransaction(transaction), execute("SELECT 1"))
      yield* assertStorageError(
        "unavailable",
        inStore(run(begun.pipe(Effect.zipRight(cut(proxy)), Effect.zipRight(execute("SELECT 1")))))
      )
      assert.isFalse(yield* inStore(isCommitted(transaction)))
      yield* inStore(storeWorks)
    })
  )

  it.scoped("just as operations begin is replaced, and none of them notices", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied({ poolSize: 1 })
      yield* inStore(storeWorks)
      yield* cut(proxy)
      const transactions = yield* inStore(atOnce(Array.from({ length: 5 }, () => insertTransaction())))
      for (const transaction of transactions) assert.isTrue(yield* inStore(isCommitted(transaction)))
    })
  )

  it.scoped.each([
    ["needs an answer", execute("SELECT 1")],
    ["needs none", Effect.void]
  ] as const)("just as a unit begins that %s is replaced", ([, rest]) =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied()
      const transaction = yield* transactionWith()
      yield* inStore(run(Effect.zipRight(cut(proxy), Effect.zipRight(addTransaction(transaction), rest))))
      assert.isTrue(yield* inStore(isCommitted(transaction)))
    })
  )
})

describe("a session that the server ends", () => {
  const pid = Effect.map(execute("SELECT pg_backend_pid() AS pid"), ([row]) => Number(row!.pid))

  const terminate = (pid: number) =>
    Effect.gen(function* () {
      yield* administrator("SELECT pg_terminate_backend($1)", pid)
      const gone = Effect.map(
        administrator("SELECT FROM pg_stat_activity WHERE pid = $1", pid),
        (_) => _.rowCount === 0
      )
      while (!(yield* gone)) yield* Effect.yieldNow()
    })

  it.effect("in the middle of a unit is a typed error, and nothing of the unit stays", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const end = Effect.flatMap(pid, terminate)
      const unit = run(addTransaction(transaction).pipe(Effect.zipRight(end), Effect.zipRight(execute("SELECT 1"))))
      const error = yield* assertStorageError("unavailable", unit)
      // The server's last message or the refused connection, whichever the connection sees first.
      assert.include(["57P01 admin_shutdown", "EPIPE", "ECONNRESET"], error.detail)
      assert.isFalse(yield* isCommitted(transaction))
      yield* storeWorks
    }).pipe(Effect.provide(freshStore()))
  )

  it.effect("just before the commit is a typed error, and nothing of the unit stays", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const unit = run(Effect.zipRight(addTransaction(transaction), Effect.flatMap(pid, terminate)))
      const error = yield* assertStorageError("unavailable", unit)
      assert.strictEqual(error.operation, "unit.commit")
      assert.isFalse(yield* isCommitted(transaction))
      yield* storeWorks
    }).pipe(Effect.provide(freshStore()))
  )

  it.scoped("during operations that share a transaction fails each of them and leaves nothing", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied({ poolSize: 1 })
      yield* inStore(storeWorks)
      const transactions = yield* Effect.replicateEffect(transactionWith(), 5)
      const { onward } = proxy
      let pieces = 0
      proxy.onward = (chunk, passage) => {
        pieces += 1
        if (pieces < 2) return chunk
        proxy.onward = onward
        passage.client.destroy()
        return undefined
      }
      const read = (_: Transaction) =>
        perform({ found: Reads.transaction(shop, _.uid) }, () => decided(inserting(_), undefined))
      const errors = yield* inStore(atOnce(transactions.map((_) => assertStorageError("unavailable", read(_)))))
      for (const error of errors) assert.strictEqual(error.operation, "unit.commit")
      assert.isFalse((yield* Effect.forEach(transactions, (_) => inStore(isCommitted(_)))).some(Boolean))
      yield* inStore(storeWorks)
    })
  )

  it.scoped("between the reads and the writes of operations fails each of them and leaves nothing", () =>
    Effect.gen(function* () {
      const { inStore, proxy } = yield* proxied({ poolSize: 1 })
      yield* inStore(storeWorks)
      const { client } = yield* Effect.promise(ownDatabase)
      const idle = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE state = 'idle in transaction'"
      const { onward } = proxy
      let pieces = 0
      proxy.onward = (chunk, { server }) => {
        pieces += 1
        if (pieces < 2) return chunk
        proxy.onward = onward
        void client.query(idle).then(() => server.write(chunk))
        return undefined
      }
      const transactions = yield* Effect.replicateEffect(transactionWith(), 5)
      const insert = (_: Transaction) => assertStorageError("unavailable", write(...inserting(_)))
      yield* inStore(atOnce(transactions.map(insert)))
      assert.isFalse((yield* Effect.forEach(transactions, (_) => inStore(isCommitted(_)))).some(Boolean))
      yield* inStore(storeWorks)
    })
  )

  it.effect("while it is idle is not noticed by any caller", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 5; round++) {
        yield* Effect.flatMap(run(pid), terminate)
        yield* storeWorks
      }
    }).pipe(Effect.provide(freshStore({ poolSize: 1 })))
  )
})

describe("a server that is restarted", () => {
  // Tests a crash of the server, not of the machine.
  const anotherServer = Effect.acquireRelease(
    Effect.promise(() => startServer({ fsync: "off" })),
    (server) => Effect.promise(() => server.remove())
  )

  const moment = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))

  it.scoped.each(["QUIT", "INT"] as const)(
    "by SIG%s loses nothing it acknowledged, and is used again as soon as it is there",
    (signal) =>
      Effect.gen(function* () {
        const server = yield* anotherServer
        const test = Effect.gen(function* () {
          const kept: Array<Transaction> = []
          const write = Effect.map(insertTransaction(), (_) => kept.push(_))
          const writers = yield* Effect.replicateEffect(Effect.fork(Effect.flip(Effect.forever(write))), 3)
          while (kept.length < 20) yield* moment
          yield* Effect.promise(() => server.stop(signal))
          for (const error of yield* Effect.forEach(writers, Fiber.join)) {
            assert.include(["unavailable", "unknown-outcome"], "reason" in error ? error.reason : error._tag)
          }
          yield* assertStorageError("unavailable", insertTransaction())
          yield* assertStorageError("unavailable", isCommitted(kept[0]!))
          yield* Effect.promise(() => server.start())
          yield* storeWorks
          for (const transaction of kept) assert.isTrue(yield* isCommitted(transaction))
        })
        const options = optionsOf(addressOf(server.directory), { patience: "200 millis" })
        yield* Effect.provide(test, PostgresStore.layer(options))
      })
  )
})

describe("what takes too long", () => {
  it.effect("a statement is a typed error, and takes its unit back", () =>
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const slow = run(Effect.zipRight(addTransaction(transaction), execute("SELECT pg_sleep(60)")))
      const error = yield* assertStorageError("busy", slow)
      assert.deepStrictEqual([error.operation, error.detail], ["host.execute", "57014 query_canceled"])
      assert.isFalse(yield* isCommitted(transaction))
      yield* storeWorks
    }).pipe(Effect.provide(freshStore({ statementTimeout: "1 second" })))
  )

  /** Locks a name until released. */
  const locking = Effect.gen(function* () {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const lock = Effect.flatMap(UnitOfWorkContext, (writing) => writing.lock("name"))
    const work = lock.pipe(Effect.zipRight(Deferred.succeed(begun, undefined)), Effect.zipRight(Deferred.await(end)))
    const fiber = yield* Effect.fork(run(work))
    yield* Deferred.await(begun)
    return Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber))
  })

  const lock = Effect.flatMap(UnitOfWorkContext, (writing) => writing.lock("name"))

  it.effect("a lock that another transaction has is a typed error, and is got once it is free", () =>
    Effect.gen(function* () {
      const release = yield* locking
      const error = yield* assertStorageError("busy", run(lock))
      assert.deepStrictEqual([error.operation, error.detail], ["unit.lock", "55P03 lock_not_available"])
      yield* release
      yield* run(lock)
    }).pipe(Effect.provide(freshStore({ patience: "100 millis" })))
  )

  it.effect("a connection that is not free is a typed error, and is got once it is", () =>
    Effect.gen(function* () {
      const release = yield* locking
      const began = Date.now()
      const errors = yield* atOnce(Array.from({ length: 16 }, () => assertStorageError("busy", insertTransaction())))
      for (const error of errors) {
        assert.deepStrictEqual([error.operation, error.detail], ["unit.reserve", "no-free-connection"])
      }
      assert.isBelow(Date.now() - began, 1000, "each has waited once")
      yield* release
      yield* storeWorks
    }).pipe(Effect.provide(freshStore({ patience: "100 millis", poolSize: 1 })))
  )

  it.effect(
    "a row that another transaction has locked is a typed error for those that read it, and for no other beside them",
    () =>
      Effect.gen(function* () {
        const locked = yield* insertTransaction()
        const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const lock = execute("SELECT 1 FROM florin_transactions WHERE uid = ? FOR UPDATE", locked.uid)
        const work = lock.pipe(
          Effect.zipRight(Deferred.succeed(begun, undefined)),
          Effect.zipRight(Deferred.await(end))
        )
        const holder = yield* Effect.fork(run(work))
        yield* Deferred.await(begun)
        const reading = look(Reads.transaction(shop, locked.uid))
        const [error, ...others] = yield* Effect.all(
          [assertStorageError("busy", reading), insertTransaction(), insertTransaction()],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual([error.operation, error.detail], ["load.transaction", "55P03 lock_not_available"])
        for (const other of others) assert.isTrue(yield* isCommitted(other))
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(holder)
        assert.strictEqual((yield* reading)?.uid, locked.uid)
      }).pipe(Effect.provide(freshStore({ patience: "100 millis" })))
  )

  it.effect("operations that read the same rows in any order never deadlock", () =>
    Effect.gen(function* () {
      const rows = yield* Effect.replicateEffect(insertTransaction({ status: "pending" }), 4)
      const both = (left: number, right: number) =>
        perform(
          { left: Reads.transaction(shop, rows[left]!.uid), right: Reads.transaction(shop, rows[right]!.uid) },
          (_) =>
            decided(
              [_.left!, _.right!].flatMap((each) => replacing({ ...each, version: each.version + 1 })),
              undefined
            )
        )
      const pairs = Array.from({ length: 40 }, (_, index) => both(index % 4, (index + 1 + (index % 3)) % 4))
      yield* atOnce(pairs)
      const versions = yield* Effect.forEach(rows, ({ uid }) => look(Reads.transaction(shop, uid)))
      assert.strictEqual(
        versions.reduce((sum, each) => sum + each!.version, 0),
        4 + 80
      )
    }).pipe(Effect.provide(freshStore()))
  )

  it.effect("of two units that wait for each other one is a typed error, and the other commits", () =>
    Effect.gen(function* () {
      const unit = yield* UnitOfWork
      const both = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
      const crossing = (mine: 0 | 1) =>
        Effect.gen(function* () {
          const { lock } = yield* UnitOfWorkContext
          yield* lock(`name ${mine}`)
          yield* Deferred.succeed(both[mine], undefined)
          yield* Deferred.await(both[mine === 0 ? 1 : 0])
          yield* lock(`name ${mine === 0 ? 1 : 0}`)
        })
      const exits = yield* Effect.all([Effect.exit(unit.run(crossing(0))), Effect.exit(unit.run(crossing(1)))], {
        concurrency: "unbounded"
      })
      const failures = exits.filter(Exit.isFailure)
      assert.strictEqual(failures.length, 1)
      const error = failures[0]!.cause._tag === "Fail" ? failures[0]!.cause.error : undefined
      assert.deepStrictEqual([error?.reason, error?.detail], ["busy", "40P01 deadlock_detected"])
      yield* storeWorks
    }).pipe(Effect.provide(freshStore()))
  )
})

describe("outdated sessions", () => {
  const all = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.all([effect, effect, effect], { concurrency: "unbounded" })

  it.scoped("a database that became read-only is a typed error, and is over at once when it may be written again", () =>
    Effect.gen(function* () {
      const { directory } = yield* Effect.promise(ownServer)
      yield* administrator("CREATE DATABASE frozen STRATEGY file_copy")
      yield* Effect.addFinalizer(() => administrator("DROP DATABASE frozen WITH (FORCE)"))
      const test = Effect.gen(function* () {
        const kept = yield* insertTransaction()
        yield* administrator("ALTER DATABASE frozen SET default_transaction_read_only = on")
        yield* administrator("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'frozen'")
        assert.deepStrictEqual(yield* all(isCommitted(kept)), [true, true, true])
        const error = yield* assertStorageError("readonly", insertTransaction())
        assert.strictEqual(error.detail, "25006 read_only_sql_transaction")
        yield* administrator("ALTER DATABASE frozen RESET default_transaction_read_only")
        yield* all(storeWorks)
      })
      yield* Effect.provide(test, PostgresStore.layer(optionsOf(addressOf(directory, "florin", "frozen"))))
    })
  )

  it.effect("tables that another version has changed meanwhile stop one unit that is under way, and no other", () =>
    Effect.gen(function* () {
      const store = yield* NotificationStore
      const read = store.list(shop, { limit: 1 })
      const operation = look(Reads.notification(shop, "msg_1" as NotificationId))
      const lock = execute("SELECT * FROM florin_notifications WHERE id = 'msg_1' FOR UPDATE")
      const lockLater = Effect.zipRight(execute("SELECT 1"), lock)
      const change = (column: string) => run(execute(`ALTER TABLE florin_notifications ADD COLUMN ${column} BIGINT`))
      yield* all(run(lockLater))
      yield* all(read)
      yield* all(operation)
      yield* change("one")
      yield* all(read)
      yield* all(operation)
      yield* all(run(lock))
      yield* change("two")
      const error = yield* assertStorageError("busy", run(lockLater))
      assert.strictEqual(error.detail, "0A000")
      yield* all(run(lockLater))
    }).pipe(Effect.provide(freshStore()))
  )
})

describe("an error of a PostgreSQL store", () => {
  const canary = "4111111111111111"

  const assertSilent = (error: StorageError) => {
    const texts = [
      String(error),
      error.stack,
      JSON.stringify(error),
      inspect(error, { depth: 9 }),
      inspect(error.cause)
    ]
    for (const text of texts) assert.notInclude(text ?? "", canary)
  }

  it.effect("names the operation, the code and the constraint, and nothing that stood in the row", () =>
    Effect.gen(function* () {
      const first = yield* insertTransaction({ description: canary })
      const again = write(...inserting({ ...first, description: canary }, { fingerprint: canary }))
      const error = yield* assertStorageError("constraint", again)
      assert.deepStrictEqual(
        [error.operation, error.detail],
        ["transactions.insert", "23505 florin_transactions_3_pkey"]
      )
      assertSilent(error)
    }).pipe(Effect.provide(freshStore()))
  )

  it.effect.each([
    ["SELECT CAST(? AS TIMESTAMP)", "22008"],
    ["SELECT CAST(? AS UUID)", "22P02"],
    ["UPDATE florin_transactions SET status = ?", "23514 florin_transactions_3_status_check"],
    [`SELECT "${canary}" FROM florin_transactions WHERE uid <> ?`, "42703"],
    [`SELECT '${canary}' WHERE ? FROM`, "42601"]
  ] as const)("quotes nothing of %s", ([statement, detail]) =>
    Effect.gen(function* () {
      yield* insertTransaction()
      const error = yield* Effect.flip(run(execute(statement, canary)))
      assert.strictEqual(error.detail, detail)
      assertSilent(error)
    }).pipe(Effect.provide(freshStore()))
  )
})
