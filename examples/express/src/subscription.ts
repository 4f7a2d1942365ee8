import Sqlite from "better-sqlite3"
import express from "express"
import { createFlorin } from "florin"

const { PORT = "3000", DATABASE = "club.db" } = process.env
const home = `http://127.0.0.1:${PORT}`

const db = new Sqlite(DATABASE)
db.exec("CREATE TABLE IF NOT EXISTS paid (charge TEXT PRIMARY KEY, member TEXT NOT NULL, amount INTEGER NOT NULL)")

const florin = await createFlorin({
  database: `sqlite:${DATABASE}`,
  sandbox: true,
  baseUrl: `${home}/pay`,
  shops: [{ id: "club", secretKey: "a-long-random-secret" }],
  // In the commit of each charge, the first and those that fall due.
  onCommit: ({ change: { moved }, transaction: { trackingId = null, uid } }, { execute }) =>
    moved !== 0 && execute("INSERT OR IGNORE INTO paid VALUES (?, ?, ?)", [uid, trackingId, moved])
})
const { plans, subscriptions } = florin.shop("club")
const plan = { amount: 1995, interval: 1, intervalUnit: "month" } as const
// Every start finds the plan of the first one.
const { id } = await plans.create({ lookupKey: "reading-club", title: "Reading club", currency: "EUR", plan })

const app = express()
app.use("/pay", florin.handler)
app.get("/join/:member", async ({ params: { member }, query: { attempt = "1" } }, response) => {
  const request = { plan: { id }, trackingId: member, returnUrl: `${home}/members/${member}` }
  const { redirectUrl } = await subscriptions.create(request, { idempotencyKey: `${member}-attempt-${attempt}` })
  response.redirect(redirectUrl ?? home)
})
const paid = db.prepare("SELECT sum(amount > 0) AS charges, sum(amount) AS paid FROM paid WHERE member = ?")
app.get("/members/:member", ({ params: { member } }, response) => {
  response.json(paid.get(member))
})
// The clock of the sandbox: what falls due on the way is charged, each at its time.
app.get("/year", async (_request, response) => response.json(await florin.sandbox.advance({ years: 1 })))
const server = app.listen(Number(PORT), "127.0.0.1")
process.once("SIGTERM", () => server.close(() => florin.close()))
