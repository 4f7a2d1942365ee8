import * as Migrator from "@effect/sql/Migrator"
import { SqlClient } from "@effect/sql/SqlClient"
import * as SqlResolver from "@effect/sql/SqlResolver"
import type * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { type CommitStore, decided } from "@florin/core/commits/Commit"
import { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as CommitListeners from "@florin/core/transactions/CommitListeners"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type * as TransactionChange from "@florin/core/transactions/TransactionChange"
import type { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as HostSql from "@florin/storage-sql/HostSql"
import {
  inserting,
  insertTransaction,
  isCommitted,
  perform,
  run,
  transactionWith
} from "@florin/testing/stores/StoreUnderTest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { describeOnStores, newPlace, type Place, placeOn } from "./internal/eitherStore.js"

const createOrders = Effect.flatMap(
  SqlClient,
  (sql) => sql`CREATE TABLE host_orders (id TEXT PRIMARY KEY, state TEXT NOT NULL, CHECK (state <> 'impossible'))`
)

const addOrder = (id: string, state = "open") =>
  Effect.flatMap(SqlClient, (sql) => sql`INSERT INTO host_orders ${sql.insert({ id, state })}`)

const states = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ state: string }>`SELECT state FROM host_orders ORDER BY id`
).pipe(Effect.map((rows) => rows.map(({ state }) => state)))

/** A test with a store and the host's own client on the same database. */
const together = <E>(
  name: string,
  test: (place: Place) => Effect.Effect<void, E, UnitOfWork | TransactionStore | CommitStore | SqlClient>
) =>
  it.scoped(name, () =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const work = Effect.zipRight(createOrders, test(place))
      yield* Effect.provide(work, Layer.merge(place.client, place.store))
    })
  )

class Sold extends Data.TaggedError("Sold")<{ readonly message: string }> {}

