/** The clock of a database, where it is another machine's. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Database } from "../../host/database.js"
import * as Optional from "../../host/optional.js"
import { loaded } from "../../host/parts.js"

const now = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The first statement waits for the connection.
  yield* sql`SELECT 1`
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ at: string }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS at`
  const after = yield* Clock.currentTimeMillis
  return Number(row?.at) - (before + after) / 2
})

/** How far it is ahead. Unit: milliseconds. Undefined for SQLite, which has the clock of the machine. */
export const ahead = (database: Database) =>
  database._tag === "Sqlite"
    ? Effect.succeed(undefined)
    : Effect.flatMap(
        loaded(Optional.postgres, () => import("@florin/storage-postgres/PostgresStore")),
        ({ layerClient }) => Effect.provide(now, layerClient({ url: database.url, poolSize: 1 }))
      )
