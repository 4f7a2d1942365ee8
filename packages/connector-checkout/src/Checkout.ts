/** Checkout.com as an acquirer. */
import { type AcquirerAnswer, type AcquirerRequest, type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { answering } from "@florin/exchange/Answering"
import * as Exchange from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { charging, declined } from "./internal/charges.js"
import { following } from "./internal/children.js"
import * as Client from "./internal/client.js"
import * as Notifications from "./internal/notifications.js"
import { provider } from "./internal/reports.js"
import { bearer } from "./internal/secrets.js"
import { type CheckoutRefused, type Options, type Settings, settingsOf } from "./internal/settings.js"
import { asking } from "./internal/statuses.js"

export { CheckoutRefused, defaultGatewayId, type Options } from "./internal/settings.js"

/** A void releases all that is left, and no less. Payouts need a funded account there, and more about both sides than Florin knows. */
const capabilitiesOf = ({ wording }: Settings): AcquirerCapabilities => ({
  captures: "many",
  partialVoids: "rest",
  credits: false,
  payouts: false,
  contracts: ["recurring", "oneclick", "card_on_file"],
  sources: wording.cardNumbers ? ["card", "token"] : ["token"],
  authenticates: wording.threeDSecure
})

const operating = (settings: Settings, client: Client.Client) => {
  const charge = charging(settings.name, client, settings.wording)
  const follow = following(client)
  return (request: AcquirerRequest, trace: Exchange.Trace): Effect.Effect<AcquirerAnswer, Exchange.Unclear> => {
    switch (request._tag) {
      case "Charge":
        return charge(request, trace)
      case "Payout":
        return Effect.succeed(declined("not-allowed"))
      case "Capture":
      case "Void":
      case "Refund":
        return follow(request, trace)
    }
  }
}

const serviceOf = (settings: Settings, exchange: Exchange.Exchange): AcquirerService => {
  const { gatewayId, inFlightWindow, isTest, keyLife, name, signing } = settings
  const { queried, performed } = answering(settings)
  const client = Client.make(name, exchange)
  const operate = operating(settings, client)
  const ask = asking(client)
  return {
    gatewayId,
    name,
    provider,
    inFlightWindow,
    keyLife,
    simulated: isTest,
    capabilities: capabilitiesOf(settings),
    oneKeyIsOneOperation: true,
    keeps: "successes",
    perform: Effect.fn("Checkout.perform")((request: AcquirerRequest) => {
      const trace: Exchange.Trace = { hasLeft: false }
      return performed(request.key, trace, () => operate(request, trace))
    }),
    status: Effect.fn("Checkout.status")((key: AcquirerKey, about) => queried(key, () => ask(key, about))),
    ...(signing === undefined ? {} : { notifications: Notifications.make(signing) })
  }
}

const connectingOf = ({ apiKey, baseUrl, certificates, connectLimit, connections }: Settings): Exchange.Connecting => ({
  baseUrl,
  certificates,
  connectLimit,
  connections,
  headers: { accept: "application/json", "user-agent": "Florin", authorization: bearer(apiKey) }
})

/** What is wrong with the credentials, if anything is: asked by a question that moves nothing. */
export const checking = (settings: Settings): Effect.Effect<string | undefined, never, Scope.Scope> =>
  Effect.gen(function* () {
    const exchange = yield* Exchange.open(connectingOf(settings))
    const path = "/payments?reference=florin-doctor&limit=1"
    const call = exchange({ method: "GET", path, headers: {}, onSending: () => undefined })
    const reply = yield* Effect.either(Exchange.within(settings.callLimit)(call))
    if (Either.isLeft(reply)) return "cannot be reached: check BASE_URL and the network"
    const { status } = reply.right
    if (status === 200 && Client.isTheirs(reply.right)) return undefined
    return status === 401 || status === 403 ? `refuses the API key (${status})` : `answers a question with ${status}`
  })

/** The connector. Its connections close with the scope. Errors: `CheckoutRefused`. */
export const make = (options: Options): Effect.Effect<AcquirerService, CheckoutRefused, Scope.Scope> =>
  Effect.flatMap(settingsOf(options), (settings) =>
    Effect.map(Exchange.open(connectingOf(settings)), (exchange) => serviceOf(settings, exchange))
  )

/** Checkout.com as the only acquirer of a gateway. To combine it with others, add `make` to a list of your own. */
export const layer = (options: Options): Layer.Layer<Acquirers, CheckoutRefused> =>
  Layer.scoped(
    Acquirers,
    Effect.map(make(options), (acquirer) => [acquirer])
  )

/** Opens connections with the first call. They live as long as the process, and idle ones close by themselves. */
const lazily = (settings: Settings): Exchange.Exchange => {
  let opened: Exchange.Exchange | undefined
  const open = Effect.flatMap(Scope.make(), (scope) => Scope.extend(Exchange.open(connectingOf(settings)), scope))
  const exchange = Effect.suspend(() =>
    opened === undefined
      ? Effect.map(open, (fresh) => {
          opened ??= fresh
          return opened
        })
      : Effect.succeed(opened)
  )
  return (call) => Effect.flatMap(exchange, (send) => send(call))
}

/**
 * The connector, for the `acquirers` of `createFlorin`.
 *
 * Errors: throws `CheckoutRefused` for settings that Checkout.com cannot be reached with.
 */
export const checkout = (options: Options): AcquirerService => {
  const settings = Either.getOrThrowWith(settingsOf(options), (refusal) => refusal)
  return serviceOf(settings, lazily(settings))
}
