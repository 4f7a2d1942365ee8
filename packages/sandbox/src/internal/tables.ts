import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"

/** The sandbox's tables, by name. */
export interface Tables {
  readonly movements: string
  readonly keys: string
  readonly clock: string
}

const schemaVersion = 2

/** The SQLite application id of a sandbox file: `FLSB`. */
const applicationId = 0x464c5342

const refuse = (detail: string) => new StorageError({ reason: "corrupt", operation: "sandbox.open", detail })

type Made = Effect.Effect<unknown, SqlError | StorageError>

interface Types {
  /** The type of an auto-incremented column. */
  readonly serial: string
  readonly integer: string
}

const create = (sql: SqlClient, { clock, keys, movements }: Tables, { integer, serial }: Types): Made => {
  const type = sql.literal(integer)
  return Effect.all([
    sql`CREATE TABLE ${sql(movements)} (
      id ${sql.literal(serial)},
      kind TEXT NOT NULL,
      amount ${type} NOT NULL CHECK (amount >= 0),
      currency TEXT NOT NULL,
      reference TEXT NOT NULL UNIQUE,
      parent TEXT REFERENCES ${sql(movements)} (reference),
      card TEXT,
      at ${type} NOT NULL
    )`,
    sql`CREATE INDEX movements_parent ON ${sql(movements)} (parent) WHERE parent IS NOT NULL`,
    // A key without an answer is one whose first request was lost.
    sql`CREATE TABLE ${sql(keys)} (key TEXT PRIMARY KEY, request TEXT, answer TEXT)`,
    // A clock is either stopped or runs at an offset from real time.
    sql`CREATE TABLE ${sql(clock)} (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      stands_at ${type},
      ahead ${type},
      CHECK ((stands_at IS NULL) <> (ahead IS NULL))
    )`
  ])
}

const inFile: Tables = { movements: "movements", keys: "keys", clock: "clock" }

/** In version 0.1.0 every key had an answer, and a clock that was moved stayed stopped. */
const fromVersion1 = (sql: SqlClient): Made =>
  Effect.all([
    sql`ALTER TABLE clock RENAME TO clock_1`,
    sql`CREATE TABLE clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      stands_at INTEGER,
      ahead INTEGER,
      CHECK ((stands_at IS NULL) <> (ahead IS NULL))
    )`,
    sql`INSERT INTO clock SELECT id, now, NULL FROM clock_1`,
    sql`DROP TABLE clock_1`,
    sql`ALTER TABLE keys RENAME TO keys_1`,
    sql`CREATE TABLE keys (key TEXT PRIMARY KEY, request TEXT, answer TEXT)`,
    sql`INSERT INTO keys SELECT key, request, answer FROM keys_1`,
    sql`DROP TABLE keys_1`
  ])

const bringUpFile = Effect.fnUntraced(function* (sql: SqlClient) {
  const [header] = yield* sql<{ id: number; version: number; tables: number }>`
    SELECT a.application_id AS id, v.user_version AS version,
      (SELECT COUNT(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%') AS tables
    FROM pragma_application_id a, pragma_user_version v`
  const { id, tables, version } = header!
  if (id === 0 && tables === 0)
    yield* create(sql, inFile, { serial: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER" })
  else if (id !== applicationId) return yield* refuse("not-a-sandbox-file")
  else if (version === 1) yield* fromVersion1(sql)
  else if (version !== schemaVersion) return yield* refuse("version")
  yield* sql.unsafe(`PRAGMA application_id = ${applicationId}`)
  yield* sql.unsafe(`PRAGMA user_version = ${schemaVersion}`)
  return inFile
})

const longestName = 63

const schemaBeside = (name: string | null): Effect.Effect<string, StorageError> => {
  if (name === null) return refuse("no-schema")
  const beside = `${name}_sandbox`
  // PostgreSQL truncates longer names, so two schemas could become one.
  return Buffer.byteLength(beside) > longestName ? refuse("schema-name-too-long") : Effect.succeed(beside)
}

/** Separates the sandbox's advisory locks from those of a store in the same database. */
const seed = 38

/** Locks names until the transaction ends, in sorted order, which prevents deadlocks. */
export const lock = (sql: SqlClient, names: ReadonlyArray<string>): Effect.Effect<unknown, SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.forEach(
        [...names].sort(),
        (name) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${seed}))`
      ),
    // SQLite has a single writer.
    orElse: () => Effect.void
  })

const bringUpSchema = Effect.fnUntraced(function* (sql: SqlClient) {
  const [current] = yield* sql<{ name: string | null }>`SELECT current_schema() AS name`
  const schema = yield* schemaBeside(current!.name)
  const of = (table: string) => `${schema}.${table}`
  const tables: Tables = { movements: of("movements"), keys: of("keys"), clock: of("clock") }
  yield* lock(sql, [schema])
  const [found] = yield* sql<{ schema: boolean; tables: boolean }>`SELECT
    EXISTS (SELECT FROM pg_namespace WHERE nspname = ${schema}) AS schema,
    EXISTS (SELECT FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'sandbox') AS tables`
  // Checked first, so that a role that may not create schemas can use an existing one.
  if (!found!.schema) yield* sql`CREATE SCHEMA ${sql(schema)}`
  if (!found!.tables) {
    yield* create(sql, tables, { serial: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", integer: "BIGINT" })
    yield* sql`CREATE TABLE ${sql(of("sandbox"))} AS SELECT 1 AS version`
  }
  const [{ version } = { version: 0 }] = yield* sql<{ version: number }>`SELECT version FROM ${sql(of("sandbox"))}`
  return version === 1 ? tables : yield* refuse("version")
})

/**
 * Opens or creates the sandbox's tables: in its own file, or in a schema beside the gateway's.
 * Source: D38.
 */
export const bringUp = (sql: SqlClient): Effect.Effect<Tables, SqlError | StorageError> =>
  sql.onDialectOrElse({ pg: () => bringUpSchema(sql), orElse: () => bringUpFile(sql) })
