/** The whole gateway behind the adapter: SQLite in a file that goes away, the sandbox's acquirer and clock. */

import { ShopId } from "@florin/core/ids/Ids"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as HttpServer from "@florin/http-adapter/HttpServer"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as Shops from "@florin/settings/Shops"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { secrets } from "./memory.js"
import { asker } from "./server.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const keys = KeyProvider.layerText(
  Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) }))
)

const shops = Shops.layerListed(
  Object.entries(secrets).map(([id, secret]) => ({ id: ShopId.make(id), secretKey: Redacted.make(secret) }))
)

const layer = HttpAdapter.layer.pipe(
  Layer.provide(SandboxGateway.layerRoutes),
  Layer.provide(Gateway.layer({ baseUrl: "https://pay.example" })),
  Layer.provide(Layer.merge(shops, Vault.layer)),
  Layer.provide(keys),
  Layer.provide(emptyStore),
  Layer.provide(SandboxGateway.providers),
  Layer.provideMerge(Sandbox.layerMemory())
)

export const start = Effect.gen(function* () {
  const runtime = yield* Layer.toRuntime(layer)
  const { port } = yield* HttpServer.listen({ port: 0 }).pipe(Effect.provide(runtime))
  return { ask: asker(port), port }
})
