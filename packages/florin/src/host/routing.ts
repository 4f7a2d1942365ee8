import type { Rule } from "@florin/core/cards/RoutingRules"
import * as Routing from "@florin/core/routing/Routing"
import * as RoutingSettings from "@florin/settings/RoutingSettings"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { type OptionRefused, type Options, refusedIn } from "./options.js"

// The sandbox has one acquirer, whatever the rules of production name.
const faultOf = (rules: ReadonlyArray<Rule>, options: Options): string | undefined =>
  options.sandbox === true
    ? undefined
    : RoutingSettings.unknownGateway(
        rules,
        options.acquirers.map(({ gatewayId }) => gatewayId)
      )

/** The rules of the options. Without them, those of the host's own `Routing`, if any. */
export const routing = (options: Options): Either.Either<Layer.Layer<never>, OptionRefused> => {
  if (options.routing === undefined) return Either.right(Layer.empty)
  return RoutingSettings.fromJson(options.routing, "camel").pipe(
    Either.flatMap((rules) => {
      const fault = faultOf(rules, options)
      return fault === undefined ? Either.right(Layer.succeed(Routing.Routing, rules)) : Either.left(fault)
    }),
    Either.mapLeft((sentence) => refusedIn("routing", sentence))
  )
}
