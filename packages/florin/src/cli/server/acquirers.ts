/** The acquirers of the server with these settings, for a command beside it. In the sandbox its clock is theirs. */
import { existsSync } from "node:fs"
import { layerOf } from "@florin/gateway/Wiring"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Database, sandboxFileOf } from "../../host/database.js"
import * as InProcess from "../../host/parts.js"
import { bad } from "../badSetting.js"
import * as Settings from "../settings.js"
import * as Connectors from "./connectors.js"
import * as HostPorts from "./hostPorts.js"
import * as RealServer from "./realServer.js"

/** The settings that say what the server charges cards with. */
export const settings = Config.all({
  database: Settings.database,
  sandbox: Settings.sandbox,
  accept: Settings.accept,
  upstream: Settings.upstream,
  connectors: Settings.connectors,
  portsFile: Settings.portsFile
})

export type Given = Config.Config.Success<typeof settings>

/** A ledger that is missing is not made. */
const ledgerExists = (database: Database) => {
  const file = database._tag === "Sqlite" ? sandboxFileOf(database.path) : undefined
  return file === undefined || existsSync(file)
    ? Effect.void
    : bad("FLORIN_SANDBOX=on", `cannot be used: ${file} does not exist; the server makes it at its start`)
}

const simulated = Effect.fnUntraced(function* (database: Database) {
  yield* ledgerExists(database)
  const { sandbox } = yield* Effect.mapError(InProcess.simulation(database), ({ message }) =>
    bad("FLORIN_SANDBOX=on", `cannot be used: ${message}`)
  )
  return Layer.mapError(layerOf(...sandbox), ({ message }) => bad("FLORIN_DATABASE", `cannot be used: ${message}`))
})

const real = Effect.fnUntraced(function* ({ connectors, portsFile, upstream }: Given) {
  const ports = yield* Settings.portsIn(portsFile)
  const providers = yield* Connectors.loadAll(connectors)
  return Layer.merge(
    RealServer.acquirers({ upstream, ports, providers, baseUrl: "", upstreamWebhooks: undefined }),
    HostPorts.moving(ports)
  )
})

/** The books of a fake are in the memory of its server. */
const fakes = bad("FLORIN_ACQUIRERS", "names fakes, whose books no other process can read")

export const layer = (given: Given) => {
  if (given.connectors.some(({ isFake }) => isFake)) return Layer.fail(fakes)
  return Layer.unwrapEffect(given.sandbox ? simulated(given.database) : real(given))
}
