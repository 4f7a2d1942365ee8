// A host's database is its own: whatever its tables are called, Florin's are called otherwise.
import { randomBytes } from "node:crypto"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as HostSql from "@florin/storage-sql/HostSql"
import { MigrationError } from "@florin/storage-sql/Migrations"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { temporaryFile } from "@florin/storage-sqlite/testing/files"
import * as OldDatabase from "@florin/testing/stores/OldDatabase"
import { insertTransaction, isCommitted } from "@florin/testing/stores/StoreUnderTest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { Client } from "pg"
import { ownDatabase, withSettings } from "./internal/database.js"

type Changes = { readonly tablePrefix?: string }

interface Hosted {
  /** Runs a host's statements on a connection of its own. */
  readonly ask: (statements: string) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
  readonly store: (changes?: Changes) => ReturnType<typeof SqliteStore.layer> | ReturnType<typeof PostgresStore.layer>
  /** The names of all tables and indexes, of those in a schema with it. */
  readonly names: string
  /** The name of a table that Florin would make. */
  readonly own: (name: string) => string
}

const onSqlite = Effect.map(
  temporaryFile,
  (filename): Hosted => ({
    ask: (statements) =>
      Effect.sync(() => {
        const database = new Sqlite(filename)
        try {
          if (!statements.startsWith("SELECT")) database.exec(statements)
          else return database.prepare(statements).all() as Array<Record<string, unknown>>
          return []
        } finally {
          database.close()
        }
      }),
    store: (changes = {}) => SqliteStore.layer({ filename, ...changes }),
    names: "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
    own: (name) => `florin_${name}`
  })
)

const onPostgres = (path = "public") =>
  Effect.gen(function* () {
    const base = yield* Effect.promise(ownDatabase)
    const name = `host_${randomBytes(8).toString("hex")}`
    yield* Effect.acquireRelease(
      Effect.promise(() => base.client.query(`CREATE DATABASE ${name}`)),
      // A vacuum of the server's own may be there, which this role may not end.
      () =>
        Effect.tryPromise(() => base.client.query(`DROP DATABASE ${name} WITH (FORCE)`)).pipe(
          Effect.retry(Schedule.spaced("50 millis")),
          Effect.orDie
        )
    )
    // This role is called like Florin's schema: without a path of its own, its tables would be there.
    const address = withSettings(base.address.replace("/florin?", `/${name}?`), { search_path: path })
    const hosted: Hosted = {
      ask: (statements) =>
        Effect.promise(async () => {
          const client = new Client({ connectionString: address })
          await client.connect()
          try {
            return (await client.query(statements)).rows ?? []
          } finally {
            await client.end()
          }
        }),
      store: (changes = {}) =>
        PostgresStore.layer({ url: Redacted.make(address), acceptDataLoss: true, poolSize: 2, ...changes }),
      names: `SELECT CASE nspname WHEN 'public' THEN '' ELSE nspname || '.' END || relname AS name FROM pg_class
      JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' AND relkind IN ('r', 'i') ORDER BY 1`,
      own: (name) => `florin.${name}`
    }
    return hosted
  })

const stores: ReadonlyArray<readonly [string, Effect.Effect<Hosted, never, Scope.Scope>, "sqlite" | "postgres"]> = [
  ["SQLite", onSqlite, "sqlite"],
  ["PostgreSQL", onPostgres(), "postgres"]
]

const namesIn = ({ ask, names }: Hosted) => Effect.map(ask(names), (rows) => rows.map(({ name }) => String(name)))

/** As everyday as names can be: all of them were Florin's before it had names of its own. */
const hosts = `CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE cards (id INTEGER); CREATE TABLE jobs (id INTEGER); CREATE TABLE schema_migrations (version TEXT);
  CREATE INDEX jobs_free ON jobs (id); CREATE INDEX transactions_by_uid ON cards (id);
  INSERT INTO customers VALUES (1, 'Ada'); INSERT INTO schema_migrations VALUES ('20260101')`

const works = Effect.gen(function* () {
  assert.isTrue(yield* isCommitted(yield* insertTransaction()))
})

const startError = (store: ReturnType<Hosted["store"]>) => Effect.flip(Effect.scoped(Layer.build(store)))