describeOnStores("a host's own SqlClient", () => {
  together("takes part in a unit of work: both commit, or neither", () =>
    Effect.gen(function* () {
      const { uid } = yield* run(Effect.tap(transactionWith(), () => addOrder("1", "paid")))
      assert.isString(uid)
      assert.deepStrictEqual(yield* states, ["paid"])
      const sold = yield* Effect.flip(run(Effect.zipRight(addOrder("2"), new Sold({ message: "sold" }))))
      assert.instanceOf(sold, Sold)
      assert.deepStrictEqual(yield* states, ["paid"])
    })
  )

  together("sees in the unit what the unit wrote, and nobody else does before it commits", () =>
    Effect.gen(function* () {
      const client = yield* SqlClient
      yield* run(
        Effect.gen(function* () {
          yield* addOrder("1")
          assert.deepStrictEqual(yield* states, ["open"])
          assert.deepStrictEqual(yield* HostSql.apart(Effect.provideService(states, SqlClient, client)), [])
        })
      )
      assert.deepStrictEqual(yield* states, ["open"])
    })
  )

  together("withTransaction inside a unit joins it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* run(
        Effect.gen(function* () {
          yield* sql.withTransaction(addOrder("1", "kept"))
          yield* Effect.ignore(sql.withTransaction(Effect.zipRight(addOrder("2", "taken back"), Effect.fail("no"))))
          yield* sql.withTransaction(sql.withTransaction(addOrder("3", "kept, too")))
        })
      )
      assert.deepStrictEqual(yield* states, ["kept", "kept, too"])
      yield* Effect.flip(run(Effect.zipRight(sql.withTransaction(addOrder("4")), Effect.fail("no"))))
      assert.deepStrictEqual(yield* states, ["kept", "kept, too"])
    })
  )

  const swallowed = Effect.ignore(addOrder("2", "impossible"))
  it.effect.each([
    { how: "as it is", failing: () => swallowed },
    { how: "inside withTransaction", failing: (sql: SqlClient) => Effect.ignore(sql.withTransaction(swallowed)) },
    { how: "with statements after it", failing: () => Effect.zipRight(swallowed, Effect.ignore(addOrder("3"))) }
  ])("a failed statement that is swallowed $how refuses the commit", ({ failing }) =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const test = Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* createOrders
        const error = yield* Effect.flip(run(Effect.zipRight(addOrder("1"), failing(sql))))
        assert.instanceOf(error, StorageError)
        assert.deepInclude(error, { operation: "host.execute", reason: "constraint" })
        assert.match(error.says ?? "", /constraint/)
        assert.match(error.statement ?? "", /^INSERT INTO host_orders/)
        assert.notInclude(`${error} ${JSON.stringify(error)}`, "impossible")
        assert.deepStrictEqual(yield* states, [])
      })
      yield* Effect.provide(test, Layer.merge(place.client, place.store))
    }).pipe(Effect.scoped)
  )

  together(
    "a table that is missing is named by the driver's own words, with the statement and without its values",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const missing = sql`UPDATE host_bills SET state = 'secret 4711' WHERE id = ${"canary"} AND total = 12345`
        const error = yield* Effect.flip(run(Effect.ignore(missing)))
        assert.instanceOf(error, StorageError)
        assert.match(
          error.message,
          /^host\.execute: unexpected .*host_bills.*, in UPDATE host_bills SET state = \? WHERE/
        )
        assert.notMatch(error.message, /secret|4711|12345|canary/)
      })
  )

  it.scoped.each([
    ...["COMMIT", "ROLLBACK", "BEGIN", " end", "SELECT 1; COMMIT", "START TRANSACTION"],
    ...[
      "/* no */ COMMIT",
      "-- no\nCOMMIT",
      "-- don't\nCOMMIT -- '",
      "ROLLBACK TO unit",
      "SAVEPOINT unit",
      'RELEASE SAVEPOINT "unit"',
      "SAVEPOINT 'unit' -- a literal is a name here",
      "SELECT ';'; RELEASE 'unit'"
    ]
  ])("%s is refused: the unit's transaction is not the host's to end", (statement) =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const test = Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* createOrders
        const work = Effect.zipRight(addOrder("1"), Effect.ignore(sql.unsafe(statement)))
        const error = yield* Effect.flip(run(work))
        assert.deepInclude(error, { operation: "host.execute", detail: "transaction-control" })
        assert.deepStrictEqual(yield* states, [])
        yield* run(addOrder("2"))
      })
      yield* Effect.provide(test, Layer.merge(place.client, place.store))
    })
  )

  together("may write what only looks like the end of a transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const text = "'; COMMIT; -- ROLLBACK TO unit"
      yield* run(Effect.zipRight(addOrder("1", text), sql`UPDATE host_orders SET id = '2; COMMIT' /* ; COMMIT */`))
      assert.deepStrictEqual(yield* sql`SELECT * FROM host_orders`, [{ id: "2; COMMIT", state: text }])
    })
  )

  together("finds the unit ended when it comes late, and writes nothing any more", () =>
    Effect.gen(function* () {
      const late = yield* run(Effect.map(Effect.context<SqlClient>(), (unit) => Effect.provide(addOrder("9"), unit)))
      const error = yield* Effect.flip(late)
      assert.match(String(error.message), /unit-ended/)
      assert.deepStrictEqual(yield* states, [])
    })
  )

  together("is not joined by the store's own reads while the host holds a transaction of its own", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const transaction = yield* insertTransaction()
      const found = sql.withTransaction(Effect.zipRight(sql`SELECT 1`, isCommitted(transaction)))
      assert.isTrue(yield* found)
    })
  )
})

/** Commits a transaction like a payment, so that listeners run. */
const record = (transaction: Transaction) =>
  perform({}, () =>
    decided(inserting(transaction), undefined, {
      changes: [{ transaction, transition: { trigger: "Accepted", from: "none", to: transaction.status } }]
    })
  )

const payOrder = ({ transaction: { trackingId } }: TransactionChange.TransactionChange) =>
  Effect.flatMap(SqlClient, (sql) => sql`UPDATE host_orders SET state = 'paid' WHERE id = ${trackingId ?? null}`)

type Listener = Parameters<typeof CommitListeners.layer<unknown, SqlClient>>[0]

/** A test with a store that has a listener. */
const reported = <E>(
  name: string,
  listener: Listener,
  test: Effect.Effect<void, E, UnitOfWork | TransactionStore | CommitStore | SqlClient>
) =>
  it.scoped(name, () =>
    Effect.gen(function* () {
      const { client, store } = yield* newPlace
      const store_ = store.pipe(Layer.provide(CommitListeners.layer(listener)), Layer.provideMerge(client))
      yield* Effect.provide(Effect.zipRight(createOrders, test), store_)
    })
  )

