// A gateway with the sandbox behind its own address, and a shop that its customers return to.
import { generateKeyPairSync } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { CommitStore, commit } from "@florin/core/commits/Commit"
import { ShopId } from "@florin/core/ids/Ids"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-sqlite/testing/emptyStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as CardPages from "@florin/wire/CardPages"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { asker } from "../server.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const secret = "secure-secret-0001"

const secretKey = Redacted.make(secret)

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** With it pages of the first shop create checkouts. */
export const openKey = publicKey.export({ type: "spki", format: "der" }).toString("base64")

const signing = {
  notificationPrivateKey: Redacted.make(privateKey.export({ type: "pkcs8", format: "pem" }).toString()),
  allowPublicKey: true
}

// One with 3-D Secure, one without, of a long name, and one whose plugin believes webhooks with Basic.
const shops = Shops.layerListed([
  { id: ShopId.make("secure"), name: "Secure & Sons", secretKey, threeDSecure: true, ...signing },
  { id: ShopId.make("plain"), name: "Donaudampfschifffahrtsgesellschaft Достопримечательности & Co.", secretKey },
  { id: ShopId.make("361"), name: "Books", secretKey, notificationBasic: true }
])

export type ShopName = "secure" | "plain" | "361"

/** What the tests look at in a transaction's document. */
interface Ordered {
  readonly uid: string
  readonly status: string
  readonly redirect_url: string
  readonly receipt_url: string
  readonly gateway: unknown
  readonly three_d_secure_verification: Readonly<Record<string, string | null>>
}

export const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise<Server>(
      () =>
        new Promise((resolve) => {
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )

/** The shop under another name, of another site than the gateway's. */
export const elsewhere = (shopUrl: string): string => shopUrl.replace("127.0.0.1", "shop.localhost")

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** A port that was free a moment ago: the gateway's own address stands in its pages. */
const freePort = Effect.scoped(Effect.map(listening(createServer()), portOf))

/** The shop's page: whatever is asked for, it says where it was reached, and may frame a page. */
const shopPage = createServer((request, answer) => {
  const framed = new URL(request.url ?? "/", "http://shop.example").searchParams.get("frame")
  answer.setHeader("content-type", "text/html")
  answer.end(
    framed === null ? `<h1>Back at the shop</h1>` : `<iframe width="400" height="600" src="${framed}"></iframe>`
  )
})

/** `brake`: limits on the tries of cards, other than the usual ones. `framedBy`: other pages that may frame ours. */
export const openWith = Effect.fnUntraced(function* (
  more: Partial<Pick<HttpSettings.Limits, "brake" | "framedBy">> = {}
) {
  const port = yield* freePort
  const shopUrl = `http://127.0.0.1:${portOf(yield* listening(shopPage))}`
  const baseUrl = `http://127.0.0.1:${port}`
  const reached: Array<string> = []
  const recorded = Layer.succeed(FaultPoints, (point, moment) =>
    Effect.sync(() => {
      if (moment === "before") reached.push(point)
    })
  )
  const layer = HttpAdapter.layer.pipe(
    Layer.provide(SandboxGateway.layerRoutes),
    Layer.provide(Gateway.layer({ baseUrl, framed: true, webhooks: { allowHttp: true, allowLoopback: true } })),
    Layer.provide(
      Layer.mergeAll(shops, Vault.layer, HttpSettings.layer({ framedBy: [shopUrl, elsewhere(shopUrl)], ...more }))
    ),
    Layer.provide(KeyProvider.layerText(Redacted.make(ring))),
    Layer.provideMerge(emptyStore),
    Layer.provide(SandboxGateway.providers),
    Layer.provideMerge(Sandbox.layerMemory()),
    Layer.provide(recorded)
  )
  const runtime = yield* Layer.toRuntime(layer)
  yield* HttpServer.listen({ port }).pipe(Effect.provide(runtime))
  const ask = asker(port)
  // Its seals are those of every process with the same keys.
  const cardPages = yield* Effect.provide(
    CardPages.make({ baseUrl }),
    Layer.provide(Vault.layer, KeyProvider.layerText(Redacted.make(ring)))
  )
  const authorizationOf = (name: ShopName) => `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`
  const authorization = authorizationOf("secure")
  let amount = 1995

  const post = (path: string, body: object, as: ShopName = "secure") =>
    Effect.map(
      ask(path, { method: "POST", body: JSON.stringify(body), headers: { authorization: authorizationOf(as) } }),
      ({ text }) => JSON.parse(text)
    )
  return {
    baseUrl,
    shopUrl,
    ask,
    post,
    authorizationOf,
    /** The commits and the calls of providers that have begun, in turn. */
    reached,
    /** Addresses of the page that takes another card, as mails have them. */
    cardPages,
    /** Commits to the gateway's store. */
    commit: commit(Context.get(runtime.context, CommitStore)),
    /** As the first of the shops. */
    get: (path: string) => Effect.map(ask(path, { headers: { authorization } }), ({ text }) => JSON.parse(text)),
    /** Orders something of a card; answers with the transaction. */
    order: (number: string, more: object = {}, as: ShopName = "secure") => {
      const request = {
        amount: amount++,
        currency: "EUR",
        description: "An order",
        return_url: `${shopUrl}/thanks?order=1`,
        credit_card: { number, verification_value: "123", holder: "Jane Doe", exp_month: "12", exp_year: "2035" },
        ...more
      }
      return Effect.map(post("/transactions/payments", { request }, as), ({ transaction }) => transaction as Ordered)
    },
    find: (uid: string) =>
      Effect.map(
        ask(`/transactions/${uid}`, { headers: { authorization } }),
        ({ text }): Ordered => JSON.parse(text).transaction
      )
  }
})

export const open = openWith()

export type PayingShop = Effect.Effect.Success<typeof open>