describe.each(stores)("The tables of Florin in a database of a host, on %s", (_, newDatabase, product) => {
  it.scopedLive("D43a: stand beside tables and indexes of any everyday name, which stay as they are", () =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      yield* host.ask(hosts)
      const before = yield* namesIn(host)
      yield* Effect.provide(works, host.store())
      yield* Effect.provide(works, host.store())
      const after = yield* namesIn(host)
      assert.includeMembers(after, before)
      const added = after.filter((name) => !before.includes(name))
      assert.include(added, host.own("customers"))
      for (const name of added) assert.match(name, /^florin[_.]/)
      assert.deepEqual(yield* host.ask("SELECT id, name FROM customers"), [{ id: 1, name: "Ada" }])
    })
  )

  it.scopedLive("D43a: are moved out of the way of a host when they were made before they had names of their own", () =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      yield* host.ask(OldDatabase.sql(product))
      const [was] = yield* host.ask("SELECT count(*) AS many FROM transactions")
      // The host's: in that version nothing of Florin's was called so.
      yield* host.ask("CREATE TABLE customers (id INTEGER)")
      yield* Effect.provide(works, host.store())
      const names = yield* namesIn(host)
      const [is] = yield* host.ask(`SELECT count(*) AS many FROM ${host.own("transactions")}`)
      assert.strictEqual(Number(is!.many), Number(was!.many) + 1)
      const rest = names.filter((name) => !/^florin[_.]/.test(name))
      assert.deepStrictEqual(
        rest.filter((name) => name !== "schema_migrations_pkey"),
        ["customers", "schema_migrations"]
      )
    })
  )

  it.scopedLive("D43a: leave word where they were, so that no older process makes tables of its own there", () =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      yield* host.ask(OldDatabase.sql(product))
      yield* Effect.provide(works, host.store())
      const record = (table: string) => host.ask(`SELECT id, checksum FROM ${table} ORDER BY id`)
      const left = yield* record("schema_migrations")
      assert.deepStrictEqual(left, yield* record(host.own("schema_migrations")))
      // What that release takes for a database of a newer one.
      assert.isAtLeast(left.length, 8)
    })
  )

  it.scopedLive("D43a: are not made a second time under another prefix, once they were moved", () =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      yield* host.ask(OldDatabase.sql(product))
      yield* Effect.provide(works, host.store())
      const before = yield* namesIn(host)
      const error = yield* startError(host.store({ tablePrefix: product === "sqlite" ? "pay_" : "public.pay_" }))
      assert.deepStrictEqual(error, new MigrationError({ reason: "moved", migration: 8 }))
      assert.deepStrictEqual(yield* namesIn(host), before)
    })
  )

  it.scopedLive("D43a: a table of the host's under one of these names is named, and nothing is changed", () =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      const clashing = host.own("tracking_ids")
      if (product === "postgres") yield* host.ask("CREATE SCHEMA florin")
      yield* host.ask(`CREATE TABLE ${clashing} (id INTEGER)`)
      const before = yield* namesIn(host)
      const error = yield* startError(host.store())
      const table = product === "sqlite" ? clashing : "tracking_ids"
      assert.deepStrictEqual(error, new MigrationError({ reason: "clash", migration: 0, table }))
      assert.deepStrictEqual(yield* namesIn(host), before)
    })
  )

  it.scopedLive("D43a: a record of another program's under Florin's name is named too", () =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      if (product === "postgres") yield* host.ask("CREATE SCHEMA florin")
      yield* host.ask(`CREATE TABLE ${host.own("schema_migrations")} (version TEXT)`)
      const error = yield* startError(host.store())
      assert.strictEqual((error as MigrationError).reason, "clash")
    })
  )

  it.scopedLive.each(product === "sqlite" ? ["pay_", "order"] : ["billing.", "order.", "public.pay_"])(
    "D43a: have the names that tablePrefix says: %s",
    (tablePrefix) =>
      Effect.gen(function* () {
        const host = yield* newDatabase
        yield* host.ask(hosts)
        const before = yield* namesIn(host)
        yield* Effect.provide(works, host.store({ tablePrefix }))
        const beginning = tablePrefix.replace("public.", "")
        for (const name of yield* namesIn(host))
          assert.isTrue(before.includes(name) || name.startsWith(beginning), name)
      })
  )

  it.scopedLive.each([
    "",
    "Florin_",
    "a-b_",
    'a"b.',
    "sqlite_",
    "pg_a.",
    "a.b.c",
    "x".repeat(64),
    product === "sqlite" ? "florin." : "florin_"
  ])("refuse a prefix that is none: %s", (tablePrefix) =>
    Effect.gen(function* () {
      const host = yield* newDatabase
      const error = yield* startError(host.store({ tablePrefix }))
      assert.strictEqual(error._tag, "SettingRefused")
      assert.match(error.message, /^tablePrefix must be /)
    })
  )
})

describe("A role whose search path leads to Florin's schema", () => {
  it.scopedLive("D43a: is refused where Florin's tables would hide the host's", () =>
    Effect.gen(function* () {
      const host = yield* onPostgres("florin,public")
      yield* host.ask("CREATE TABLE customers (id INTEGER)")
      const error = yield* startError(host.store())
      assert.deepStrictEqual(error, new MigrationError({ reason: "clash", migration: 0, table: "public.customers" }))
      assert.deepStrictEqual(yield* namesIn(host), ["customers"])
      yield* Effect.provide(works, host.store({ tablePrefix: "florin.florin_" }))
    })
  )
})

describe("A search path that a host has set for its session", () => {
  const wander = Effect.flatMap(SqlClient, (sql) => sql`SET SESSION search_path TO pg_catalog`)

  it.scopedLive("D43a: leads Florin nowhere else, whether it was set in a commit or beside one", () =>
    Effect.gen(function* () {
      const host = yield* onPostgres()
      yield* Effect.gen(function* () {
        const { run } = yield* UnitOfWork
        // As often as there are sessions, and more.
        for (let time = 0; time < 3; time++) {
          yield* Effect.provide(run(wander), HostSql.layer)
          yield* Effect.all([wander, wander], { concurrency: 2 }).pipe(Effect.provide(HostSql.layer))
          yield* works
        }
      }).pipe(Effect.provide(host.store()))
    })
  )
})
