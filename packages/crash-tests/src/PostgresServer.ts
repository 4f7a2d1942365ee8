/** A PostgreSQL server that is disturbed: restarted, crashed, its connections cut. */
import { addressOf } from "@florin/storage-postgres/testing/database"
import { startServer } from "@florin/storage-postgres/testing/postgres"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import pg from "pg"
import type { Store } from "./HostSettings.js"

export interface PostgresServer {
  readonly store: Store
  /** Another database on it, which is empty. */
  readonly another: (name: string) => Effect.Effect<Store>
  /** Stops it, as an administrator would or as a crash would. */
  readonly stop: (signal: "INT" | "QUIT") => Effect.Effect<void>
  readonly start: Effect.Effect<void>
  /** Cuts every connection, in the middle of whatever it is doing. */
  readonly cut: Effect.Effect<void>
  /** Runs statements, one after another. */
  readonly query: (...statements: ReadonlyArray<string>) => Effect.Effect<void>
}

const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE usename = current_user AND pid <> pg_backend_pid()`

// The server does not keep this process from ending, not even while its end is waited for.
const awake = (work: () => Promise<void>): Effect.Effect<void> =>
  Effect.raceFirst(Effect.promise(work), Effect.interruptible(Effect.never))

/** A new server on this machine, with these settings of its own; its files go with the scope. */
export const make = (settings: Readonly<Record<string, string>>): Effect.Effect<PostgresServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => startServer(settings)),
      ({ remove }) => awake(remove)
    )
    const url = addressOf(server.directory)

    const query = (...statements: ReadonlyArray<string>) =>
      Effect.promise(async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        for (const statement of statements) await client.query(statement)
        await client.end()
      })

    return {
      store: { _tag: "Postgres", url },
      another: (name) =>
        Effect.as(query(`CREATE DATABASE ${name}`), {
          _tag: "Postgres",
          url: addressOf(server.directory, undefined, name)
        }),
      stop: (signal) => awake(() => server.stop(signal)),
      start: awake(server.start),
      cut: query(others),
      query
    }
  })
