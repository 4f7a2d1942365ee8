import * as OperatorSettings from "@florin/settings/OperatorSettings"
import * as Operators from "@florin/settings/Operators"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { type OptionRefused, type Options, refusedIn } from "./options.js"

/** The operators of the options. */
export const operators = ({ operators }: Options): Either.Either<Layer.Layer<never>, OptionRefused> =>
  operators === undefined
    ? Either.right(Layer.empty)
    : Either.mapBoth(OperatorSettings.fromJson(operators), {
        onLeft: (sentence) => refusedIn("operators", sentence),
        onRight: Operators.layerListed
      })
