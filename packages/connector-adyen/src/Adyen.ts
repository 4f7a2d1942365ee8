/** Adyen (Checkout API v71) as an acquirer. */
import { type AcquirerRequest, type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { answering } from "@florin/exchange/Answering"
import * as Exchange from "@florin/exchange/Exchange"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { capabilitiesOf } from "./internal/capabilities.js"
import * as Client from "./internal/client.js"
import * as Notices from "./internal/notices.js"
import * as Operations from "./internal/operations.js"
import { provider } from "./internal/references.js"
import { type AdyenRefused, type Options, type Settings, settingsOf } from "./internal/settings.js"

export { AdyenRefused, defaultGatewayId, type Options } from "./internal/settings.js"

/** How long an idempotency key is kept at least. Source: Adyen, "API idempotency". */
export const keyLife = Duration.days(7)

const serviceOf = (settings: Settings, exchange: Exchange.Exchange): AcquirerService => {
  const { gatewayId, inFlightWindow, isTest, name } = settings
  const { queried, performed } = answering(settings)
  const operations = Operations.make(settings, Client.make(settings, exchange))
  return {
    gatewayId,
    name,
    simulated: isTest,
    provider,
    capabilities: capabilitiesOf(settings),
    inFlightWindow,
    oneKeyIsOneOperation: true,
    keyLife,
    keeps: "decisions",
    answersByKey: false,
    perform: Effect.fn("Adyen.perform")((request: AcquirerRequest) => {
      const trace = Client.traced()
      return performed(request.key, trace, () => operations.perform(request, trace))
    }),
    status: Effect.fn("Adyen.status")((key: AcquirerKey, about) => queried(key, () => operations.status(key, about))),
    notifications: { receive: (incoming) => Effect.sync(() => Notices.receive(settings, incoming)) }
  }
}

const connecting = (settings: Settings) => {
  const { baseUrl, certificates, connectLimit, connections } = settings
  const headers = { accept: "application/json", "user-agent": "Florin" }
  return Effect.map(Exchange.open({ baseUrl, certificates, connectLimit, connections, headers }), (exchange) =>
    serviceOf(settings, exchange)
  )
}

/**
 * Adyen in the `acquirers` of `createFlorin`. Throws `AdyenRefused`. Its connections are closed when they are idle, and keep
 * no process alive.
 */
export const adyen = (options: Options): AcquirerService => {
  const settings = Either.getOrThrowWith(settingsOf(options), (refusal) => refusal)
  const opened = Effect.flatMap(Scope.make(), (scope) => Scope.extend(connecting(settings), scope))
  // biome-ignore lint/plugin/runners: a host without Effect gets the acquirer as a value
  return Effect.runSync(opened)
}

/** The connector. Its connections close with the scope. Errors: `AdyenRefused`. */
export const make = (options: Options): Effect.Effect<AcquirerService, AdyenRefused, Scope.Scope> =>
  Effect.flatMap(settingsOf(options), connecting)

/** Adyen as the only acquirer of a gateway. To combine it with others, add `make` to a list of your own. */
export const layer = (options: Options): Layer.Layer<Acquirers, AdyenRefused> =>
  Layer.scoped(
    Acquirers,
    Effect.map(make(options), (acquirer) => [acquirer])
  )