describeOnStores("a listener with the host's own SqlClient", () => {
  reported(
    "writes the order's row in the payment's commit",
    payOrder,
    Effect.gen(function* () {
      yield* addOrder("42")
      yield* record(yield* transactionWith({ trackingId: "42" }))
      assert.deepStrictEqual(yield* states, ["paid"])
    })
  )

  reported(
    "may fail with its own error: nothing is committed, and the caller gets the error",
    (change) => Effect.zipRight(payOrder(change), new Sold({ message: "order is closed" })),
    Effect.gen(function* () {
      yield* addOrder("42")
      const transaction = yield* transactionWith({ trackingId: "42" })
      const error = yield* Effect.flip(record(transaction))
      assert.deepInclude(error, { operation: "host.listener", says: "Sold: order is closed" })
      assert.deepStrictEqual(yield* states, ["open"])
      assert.isFalse(yield* isCommitted(transaction))
    })
  )

  reported(
    "whose statement fails: the caller gets the driver's message even if the listener swallows it",
    () => Effect.flatMap(SqlClient, (sql) => Effect.ignore(sql`UPDATE host_bills SET state = 'x'`)),
    Effect.gen(function* () {
      const transaction = yield* transactionWith()
      const error = yield* Effect.flip(record(transaction))
      assert.instanceOf(error, StorageError)
      assert.match(error.message, /^host\.execute: .*host_bills.*, in UPDATE host_bills SET state = \?$/)
      assert.isFalse(yield* isCommitted(transaction))
    })
  )
})

describeOnStores("the client that a store lends", () => {
  const lent = <E>(
    name: string,
    test: Effect.Effect<void, E, UnitOfWork | TransactionStore | CommitStore | SqlClient>,
    listener: Listener = () => Effect.void
  ) =>
    it.scoped(name, () =>
      Effect.gen(function* () {
        const { store } = yield* newPlace
        const both = HostSql.layer.pipe(Layer.provideMerge(Layer.provide(store, HostSql.listener(listener))))
        yield* Effect.provide(test, both)
      })
    )

  lent(
    "migrates a host's tables with the Migrator, once",
    Effect.gen(function* () {
      const migrate = Migrator.make({})({
        loader: Migrator.fromRecord({
          "1_orders": createOrders,
          "2_first": Effect.zipRight(addOrder("1"), addOrder("2", "paid"))
        }),
        table: "host_migrations"
      })
      assert.lengthOf(yield* migrate, 2)
      assert.lengthOf(yield* migrate, 0)
      assert.deepStrictEqual(yield* states, ["open", "paid"])
    })
  )

  lent(
    "commits a transaction whole or not at all, and a statement by itself",
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* createOrders
      yield* sql.withTransaction(Effect.zipRight(addOrder("1"), addOrder("2")))
      const no = yield* Effect.flip(sql.withTransaction(Effect.zipRight(addOrder("3"), new Sold({ message: "" }))))
      assert.instanceOf(no, Sold)
      const refused = yield* Effect.flip(sql.withTransaction(Effect.ignore(addOrder("3", "impossible"))))
      assert.strictEqual(refused._tag, "SqlError")
      assert.deepStrictEqual(yield* states, ["open", "open"])
      assert.deepStrictEqual(yield* sql`SELECT id FROM host_orders ORDER BY id`.values, [["1"], ["2"]])
      assert.strictEqual((yield* Effect.flip(sql`SELECT * FROM host_bills`))._tag, "SqlError")
    })
  )

  lent(
    "serves resolvers",
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* createOrders
      const Order = Schema.Struct({ id: Schema.String, state: Schema.String })
      const inserting = yield* SqlResolver.ordered("InsertOrder", {
        Request: Order,
        Result: Order,
        execute: (orders) => sql`INSERT INTO host_orders ${sql.insert(orders).returning("*")}`
      })
      const finding = yield* SqlResolver.findById("FindOrder", {
        Id: Schema.String,
        Result: Order,
        ResultId: ({ id }) => id,
        execute: (ids) => sql`SELECT * FROM host_orders WHERE ${sql.in("id", ids)}`
      })
      const orders = ["1", "2", "3"].map((id) => ({ id, state: "open" }))
      yield* run(Effect.forEach(orders, inserting.execute, { batching: true }))
      const found = yield* Effect.forEach(["2", "3"], finding.execute, { batching: true, concurrency: "unbounded" })
      assert.deepStrictEqual(found.map(Option.getOrUndefined), [orders[1], orders[2]])
    })
  )

  lent(
    "is what a listener without a client of its own has",
    Effect.gen(function* () {
      yield* createOrders
      yield* addOrder("42")
      yield* record(yield* transactionWith({ trackingId: "42" }))
      assert.deepStrictEqual(yield* states, ["paid"])
    }),
    payOrder
  )
})

