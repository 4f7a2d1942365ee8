/** The time zone of shops that have none of their own. */
import * as SystemTimeZone from "@florin/core/time/SystemTimeZone"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { OptionRefused, type Options } from "./options.js"

/** The zone of the options. */
export const zone = ({ timeZone }: Options): Effect.Effect<Layer.Layer<never>, OptionRefused> =>
  timeZone === undefined
    ? Effect.succeed(Layer.empty)
    : Option.match(SystemTimeZone.layerNamed(timeZone), {
        onNone: () =>
          new OptionRefused({ option: "timeZone", expected: "must be an IANA time zone such as Europe/Berlin" }),
        onSome: Effect.succeed
      })
