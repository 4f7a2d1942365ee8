import { closeSync, openSync } from "node:fs"
import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlError } from "@effect/sql/SqlError"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
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
    : new StorageError({
        operation: "store.open",
        ...sqliteDialect.classify(error instanceof SqlError ? error.cause : error)
      })

/** Names for which SQLite makes no file. It opens them without a log, and so they are refused. */
const inMemory = new Set(["", ":memory:"])

/** A database that does not exist yet is made for its owner's eyes only; its log takes the mode over. */
const create = (filename: string): Effect.Effect<void, StorageError> =>
  inMemory.has(filename)
    ? Effect.void
    : Effect.try({ try: () => closeSync(openSync(filename, "a", 0o600)), catch: failed })

type Ask = (statement: string) => Effect.Effect<ReadonlyArray<object>, StorageError>

const valueOf = (row: object | undefined): unknown => Object.values(row ?? {})[0]

/** Sets what is wanted and reads it back: SQLite ignores what it does not know. */
const set = Effect.fnUntraced(function* (ask: Ask, pragmas: Pragmas) {
  for (const [name, wanted] of Object.entries(pragmas)) {
    yield* ask(`PRAGMA ${name} = ${wanted}`)
    const [row] = yield* ask(`PRAGMA ${name}`)
    if (valueOf(row) !== wanted) return yield* new SettingRefused({ setting: name })
  }
})

const keepLog = Effect.fnUntraced(function* (ask: Ask) {
  const [row] = yield* ask("PRAGMA journal_mode = WAL")
  if (valueOf(row) !== "wal") return yield* new SettingRefused({ setting: "journal_mode" })
})

/** The one connection that writes. The unit of work reserves it for as long as it lives, and lets one in at a time. */
export const openWriter = Effect.fnUntraced(function* (filename: string) {
  yield* create(filename)
  const connection = yield* Effect.mapError(connect(filename), failed)
  const ask: Ask = (statement) => Effect.mapError(connection.execute(statement, []), failed)
  yield* keepLog(ask)
  yield* set(ask, { ...common, ...writing })
  return connection
})

/** A client that cannot write. Statements run to their end one after another, so all readers share its connection. */
export const openReader = Effect.fnUntraced(function* (filename: string) {
  // The log is the writer's to set up. A file that can't be opened is a defect of the client's.
  const client = yield* SqliteClient.make({ filename, readonly: true, disableWAL: true }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.catchAllDefect((defect) => Effect.fail(failed(defect)))
  )
  yield* set((statement) => Effect.mapError(client.unsafe(statement), failed), common)
  // It has one connection, which is not taken from others by reading: what is hot needs no template around it.
  const connection = yield* Effect.mapError(Effect.scoped(client.reserve), failed)
  const read: Statements["execute"] = (statement, parameters) => connection.execute(statement, parameters, undefined)
  return { client, read }
})
