/** Connectors to providers, in the place of the tests' own acquirer. */
import * as Adyen from "@florin/connector-adyen/Adyen"
import * as Checkout from "@florin/connector-checkout/Checkout"
import * as Stripe from "@florin/connector-stripe/Stripe"
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection, Provider } from "./Protocol.js"
import { inFlightWindow } from "./RemoteAcquirer.js"

/** Short, so that what never reached a provider has an outcome soon. */
const patience = { callLimit: "6 seconds", inFlightWindow } as const

/** The connector to each provider, by its address, the key of its API, and the secret of its notifications. */
const makers: Readonly<
  Record<Provider, (connection: Connection) => Effect.Effect<AcquirerService, unknown, Scope.Scope>>
> = {
  stripe: ({ apiKey, secret, url }) =>
    Stripe.make({ ...patience, apiKey, webhookSecret: secret, baseUrl: url, sources: ["card", "token"] }),
  adyen: ({ apiKey, secret, url }) =>
    Adyen.make({ ...patience, apiKey, hmacKeys: secret, baseUrl: `${url}/v71`, merchantAccount: "FlorinTest" }),
  checkout: ({ apiKey, secret, url }) => Checkout.make({ ...patience, apiKey, signatureKeys: secret, baseUrl: url })
}

/** The connector of a connection; its keys live as long as the connection says. */
export const make = (connection: Connection): Effect.Effect<AcquirerService, never, Scope.Scope> =>
  Effect.map(Effect.orDie(makers[connection.provider](connection)), (acquirer) => ({
    ...acquirer,
    ...(connection.keyLife === undefined ? {} : { keyLife: Duration.millis(connection.keyLife) })
  }))
