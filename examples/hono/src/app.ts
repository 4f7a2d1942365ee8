import { serve } from "@hono/node-server"
import { createFlorin } from "florin"
import { Hono } from "hono"

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

const app = new Hono()
app.all("/pay/console/*", ({ req }) => florin.console.fetch(req.raw))
app.all("/pay/*", ({ req }) => florin.fetch(req.raw))
app.post("/webhooks", ({ req }) => webhooks.fetch(req.raw))
app.post("/access", async (context) => {
  const { subscription } = await context.req.json<{ subscription: string }>()
  return context.json({ subscription, state: states.get(subscription) ?? "unknown" })
})

const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" })
export const stop = () => server.close(() => florin.close())
process.once("SIGTERM", stop)
