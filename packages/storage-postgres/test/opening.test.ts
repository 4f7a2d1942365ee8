import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@florin/core/store/StorageError"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { SettingRefused } from "@florin/storage-postgres/SettingRefused"
import { Database } from "@florin/storage-sql/Database"
import { MigrationError } from "@florin/storage-sql/Migrations"
import { execute, insertTransaction, isCommitted, run } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  addressOf,
  newAddress,
  newSchema,
  optionsOf,
  ownDatabase,
  ownServer,
  withSettings
} from "./internal/database.js"
import { poolerTo } from "./internal/pooler.js"
import { startServer } from "./internal/postgres.js"
import { proxyTo } from "./internal/proxy.js"

type Changes = Parameters<typeof optionsOf>[1]

const startError = (address: string, changes?: Changes) =>
  Effect.flip(Effect.scoped(Layer.build(PostgresStore.layer(optionsOf(address, changes)))))

const directory = Effect.promise(async () => (await ownServer()).directory)

const refused = Effect.fnUntraced(function* (setting: SettingRefused["setting"], address: string, changes?: Changes) {
  assert.deepStrictEqual(yield* startError(address, changes), new SettingRefused({ setting }))
})

const unavailable = Effect.fnUntraced(function* (detail: string, address: string, changes?: Changes) {
  const error = yield* startError(address, changes)
  assert.deepStrictEqual(error, new StorageError({ operation: "store.open", reason: "unavailable", detail }))
  assert.notInclude(`${error} ${JSON.stringify(error)}`, "canary")
})

describe("a session of a PostgreSQL store", () => {
  // Source: reliability, "PostgreSQL".
  it.scoped.each([
    ["statement_timeout", "15s"],
    ["lock_timeout", "5s"],
    ["idle_in_transaction_session_timeout", "30s"],
    ["client_encoding", "UTF8"],
    ["transaction_isolation", "read committed"]
  ])("has %s %s, whatever its role's default", ([setting, value]) =>
    Effect.gen(function* () {
      const address = withSettings(yield* newAddress, {
        statement_timeout: "0",
        lock_timeout: "0",
        client_encoding: "LATIN1",
        default_transaction_isolation: "serializable"
      })
      const ask = Effect.gen(function* () {
        const [row] = yield* run(execute(`SELECT current_setting('${setting}') AS value`))
        assert.strictEqual(row!.value, value)
      })
      yield* Effect.provide(ask, PostgresStore.layer(optionsOf(address)))
    })
  )

  it.scoped("reads and writes the data that other clients see", () =>
    Effect.gen(function* () {
      const address = withSettings(yield* newAddress, { client_encoding: "LATIN1" })
      const ask = Effect.flatMap(Database, ({ read }) => read("SELECT $1 || chr(8364) AS text", ["Чай "]))
      const rows = yield* Effect.provide(ask, PostgresStore.database(optionsOf(address)))
      assert.deepStrictEqual(rows, [{ text: "Чай €" }])
    })
  )
})

describe("a PostgreSQL store that starts while another process migrates its database", () => {
  it.scoped("waits for it, longer than for a lock", () =>
    Effect.gen(function* () {
      const { client } = yield* Effect.promise(ownDatabase)
      const ask = (statement: string) => Effect.promise(() => client.query<{ count: number }>(statement))
      const migrations = "hashtextextended('florin.migrations', 0)"
      const address = yield* newAddress
      yield* Effect.acquireRelease(ask(`SELECT pg_advisory_lock(${migrations})`), () =>
        ask("SELECT pg_advisory_unlock_all()")
      )
      const starting = yield* Effect.fork(
        Effect.provide(insertTransaction(), PostgresStore.layer(optionsOf(address, { patience: "200 millis" })))
      )
      const waiting = "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
      yield* Effect.repeat(ask(waiting), { until: ({ rows }) => rows[0]!.count > 0 })
      yield* ask("SELECT pg_sleep(0.4)")
      assert.isTrue(Option.isNone(yield* Fiber.poll(starting)))
      yield* ask("SELECT pg_advisory_unlock_all()")
      yield* Fiber.join(starting)
    })
  )
})

