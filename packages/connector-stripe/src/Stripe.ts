/** Stripe as an acquirer. Source: D54, D56. */
import { type AcquirerService, Acquirers } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { check, type Options, type StripeRefused } from "./internal/options.js"
import { connecting } from "./internal/service.js"

export { defaultGatewayId, type Options, type Secret, StripeRefused } from "./internal/options.js"

/**
 * Stripe in the `acquirers` of `createFlorin`. Throws `StripeRefused`. Its connections are closed when they are idle, and
 * keep no process alive.
 */
export const stripe = (options: Options): AcquirerService => {
  const settings = Either.getOrThrowWith(check(options), (refusal) => refusal)
  const opened = Effect.flatMap(Scope.make(), (scope) => Scope.extend(connecting(settings), scope))
  // biome-ignore lint/plugin/runners: a host without Effect gets the acquirer as a value
  return Effect.runSync(opened)
}

/** The connector. Its connections close with the scope. Errors: `StripeRefused`. */
export const make = (options: Options): Effect.Effect<AcquirerService, StripeRefused, Scope.Scope> =>
  Effect.flatMap(check(options), connecting)

/** Stripe as the only acquirer of a gateway. To combine it with others, add `make` to a list of your own. */
export const layer = (options: Options): Layer.Layer<Acquirers, StripeRefused> =>
  Layer.scoped(
    Acquirers,
    Effect.map(make(options), (acquirer) => [acquirer])
  )
