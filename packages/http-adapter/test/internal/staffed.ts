/** The whole gateway with operators behind the adapter, and what brings proofs, late reports and doubts about. */
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import { Transactions } from "@florin/core/queries/Transactions"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as HttpSettings from "@florin/http-adapter/HttpSettings"
import { type NodeHandler, toConsoleHandler } from "@florin/http-adapter/NodeHandler"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as Operators from "@florin/settings/Operators"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { secrets } from "../memory.js"
import { asker, basic, type Sent } from "../server.js"

/** Keys by the operator's id. */
export const operatorKeys = {
  anna: "anna-0123456789abcdef0123456789abcdef",
  boris: "boris:0123456789abcdef:0123456789abcdef"
} as const

export const staff = Operators.layerListed(
  Object.entries(operatorKeys).map(([id, key]) => ({ id, key: Redacted.make(key) }))
)

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const keys = KeyProvider.layerText(
  Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))
)

const shops = Shops.layerBeside(
  Object.entries(secrets).map(([id, secret]) => ({ id: ShopId.make(id), secretKey: Redacted.make(secret) }))
)

const gateway = ({ webhooks = {} }: Around) =>
  Gateway.layer({ baseUrl: "https://pay.example", webhooks }).pipe(
    Layer.provideMerge(Layer.merge(shops, Vault.layer)),
    Layer.provide(keys),
    Layer.provideMerge(emptyStore),
    Layer.provide(SandboxGateway.providers),
    Layer.provideMerge(Sandbox.layerMemory())
  )

// Ids must not follow those of a test whose clock was ahead: reconciliation finds transactions by the time in their ids.
const ownIds = Layer.sync(LastId, () => ({ millis: 0, count: 0 }))

export interface Around {
  /** Default: `staff`. */
  readonly operators?: Layer.Layer<never>
  readonly settings?: Parameters<typeof HttpSettings.layer>[0]
  readonly more?: Layer.Layer<never>
  readonly webhooks?: Gateway.Options["webhooks"]
}

/** A PDF by its first bytes, with bytes that are no text. */
export const pdf = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.from([0, 255, 254, 128, 10, 13]),
  Buffer.from("%%EOF")
])

export const order = {
  amount: 100_000,
  currency: "RUB",
  description: "Order 42",
  tracking_id: "order-42",
  return_url: "https://shop.example/done",
  method: { type: "sbp_data", channel: "SBP" }
}

const proofOf = (amount: number, fileName: string) => ({
  amount,
  currency: "RUB",
  document: {
    content_type: "application/pdf",
    file_name: fileName,
    file_size: pdf.length,
    content: pdf.toString("base64"),
    checksum: createHash("sha256").update(pdf).digest("hex")
  }
})

/** A server for a handler, which closes with the scope. */
const listening = (handler: NodeHandler) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise<Server>(
        () =>
          new Promise((resolve) => {
            const server = createServer(handler)
            server.listen(0, "127.0.0.1", () => resolve(server))
          })
      ),
      (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
    ),
    (server) => (server.address() as AddressInfo).port
  )

export const start = (around: Around = {}) =>
  Effect.gen(function* () {
    const layer = HttpAdapter.layer.pipe(
      Layer.provide(SandboxGateway.layerRoutes),
      Layer.provide(around.operators ?? staff),
      Layer.provideMerge(gateway(around)),
      Layer.provide(ownIds),
      Layer.provide(HttpSettings.layer(around.settings ?? {})),
      Layer.provide(around.more ?? Layer.empty)
    )
    const runtime = yield* Layer.toRuntime(layer)
    const { port } = yield* HttpServer.listen({ port: 0 }).pipe(Effect.provide(runtime))
    const consolePort = yield* listening(toConsoleHandler(runtime, { prefix: "/console" }))
    const ask = asker(port)
    const as =
      (authorization: string) =>
      (path: string, sent: Sent = {}) =>
        ask(path, { ...sent, headers: { authorization, ...sent.headers } })
    const posting =
      (to: typeof ask) =>
      (path: string, body: unknown = {}, headers: Sent["headers"] = {}) =>
        to(path, { method: "POST", body: JSON.stringify(body), headers })

    const shop = as(basic("shop", secrets.shop!))
    const anna = as(basic("anna", operatorKeys.anna))

    /** What a shop or the sandbox answers with 200. */
    const done = (path: string, body: unknown, from = shop) =>
      Effect.map(posting(from)(path, body), (answer) => {
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
        return JSON.parse(answer.text)
      })
    const advance = (by: string) => done("/sandbox/clock", { advance: by })
    const pay = (more: object = {}, from = shop) =>
      Effect.map(
        done("/beyag/transactions/payments", { request: { ...order, ...more } }, from),
        ({ transaction }): string => transaction.uid
      )
    const prove = (payment: string, { amount = 100_000, from = shop, name = "receipt.pdf" } = {}) =>
      Effect.map(
        done(`/beyag/transactions/${payment}/proof`, { request: proofOf(amount, name) }, from),
        ({ transaction }): string => transaction.uid
      )

    const history = (uid: string, of = "shop") =>
      Effect.gen(function* () {
        const transactions = Context.get(runtime.context, Transactions)
        const directory = Context.get(runtime.context, ShopDirectory)
        const owner = Option.getOrThrow(yield* directory.find(ShopId.make(of)))
        const all = yield* transactions.history(owner, uid as TransactionUid)
        return all.map(({ detail, from, to, trigger }) => [trigger, from, to, detail])
      })

    return { ask, as, posting, shop, anna, done, advance, pay, prove, history, consolePort, context: runtime.context }
  })
