/** The layers of the standalone server: SQLite or PostgreSQL, the sandbox, another gateway or nothing real, and the HTTP adapter. */
import * as UpstreamAcquirer from "@florin/connector-upstream/UpstreamAcquirer"
import * as UpstreamNotifications from "@florin/connector-upstream/UpstreamNotifications"
import { Acquirers } from "@florin/core/cards/Acquirer"
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as Keys from "@florin/gateway/Keys"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as Shops from "@florin/gateway/Shops"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as UpstreamRoutes from "@florin/http-adapter/UpstreamRoutes"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as PostgresStore from "@florin/storage-postgres/PostgresStore"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Vault from "@florin/vault/Vault"
import * as Layer from "effect/Layer"
import type { Settings } from "./Settings.js"

const keys = ({ keys }: Settings) => {
  switch (keys._tag) {
    case "Text":
      return KeyProvider.layerText(keys.text)
    case "File":
      return keys.make ? Keys.layerFileMade(keys.path) : KeyProvider.layerFile(keys.path)
  }
}

const store = ({ database }: Settings) => {
  switch (database._tag) {
    case "Sqlite":
      return SqliteStore.layer({ filename: database.path })
    case "Postgres":
      return PostgresStore.layer({ url: database.url })
  }
}

const shops = ({ shops }: Settings) => (shops === undefined ? Shops.layerStored : Shops.layerListed(shops.list))

const base = (settings: Settings) =>
  Layer.mergeAll(shops(settings), Vault.layer).pipe(
    Layer.provideMerge(keys(settings)),
    Layer.provideMerge(store(settings))
  )

// Without another gateway no acquirer is wired: charges end `failed` with F.2011 until the host wires its own.
const acquirers = ({ baseUrl, upstream, upstreamWebhooks }: Settings) => {
  if (upstream === undefined) return Layer.succeed(Acquirers, [])
  const notificationUrl = `${baseUrl}${UpstreamRoutes.path}`
  return UpstreamAcquirer.layerOnly({ upstream, ...(upstreamWebhooks === undefined ? {} : { notificationUrl }) })
}

const upstreamRoutes = ({ upstream, upstreamWebhooks }: Settings) =>
  upstream === undefined || upstreamWebhooks === undefined
    ? Layer.empty
    : Layer.effect(UpstreamRoutes.UpstreamRoutes, UpstreamNotifications.make({ upstream, ...upstreamWebhooks }))

// The ledger and the clock belong to the gateway's database, so that two servers never share them.
const sandboxDatabase = ({ database }: Settings) => {
  switch (database._tag) {
    case "Sqlite":
      return SqliteStore.layerClient({ filename: database.sandboxFile })
    case "Postgres":
      return PostgresStore.layerClient({ url: database.url, poolSize: 4 })
  }
}

const simulated = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(SandboxGateway.routes),
    Layer.provideMerge(Gateway.layer({ baseUrl: settings.baseUrl, webhooks: SandboxGateway.webhooks })),
    Layer.provideMerge(base(settings)),
    Layer.provideMerge(SandboxGateway.acquirers),
    Layer.provideMerge(Layer.provide(Sandbox.layer(), sandboxDatabase(settings)))
  )

const real = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(upstreamRoutes(settings)),
    Layer.provideMerge(Gateway.layer({ baseUrl: settings.baseUrl })),
    Layer.provideMerge(base(settings)),
    Layer.provideMerge(acquirers(settings))
  )

export { real, simulated }
