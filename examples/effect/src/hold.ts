import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Florin } from "florin/effect"
import { cancelLapsed, table } from "./orders.js"

const file = process.env.DATABASE ?? "shop.db"

// The app's own client. What it writes in the listener is part of the payment's commit.
const Db = SqliteClient.layer({ filename: file })
const Orders = Layer.effectDiscard(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(table)))
const Payments = Florin.layer({
  database: `sqlite:${file}`,
  sandbox: true,
  baseUrl: "http://127.0.0.1:3000/pay",
  shops: [{ id: "shop", secretKey: "a-long-random-secret" }]
}).pipe(Layer.provide(Florin.onCommit(cancelLapsed)), Layer.provide(Orders))

const card = { number: "4200000000000000", holder: "Jane Doe", expMonth: "12", expYear: "2035" }

const order = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO orders VALUES (${id}, 'held')`
    const request = { amount: 1995, currency: "EUR", description: `Order ${id}`, trackingId: id, card }
    yield* Florin.shop("shop").authorize(request, { idempotencyKey: `order-${id}-attempt-1` })
    yield* Florin.sandbox.advance({ days: 7 })
    const [row] = yield* sql`SELECT state FROM orders WHERE id = ${id}`
    yield* Console.log(`order ${id} is ${row?.state}`)
  })

const app = ManagedRuntime.make(Layer.provideMerge(Payments, Db))
await app.runPromise(order("42"))
await app.dispose()
