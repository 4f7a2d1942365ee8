import type { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import { newAddress, optionsOf } from "@florin/storage-postgres/testing/database"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Booking } from "../src/Records.js"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import { temporaryPath } from "./files.js"

type Client = Layer.Layer<SqlClient | UnitOfWork, unknown>

const clients: ReadonlyArray<{ readonly kind: string; readonly empty: Effect.Effect<Client, never, Scope.Scope> }> = [
  {
    kind: "SQLite",
    empty: Effect.map(temporaryPath, (filename) => SqliteStore.layerClient({ filename }))
  },
  {
    kind: "PostgreSQL",
    empty: Effect.map(newAddress, (address) => PostgresStore.layerClient(optionsOf(address)))
  }
]

/** The books, and how many units of work they have begun. The first one waits for `gate`, if there is one. */
const counted = (client: Client) =>
  Effect.gen(function* () {
    const built = Context.unsafeMake<SqlClient | UnitOfWork>(
      (yield* Effect.orDie(Layer.build(client))).unsafeMap as Map<string, unknown>
    )
    const { run } = Context.get(built, UnitOfWork)
    const seen = { units: 0, gate: Effect.void as Effect.Effect<void> }
    const counting = UnitOfWork.of({
      run: (work) =>
        Effect.suspend(() => {
          seen.units += 1
          return Effect.zipRight(seen.gate, run(work))
        })
    })
    // Each test's books are beside a schema of its own.
    const books = yield* SandboxDatabase.make.pipe(
      Effect.provideService(SandboxDatabase.GatewaySchema, undefined),
      Effect.provide(Context.add(built, UnitOfWork, counting))
    )
    seen.units = 0
    return { books, seen }
  })

const keyed = (name: string | number) => `key-${name}` as AcquirerKey

const booking = (name: string | number, amount = 100): Booking => ({
  kept: { request: "asked", answer: "{}" },
  movement: {
    ...{ books: "acquirer", kind: "payment", key: keyed(name), card: null, at: 0 },
    amount: amount as Amount,
    currency: Currency.make("EUR")
  }
})

const numbers = Array.from({ length: 100 }, (_, index) => index)

const atOnce = { concurrency: "unbounded" } as const

const references = (books: { readonly movements: Effect.Effect<ReadonlyArray<object>, unknown> }) =>
  Effect.map(Effect.orDie(books.movements), (all) =>
    all.map((movement) => (movement as { reference: string }).reference)
  )

describe.each(clients)("On $kind requests to the books at the same time", ({ empty }) => {
  it.scopedLive("share a unit of work, are booked in order, and have their own results", () =>
    Effect.gen(function* () {
      const { books, seen } = yield* counted(yield* empty)
      const results = yield* Effect.forEach(
        numbers,
        (number) => books.record({ key: keyed(number) }, () => ({ result: number, booking: booking(number) })),
        atOnce
      )
      assert.deepStrictEqual(results, numbers)
      assert.isAtMost(seen.units, 2)
      assert.deepStrictEqual(yield* references(books), numbers.map(keyed))
    })
  )

  it.scopedLive("share a unit of work in the bank's books", () =>
    Effect.gen(function* () {
      const { books, seen } = yield* counted(yield* empty)
      yield* Effect.forEach(
        numbers,
        (number) =>
          books.recordTransfer({ key: keyed(number) }, () => ({
            result: number,
            booking: { kept: { record: "{}" }, movement: { ...booking(number).movement!, books: "bank" } }
          })),
        atOnce
      )
      assert.isAtMost(seen.units, 2)
      assert.deepStrictEqual(yield* references(books), numbers.map(keyed))
      assert.deepStrictEqual(yield* books.keptTransfer(keyed(99)), { record: "{}" })
    })
  )

  it.scopedLive("with one key are decided one after another: only the first finds nothing", () =>
    Effect.gen(function* () {
      const { books } = yield* counted(yield* empty)
      const found = yield* Effect.forEach(
        numbers.slice(0, 10),
        () =>
          books.record({ key: keyed("same") }, ({ kept }) =>
            kept === undefined ? { result: "first", booking: booking("same") } : { result: "again" }
          ),
        atOnce
      )
      assert.deepStrictEqual(found, ["first", ...numbers.slice(1, 10).map(() => "again")])
      assert.deepStrictEqual(yield* references(books), [keyed("same")])
    })
  )

  it.scopedLive("about one parent each see what those before have taken of it", () =>
    Effect.gen(function* () {
      const { books } = yield* counted(yield* empty)
      const parent = keyed("parent")
      yield* books.record({ key: parent }, () => ({ result: undefined, booking: booking("parent", 1000) }))
      const captured = yield* Effect.forEach(
        numbers.slice(0, 4),
        (number) =>
          books.record({ key: keyed(number), parent }, (found) => ({
            result: Number(found.parent?.captured),
            booking: {
              ...booking(number),
              movement: { ...booking(number).movement!, kind: "capture", parent, amount: Amount.make(100) }
            }
          })),
        atOnce
      )
      assert.deepStrictEqual(captured, [0, 100, 200, 300])
    })
  )

  it.scopedLive("are booked though one of them throws, or books what the tables refuse", () =>
    Effect.gen(function* () {
      const { books } = yield* counted(yield* empty)
      const exits = yield* Effect.forEach(
        numbers.slice(0, 6),
        (number) =>
          Effect.exit(
            books.record({ key: keyed(number) }, () => {
              if (number === 1) throw new TypeError("ours")
              return { result: number, booking: booking(number, number === 3 ? -1 : 100) }
            })
          ),
        atOnce
      )
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        ["Success", "Failure", "Success", "Failure", "Success", "Success"]
      )
      assert.match(String(exits[3]), /constraint/)
      assert.deepStrictEqual(yield* references(books), [0, 2, 4, 5].map(keyed))
    })
  )

  it.scopedLive("leave nothing of one whose caller has left before its turn", () =>
    Effect.gen(function* () {
      const { books, seen } = yield* counted(yield* empty)
      const gate = yield* Deferred.make<void>()
      seen.gate = Deferred.await(gate)
      const record = (name: string) =>
        Effect.fork(books.record({ key: keyed(name) }, () => ({ result: name, booking: booking(name) })))
      const [stays, leaves] = [yield* record("stays"), yield* record("leaves")]
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(leaves)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(stays), "stays")
      assert.deepStrictEqual(yield* references(books), [keyed("stays")])
    })
  )
})
