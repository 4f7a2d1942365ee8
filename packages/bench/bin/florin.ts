/** A gateway as a host wires it: real clock, real disk, an acquirer in process that approves at once and costs nothing. */

import { Cards } from "@florin/core/card-operations/Cards"
import { AcquirerAnswer, type AcquirerService, AcquirerStatus, Acquirers } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { ShopId } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { AuthenticationAnswer, ThreeDSecureServers } from "@florin/core/three-d-secure/ThreeDSecureServer"
import * as Gateway from "@florin/gateway/Gateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as Shops from "@florin/settings/Shops"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type { Stores } from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Requests from "@florin/wire/Requests"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { body, secret, shopId } from "./orders.js"
import { atEnd } from "./places.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
export const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

const report = { ...noReport, authCode: "123456", bankCode: "00", rrn: "123456789012", billingDescriptor: "An order" }
const approved = Effect.succeed(AcquirerAnswer.Approved({ report }))
const known = Effect.succeed(AcquirerStatus.Approved({ report }))

/** Knows at once what became of a key. */
export const atOnce: AcquirerService = {
  ...{ gatewayId: 1, name: "at once", simulated: false, inFlightWindow: Duration.zero },
  perform: () => approved,
  status: () => known
}

const merchant = { id: ShopId.make(shopId), secretKey: Redacted.make(secret) }

/** The shops that a gateway serves, and the acquirers that it asks. */
export const oneShop = { shops: Shops.layerListed([merchant]), acquirers: [atOnce] as ReadonlyArray<AcquirerService> }

/** The same shop with 3-D Secure, where a server is. */
export const securedShop = { ...oneShop, shops: Shops.layerListed([{ ...merchant, threeDSecure: true }]) }

const proof = { transStatus: "Y", eci: "05", cavvAlgorithm: "3", message: null } as const
const authenticated = { ...proof, cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=", xid: "c4e59ceb-a382-4d6a-bc87-385d591fa09d" }

/** Authenticates every card at once, without a challenge. */
export const frictionless: Layer.Layer<never> = Layer.succeed(ThreeDSecureServers, [
  {
    ...{ name: "at once", simulated: false },
    ask: ({ key: reference }) =>
      Effect.succeed(AuthenticationAnswer.Authenticated({ reference, version: 2, proof: authenticated }))
  }
])

type Store = Layer.Layer<Stores, unknown>

export const sqlite = (filename: string): Store => SqliteStore.layer({ filename })

/** Its tables are called as in SQLite: the cases' own statements do for both. */
export const postgres = (address: string, poolSize: number): Store =>
  PostgresStore.layer({ url: Redacted.make(address), poolSize, tablePrefix: "public.florin_" })

/** Receivers of webhooks are on this machine. */
const webhooks = { allowHttp: true, allowLoopback: true }

/** With the keys of all gateways here. */
export const vault = Layer.orDie(Layer.provide(Vault.layer, KeyProvider.layerText(Redacted.make(ring))))

/** Everything below the HTTP adapter; its loop of due work runs. `settings` are references that the host sets. */
const gateway = (store: Store, settings: Layer.Layer<never>, { acquirers, shops } = oneShop) =>
  Gateway.layer({ baseUrl: "https://pay.example", webhooks }).pipe(
    Layer.provideMerge(Layer.mergeAll(shops, Vault.layer, Layer.succeed(Acquirers, acquirers))),
    Layer.provideMerge(KeyProvider.layerText(Redacted.make(ring))),
    Layer.provideMerge(store),
    Layer.provide(settings),
    Layer.orDie
  )

/** The same without the loop: the caller runs due work, as it sets the clock. Its ids follow its own time alone. */
export const onDemand = (store: Store, { acquirers, shops } = oneShop) =>
  Gateway.layerOnDemand({ baseUrl: "https://pay.example", webhooks }).pipe(
    Layer.provideMerge(Layer.mergeAll(shops, Vault.layer, Layer.succeed(Acquirers, acquirers))),
    Layer.provideMerge(KeyProvider.layerText(Redacted.make(ring))),
    Layer.provideMerge(store),
    Layer.provideMerge(Layer.sync(LastId, () => ({ millis: 0, count: 0 }))),
    Layer.orDie
  )

/** Runs until `stop`, or until everything is cleared away. */
export const start = async (store: Store, settings: Layer.Layer<never> = Layer.empty, world = oneShop) => {
  const runtime = ManagedRuntime.make(gateway(store, settings, world))
  const stop = () => runtime.dispose()
  atEnd(stop)
  const { authorize } = await runtime.runPromise(Cards)
  const { find } = await runtime.runPromise(ShopDirectory)
  const shop = Option.getOrThrow(await runtime.runPromise(find(merchant.id)))
  return {
    /** Authorizes the order of this number, or what else is sent, from the body as it came over the wire to the document that is answered. */
    authorize: (number: number, sent: object = body(number)): Promise<string> =>
      runtime.runPromise(
        Effect.map(
          Effect.flatMap(Requests.authorization(sent), (request) => authorize(shop, request)),
          ({ document }) => document
        )
      ),
    stop
  }
}

/** Makes the tables and leaves them. */
export const prepare = async (store: Store): Promise<void> => (await start(store)).stop()

/** The gateway, with its console, behind a server of its own, for as long as the process runs. */
export const serve = async (
  store: Store,
  world = oneShop,
  settings: Layer.Layer<never> = Layer.empty
): Promise<number> => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(HttpAdapter.layer, gateway(store, settings, world)))
  const scope = Effect.runSync(Scope.make())
  const { port } = await runtime.runPromise(Scope.extend(HttpServer.listen({ port: 0, console: true }), scope))
  return port
}
