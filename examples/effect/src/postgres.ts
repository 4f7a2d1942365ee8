import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Florin, HttpServer } from "florin/effect"

const database = process.env.DATABASE ?? "postgres://shop@localhost/shop"
const port = Number(process.env.PORT ?? 3000)

const Db = PgClient.layer({ url: Redacted.make(database) })
const Orders = Layer.effectDiscard(
  Effect.flatMap(SqlClient, (sql) => sql`CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, state TEXT)`)
)
const Sold = Florin.onCheckoutCommit(({ change, checkout: { trackingId } }) =>
  Effect.flatMap(SqlClient, (sql) => sql`UPDATE orders SET state = ${change.means} WHERE id = ${trackingId ?? null}`)
)

const shops = [{ id: "shop", secretKey: "a-long-random-secret" }]
const baseUrl = `http://127.0.0.1:${port}/pay`
const Payments = Florin.layer({ database, sandbox: true, baseUrl, shops }).pipe(Layer.provide(Sold))
const Http = Layer.scopedDiscard(HttpServer.listen({ port, prefix: "/pay" }))

const app = ManagedRuntime.make(Http.pipe(Layer.provide(Payments), Layer.provide(Orders), Layer.provide(Db)))
await app.runtime()
process.once("SIGTERM", () => app.dispose())
