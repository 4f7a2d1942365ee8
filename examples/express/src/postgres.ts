import express from "express"
import { createFlorin } from "florin"
import pg from "pg"

const database = process.env.DATABASE ?? "postgres://shop@localhost/shop"
const port = Number(process.env.PORT ?? 3000)

const db = new pg.Pool({ connectionString: database })
await db.query("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, paid INTEGER NOT NULL)")

const florin = await createFlorin({
  database,
  sandbox: true,
  baseUrl: `http://127.0.0.1:${port}/pay`,
  shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
  onCommit: async ({ change, transaction: { trackingId } }, { execute }) => {
    await execute("UPDATE orders SET paid = paid + ? WHERE id = ?", [change.moved, trackingId ?? null])
  }
})

const app = express()
app.use("/pay", florin.handler)
app.get("/orders/:id", async ({ params }, response) => {
  response.json((await db.query("SELECT * FROM orders WHERE id = $1", [params.id])).rows[0])
})
app.put("/orders/:id", async ({ params }, response) => {
  response.json(await db.query("INSERT INTO orders VALUES ($1, 0)", [params.id]))
})
const server = app.listen(port, "127.0.0.1")
process.once("SIGTERM", () => server.close(() => florin.close().then(() => db.end())))
