import fastify from "fastify"
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

const app = fastify()
app.addHook("onRequest", (request, reply, next) => {
  if (request.url.startsWith("/pay/console")) florin.console(request.raw, reply.hijack().raw)
  else if (request.url.startsWith("/pay/")) florin.handler(request.raw, reply.hijack().raw)
  else if (request.url === "/webhooks") webhooks.handler(request.raw, reply.hijack().raw)
  else next()
})
app.post<{ Body: { subscription: string } }>("/access", async ({ body: { subscription } }) => ({
  subscription,
  state: states.get(subscription) ?? "unknown"
}))
app.addHook("onClose", florin.close)
await app.listen({ port: Number(PORT), host: "127.0.0.1" })
export const stop = () => app.close()
process.once("SIGTERM", stop)
