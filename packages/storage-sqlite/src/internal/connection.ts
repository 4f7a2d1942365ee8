import { SqlError } from "@effect/sql/SqlError"
import { memoized } from "@florin/core/memory/Memoized"
import type { Row } from "@florin/core/store/UnitOfWork"
import type { HostConnection, ImmediateStatements, Log, Prepared } from "@florin/storage-sql/Database"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/**
 * The size of the cache of prepared statements. Florin's own statements are fixed and fewer; beyond the limit
 * the oldest is forgotten, and prepared again on its next use.
 */
const mostPrepared = 500

const noRows: ReadonlyArray<Row> = []

type Statement = Sqlite.Statement<Array<unknown>, Row>

// SQLite reports a change count only for statements that return no rows.
const preparedOf = (statement: Statement): Prepared => ({
  run: (parameters) => statement.run(...parameters).changes,
  all: (parameters) => statement.all(...parameters)
})

const failed = (cause: unknown): SqlError => new SqlError({ cause, message: "Failed to execute statement" })

const valuesOf = (statement: Statement, parameters: ReadonlyArray<unknown>): ReadonlyArray<ReadonlyArray<unknown>> => {
  if (!statement.reader) {
    statement.run(...parameters)
    return []
  }
  statement.raw(true)
  try {
    return statement.all(...parameters) as unknown as ReadonlyArray<ReadonlyArray<unknown>>
  } finally {
    statement.raw(false)
  }
}

/** The connection methods of `SqliteClient`, on this connection. */
const connectionOf = (prepare: (text: string) => Statement): HostConnection => {
  const asking =
    <A>(ask: (statement: Statement, parameters: ReadonlyArray<unknown>) => A) =>
    (text: string, parameters: ReadonlyArray<unknown>) =>
      Effect.try({ try: () => ask(prepare(text), parameters), catch: failed })

  const rows = asking((statement, parameters): ReadonlyArray<Row> => {
    if (statement.reader) return statement.all(...parameters)
    statement.run(...parameters)
    return noRows
  })
  const execute: HostConnection["execute"] = (text, parameters, transform) =>
    transform === undefined ? rows(text, parameters) : Effect.map(rows(text, parameters), transform)

  return {
    execute,
    executeUnprepared: execute,
    executeRaw: asking((statement, parameters) =>
      statement.reader ? statement.all(...parameters) : statement.run(...parameters)
    ),
    executeValues: asking(valuesOf)
  }
}

/** Not as prepared statements: SQLite sets a pragma while it prepares it. */
const logOf = (database: Sqlite.Database): Log => ({
  commit: () => {
    const pages = database.pragma("wal_autocheckpoint", { simple: true })
    database.pragma("wal_autocheckpoint = 0")
    try {
      database.exec("COMMIT")
    } finally {
      database.pragma(`wal_autocheckpoint = ${pages}`)
    }
  },
  copy: () => void database.pragma("wal_checkpoint(PASSIVE)")
})

const over = (database: Sqlite.Database): ImmediateStatements => {
  const prepare = memoized((text: string) => database.prepare<Array<unknown>, Row>(text), mostPrepared)

  const now: ImmediateStatements["now"] = (text, parameters) => {
    const statement = prepare(text)
    if (statement.reader) return statement.all(...parameters)
    statement.run(...parameters)
    return noRows
  }

  return {
    now,
    prepare: (text) => preparedOf(prepare(text)),
    execute: (text, parameters) => Effect.try({ try: () => now(text, parameters), catch: (error) => error }),
    connection: connectionOf(prepare),
    log: logOf(database)
  }
}

const opened = (source: string | Buffer, options: Sqlite.Options = {}) =>
  Effect.acquireRelease(Effect.try({ try: () => new Sqlite(source, options), catch: (error) => error }), (database) =>
    Effect.sync(() => database.close())
  )

/** Opens the write connection; it closes with the scope. Statements run synchronously. */
export const connect = (
  filename: string,
  options: Sqlite.Options = {}
): Effect.Effect<ImmediateStatements, unknown, Scope.Scope> => Effect.map(opened(filename, options), over)

export interface InMemory {
  readonly connection: ImmediateStatements
  /** Runs any number of statements. */
  readonly execute: (statements: string) => void
  /** A copy of the database as it is now. */
  readonly image: () => Uint8Array
}

/** Opens a database in memory: an empty one, or one that begins as a copy of another. It is gone with the scope. */
export const connectMemory = (image?: Uint8Array): Effect.Effect<InMemory, unknown, Scope.Scope> =>
  Effect.map(opened(image === undefined ? ":memory:" : Buffer.from(image)), (database) => {
    // Only a file has a log.
    const { log: _, ...connection } = over(database)
    return {
      connection,
      execute: (statements) => void database.exec(statements),
      image: () => database.serialize()
    }
  })
