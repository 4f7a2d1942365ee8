import type { Reason } from "@florin/core/store/StorageError"
import type { Dialect, Fault } from "@florin/storage-sql/Dialect"

/** Result codes by their beginning: extended codes say more about the same reason. */
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

/** Only the code is kept: a message may quote what stood in the statement. */
const classify = (error: unknown): Fault => {
  const code = codeOf(error)
  if (code === undefined) return { reason: "unexpected" }
  return { reason: reasons.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unexpected", detail: code }
}

/** A transaction that writes is alone in the database, so no row and no name needs a lock of its own. */
export const sqliteDialect: Dialect = {
  name: "sqlite",
  begin: "BEGIN IMMEDIATE",
  placeholders: (statement) => statement,
  forUpdate: "",
  skipLocked: "",
  lateral: (inner) =>
    `SELECT jobs.* FROM shares CROSS JOIN jobs WHERE jobs.rowid IN (${inner.replace("{id}", "rowid")})`,
  text: "TEXT",
  classify
}
