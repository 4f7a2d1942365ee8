import Sqlite from "better-sqlite3"
import express from "express"
import { createFlorin } from "florin"

const { PORT = "3000", DATABASE = "books.db" } = process.env
const home = `http://127.0.0.1:${PORT}`
const db = new Sqlite(DATABASE).exec("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, state TEXT NOT NULL)")

const { handler, shop } = await createFlorin({
  database: `sqlite:${DATABASE}`,
  sandbox: true,
  baseUrl: `${home}/pay`,
  shops: [{ id: "books", secretKey: "a-long-random-secret", threeDSecure: true }],
  onCommit: {
    checkout: ({ change, checkout }, tx) =>
      tx.execute("UPDATE orders SET state = ? WHERE id = ?", [change.means, checkout.trackingId])
  }
})

const app = express()
app.use("/pay", handler)
app.get("/", (_, to) => void to.send('<form method="post" action="/orders"><button>Buy the book</button></form>'))
app.post("/orders", async (_, to) => {
  const id = String(db.prepare("INSERT INTO orders (state) VALUES ('new')").run().lastInsertRowid)
  const order = { amount: 1995, currency: "EUR", description: "The book", trackingId: id }
  const settings = { returnUrl: `${home}/orders/${id}` }
  const { url } = await shop("books").checkouts.create({ transactionType: "payment", attempts: 3, order, settings })
  to.redirect(url)
})
app.get("/orders/:id", ({ params }, to) => void to.json(db.prepare("SELECT * FROM orders WHERE id = ?").get(params.id)))
app.listen(Number(PORT), "127.0.0.1")
