/**
 * Where the sandbox keeps the acquirer ledger and its clock. It is a world of its own: nothing of it lies in the
 * gateway's tables.
 */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { memory } from "./internal/memory.js"
import { attempt, open } from "./internal/sqliteFile.js"
import { statements } from "./internal/sqliteStatements.js"
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
 * Opens an SQLite file, and creates it where there is none; closes it with the scope.
 *
 * Errors: `corrupt` where the file is not a sandbox's, `unavailable` where it cannot be opened.
 */
export const make = Effect.fnUntraced(function* (filename: string) {
  const connection = yield* Effect.acquireRelease(
    attempt("sandbox.open", () => open(filename)),
    (connection) => Effect.sync(() => connection.close())
  )
  // Made once: the driver's function for a transaction costs more than the transaction.
  const transaction = connection.transaction((body: () => unknown) => body())
  const write = <A>(operation: string, body: () => A) => attempt(operation, () => transaction.immediate(body) as A)
  const rows = statements(connection)

  return SandboxDatabase.of({
    record: ({ key, parent }, decide) =>
      write("ledger.record", () => {
        const found = { kept: rows.kept(key), parent: parent === undefined ? undefined : rows.standing(parent) }
        const { booking, result } = decide(found)
        if (booking !== undefined) rows.keep(key, booking.kept)
        if (booking?.movement !== undefined) rows.addMovement(booking.movement)
        return result
      }),
    kept: (key) => attempt("ledger.find", () => rows.kept(key)),
    movements: attempt("ledger.movements", rows.movements),
    recallClock: attempt("clock.recall", rows.clock),
    rememberClock: (state) => write("clock.remember", () => rows.setClock(state))
  })
})

/** The same in memory, without a file and without SQLite. For tests. */
export const makeMemory: Effect.Effect<Context.Tag.Service<SandboxDatabase>> = Effect.sync(() =>
  SandboxDatabase.of(memory())
)

/** A database that is gone with what was built from the layer. For tests. */
export const layerMemory: Layer.Layer<SandboxDatabase> = Layer.effect(SandboxDatabase, makeMemory)

/** A file, created with mode 0600. WAL, every commit synced to the disk. `:memory:` is `layerMemory`. */
export const layer = (filename: string): Layer.Layer<SandboxDatabase, StorageError> =>
  filename === ":memory:" ? layerMemory : Layer.scoped(SandboxDatabase, make(filename))
