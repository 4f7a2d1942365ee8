import Sqlite from "better-sqlite3"
import express from "express"
import { createFlorin } from "florin"

const file = process.env.DATABASE ?? "shop.db"
const port = Number(process.env.PORT ?? 3000)

const db = new Sqlite(file)
db.exec("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, state TEXT NOT NULL)")

const florin = await createFlorin({
  database: `sqlite:${file}`,
  sandbox: true,
  baseUrl: `http://127.0.0.1:${port}/pay`,
  shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
  onCommit: {
    checkout: ({ change, checkout: { trackingId } }, { execute }) =>
      execute("UPDATE orders SET state = ? WHERE id = ?", [change.means, trackingId])
  }
})

const app = express()
app.use("/pay", florin.handler)
app.get("/orders/:id", ({ params }, response) => {
  response.json(db.prepare("SELECT * FROM orders WHERE id = ?").get(params.id))
})
app.post("/orders/:id", async ({ params: { id } }, response) => {
  db.prepare("INSERT INTO orders VALUES (?, 'new')").run(id)
  const order = { amount: 1995, currency: "EUR", description: "The book", trackingId: id }
  const { url } = await florin.shop("shop").checkouts.create({ transactionType: "payment", attempts: 3, order })
  response.redirect(303, url)
})
const server = app.listen(port, "127.0.0.1")
process.once("SIGTERM", () => server.close(() => florin.close()))
