import { createServer } from "node:http"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import { Florin, type HttpAdapter } from "florin/effect"
import { WebHandler } from "florin/http"
import { receiver, seenInMemory, type WebhookEvent } from "florin/receiver"

const { PORT = "3000", DATABASE = "shop.db", SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz" } = process.env
const [baseUrl, notificationUrl] = [`http://127.0.0.1:${PORT}/pay`, `http://127.0.0.1:${PORT}/webhooks`]
const us = { id: "shop", secretKey: "a-long-random-secret", threeDSecure: true, webhookSecret: SECRET, notificationUrl }
const Payments = Florin.layer({ database: `sqlite:${DATABASE}`, sandbox: true, baseUrl, shops: [us] })
const states = new Map<string, string>()
const handle = (event: WebhookEvent) =>
  event.type === "subscription" && states.set(event.subject, event.subscription.state)
const webhooks = receiver({ secrets: SECRET, seen: seenInMemory(), handle })
const access = Effect.gen(function* () {
  const { subscription } = yield* HttpServerRequest.schemaBodyJson(Schema.Struct({ subscription: Schema.String }))
  return yield* HttpServerResponse.json({ subscription, state: states.get(subscription) ?? "unknown" })
})
const Routes = HttpLayerRouter.use(
  Effect.fnUntraced(function* (router) {
    const own = yield* Effect.runtime<HttpAdapter.HttpAdapter>()
    yield* router.add("*", "/pay/*", HttpApp.fromWebHandler(WebHandler.toWebHandler(own, { prefix: "/pay" })))
    yield* router.add("*", "/desk*", HttpApp.fromWebHandler(WebHandler.toConsoleWebHandler(own, { prefix: "/desk" })))
    yield* router.add("POST", "/webhooks", HttpApp.fromWebHandler(webhooks))
    yield* router.add("POST", "/access", access)
  })
)
const Http = NodeHttpServer.layer(createServer, { port: Number(PORT), host: "127.0.0.1" })
export const app = ManagedRuntime.make(HttpLayerRouter.serve(Routes).pipe(Layer.provide(Http), Layer.provide(Payments)))
await app.runtime()
process.once("SIGTERM", () => app.dispose())
