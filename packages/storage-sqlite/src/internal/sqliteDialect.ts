import type { Reason } from "@florin/core/store/StorageError"
import type { Dialect, Fault } from "@florin/storage-sql/Dialect"

/** Result codes by prefix: extended codes refine the same reason. */
const reasons: ReadonlyArray<readonly [prefix: string, reason: Reason]> = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "readonly"],
  ["SQLITE_PERM", "readonly"],
  ["SQLITE_CANTOPEN", "unavailable"],
  ["SQLITE_IOERR", "unavailable"],
  ["SQLITE_CONSTRAINT", "constraint"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EROFS", "readonly"],
  ["EACCES", "readonly"],
  ["EPERM", "readonly"],
  ["E", "unavailable"]
]

const codeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined

/** Messages about a statement or a table that quote no value. */
const harmless: ReadonlyArray<RegExp> = [
  /^no such (?:table|column|function|index|savepoint): [\w.]+$/,
  /^(?:UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: [\w., ]+)?$/,
  // An unnamed constraint is reported by its expression, which may contain any value.
  /^CHECK constraint failed(?:: \w+$)?/,
  /^near "\w*": syntax error$/,
  /^incomplete input$/,
  /^(?:table|index) \w+ (?:already exists|has no column named \w+|has \d+ columns but \d+ values were supplied)$/,
  /^there is already (?:another table or index with this name:|a table named) \w+$/,
  /^ambiguous column name: [\w.]+$/,
  /^(?:Too few|Too many) parameter values were provided$/,
  /^SQLite3 can only bind numbers, strings, bigints, buffers, and null$/,
  /^The supplied SQL string contains (?:more than one statement|no statements)$/
]

const messageOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  for (const form of harmless) {
    const detail = form.exec(error.message)
    if (detail !== null) return detail[0]
  }
  return undefined
}

/** Keeps the code, and the message if its form quotes no values of the statement. */
const classify = (error: unknown): Fault => {
  const code = codeOf(error)
  const says = messageOf(error)
  const detail = says === undefined ? {} : { says }
  if (code === undefined) return { reason: "unexpected", ...detail }
  return { reason: reasons.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unexpected", detail: code, ...detail }
}

const made = /^CREATE (UNIQUE )?INDEX (?:\w+|"\w+") ON (?:\w+|"\w+")/

/** SQLite can't rename an index: it is made anew. */
const move: Dialect["move"] = ({ from, indexes, names, table }) => [
  ...indexes.map(({ name }) => `DROP INDEX "${name}"`),
  `ALTER TABLE ${from} RENAME TO ${names.name(table)}`,
  ...indexes.map(({ definition, name }) =>
    definition.replace(made, (_, unique = "") => `CREATE ${unique}INDEX ${names.name(name)} ON ${names.of(table)}`)
  )
]

const appendOnly: Dialect["appendOnly"] = (table) => [
  `CREATE TRIGGER {name:${table}_only_appended} BEFORE UPDATE ON {${table}}
    BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END`,
  `CREATE TRIGGER {name:${table}_never_removed} BEFORE DELETE ON {${table}}
    BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END`
]

/** SQLite has one write transaction at a time, so rows and names need no locks. */
export const sqliteDialect: Dialect = {
  name: "sqlite",
  begin: "BEGIN IMMEDIATE",
  placeholders: (statement) => statement,
  forUpdate: "",
  skipLocked: "",
  lateral: (inner) =>
    `SELECT jobs.* FROM wanted CROSS JOIN {jobs} jobs WHERE jobs.rowid IN (${inner.replace("{id}", "rowid")})`,
  columns: "SELECT name, NULL AS place FROM pragma_table_info(?)",
  indexes:
    "SELECT name, sql AS definition FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
  move,
  text: "TEXT",
  bytes: "BLOB",
  jsonText: (column, ...path) => `json_extract(${column}, '$.${path.join(".")}')`,
  jsonLast: (column, list, [having, text], member) => `(SELECT json_extract(one.value, '$.${member}')
    FROM json_each(${column}, '$.${list}') one WHERE json_extract(one.value, '$.${having}') = '${text}'
    ORDER BY one.key DESC LIMIT 1)`,
  appendOnly,
  classify
}
