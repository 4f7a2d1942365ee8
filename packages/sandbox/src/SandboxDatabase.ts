/** The storage of the acquirer ledger, the bank's books and the sandbox's clock, separate from the gateway's tables. */
import { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Period } from "@florin/core/money/Movement"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { memory } from "./internal/memory.js"
import { statements } from "./internal/statements.js"
import { bringUp, lock } from "./internal/tables.js"
import { type About, type Booked, type Decide, make as together } from "./internal/together.js"
import type { Books } from "./Movement.js"
import type {
  Booking,
  ClockState,
  Found,
  FoundTransfer,
  Kept,
  KeptTransfer,
  NewMovement,
  TransferBooking
} from "./Records.js"

export { GatewaySchema } from "./internal/tables.js"

export class SandboxDatabase extends Context.Tag("@florin/sandbox/SandboxDatabase")<
  SandboxDatabase,
  {
    /**
     * Runs `decide` on the stored records and writes its booking in one unit of work, which requests that wait at the
     * same time share. Serializes requests with the same key or the same parent across all processes. Committed when it
     * succeeds. `decide` may run more than once.
     */
    readonly record: <A>(about: About, decide: Decide<Found, Booking, A>) => Effect.Effect<A, StorageError>
    readonly kept: (key: AcquirerKey) => Effect.Effect<Kept | undefined, StorageError>
    /** Like `record`, in the bank's books. `parent`: the payment of a refund. */
    readonly recordTransfer: <A>(
      about: About,
      decide: Decide<FoundTransfer, TransferBooking, A>
    ) => Effect.Effect<A, StorageError>
    readonly keptTransfer: (key: AcquirerKey) => Effect.Effect<KeptTransfer | undefined, StorageError>
    /** All movements, in the order in which they were booked. */
    readonly movements: Effect.Effect<ReadonlyArray<object>, StorageError>
    /** The movements of a period, oldest first. */
    readonly movementsOf: (books: Books, period: Period) => Effect.Effect<ReadonlyArray<object>, StorageError>
    /** Undefined: the clock was never moved. */
    readonly recallClock: Effect.Effect<ClockState | undefined, StorageError>
    readonly rememberClock: (state: ClockState) => Effect.Effect<void, StorageError>
  }
>() {}

const namesOf = ({ key, parent }: About): ReadonlyArray<string> => (parent === undefined ? [key] : [key, parent])

/**
 * Opens or creates the tables: in a file of the sandbox's own, or in a separate schema of the gateway's PostgreSQL
 * database. Any number of processes may use them.
 *
 * Errors: `corrupt` when the file is not a sandbox's, or is of another version; `readonly` when the role may not create
 * the schema.
 */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { run } = yield* UnitOfWork
  // A failed statement fails the commit with its error, so the unit's own result can be ignored.
  const unit = <A>(operation: string, work: Effect.Effect<A, SqlError | StorageError>) =>
    run(Effect.either(work)).pipe(
      Effect.flatten,
      Effect.catchTag("SqlError", Effect.die),
      Effect.mapError((error) => new StorageError({ ...error, operation }))
    )
  const rows = statements(sql, yield* unit("sandbox.open", bringUp(sql)))

  const recording = <Found, Booking extends { readonly movement?: NewMovement }>(
    operation: string,
    find: (abouts: ReadonlyArray<About>) => Effect.Effect<ReadonlyArray<Found>, SqlError>,
    keep: (booked: ReadonlyArray<Booked<Booking>>) => Effect.Effect<unknown, SqlError>
  ) =>
    together<Found, Booking>((taken, decide) =>
      unit(
        operation,
        Effect.gen(function* () {
          const abouts = taken()
          if (abouts.length === 0) return
          yield* lock(sql, abouts.flatMap(namesOf))
          const booked = decide(yield* find(abouts))
          yield* keep(booked)
          yield* rows.addMovements(booked.map(({ booking }) => booking.movement))
        })
      )
    )

  return SandboxDatabase.of({
    record: yield* recording("ledger.record", rows.found, rows.keep),
    kept: (key) => unit("ledger.find", rows.kept(key)),
    recordTransfer: yield* recording("bank.record", rows.foundTransfers, rows.keepTransfers),
    keptTransfer: (key) => unit("bank.find", rows.keptTransfer(key)),
    movements: unit("ledger.movements", rows.movements),
    movementsOf: (books, period) => unit("ledger.movements", rows.movementsOf(books, period)),
    recallClock: unit("clock.recall", rows.clock),
    rememberClock: (state) => Effect.asVoid(unit("clock.remember", rows.setClock(state)))
  })
})

/** Like `make`, in memory and without SQLite. For tests. */
export const makeMemory: Effect.Effect<Context.Tag.Service<SandboxDatabase>> = Effect.sync(() =>
  SandboxDatabase.of(memory())
)

/** A database in memory, discarded with the layer. For tests. */
export const layerMemory: Layer.Layer<SandboxDatabase> = Layer.effect(SandboxDatabase, makeMemory)

/** The tables in a database. The client's statements must join its units of work. */
export const layer: Layer.Layer<SandboxDatabase, StorageError, SqlClient | UnitOfWork> = Layer.effect(
  SandboxDatabase,
  make
)
