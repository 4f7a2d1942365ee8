import { type Reason, StorageError } from "@florin/core/store/StorageError"
import * as ParseResult from "effect/ParseResult"

const reasons: ReadonlyArray<readonly [prefix: string, Reason]> = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "readonly"],
  ["SQLITE_CANTOPEN", "unavailable"],
  ["SQLITE_CONSTRAINT", "constraint"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_", "unexpected"],
  // What the file system says before SQLite sees the file.
  ["E", "unavailable"]
]

const codeOf = (cause: unknown): string | undefined => {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined
  return typeof code === "string" ? code : undefined
}

const closed = "The database connection is not open"

/** A failure of the file as a value; anything else is a mistake of this package and stays a defect. */
export const storageError = (operation: string, cause: unknown): StorageError => {
  if (cause instanceof StorageError) return cause
  if (ParseResult.isParseError(cause)) return new StorageError({ reason: "corrupt", operation })
  if (cause instanceof TypeError && cause.message === closed) {
    return new StorageError({ reason: "unavailable", operation })
  }
  const code = codeOf(cause)
  const known = reasons.find(([prefix]) => code?.startsWith(prefix) === true)
  if (code === undefined || known === undefined || code.startsWith("ERR_")) throw cause
  return new StorageError({ reason: known[1], operation, detail: code })
}
