import express from "express"
import { createFlorin } from "florin"
import { receiver, seenInMemory, type WebhookEvent } from "florin/receiver"

const { PORT = "3000", DATABASE = "shop.db", SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz" } = process.env
const notificationUrl = `http://127.0.0.1:${PORT}/webhooks`

const florin = await createFlorin({
  database: `sqlite:${DATABASE}`,
  sandbox: true,
  baseUrl: `http://127.0.0.1:${PORT}/pay`,
  shops: [{ id: "shop", secretKey: "a-long-random-secret", threeDSecure: true, webhookSecret: SECRET, notificationUrl }]
})

const states = new Map<string, string>()
const handle = (event: WebhookEvent) =>
  event.type === "subscription" && states.set(event.subject, event.subscription.state)
const told = receiver({ secrets: SECRET, seen: seenInMemory(), handle })

const app = express()
app.post("/webhooks", express.raw({ type: "application/json" }), async ({ body, headers }, response) => {
  const sent = { method: "POST", body, headers: headers as Record<string, string> }
  response.sendStatus((await told(new Request(notificationUrl, sent))).status)
})
app.use(express.json(), express.urlencoded())
app.use("/pay", florin.handler)
app.post("/access", ({ body: { subscription } }, response) => {
  response.json({ subscription, state: states.get(subscription) ?? "unknown" })
})

const server = app.listen(Number(PORT), "127.0.0.1")
export const stop = () => server.close(() => florin.close())
process.once("SIGTERM", stop)
