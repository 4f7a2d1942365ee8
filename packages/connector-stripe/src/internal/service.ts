/** Stripe as an acquirer, over one exchange. */
import { type AcquirerService, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { answering } from "@florin/exchange/Answering"
import * as Exchange from "@florin/exchange/Exchange"
import { fits } from "@florin/exchange/SecretOption"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Client from "./client.js"
import { fieldsOf } from "./fields.js"
import * as Lookups from "./lookups.js"
import * as Movements from "./movements.js"
import * as Notifications from "./notifications.js"
import * as Operations from "./operations.js"
import { type Checked, capabilitiesOf, keyLife } from "./options.js"
import { provider } from "./words.js"

/** The connector over an exchange. */
const service = (settings: Checked, exchange: Exchange.Exchange): AcquirerService => {
  const { apiKey, baseUrl, gatewayId, multicapture, name, publishableKey, sources, webhookSecrets } = settings
  const inFlightWindow = Duration.decode(settings.inFlightWindow)
  const client = Client.make(name, apiKey, exchange)
  const working = { client, inFlightWindow, name, multicapture }
  const { queried, listed, performed } = answering(settings)
  const isTest = fits(apiKey, /^.._test_/)

  const perform: AcquirerService["perform"] = Effect.fn("Stripe.perform")(function* (request) {
    const trace: Exchange.Trace = { hasLeft: false }
    // By the gateway's clock: a call has the machine's.
    const now = yield* DateTime.now
    return yield* performed(request.key, trace, () => Operations.perform(working, request, trace, now))
  })

  const status: AcquirerService["status"] = Effect.fn("Stripe.status")(function* (key, about) {
    const now = yield* DateTime.now
    return yield* queried(key, () =>
      Effect.map(
        Lookups.status(working, key, about, now),
        Option.getOrElse(() => AcquirerStatus.NotFound())
      )
    )
  })

  const movements: AcquirerService["movements"] = Effect.fn("Stripe.movements")((period) =>
    listed(() => Exchange.within(Duration.minutes(10))(Movements.list(client, period)))
  )

  return {
    gatewayId,
    name,
    simulated: isTest,
    inFlightWindow,
    provider,
    capabilities: capabilitiesOf({ multicapture, sources }),
    ...(publishableKey === undefined ? {} : { fields: fieldsOf(publishableKey, baseUrl) }),
    keyLife,
    keeps: "decisions",
    perform,
    status,
    movements,
    ...(webhookSecrets.length === 0 ? {} : { notifications: Notifications.make({ webhookSecrets, livemode: !isTest }) })
  }
}

/** Unit: bytes. A page of a list has a hundred documents. */
const answerLimit = 8 * 1024 * 1024

const exchangeOf = (settings: Checked) => Exchange.open({ ...settings, answerLimit })

/** The connector with these settings. Its connections close with the scope. */
export const connecting = (settings: Checked): Effect.Effect<AcquirerService, never, Scope.Scope> =>
  Effect.map(exchangeOf(settings), (exchange) => service(settings, exchange))

/** Whether Stripe takes the API key: a question that moves no money. Undefined: it does. */
export const checking = (settings: Checked): Effect.Effect<string | undefined, never, Scope.Scope> =>
  Effect.gen(function* () {
    const client = Client.make(settings.name, settings.apiKey, yield* exchangeOf(settings))
    const { status } = yield* client.look((sdk, options) => sdk.paymentIntents.list({ limit: 1 }, options))
    if (status === 200) return undefined
    return status === 401 || status === 403 ? "refuses FLORIN_STRIPE_API_KEY" : "did not answer as it should"
  }).pipe(
    Exchange.within(settings.callLimit),
    Effect.orElseSucceed(() => "did not answer")
  )
