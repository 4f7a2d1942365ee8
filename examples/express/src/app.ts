import express from "express"
import { createFlorin } from "florin"

const { PORT = "3000", DATABASE = "shop.db", SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz" } = process.env
const notificationUrl = `http://127.0.0.1:${PORT}/webhooks`

const florin = await createFlorin({
  database: `sqlite:${DATABASE}`,
  sandbox: true,
  baseUrl: `http://127.0.0.1:${PORT}/pay`,
  shops: [{ id: "shop", secretKey: "a-long-random-secret", threeDSecure: true, webhookSecret: SECRET, notificationUrl }]
})

const states = new Map<string, string>()
const webhooks = florin.webhook("shop", (event) => {
  if (event.type === "subscription") states.set(event.subject, event.subscription.state)
})

const app = express()
app.post("/webhooks", webhooks.handler)
app.use(express.json(), express.urlencoded())
app.use("/pay", florin.handler)
app.use("/florin", florin.console)
app.post("/access", ({ body: { subscription } }, response) => {
  response.json({ subscription, state: states.get(subscription) ?? "unknown" })
})

const server = app.listen(Number(PORT), "127.0.0.1")
export const stop = () => server.close(() => florin.close())
process.once("SIGTERM", stop)
