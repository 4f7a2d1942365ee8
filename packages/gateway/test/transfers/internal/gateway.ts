/** A gateway with the sandbox's bank. Its clock stands; due work runs when the clock is moved. */
import { type TransferProvider, TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Gateway from "@florin/gateway/Gateway"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Sandbox from "@florin/sandbox/Sandbox"
import { SandboxBank } from "@florin/sandbox/SandboxBank"
import { SandboxClock } from "@florin/sandbox/SandboxClock"
import * as ShopSettings from "@florin/settings/ShopSettings"
import * as Shops from "@florin/settings/Shops"
import { newPlace } from "@florin/storage-postgres/testing/eitherStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import type { Sender } from "@florin/webhook-dispatcher/Sender"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { secrets } from "./merchant.js"
import { quiet } from "./quiet.js"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const keys = KeyProvider.layerText(
  Redacted.make(JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) }))
)

const shops = Layer.unwrapEffect(
  Effect.map(
    Effect.orDie(
      ShopSettings.fromJson([
        { id: "books", secret_key: secrets.books, name: "Books" },
        { id: "other", secret_key: secrets.other, name: "Other" }
      ])
    ),
    Shops.layerListed
  )
)

/** What several gateways share: a database, and the sandbox with its bank and its clock. */
export const makePlace = Effect.gen(function* () {
  const { client, store } = yield* newPlace
  const sandbox = yield* Layer.build(Sandbox.layerMemory())
  const { clock } = Context.get(sandbox, SandboxClock)
  return { client, store, sandbox, simulated: Layer.merge(Layer.succeedContext(sandbox), Layer.setClock(clock)) }
})

export type Place = Effect.Effect.Success<typeof makePlace>

export interface Options {
  /** The providers, made of the sandbox's bank. Default: that bank alone. */
  readonly providers?: (bank: TransferProvider) => ReadonlyArray<TransferProvider>
  /** The references of core to override. */
  readonly settings?: Layer.Layer<never>
}

const providersOf = (providers: Options["providers"]) =>
  providers === undefined
    ? SandboxGateway.providers
    : Layer.merge(
        SandboxGateway.providers,
        Layer.effect(
          TransferProviders,
          Effect.map(SandboxBank, ({ provider }) => providers(provider))
        )
      )

/** A gateway in a place, which posts by `sender`. */
export const gatewayIn = ({ simulated, store }: Place, sender: Layer.Layer<Sender>, { providers, settings }: Options) =>
  HttpAdapter.layer.pipe(
    Layer.provide(SandboxGateway.layerRoutes),
    Layer.provideMerge(
      Gateway.layerOnDemand({
        ...{ baseUrl: "https://pay.example", webhooks: SandboxGateway.webhooks, sender },
        reconciliation: "on-request"
      })
    ),
    Layer.provideMerge(Layer.merge(shops, Vault.layer)),
    Layer.provide(keys),
    Layer.provideMerge(store),
    Layer.provide(providersOf(providers)),
    Layer.provide(settings ?? Layer.empty),
    Layer.provide(quiet),
    Layer.provideMerge(simulated),
    Layer.orDie
  )

export type Services = Layer.Layer.Success<ReturnType<typeof gatewayIn>>
