/** Layers of a server with the sandbox. Imported only when the sandbox is on. */
import { Acquirers } from "@florin/core/cards/Acquirer"
import * as Gateway from "@florin/gateway/Gateway"
import * as Health from "@florin/gateway/Health"
import * as SandboxGateway from "@florin/gateway/SandboxGateway"
import * as HttpAdapter from "@florin/http-adapter/HttpAdapter"
import * as Sandbox from "@florin/sandbox/Sandbox"
import { SandboxClock } from "@florin/sandbox/SandboxClock"
import * as SandboxDatabase from "@florin/sandbox/SandboxDatabase"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { schemaOf } from "../../host/database.js"
import type { BadSetting } from "../badSetting.js"
import type { Settings } from "../settings.js"
import * as Connectors from "./connectors.js"
import * as Notices from "./notices.js"
import * as Parts from "./parts.js"

/** The fakes that run beside this server, for what it says at its start. */
class Fakes extends Context.Reference<Fakes>()("florin/Fakes", {
  defaultValue: (): ReadonlyArray<Connectors.FakeNotice> => []
}) {}

/** Fakes of providers in the place of the simulated acquirer, on the sandbox's clock. */
const fakes = ({ baseUrl, providers }: Settings): Layer.Layer<never, BadSetting> =>
  providers.length === 0
    ? Layer.empty
    : Layer.scopedContext(
        Effect.map(
          Effect.forEach(providers, (one) => Connectors.besideServer(one, baseUrl)),
          (all) =>
            Context.make(
              Acquirers,
              all.map(({ acquirer }) => acquirer)
            ).pipe(
              Context.add(
                Fakes,
                all.flatMap(({ notice }) => (notice === undefined ? [] : [notice]))
              )
            ) as Context.Context<never>
        )
      )

/** What the server says at its start. */
export const notices = Effect.fnUntraced(function* (settings: Settings) {
  const own = yield* Notices.ofSandbox(settings, yield* SandboxClock)
  return [...own, ...(yield* Fakes).flatMap(Notices.ofFake)]
})

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
    // Above the sandbox's own acquirer, which they replace.
    Layer.provideMerge(fakes(settings)),
    Layer.provideMerge(SandboxGateway.providers),
    Layer.provideMerge(
      Parts.withLedger(
        settings.database,
        Layer.provide(Sandbox.layer(), Layer.succeed(SandboxDatabase.GatewaySchema, schemaOf(settings.database)))
      )
    )
  )
