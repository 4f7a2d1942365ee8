/** The parts of `Florin.layer`, for hosts that wire by hand. The store is `florin/sqlite`'s or `florin/postgres`'s. */
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Gateway from "@florin/gateway/Gateway"
import { layerOf } from "@florin/gateway/Wiring"
import * as Shops from "@florin/settings/Shops"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Faces from "../faces/faces.js"
import * as HostShops from "./hostShops.js"
import type { OptionRefused, ShopOptions } from "./options.js"
import type { ShopPort } from "./shopPort.js"
import { isPort, shopsOf } from "./shops.js"

/** In the order in which they are called. */
export const acquirers = (services: ReadonlyArray<AcquirerService>): Layer.Layer<Acquirers> =>
  Layer.succeed(Acquirers, services)

/** A list, or the port of a host that keeps its shops itself. */
export const shops = (shops: ReadonlyArray<ShopOptions> | ShopPort): Layer.Layer<ShopDirectory, OptionRefused> =>
  isPort(shops)
    ? Layer.sync(ShopDirectory, () => HostShops.make(shops))
    : Layer.unwrapEffect(Effect.map(shopsOf(shops), Shops.layerListed))

/** The key ring that seals card numbers and documents, from its file. */
export const keys = KeyProvider.layerFile

/** The same, from its JSON text. */
export const keysText = KeyProvider.layerText

/** Seals card numbers and documents with the key ring. */
export const vault = Vault.layer

/** All operations and due work, whose loop runs until the scope closes. */
export const gateway = Gateway.layer

/** The HTTP interface over the gateway. `HttpServer.listen` and the handlers of `florin/http` require it. */
export const http = layerOf(...Faces.http)
