import type { Reason } from "@florin/core/store/StorageError"
import type { Dialect, Fault } from "@florin/storage-sql/Dialect"
import { DatabaseError } from "pg"
import { SettingRefused } from "../SettingRefused.js"
import { connectionLost, DriverFault, isConnectionError } from "./driverFault.js"
import { placeholders } from "./placeholders.js"

/** SQLSTATEs by prefix, with their name. The first match wins. */
const reasons: ReadonlyArray<readonly [prefix: string, reason: Reason, name?: string]> = [
  ["08", "unavailable"],
  ["23", "constraint"],
  ["25006", "readonly", "read_only_sql_transaction"],
  ["25P03", "unavailable", "idle_in_transaction_session_timeout"],
  ["25P04", "unavailable", "transaction_timeout"],
  ["28P01", "unavailable", "invalid_password"],
  ["28000", "unavailable", "invalid_authorization_specification"],
  ["3D000", "unavailable", "invalid_catalog_name"],
  ["40001", "busy", "serialization_failure"],
  ["40P01", "busy", "deadlock_detected"],
  ["40", "busy"],
  ["42501", "readonly", "insufficient_privilege"],
  ["53100", "full", "disk_full"],
  ["53300", "busy", "too_many_connections"],
  ["53", "unavailable"],
  ["55P03", "busy", "lock_not_available"],
  ["57014", "busy", "query_canceled"],
  ["57P01", "unavailable", "admin_shutdown"],
  ["57P03", "unavailable", "cannot_connect_now"],
  ["57", "unavailable"],
  ["58", "unavailable"],
  ["XX001", "corrupt", "data_corrupted"],
  ["XX002", "corrupt", "index_corrupted"]
]

/** SQLSTATE classes whose messages name tables, columns and constraints, but quote no values and no addresses. */
const harmless = /^(?:0A|23|25|26|3F|40|42|53|54|55)/

/** Keeps the code, the constraint's name and harmless messages. Details and other messages quote values. */
const classify = (error: unknown): Fault => {
  if (error instanceof DriverFault) return { reason: error.reason, detail: error.code }
  if (error instanceof SettingRefused) return { reason: "unavailable", detail: error.setting }
  if (isConnectionError(error)) return classify(connectionLost(error))
  if (!(error instanceof DatabaseError) || error.code === undefined) return { reason: "unexpected" }
  const { code, constraint, message } = error
  // A migration has invalidated the session's plans. A new session's plans are valid.
  if (error.routine === "RevalidateCachedQuery") return { reason: "busy", detail: code }
  const [, reason, name] = reasons.find(([prefix]) => code.startsWith(prefix)) ?? ["", "unexpected"]
  const what = reason === "constraint" ? constraint : name
  const detail = harmless.test(code) ? { says: message } : {}
  return { reason, detail: what === undefined ? code : `${code} ${what}`, ...detail }
}

// With the class of constraints, as SQLite has it.
const appendOnly: Dialect["appendOnly"] = (table) => [
  `CREATE FUNCTION {${table}_only_appended}() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''entries are only appended'' USING ERRCODE = ''23000''; END'`,
  `CREATE TRIGGER {name:${table}_only_appended} BEFORE UPDATE OR DELETE OR TRUNCATE ON {${table}}
    FOR EACH STATEMENT EXECUTE FUNCTION {${table}_only_appended}()`
]

/**
 * `READ COMMITTED`, whatever the role's default: after a lock wait, the statement must see what the holder committed.
 */
export const begin = "BEGIN ISOLATION LEVEL READ COMMITTED"

const off = (method: string): string => `set_config('enable_${method}', 'off', true)`

const move: Dialect["move"] = ({ from, indexes, names, place, table }) => {
  const { name, of, schema } = names
  const placed = place === schema ? from : `"${schema}".${table}`
  const renamed = [
    `ALTER TABLE ${placed} RENAME TO ${name(table)}`,
    ...indexes.map((index) => `ALTER INDEX "${schema}"."${index.name}" RENAME TO "${name(index.name)}"`)
  ]
  return [
    ...(place === schema ? [] : [`ALTER TABLE ${from} SET SCHEMA "${schema}"`]),
    ...(placed === of(table) ? [] : renamed)
  ]
}

export const postgresDialect: Dialect = {
  name: "postgres",
  begin,
  placeholders,
  lock: "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))",
  lockAll: "SELECT count(pg_advisory_xact_lock(hashtextextended(name, 0))) FROM json_array_elements_text(?) AS name",
  forUpdate: " FOR UPDATE",
  skipLocked: " FOR UPDATE SKIP LOCKED",
  lateral: (inner) => `SELECT found.* FROM wanted CROSS JOIN LATERAL (${inner.replace("{id}", "*")}) found`,
  impatiently: "SELECT set_config('lock_timeout', '100ms', true)",
  byIndex: `SELECT ${["seqscan", "hashjoin", "mergejoin"].map(off).join(", ")}`,
  columns: `SELECT attname AS name, nspname AS place FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped`,
  indexes: `SELECT relname AS name, '' AS definition FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass(?)`,
  schemaExists: "SELECT 1 AS there FROM pg_namespace WHERE nspname = ?",
  hidden: `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_class f ON f.relname = c.relname AND f.relkind = 'r' AND f.relnamespace = to_regnamespace(quote_ident(?))
    WHERE n.nspname = ANY (current_schemas(false)) AND n.oid <> f.relnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND to_regclass(quote_ident(c.relname)) = f.oid ORDER BY 1`,
  move,
  text: 'TEXT COLLATE "C"',
  bytes: "BYTEA",
  // Not in braces, which are those of tables.
  jsonText: (column, ...path) => `(${column}::json #>> ARRAY['${path.join("', '")}'])`,
  jsonLast: (column, list, [having, text], member) => `(SELECT one.value ->> '${member}' FROM json_array_elements(
      CASE json_typeof(${column}::json -> '${list}') WHEN 'array' THEN ${column}::json -> '${list}' ELSE '[]'::json END
    ) WITH ORDINALITY one(value, place) WHERE one.value ->> '${having}' = '${text}' ORDER BY one.place DESC LIMIT 1)`,
  appendOnly,
  classify
}
