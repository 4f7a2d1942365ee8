import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as SqlStatement from "@effect/sql/Statement"
import type { SqlValue } from "@florin/core/store/UnitOfWork"
import type { Statements } from "@florin/storage-sql/Database"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export const compiler = SqlStatement.makeCompilerSqlite()

/** A simulated connection as `@effect/sql` speaks to it. */
export const connectionOver = (run: Statements["execute"]): Connection => {
  const execute = (text: string, parameters: ReadonlyArray<unknown>) =>
    Effect.mapError(run(text, parameters as ReadonlyArray<SqlValue>), (cause) => new SqlError({ cause }))
  return {
    ...{ execute, executeUnprepared: execute, executeRaw: execute },
    executeValues: (...asked) => Effect.map(execute(...asked), (rows) => rows.map((row) => Object.values(row))),
    executeStream: (text, parameters) => Stream.fromIterableEffect(execute(text, parameters))
  }
}

/** A client of a simulated connection. */
export const clientOver = (run: Statements["execute"]): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({ acquirer: Effect.succeed(connectionOver(run)), compiler, spanAttributes: [] }).pipe(
    Effect.provide(Reactivity.layer)
  )
