/**
 * Where the sandbox keeps the acquirer ledger and its clock. It is a world of its own: nothing of it lies in the
 * gateway's tables.
 */
import { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { memory } from "./internal/memory.js"
import { statements } from "./internal/statements.js"
import { bringUp, lock } from "./internal/tables.js"
import type { Entry } from "./Movement.js"
import type { Booking, ClockState, Found, Kept } from "./Records.js"

export class SandboxDatabase extends Context.Tag("@florin/sandbox/SandboxDatabase")<
  SandboxDatabase,
  {
    /**
     * Writes what `decide` makes of what is known, as one unit: requests under one key, and requests that follow one
     * movement, take turns, in whatever process they are. Durable when it succeeds. `decide` may run again.
     */
    readonly record: <A>(
      entry: Pick<Entry, "key" | "parent">,
      decide: (found: Found) => { readonly result: A; readonly booking?: Booking }
    ) => Effect.Effect<A, StorageError>
    readonly kept: (key: AcquirerKey) => Effect.Effect<Kept | undefined, StorageError>
    /** All movements as they were written, oldest first. */
    readonly movements: Effect.Effect<ReadonlyArray<object>, StorageError>
    /** Undefined: the clock was never moved. */
    readonly recallClock: Effect.Effect<ClockState | undefined, StorageError>
    readonly rememberClock: (state: ClockState) => Effect.Effect<void, StorageError>
  }
>() {}

/**
 * Finds or makes the tables with the client of a database: of a file that is the sandbox's alone, or of the gateway's
 * PostgreSQL, where they are a schema of their own. Any number of processes may use it.
 *
 * Errors: `corrupt` where the file is not a sandbox's, or of another version; `readonly` where the role may not create
 * the schema.
 */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { run } = yield* UnitOfWork
  // A statement that fails refuses the commit and is told by it: what the unit makes of it does not matter.
  const unit = <A>(operation: string, work: Effect.Effect<A, SqlError | StorageError>) =>
    run(Effect.either(work)).pipe(
      Effect.flatten,
      Effect.catchTag("SqlError", Effect.die),
      Effect.mapError((error) => new StorageError({ ...error, operation }))
    )
  const rows = statements(sql, yield* unit("sandbox.open", bringUp(sql)))

  return SandboxDatabase.of({
    record: ({ key, parent }, decide) =>
      unit(
        "ledger.record",
        Effect.gen(function* () {
          yield* lock(sql, parent === undefined ? [key] : [key, parent])
          const kept = yield* rows.kept(key)
          const { booking, result } = decide({
            kept,
            parent: parent === undefined ? undefined : yield* rows.standing(parent)
          })
          if (booking !== undefined) yield* rows.keep(key, booking.kept)
          if (booking?.movement !== undefined) yield* rows.addMovement(booking.movement)
          return result
        })
      ),
    kept: (key) => unit("ledger.find", rows.kept(key)),
    movements: unit("ledger.movements", rows.movements),
    recallClock: unit("clock.recall", rows.clock),
    rememberClock: (state) => Effect.asVoid(unit("clock.remember", rows.setClock(state)))
  })
})

/** The same in memory, without a file and without SQLite. For tests. */
export const makeMemory: Effect.Effect<Context.Tag.Service<SandboxDatabase>> = Effect.sync(() =>
  SandboxDatabase.of(memory())
)

/** A database that is gone with what was built from the layer. For tests. */
export const layerMemory: Layer.Layer<SandboxDatabase> = Layer.effect(SandboxDatabase, makeMemory)

/** The tables of a database whose units of work the client's statements join. */
export const layer: Layer.Layer<SandboxDatabase, StorageError, SqlClient | UnitOfWork> = Layer.effect(
  SandboxDatabase,
  make
)
