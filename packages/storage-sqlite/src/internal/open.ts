import { closeSync, openSync } from "node:fs"
import { SqlError } from "@effect/sql/SqlError"
import { StorageError } from "@florin/core/store/StorageError"
import type { ImmediateStatements } from "@florin/storage-sql/Database"
import * as Effect from "effect/Effect"
import { type Pragmas, SettingRefused } from "../SettingRefused.js"
import { connect, connectMemory } from "./connection.js"
import { sqliteDialect } from "./sqliteDialect.js"

/**
 * For every connection. The driver's busy wait blocks the event loop, so it waits 20 ms and the store does the rest.
 * 64 MiB hold the inner pages of every index of millions of rows, and what one commit changes.
 */
const common: Pragmas = {
  busy_timeout: 20,
  cache_size: -65_536,
  cell_size_check: 1,
  foreign_keys: 1,
  mmap_size: 0,
  temp_store: 2,
  trusted_schema: 0
}

/**
 * For the writer: commits survive a power loss, and deleted data is overwritten. The log grows to 16 MiB before its pages
 * are copied into the file: most pages change in several commits.
 */
const writing: Pragmas = {
  fullfsync: 1,
  journal_size_limit: 64 * 1024 * 1024,
  secure_delete: 1,
  synchronous: 2,
  wal_autocheckpoint: 4000
}

export const failed = (error: unknown): StorageError =>
  error instanceof StorageError
    ? error
    : new StorageError({
        operation: "store.open",
        ...sqliteDialect.classify(error instanceof SqlError ? error.cause : error)
      })

/** Names of in-memory and temporary databases. They can't use WAL and are refused. */
const inMemory = new Set(["", ":memory:"])

/** Creates a missing file with mode 0600. SQLite gives its WAL the same mode. */
const create = (filename: string): Effect.Effect<void, StorageError> =>
  inMemory.has(filename)
    ? Effect.void
    : Effect.try({ try: () => closeSync(openSync(filename, "a", 0o600)), catch: failed })

type Rows = ReadonlyArray<object>

/** Runs statements one after another, and gives the rows of each. */
type AskAll = (statements: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Rows>, StorageError>

const atOnce =
  ({ now }: Pick<ImmediateStatements, "now">): AskAll =>
  (statements) =>
    Effect.try({ try: () => statements.map((statement) => now(statement, [])), catch: failed })

const valueOf = ([row]: Rows = []): unknown => Object.values(row ?? {})[0]

/** Sets pragmas and reads them back, because SQLite ignores unknown ones. */
const set = (askAll: AskAll, pragmas: Pragmas) => {
  const wanted = Object.entries(pragmas)
  const statements = wanted.flatMap(([name, value]) => [`PRAGMA ${name} = ${value}`, `PRAGMA ${name}`])
  return Effect.flatMap(askAll(statements), (answers): Effect.Effect<void, SettingRefused> => {
    const refused = wanted.find(([, value], index) => valueOf(answers[2 * index + 1]) !== value)
    return refused === undefined ? Effect.void : new SettingRefused({ setting: refused[0] })
  })
}

const keepLog = (askAll: AskAll) =>
  Effect.flatMap(
    askAll(["PRAGMA journal_mode = WAL"]),
    ([rows]): Effect.Effect<void, SettingRefused> =>
      valueOf(rows) === "wal" ? Effect.void : new SettingRefused({ setting: "journal_mode" })
  )

/** Commits survive the end of the process, but not a power loss: they wait for no flush. */
const unflushed: Pragmas = { ...writing, synchronous: 1 }

const openWith = (own: Pragmas) =>
  Effect.fnUntraced(function* (filename: string) {
    yield* create(filename)
    const connection = yield* Effect.mapError(connect(filename), failed)
    const ask = atOnce(connection)
    yield* keepLog(ask)
    yield* set(ask, { ...common, ...own })
    return connection
  })

/** The write connection. The unit of work reserves it for its lifetime and admits one unit at a time. */
export const openWriter = openWith(writing)

/** Likewise, for data that may lose its last commits with the power. */
export const openUnflushed = openWith(unflushed)

/** The write connection to a file that exists and is left as it is: a file of another program keeps its journal. */
export const openExisting = Effect.fnUntraced(function* (filename: string) {
  const connection = yield* Effect.mapError(connect(filename, { fileMustExist: true }), failed)
  yield* set(atOnce(connection), { ...common, ...writing })
  return connection
})

/** What a database in memory has of the settings: nothing survives it, and no other process waits for it. */
const inMemorySettings: Pragmas = { cell_size_check: 1, foreign_keys: 1, temp_store: 2, trusted_schema: 0 }

/** One connection that reads and writes. */
export const openMemory = Effect.fnUntraced(function* (image?: Uint8Array) {
  const opened = yield* Effect.mapError(connectMemory(image), failed)
  yield* set(atOnce(opened.connection), inMemorySettings)
  return opened
})

/**
 * Reads what is committed, one statement after another: all readers share one connection. The writer has set up the log.
 */
export const openReader = Effect.fnUntraced(function* (filename: string) {
  const connection = yield* Effect.mapError(connect(filename, { readonly: true }), failed)
  yield* set(atOnce(connection), common)
  return connection
})
