import { Body, Controller, Module, Post, type RawBodyRequest, Req, Res } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import type * as Express from "express"
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

@Controller()
class Shop {
  @Post("webhooks") async webhook(@Req() sent: RawBodyRequest<Express.Request>, @Res() response: Express.Response) {
    const headers = sent.headers as Record<string, string>
    const { status } = await told(new Request(notificationUrl, { method: "POST", headers, body: sent.rawBody ?? null }))
    response.sendStatus(status)
  }
  @Post("access") access(@Body() { subscription }: { subscription: string }) {
    return { subscription, state: states.get(subscription) ?? "unknown" }
  }
}
@Module({ controllers: [Shop] })
class App {}

const app = await NestFactory.create(App, { rawBody: true, logger: ["warn", "error"] })
await app.use("/pay", florin.handler).listen(PORT, "127.0.0.1")
export const stop = () => app.close().then(florin.close)
process.once("SIGTERM", stop)
