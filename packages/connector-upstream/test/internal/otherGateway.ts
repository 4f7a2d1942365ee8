/** A complete other Florin: HTTP adapter on loopback, a temporary SQLite file, the sandbox's acquirer. */
import { ShopId } from "@florin/core/ids/Ids"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import { Ledger } from "@florin/sandbox/Ledger"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-sqlite/testing/emptyStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterAll } from "vitest"
import * as Upstream from "../../src/Upstream.js"

/** Every character must be escaped in a URL. */
export const shopKey = "k3y:with/odd%signs@"
export const shopId = ShopId.make("reseller")

const bytes = (byte: number) => Buffer.alloc(32, byte).toString("base64")

/** Both test gateways share it, which is harmless in tests. */
export const ring = KeyProvider.layerText(
  Redacted.make(JSON.stringify({ current: "k1", keys: { k1: bytes(1) }, stamp: bytes(2) }))
)

const layer = (settings: object) =>
  HttpAdapter.layer.pipe(
    Layer.provide(SandboxGateway.layerRoutes),
    Layer.provide(Gateway.layer({ baseUrl: "https://other.example", webhooks: SandboxGateway.webhooks })),
    Layer.provide(
      Layer.merge(
        Shops.layerListed(Either.getOrThrow(ShopSettings.fromJson([{ id: shopId, secret_key: shopKey, ...settings }]))),
        Vault.layer
      )
    ),
    Layer.provide(ring),
    Layer.provide(emptyStore),
    Layer.provide(SandboxGateway.providers),
    Layer.provideMerge(Sandbox.layerMemory())
  )

export const upstreamAt = (port: number, scheme = "http"): Upstream.Upstream =>
  Either.getOrThrow(Upstream.fromUrl("TEST", `${scheme}://${shopId}:${encodeURIComponent(shopKey)}@127.0.0.1:${port}`))

export const authorization = `Basic ${Buffer.from(`${shopId}:${shopKey}`).toString("base64")}`

interface Shown {
  readonly uid: string
  readonly status: string
}

/** Sends a request as the shop, bypassing the connector. */
export const transactionsOf = (port: number, key: string): Effect.Effect<ReadonlyArray<Shown>> =>
  Effect.promise(async () => {
    const url = `http://127.0.0.1:${port}/v2/transactions/tracking_id/${encodeURIComponent(key)}`
    const answer = await fetch(url, { headers: { authorization } })
    return ((await answer.json()) as { readonly transactions: ReadonlyArray<Shown> }).transactions
  })

/** The tracking id of a transaction, which gateways of this family give to its refunds, too. */
export const trackingIdOf = (port: number, uid: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/transactions/${uid}`, { headers: { authorization } })
    return ((await answer.json()) as { readonly transaction: { readonly tracking_id: string } }).transaction.tracking_id
  })

/** A manual request by an operator there. Returns its uid. */
export const byHand = (port: number, kind: "captures" | "refunds", request: object): Effect.Effect<string> =>
  Effect.promise(async () => {
    const headers = { authorization, "content-type": "application/json" }
    const url = `http://127.0.0.1:${port}/transactions/${kind}`
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ request }) })
    if (answer.status !== 200) throw new Error(await answer.text())
    return ((await answer.json()) as { readonly transaction: Shown }).transaction.uid
  })

/** Moves its clock, which is then stopped, and runs the due work on the way, including webhooks. */
const advance = (port: number) => (period: string) =>
  Effect.promise(async () => {
    const headers = { authorization, "content-type": "application/json" }
    const body = JSON.stringify({ advance: period })
    const answer = await fetch(`http://127.0.0.1:${port}/sandbox/clock`, { method: "POST", headers, body })
    if (answer.status !== 200) throw new Error(await answer.text())
  })

/** The ledger sorts movements by id as text: the tenth before the second. */
const numberOf = ({ id }: { readonly id: string }): number => Number(id.replace(/\D/g, ""))

/** `settings`: those of the shop, as in a settings file. */
export const start = (settings: object = {}) =>
  Effect.gen(function* () {
    const runtime = yield* Layer.toRuntime(layer(settings))
    const { port } = yield* HttpServer.listen({ port: 0, drainFor: 0 }).pipe(Effect.provide(runtime))
    const books = Effect.orDie(
      Effect.provide(
        Effect.flatMap(Ledger, ({ movements }) => movements),
        runtime
      )
    )
    const movements = Effect.map(books, (all) => [...all].sort((one, other) => numberOf(one) - numberOf(other)))
    return {
      port,
      movements,
      advance: advance(port),
      /** The total moved in the acquirer's ledger for the transactions with our key. */
      movementsOf: (key: string) =>
        Effect.gen(function* () {
          const uids = (yield* transactionsOf(port, key)).map(({ uid }) => uid)
          return (yield* movements).filter(({ reference }) => uids.includes(reference)).length
        })
    }
  })

class OtherGateway extends Context.Tag("OtherGateway")<
  OtherGateway,
  Effect.Effect.Success<ReturnType<typeof start>>
>() {}

/** Shared by all tests of a file. It has its own clock, so stopping it affects no other gateway. */
export const shared = (settings: object = {}) => {
  const runtime = ManagedRuntime.make(Layer.scoped(OtherGateway, start(settings)))
  afterAll(() => runtime.dispose())
  return Effect.promise(() => runtime.runPromise(OtherGateway))
}
