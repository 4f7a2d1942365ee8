import { closeSync, openSync } from "node:fs"
import { StorageError } from "@florin/core/store/StorageError"
import type { Statements } from "@florin/storage-sql/Database"
import * as Effect from "effect/Effect"
import { type Pragmas, SettingRefused } from "../SettingRefused.js"
import { connect } from "./connection.js"
import { sqliteDialect } from "./sqliteDialect.js"

/** For every connection. The driver waits in the event loop, so it waits 20 ms and we do the rest. */
const common: Pragmas = {
  busy_timeout: 20,
  cell_size_check: 1,
  foreign_keys: 1,
  mmap_size: 0,
  temp_store: 2,
  trusted_schema: 0
}

/** What makes a commit survive power loss, and what was erased stay erased. */
const writing: Pragmas = { fullfsync: 1, journal_size_limit: 64 * 1024 * 1024, secure_delete: 1, synchronous: 2 }

const failed = (error: unknown): StorageError =>
  error instanceof StorageError
    ? error
    : new StorageError({ operation: "store.open", ...sqliteDialect.classify(error) })

/** Names for which SQLite makes no file. It opens them without a log, and so they are refused. */
const inMemory = new Set(["", ":memory:"])

/** A database that does not exist yet is made for its owner's eyes only; its log takes the mode over. */
const create = (filename: string): Effect.Effect<void, StorageError> =>
  inMemory.has(filename)
    ? Effect.void
    : Effect.try({ try: () => closeSync(openSync(filename, "a", 0o600)), catch: failed })

const ask = (connection: Statements, statement: string) => Effect.mapError(connection.execute(statement, []), failed)

const valueOf = (row: Readonly<Record<string, unknown>> | undefined): unknown => Object.values(row ?? {})[0]

/** Sets what is wanted and reads it back: SQLite ignores what it does not know. */
const set = Effect.fnUntraced(function* (connection: Statements, pragmas: Pragmas) {
  for (const [name, wanted] of Object.entries(pragmas)) {
    yield* ask(connection, `PRAGMA ${name} = ${wanted}`)
    const [row] = yield* ask(connection, `PRAGMA ${name}`)
    if (valueOf(row) !== wanted) return yield* new SettingRefused({ setting: name })
  }
})

const keepLog = Effect.fnUntraced(function* (connection: Statements) {
  const [row] = yield* ask(connection, "PRAGMA journal_mode = WAL")
  if (valueOf(row) !== "wal") return yield* new SettingRefused({ setting: "journal_mode" })
})

/** The one connection that writes. The unit of work reserves it for as long as it lives, and lets one in at a time. */
export const openWriter = Effect.fnUntraced(function* (filename: string) {
  yield* create(filename)
  const connection = yield* Effect.mapError(connect(filename), failed)
  yield* keepLog(connection)
  yield* set(connection, { ...common, ...writing })
  return connection
})

/** A connection that cannot write. Statements run to their end one after another, so all readers share it. */
export const openReader = Effect.fnUntraced(function* (filename: string) {
  const connection = yield* Effect.mapError(connect(filename, { readonly: true }), failed)
  yield* set(connection, common)
  return connection
})