describe("a PostgreSQL store does not start", () => {
  it.effect("where no server listens", () =>
    Effect.zipRight(
      unavailable("ECONNREFUSED", "postgres://florin:canary@127.0.0.1:1/florin"),
      unavailable("ENOENT", addressOf("/nowhere"))
    )
  )

  it.scoped("where no server answers", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const server = createServer().listen(0, "127.0.0.1")
          await once(server, "listening")
          return server
        }),
        (server) => Effect.sync(() => server.close())
      )
      const { port } = silent.address() as AddressInfo
      const address = `postgres://florin:canary@127.0.0.1:${port}/florin`
      yield* unavailable("connect-timeout", address, { connectTimeout: "50 millis" })
    })
  )

  it.effect.each([
    ["a wrong password", "28P01 invalid_password", "locked:canary", "florin"],
    ["a role that may not come in", "28000 invalid_authorization_specification", "stranger", "florin"],
    ["a database that does not exist", "3D000 invalid_catalog_name", "florin", "canary"]
  ] as const)("with %s: %s", ([, code, user, database]) =>
    Effect.flatMap(directory, (directory) => unavailable(code, addressOf(directory, user, database)))
  )

  it.effect("on a server that loses what it has committed, unless it may", () =>
    Effect.flatMap(directory, (directory) => refused("fsync", addressOf(directory), { acceptDataLoss: false }))
  )

  it.scoped("for a role whose commits are not flushed, and starts for others", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startServer({})),
        (server) => Effect.promise(() => server.remove())
      )
      const address = addressOf(server.directory)
      const durable = (level: string) => withSettings(address, { synchronous_commit: level })
      yield* refused("synchronous_commit", durable("off"), { acceptDataLoss: false })
      for (const level of ["local", "on"]) {
        const store = PostgresStore.layer(optionsOf(durable(level), { acceptDataLoss: false }))
        const transaction = yield* Effect.provide(insertTransaction(), store)
        assert.isTrue(yield* Effect.provide(isCommitted(transaction), store))
      }
    })
  )

  it.scoped("in a database that is not UTF8", () =>
    Effect.gen(function* () {
      const { client } = yield* Effect.promise(ownDatabase)
      const ask = (statement: string) => Effect.promise(() => client.query(statement))
      yield* Effect.acquireRelease(
        ask("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 STRATEGY file_copy"),
        () => ask("DROP DATABASE latin WITH (FORCE)")
      )
      yield* refused("server_encoding", addressOf(yield* directory, "florin", "latin"))
    })
  )

  it.scoped.each([
    ["130099", true],
    ["140000", false]
  ] as const)("version %s is too old: %s", ([version, tooOld]) =>
    Effect.gen(function* () {
      const proxy = yield* proxyTo(yield* directory)
      // Replaces six digits with six, so that the message keeps its length.
      proxy.back = (chunk) => Buffer.from(chunk.toString("latin1").replace(/\b18\d{4}\b/, version), "latin1")
      const address = withSettings(addressOf(proxy.place), { search_path: yield* newSchema })
      if (tooOld) yield* refused("server_version", address)
      else yield* Effect.scoped(Layer.build(PostgresStore.layer(optionsOf(address))))
    })
  )

  it.scoped("behind a pooler that assigns a session per transaction", () =>
    Effect.gen(function* () {
      yield* refused("pooling", addressOf(yield* poolerTo(yield* directory)))
    })
  )

  it.scoped("where it may not write", () =>
    Effect.gen(function* () {
      const address = withSettings(yield* newAddress, { default_transaction_read_only: "on" })
      const error = yield* startError(address)
      assert.deepStrictEqual(
        error,
        new StorageError({
          operation: "migrations.run",
          reason: "readonly",
          detail: "25006 read_only_sql_transaction",
          says: "cannot execute CREATE TABLE in a read-only transaction"
        })
      )
    })
  )

  it.scoped("on tables of a later version", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const later = "INSERT INTO florin_schema_migrations (id, name, checksum, applied_at) VALUES (99, 'later', '', 0)"
      yield* Effect.provide(run(execute(later)), PostgresStore.layer(optionsOf(address)))
      assert.deepStrictEqual(yield* startError(address), new MigrationError({ reason: "newer", migration: 99 }))
    })
  )
})

describe("opening a PostgreSQL store", () => {
  it.scoped("committed data is there when it is reopened", () =>
    Effect.gen(function* () {
      const store = PostgresStore.layer(optionsOf(yield* newAddress))
      const transaction = yield* Effect.provide(insertTransaction(), store)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), store))
    })
  )

  it.scoped("three processes that open a new database at once migrate it once", () =>
    Effect.gen(function* () {
      const address = yield* newAddress
      const insert = Effect.suspend(() => Effect.provide(insertTransaction(), PostgresStore.layer(optionsOf(address))))
      const transactions = yield* Effect.all([insert, insert, insert], { concurrency: "unbounded" })
      const store = PostgresStore.layer(optionsOf(address))
      for (const transaction of transactions) {
        assert.isTrue(yield* Effect.provide(isCommitted(transaction), store))
      }
    })
  )

  it.scoped("accepts a pooler that keeps a session per client", () =>
    Effect.gen(function* () {
      const proxy = yield* proxyTo(yield* directory)
      // The pid of another process, as poolers report it. Only the first answer of a session contains it.
      proxy.back = (chunk) => {
        const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
        if (at >= 0) chunk.writeInt32BE(0x7ffffff0, at + 5)
        return chunk
      }
      const address = withSettings(addressOf(proxy.place), { search_path: yield* newSchema })
      const store = PostgresStore.layer(optionsOf(address))
      const transaction = yield* Effect.provide(insertTransaction(), store)
      assert.isTrue(yield* Effect.provide(isCommitted(transaction), store))
    })
  )
})
