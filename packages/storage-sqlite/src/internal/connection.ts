import type { Row } from "@florin/core/store/UnitOfWork"
import type { Prepared, Statements } from "@florin/storage-sql/Database"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** How many prepared statements are kept. Ours are fixed and fewer; a host's beyond that are prepared each time. */
const mostPrepared = 500

const noRows: ReadonlyArray<Row> = []

// SQLite counts what a statement changed only for statements that return no rows.
const preparedOf = (statement: Sqlite.Statement<Array<unknown>, Row>): Prepared => ({
  run: (parameters) => statement.run(...parameters).changes,
  all: (parameters) => statement.all(...parameters)
})

const over = (database: Sqlite.Database): Required<Pick<Statements, "now" | "execute" | "prepare">> => {
  const prepared = new Map<string, Sqlite.Statement<Array<unknown>, Row>>()

  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const statement = database.prepare<Array<unknown>, Row>(text)
    if (prepared.size < mostPrepared) prepared.set(text, statement)
    return statement
  }

  const now: NonNullable<Statements["now"]> = (text, parameters) => {
    const statement = prepare(text)
    if (statement.reader) return statement.all(...parameters)
    statement.run(...parameters)
    return noRows
  }

  return {
    now,
    prepare: (text) => preparedOf(prepare(text)),
    execute: (text, parameters) => Effect.try({ try: () => now(text, parameters), catch: (error) => error })
  }
}

/** A connection that is closed with the scope. A statement runs to its end at once; fails with what SQLite throws. */
export const connect = (
  filename: string,
  options: Sqlite.Options = {}
): Effect.Effect<Statements, unknown, Scope.Scope> =>
  Effect.acquireRelease(Effect.try({ try: () => new Sqlite(filename, options), catch: (error) => error }), (database) =>
    Effect.sync(() => database.close())
  ).pipe(Effect.map(over))
