/**
 * The sandbox's database on PostgreSQL: a schema beside the one that has the gateway's tables, in the same database.
 */
import type { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Pool from "./internal/postgresPool.js"
import { bringUp, statements } from "./internal/postgresStatements.js"
import { withoutNullParent } from "./internal/standing.js"
import type { ClockState, Kept } from "./Records.js"
import { SandboxDatabase } from "./SandboxDatabase.js"

export interface Options {
  /**
   * Gives the store's own `postgres://` address. A function, so that no object that may be printed holds its password.
   * The tables are in the schema named like the first of the address's `search_path`, with `_sandbox` behind it.
   */
  readonly address: () => string
}

/**
 * Opens the schema, and creates it where there is none. Any number of processes may use it.
 *
 * Errors: `unavailable` where the server cannot be reached, `readonly` where the role may not create the schema,
 * `corrupt` where the tables are of another version.
 */
export const make = Effect.fnUntraced(function* ({ address }: Options) {
  const pool = yield* Pool.open(address)
  const sql = statements(yield* Pool.transaction(pool, "sandbox.open", bringUp))

  return SandboxDatabase.of({
    record: (entry, decide) =>
      Pool.transaction(pool, "ledger.record", async (client) => {
        const { booking, result } = decide(await sql.find(client, entry))
        if (booking !== undefined) await sql.book(client, entry.key, booking)
        return result
      }),
    kept: (key) => Effect.map(Pool.query<Kept>(pool, "ledger.find", sql.kept, [key]), ([row]) => row),
    movements: Effect.map(
      Pool.query<{ readonly parent: string | null }>(pool, "ledger.movements", sql.movements),
      (rows) => rows.map(withoutNullParent)
    ),
    recallClock: Effect.map(Pool.query<ClockState>(pool, "clock.recall", sql.clock), ([row]) => row),
    rememberClock: ({ ahead, standsAt }) =>
      Effect.asVoid(Pool.query(pool, "clock.remember", sql.setClock, [standsAt, ahead]))
  })
})

export const layer = (options: Options): Layer.Layer<SandboxDatabase, StorageError> =>
  Layer.scoped(SandboxDatabase, make(options))
