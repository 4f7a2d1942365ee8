/** A gateway as a host wires it: real clock, real disk, an acquirer that approves at once. */
import type { Acquirers } from "@florin/core/cards/Acquirer"
import { Cards } from "@florin/core/cards/Cards"
import { ShopId } from "@florin/core/ids/Ids"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import * as Gateway from "@florin/gateway/Gateway"
import * as Shops from "@florin/gateway/Shops"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import type { Stores } from "@florin/storage-sql/Stores"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { acquirers } from "./acquirer.js"
import { body, secret, shopId } from "./orders.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })

/** Whom the gateway serves, and whom it asks. */
export interface World {
  readonly shops: Layer.Layer<ShopDirectory>
  readonly acquirers: Layer.Layer<Acquirers>
}

const oneShop: World = {
  shops: Shops.layerListed([{ id: ShopId.make(shopId), secretKey: Redacted.make(secret) }]),
  acquirers
}

type Store = Layer.Layer<Stores, unknown>

export const sqlite = (filename: string): Store => SqliteStore.layer({ filename })

export const postgres = (address: string, poolSize: number): Store =>
  PostgresStore.layer({ url: Redacted.make(address), poolSize })

/** Receivers of webhooks are on this machine. */
const webhooks = { allowHttp: true, allowLoopback: true }

/** Everything below the HTTP adapter; its loop of due work runs. `settings` are references that the host sets. */
const gateway = (store: Store, settings: Layer.Layer<never>, { acquirers, shops }: World = oneShop) =>
  Gateway.layer({ baseUrl: "https://pay.example", webhooks }).pipe(
    Layer.provideMerge(Layer.mergeAll(shops, Vault.layer, acquirers)),
    Layer.provideMerge(KeyProvider.layerText(Redacted.make(ring))),
    Layer.provideMerge(store),
    Layer.provide(settings),
    Layer.orDie
  )

const shop: Effect.Effect<Shop, unknown, ShopDirectory> = Effect.flatMap(ShopDirectory, (directory) =>
  Effect.map(directory.find(ShopId.make(shopId)), Option.getOrThrow)
)

export interface Running {
  /** Authorizes the order of this number, from the body as it came over the wire to the document that is answered. */
  readonly authorize: (number: number) => Promise<string>
  readonly stop: () => Promise<void>
}

export const start = async (store: Store, settings: Layer.Layer<never> = Layer.empty): Promise<Running> => {
  const runtime = ManagedRuntime.make(gateway(store, settings))
  const { authorize } = await runtime.runPromise(Cards)
  const merchant = await runtime.runPromise(shop)
  return {
    authorize: (number) =>
      runtime.runPromise(
        Effect.map(
          Effect.flatMap(Requests.authorization(body(number)), (request) => authorize(merchant, request)),
          ({ document }) => document
        )
      ),
    stop: () => runtime.dispose()
  }
}

/** The gateway behind a server of its own, for as long as the process runs. */
export const serve = async (store: Store, world: World = oneShop): Promise<number> => {
  const scope = await Effect.runPromise(Scope.make())
  const runtime = await Effect.runPromise(
    Scope.extend(Layer.toRuntime(Layer.provideMerge(HttpAdapter.layer, gateway(store, Layer.empty, world))), scope)
  )
  const listening = await Effect.runPromiseExit(
    Scope.extend(Effect.provide(HttpServer.listen({ port: 0 }), runtime), scope)
  )
  return Exit.getOrElse(listening, () => {
    throw new Error("The gateway does not listen")
  }).port
}
