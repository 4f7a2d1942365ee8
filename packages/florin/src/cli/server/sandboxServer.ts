/** Layers of a server with the sandbox. Imported only when the sandbox is on. */
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Sandbox from "@florin/sandbox/Sandbox"
import { SandboxClock } from "@florin/sandbox/SandboxClock"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { schemaOf } from "../../host/database.js"
import type { Settings } from "../settings.js"
import * as Notices from "./notices.js"
import * as Parts from "./parts.js"

/** What the server says at its start. */
export const notices = (settings: Settings) =>
  Effect.flatMap(SandboxClock, (clock) => Notices.ofSandbox(settings, clock))

export const layer = (settings: Settings) =>
  HttpAdapter.layer.pipe(
    Layer.provide(Parts.operators(settings)),
    Layer.provideMerge(Health.layer),
    Layer.provideMerge(SandboxGateway.layerRoutes),
    Layer.provideMerge(
      Layer.provide(
        Gateway.layer({ ...Parts.gateway(settings), webhooks: SandboxGateway.webhooks }),
        Parts.routing(settings)
      )
    ),
    Layer.provideMerge(Parts.base(settings)),
    Layer.provideMerge(SandboxGateway.providers),
    Layer.provideMerge(
      Parts.withLedger(
        settings.database,
        Layer.provide(Sandbox.layer(), Layer.succeed(SandboxDatabase.GatewaySchema, schemaOf(settings.database)))
      )
    )
  )
