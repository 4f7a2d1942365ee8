/** Layers of a server with the sandbox. Imported only when the sandbox is on. */
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as SandboxPostgres from "@florin/sandbox/SandboxPostgres"
import * as Layer from "effect/Layer"
import * as Parts from "./parts.js"
import * as Secrets from "./secrets.js"
import type { Settings } from "./settings.js"

// The ledger and the clock belong to the gateway's database, so that two servers never share them.
const database = ({ database }: Settings) => {
  switch (database._tag) {
    case "Sqlite":
      return SandboxDatabase.layer(database.sandboxFile)
    case "Postgres":
      return SandboxPostgres.layer({ address: () => Secrets.addressOf(database.url) })
  }
}

const sandbox = (settings: Settings) =>
  Layer.mapError(Layer.provide(Sandbox.layerShared(), database(settings)), Parts.refused(settings.database))

export const layer = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(SandboxGateway.routes),
    Layer.provideMerge(Gateway.layer({ baseUrl: settings.baseUrl, webhooks: SandboxGateway.webhooks })),
    Layer.provideMerge(Parts.base(settings)),
    Layer.provideMerge(SandboxGateway.acquirers),
    Layer.provideMerge(sandbox(settings))
  )
