// A gateway whose only acquirer takes tokens of a provider, the provider's script with its card fields, and a shop's page.
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Stripe from "@florin/connector-stripe/Stripe"
import * as StripeFake from "@florin/connector-stripe/testing"
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { ShopId } from "@florin/core/ids/Ids"
import * as Gateway from "@florin/gateway/Gateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-sqlite/testing/emptyStore"
import * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as CardPages from "@florin/wire/CardPages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { asker } from "../server.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })
const secret = "a-long-random-secret"

const serving = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise<Server>(
      () =>
        new Promise((resolve) => {
          const server = createServer(listener)
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** The provider's script: the fields are a page of its own, which hands out tokens and no number. */
const script = `window.Payrail = (key) => ({
  card: (place) => {
    const frame = document.createElement("iframe")
    const origin = new URL(document.querySelector('script[src*="/v1/"]').src).origin
    frame.title = "Card number"
    frame.src = origin + "/fields?key=" + key
    place.append(frame)
    return {
      tokenize: () => new Promise((resolve) => {
        addEventListener("message", ({ data, source }) => source === frame.contentWindow && resolve(data), { once: true })
        frame.contentWindow.postMessage("tokenize", origin)
      })
    }
  }
})`

const fields = `<!doctype html><title>Card</title><label>Card number <input id="number"></label><script>
addEventListener("message", ({ origin, source }) => {
  const digits = document.getElementById("number").value.replace(/\\D/g, "")
  const answer = digits.length < 16
    ? { error: { message: digits === "" ? "" : "Your card number is incomplete." } }
    : { id: digits.startsWith("42") ? "tok_approved" : "tok_declined" }
  source.postMessage(answer, origin)
})</script>`

/** Without frames of its own there is nothing to break out of: it answers any site. */
const provider: RequestListener = ({ url = "" }, response) => {
  const isScript = url.startsWith("/v1/")
  response.setHeader("content-type", isScript ? "text/javascript" : "text/html")
  response.end(isScript ? script : fields)
}

const shopPage: RequestListener = ({ url = "" }, response) => {
  const framed = new URL(url, "http://shop.example").searchParams.get("frame")
  response.setHeader("content-type", "text/html")
  response.end(
    framed === null ? "<h1>Back at the shop</h1>" : `<iframe width="500" height="900" src="${framed}"></iframe>`
  )
}

const acquirerOf = (scripted: ScriptedAcquirer.ScriptedAcquirer, origin: string): AcquirerService => ({
  ...ScriptedAcquirer.service(scripted, {
    ...{ name: "Payrail", provider: "payrail", sources: ["token"] },
    manner: (_, request) => {
      const isToken = "source" in request && request.source === "token"
      const isApproved = isToken && Redacted.value(request.token.value) === "tok_approved"
      return { ...ScriptedAcquirer.prompt, verdict: isApproved ? "approve" : "funds" }
    }
  }),
  fields: {
    script: `${origin}/v1/`,
    frames: [origin],
    mount: `(place) => {
      const card = Payrail("pk_1").card(place)
      return {
        token: async () => {
          const { error, id } = await card.tokenize()
          return error ? { fault: error.message } : { value: id }
        }
      }
    }`
  }
})

/** A gateway with one acquirer, whose fields its page shows. */
const gatewayOf = Effect.fnUntraced(function* (acquirer: AcquirerService) {
  const shopUrl = `http://127.0.0.1:${portOf(yield* serving(shopPage))}`
  const port = yield* Effect.scoped(Effect.map(serving(provider), portOf))
  const baseUrl = `http://127.0.0.1:${port}`
  const shops = Shops.layerListed([{ id: ShopId.make("books"), name: "Books", secretKey: Redacted.make(secret) }])
  const layer = HttpAdapter.layer.pipe(
    Layer.provide(Gateway.layer({ baseUrl, framed: true })),
    Layer.provide(Layer.mergeAll(shops, Vault.layer, HttpSettings.layer({ framedBy: [shopUrl] }))),
    Layer.provide(KeyProvider.layerText(Redacted.make(ring))),
    Layer.provide(Layer.succeed(Acquirers, [acquirer])),
    Layer.provide(emptyStore)
  )
  yield* HttpServer.listen({ port }).pipe(Effect.provide(yield* Layer.toRuntime(layer)))
  const ask = asker(port)
  const headers = { authorization: `Basic ${Buffer.from(`books:${secret}`).toString("base64")}` }
  // Its seals are those of every process with the same keys.
  const cardPages = yield* Effect.provide(
    CardPages.make({ baseUrl }),
    Layer.provide(Vault.layer, KeyProvider.layerText(Redacted.make(ring)))
  )
  return {
    ...{ ask, baseUrl, shopUrl, cardPages },
    /** As the shop. */
    post: (path: string, body: object) => ask(path, { method: "POST", body: JSON.stringify(body), headers }),
    /** The address of the page of a new order. */
    order: (amount: number) => {
      const settings = { success_url: `${shopUrl}/paid`, auto_return: 0, language: "en" }
      const order = { amount, currency: "EUR", description: "Order 1042" }
      const body = { checkout: { transaction_type: "payment", iframe: true, attempts: 3, order, settings } }
      return Effect.map(
        ask("/ctp/api/checkouts", { method: "POST", body: JSON.stringify(body), headers }),
        ({ text }) => {
          const { checkout } = JSON.parse(text) as { readonly checkout: { readonly redirect_url: string } }
          return checkout.redirect_url
        }
      )
    }
  }
})

/** With a made-up provider, on another site than the gateway's. */
export const open = Effect.gen(function* () {
  const origin = `http://localhost:${portOf(yield* serving(provider))}`
  const scripted = ScriptedAcquirer.make()
  return {
    ...(yield* gatewayOf(acquirerOf(scripted, origin))),
    origin,
    /** What the acquirer has charged of that amount. */
    charges: (amount: number) =>
      Array.from(scripted.ledger.entries.values()).filter(
        (entry) => entry.amount === amount && entry.declined === undefined
      ).length
  }
})

/** With a made-up provider whose fields are off; `charges`: of any amount, and checks of cards. */
export const openWithoutFields = Effect.gen(function* () {
  const scripted = ScriptedAcquirer.make()
  const { fields: _, ...acquirer } = acquirerOf(scripted, "http://localhost:1")
  return { ...(yield* gatewayOf(acquirer)), charges: () => scripted.ledger.entries.size }
})

/** With the connector to Stripe, and the script of its fake. */
export const openStripe = Effect.gen(function* () {
  const fake = yield* StripeFake.make()
  const { apiKey, publishableKey, url: baseUrl } = fake
  const acquirer = yield* Stripe.make({ apiKey, publishableKey, baseUrl })
  return {
    ...(yield* gatewayOf(acquirer)),
    origin: baseUrl,
    charges: (amount: number) => fake.books().filter((entry) => entry.amount === amount).length
  }
})

export type FieldsShop = Effect.Effect.Success<typeof open>
