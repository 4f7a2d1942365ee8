import { Body, Controller, Module, Post } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
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

@Controller()
class Shop {
  @Post("access") access(@Body() { subscription }: { subscription: string }) {
    return { subscription, state: states.get(subscription) ?? "unknown" }
  }
}
@Module({ controllers: [Shop] })
class App {}

const app = await NestFactory.create(App, { logger: ["warn", "error"] })
await app
  .use("/pay", florin.handler)
  .use("/florin", florin.console)
  .use("/webhooks", webhooks.handler)
  .listen(PORT, "127.0.0.1")
export const stop = () => app.close().then(florin.close)
process.once("SIGTERM", stop)