describe("parameters of a host's own client inside a unit", () => {
  const inside = <A>(
    name: string,
    place: Effect.Effect<Place, never, Scope.Scope>,
    test: Effect.Effect<A, unknown, SqlClient>
  ) =>
    it.scoped(name, () =>
      Effect.gen(function* () {
        const { client, store } = yield* place
        yield* Effect.provide(run(test), Layer.merge(client, store))
      })
    )

  inside(
    "are of every kind that PgClient takes",
    placeOn("PostgreSQL"),
    Effect.gen(function* () {
      const sql = (yield* SqlClient) as PgClient.PgClient
      const at = new Date("2026-11-23T08:00:00.000Z")
      const values = {
        day: at,
        list: [1, 2, 3],
        names: ["a'b", 'c"d'],
        document: { nested: [true, null] },
        raw: Buffer.from([0, 255])
      }
      yield* sql`CREATE TABLE host_kinds (day timestamptz, list int[], names text[], document jsonb, raw bytea, big bigint, yes boolean)`
      yield* sql`INSERT INTO host_kinds VALUES (${values.day}, ${values.list as never}, ${values.names as never},
        ${sql.json(values.document)}, ${values.raw}, ${9007199254740993n}, ${true})`
      const rows =
        yield* sql`SELECT * FROM host_kinds WHERE day = ${at} AND document @> ${sql.json({ nested: [true] })}`
      assert.deepStrictEqual(rows, [{ ...values, big: "9007199254740993", yes: true }])
      const counted = (yield* sql`UPDATE host_kinds SET yes = ${null}`.raw) as { readonly rowCount: number }
      assert.strictEqual(counted.rowCount, 1)
      assert.deepStrictEqual(yield* sql`SELECT 1 AS same, 2 AS same`.values, [[1, 2]])
    })
  )

  inside(
    "are of every kind that SqliteClient takes",
    placeOn("SQLite"),
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`CREATE TABLE host_kinds (raw BLOB, big INTEGER, part REAL, empty TEXT)`
      yield* sql`INSERT INTO host_kinds VALUES (${Buffer.from([0, 255])}, ${4294967296n}, ${0.5}, ${null})`
      const rows = yield* sql`SELECT * FROM host_kinds WHERE raw = ${new Uint8Array([0, 255])}`
      assert.deepStrictEqual(rows, [{ raw: Buffer.from([0, 255]), big: 4294967296, part: 0.5, empty: null }])
      const counted = (yield* sql`UPDATE host_kinds SET part = ${1}`.raw) as { readonly changes: number }
      assert.strictEqual(counted.changes, 1)
      assert.deepStrictEqual(yield* sql`SELECT 1 AS same, 2 AS same`.values, [[1, 2]])
    })
  )
})

describeOnStores("two databases of one host", () => {
  it.scoped("have a client and units of work each, however their layers are put together", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* newPlace, yield* newPlace]
      const both = <A, E>(work: Effect.Effect<A, E, SqlClient | UnitOfWork>) =>
        Layer.effectDiscard(Effect.asVoid(work)).pipe(Layer.provide(HostSql.layer))
      const graph = Layer.mergeAll(
        both(Effect.zipRight(createOrders, run(addOrder("1", "of the first")))).pipe(Layer.provide(first.store)),
        both(Effect.zipRight(createOrders, run(addOrder("2", "of the second")))).pipe(Layer.provide(second.store))
      )
      yield* Layer.build(graph)
      assert.deepStrictEqual(yield* Effect.provide(states, first.client), ["of the first"])
      assert.deepStrictEqual(yield* Effect.provide(states, second.client), ["of the second"])
    })
  )
})

describeOnStores("a client of another database", () => {
  it.scoped("goes its own way where the host says so", () =>
    Effect.gen(function* () {
      const [place, other] = [yield* newPlace, yield* newPlace]
      const context = yield* Layer.build(other.client)
      const elsewhere = <A, E>(effect: Effect.Effect<A, E, SqlClient>) => Effect.provide(effect, context)
      const test = Effect.gen(function* () {
        yield* elsewhere(createOrders)
        const work = Effect.zipRight(HostSql.apart(elsewhere(addOrder("1", "told"))), Effect.fail("no"))
        yield* Effect.flip(run(work))
        assert.deepStrictEqual(yield* elsewhere(states), ["told"])
      })
      yield* Effect.provide(test, place.store)
    })
  )
})
