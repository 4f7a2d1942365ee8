import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { CommitListeners, Florin, HttpServer, UnitOfWork } from "florin/effect"

const database = process.env.DATABASE ?? "postgres://shop@localhost/shop"
const port = Number(process.env.PORT ?? 3000)

const orders = "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, state TEXT NOT NULL)"
const Orders = Layer.effectDiscard(Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(orders))).pipe(
  Layer.provide(PgClient.layer({ url: Redacted.make(database) }))
)
const Paid = Layer.succeed(CommitListeners.CommitListeners, [
  ({ transaction: { status, trackingId } }) =>
    Effect.flatMap(UnitOfWork.UnitOfWorkContext, ({ execute }) =>
      execute("UPDATE orders SET state = ? WHERE id = ?", [status, trackingId ?? null])
    )
])

const shops = [{ id: "shop", secretKey: "a-long-random-secret" }]
const baseUrl = `http://127.0.0.1:${port}/pay`
const Payments = Florin.layer({ database, sandbox: true, baseUrl, shops }).pipe(Layer.provide(Paid))
const Http = Layer.scopedDiscard(HttpServer.listen({ port, prefix: "/pay" }))

const app = ManagedRuntime.make(Http.pipe(Layer.provide(Payments), Layer.provide(Orders)))
await app.runtime()
process.once("SIGTERM", () => app.dispose())
