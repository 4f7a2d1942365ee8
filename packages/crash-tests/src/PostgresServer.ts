/** A PostgreSQL server that is disturbed: restarted, crashed, its connections cut. */
import { addressOf } from "@florin/storage-postgres/testing/database"
import { startServer } from "@florin/storage-postgres/testing/postgres"
import * as Effect from "effect/Effect"
import pg from "pg"
import type { Store } from "./Protocol.js"

export type PostgresServer = Effect.Effect.Success<ReturnType<typeof make>>

const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE usename = current_user AND pid <> pg_backend_pid()`

// The server does not keep this process from ending, not even while its end is waited for.
const awake = (work: () => Promise<void>): Effect.Effect<void> =>
  Effect.raceFirst(Effect.promise(work), Effect.interruptible(Effect.never))

/** A new server on this machine, with these settings of its own; its files go with the scope. */
export const make = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>> = {}) {
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startServer(settings)),
    ({ remove }) => awake(remove)
  )
  const storeOf = (database?: string): Store => ({
    _tag: "Postgres",
    url: addressOf(server.directory, undefined, database)
  })

  /** Runs statements, one after another, in one session. */
  const query = (...statements: ReadonlyArray<string>) =>
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: addressOf(server.directory) })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    })

  return {
    store: storeOf(),
    /** Another database on it, which is empty. */
    another: (name: string) => Effect.as(query(`CREATE DATABASE ${name}`), storeOf(name)),
    /** Stops it, as an administrator would or as a crash would. */
    stop: (signal: "INT" | "QUIT") => awake(() => server.stop(signal)),
    start: awake(server.start),
    /** Cuts every connection, in the middle of whatever it is doing. */
    cut: query(others),
    query
  }
})
