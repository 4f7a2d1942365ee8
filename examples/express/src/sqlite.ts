import Sqlite from "better-sqlite3"
import express from "express"
import { createFlorin } from "florin"

const file = process.env.DATABASE ?? "shop.db"
const port = Number(process.env.PORT ?? 3000)

const db = new Sqlite(file)
db.exec("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, paid INTEGER NOT NULL)")

const florin = await createFlorin({
  database: `sqlite:${file}`,
  sandbox: true,
  baseUrl: `http://127.0.0.1:${port}/pay`,
  shops: [{ id: "shop", secretKey: "a-long-random-secret" }],
  onCommit: ({ change, transaction: { trackingId } }, { execute }) =>
    execute("UPDATE orders SET paid = paid + ? WHERE id = ?", [change.moved, trackingId ?? null])
})

const app = express()
app.use("/pay", florin.handler)
app.get("/orders/:id", ({ params }, response) => {
  response.json(db.prepare("SELECT * FROM orders WHERE id = ?").get(params.id))
})
app.put("/orders/:id", ({ params }, response) => {
  response.json(db.prepare("INSERT INTO orders VALUES (?, 0)").run(params.id))
})
const server = app.listen(port, "127.0.0.1")
process.once("SIGTERM", () => server.close(() => florin.close()))
