import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The sandbox's tables, by name. */
export interface Tables {
  readonly movements: string
  readonly keys: string
  readonly transfers: string
  readonly clock: string
}

/**
 * What the name of the sandbox's schema in PostgreSQL begins with; undefined for the first schema of the session's search
 * path, which becomes another one once there is a schema that is called like the role. Default: `florin`.
 */
export class GatewaySchema extends Context.Reference<GatewaySchema>()("@florin/sandbox/GatewaySchema", {
  defaultValue: (): string | undefined => "florin"
}) {}

/** Of a file. */
const fileVersion = 3

/** Of a schema. */
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

const onFile: Types = { serial: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER" }

const onServer: Types = { serial: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", integer: "BIGINT" }

const createMovements = (sql: SqlClient, { movements }: Tables, { integer, serial }: Types): ReadonlyArray<Made> => {
  const type = sql.literal(integer)
  return [
    sql`CREATE TABLE ${sql(movements)} (
      id ${sql.literal(serial)},
      books TEXT NOT NULL,
      kind TEXT NOT NULL,
      amount ${type} NOT NULL CHECK (amount >= 0),
      currency TEXT NOT NULL,
      reference TEXT NOT NULL,
      parent TEXT,
      card TEXT,
      at ${type} NOT NULL
    )`,
    // A customer can pay one order twice.
    sql`CREATE UNIQUE INDEX movements_reference ON ${sql(movements)} (reference) WHERE kind <> 'transfer'`,
    sql`CREATE INDEX movements_parent ON ${sql(movements)} (parent) WHERE parent IS NOT NULL`
  ]
}

const createTransfers = (sql: SqlClient, { transfers }: Tables, { integer }: Types): ReadonlyArray<Made> => [
  // A key without a record is one whose first request was lost.
  sql`CREATE TABLE ${sql(transfers)} (
    key TEXT PRIMARY KEY,
    record TEXT,
    parent TEXT,
    taken ${sql.literal(integer)} NOT NULL CHECK (taken >= 0)
  )`,
  sql`CREATE INDEX transfers_parent ON ${sql(transfers)} (parent) WHERE parent IS NOT NULL`
]

const create = (sql: SqlClient, tables: Tables, types: Types): Made => {
  const { clock, keys } = tables
  const type = sql.literal(types.integer)
  return Effect.all([
    ...createMovements(sql, tables, types),
    ...createTransfers(sql, tables, types),
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

const tablesIn = (of: (table: string) => string): Tables => ({
  movements: of("movements"),
  keys: of("keys"),
  transfers: of("transfers"),
  clock: of("clock")
})

const inFile = tablesIn((table) => table)

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

/** Before there was a bank, a key moved money once, and every movement was the acquirer's. */
const fromVersion2 = (sql: SqlClient): Made =>
  Effect.all([
    sql`ALTER TABLE movements RENAME TO movements_2`,
    sql`DROP INDEX movements_parent`,
    ...createMovements(sql, inFile, onFile),
    sql`INSERT INTO movements
      SELECT id, 'acquirer', kind, amount, currency, reference, parent, card, at FROM movements_2`,
    sql`DROP TABLE movements_2`,
    ...createTransfers(sql, inFile, onFile)
  ])

const bringUpFile = Effect.fnUntraced(function* (sql: SqlClient) {
  const [header] = yield* sql<{ id: number; version: number; tables: number }>`
    SELECT a.application_id AS id, v.user_version AS version,
      (SELECT COUNT(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%') AS tables
    FROM pragma_application_id a, pragma_user_version v`
  const { id, tables, version } = header!
  if (id === 0 && tables === 0) yield* create(sql, inFile, onFile)
  else if (id !== applicationId) return yield* refuse("not-a-sandbox-file")
  else if (version < 1 || version > fileVersion) return yield* refuse("version")
  else {
    if (version === 1) yield* fromVersion1(sql)
    if (version <= 2) yield* fromVersion2(sql)
  }
  yield* sql.unsafe(`PRAGMA application_id = ${applicationId}`)
  yield* sql.unsafe(`PRAGMA user_version = ${fileVersion}`)
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
    pg: () => sql`
      SELECT pg_advisory_xact_lock(hashtextextended(name, ${seed}))
      FROM jsonb_array_elements_text(${JSON.stringify([...new Set(names)].sort())}::jsonb) AS name`,
    // SQLite has a single writer.
    orElse: () => Effect.void
  })

/** As of files. */
const fromSchemaVersion1 = (sql: SqlClient, tables: Tables, version: string): Made => {
  const movements = sql(tables.movements)
  return Effect.all([
    sql`ALTER TABLE ${movements} DROP CONSTRAINT movements_parent_fkey`,
    sql`ALTER TABLE ${movements} DROP CONSTRAINT movements_reference_key`,
    sql`ALTER TABLE ${movements} ADD COLUMN books TEXT NOT NULL DEFAULT 'acquirer'`,
    sql`ALTER TABLE ${movements} ALTER COLUMN books DROP DEFAULT`,
    sql`CREATE UNIQUE INDEX movements_reference ON ${movements} (reference) WHERE kind <> 'transfer'`,
    ...createTransfers(sql, tables, onServer),
    sql`UPDATE ${sql(version)} SET version = 2`
  ])
}

/** Before the schema was named after Florin's, it was after the first schema of the session's search path. */
const rename = Effect.fnUntraced(function* (sql: SqlClient, schema: string) {
  const [former] = yield* sql<{ name: string }>`SELECT schemaname AS name FROM pg_tables
    WHERE tablename = 'sandbox' AND schemaname <> ${schema}
      AND schemaname IN (SELECT path || '_sandbox' FROM unnest(current_schemas(false)) AS path)
      AND NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = ${schema})
    LIMIT 1`
  if (former !== undefined) yield* sql`ALTER SCHEMA ${sql(former.name)} RENAME TO ${sql(schema)}`
})

const bringUpSchema = Effect.fnUntraced(function* (sql: SqlClient) {
  const gateway = yield* GatewaySchema
  const [current] = yield* sql<{ name: string | null }>`SELECT current_schema() AS name`
  const schema = yield* schemaBeside(gateway ?? current!.name)
  const of = (table: string) => `${schema}.${table}`
  const tables = tablesIn(of)
  yield* lock(sql, [schema])
  if (gateway !== undefined) yield* rename(sql, schema)
  const [found] = yield* sql<{ schema: boolean; tables: boolean }>`SELECT
    EXISTS (SELECT FROM pg_namespace WHERE nspname = ${schema}) AS schema,
    EXISTS (SELECT FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'sandbox') AS tables`
  // Checked first, so that a role that may not create schemas can use an existing one.
  if (!found!.schema) yield* sql`CREATE SCHEMA ${sql(schema)}`
  if (!found!.tables) {
    yield* create(sql, tables, onServer)
    yield* sql`CREATE TABLE ${sql(of("sandbox"))} AS SELECT ${sql.literal(String(schemaVersion))} AS version`
  }
  const [{ version } = { version: 0 }] = yield* sql<{ version: number }>`SELECT version FROM ${sql(of("sandbox"))}`
  if (version === 1) yield* fromSchemaVersion1(sql, tables, of("sandbox"))
  else if (version !== schemaVersion) return yield* refuse("version")
  return tables
})

/**
 * Opens or creates the sandbox's tables: in its own file, or in a schema beside the gateway's.
 * Source: D38.
 */
export const bringUp = (sql: SqlClient): Effect.Effect<Tables, SqlError | StorageError> =>
  sql.onDialectOrElse({ pg: () => bringUpSchema(sql), orElse: () => bringUpFile(sql) })
