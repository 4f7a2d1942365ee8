import express from "express"
import { createFlorin } from "florin"
import pg from "pg"

const database = process.env.DATABASE ?? "postgres://shop@localhost/shop"
const port = Number(process.env.PORT ?? 3000)

const db = new pg.Pool({ connectionString: database })
await db.query("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, state TEXT NOT NULL)")

const florin = await createFlorin({
  database,
  sandbox: true,
  baseUrl: `http://127.0.0.1:${port}/pay`,
  shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
  onCommit: {
    checkout: async ({ change, checkout: { trackingId } }, { execute }) => {
      await execute("UPDATE orders SET state = ? WHERE id = ?", [change.means, trackingId])
    }
  }
})

const app = express()
app.use("/pay", florin.handler)
app.get("/orders/:id", async ({ params }, response) => {
  response.json((await db.query("SELECT * FROM orders WHERE id = $1", [params.id])).rows[0])
})
app.post("/orders/:id", async ({ params: { id } }, response) => {
  await db.query("INSERT INTO orders VALUES ($1, 'new')", [id])
  const order = { amount: 1995, currency: "EUR", description: "The book", trackingId: id }
  const { url } = await florin.shop("shop").checkouts.create({ transactionType: "payment", attempts: 3, order })
  response.redirect(303, url)
})
const server = app.listen(port, "127.0.0.1")
process.once("SIGTERM", () => server.close(() => florin.close().then(() => db.end())))
