/** Layers of a server with the sandbox. Imported only when the sandbox is on. */
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Sandbox from "@florin/sandbox/Sandbox"
import * as Layer from "effect/Layer"
import * as Parts from "./parts.js"
import type { Settings } from "./settings.js"

// The ledger and the clock belong to the gateway's database, so that two servers never share them.
const sandbox = ({ database }: Settings) => {
  const client =
    database._tag === "Sqlite" ? Parts.sqliteClient(database.sandboxFile) : Parts.postgresClient(database.url)
  return Layer.mapError(Layer.provide(Sandbox.layer(), client), Parts.refused(database))
}

export const layer = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(SandboxGateway.routes),
    Layer.provideMerge(Gateway.layer({ baseUrl: settings.baseUrl, webhooks: SandboxGateway.webhooks })),
    Layer.provideMerge(Parts.base(settings)),
    Layer.provideMerge(SandboxGateway.acquirers),
    Layer.provideMerge(sandbox(settings))
  )
