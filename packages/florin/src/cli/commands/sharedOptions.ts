/** Options that several commands have. */
import * as Options from "@effect/cli/Options"
import * as Option from "effect/Option"

export const json = Options.boolean("json").pipe(Options.withDescription("Answers one JSON document"))

export const shop = Options.text("shop").pipe(
  Options.withDescription("A shop's id. Needed where there are several"),
  Options.optional
)

interface Bounds {
  readonly least: number
  readonly most: number
  readonly otherwise: number
}

/** A whole number within bounds, both included. */
export const whole = (name: string, { least, most, otherwise }: Bounds, meaning: string) =>
  Options.integer(name).pipe(
    Options.filterMap(
      Option.liftPredicate((given: number) => given >= least && given <= most),
      `--${name} must be a whole number from ${least} to ${most}`
    ),
    Options.withDescription(`${meaning}, ${least} to ${most}. Default: ${otherwise}`),
    Options.withDefault(otherwise)
  )

export const limit = whole("limit", { least: 1, most: 100, otherwise: 20 }, "How many at most")

/** `what`: what the last line of the page before begins with. */
export const after = (what: string) =>
  Options.text("after").pipe(Options.withDescription(`Begins behind the ${what} that was shown last`), Options.optional)

export const as = Options.text("as").pipe(
  Options.withDescription(
    "Acts as this person, within their roles. Default: the user of this machine, who may do everything"
  ),
  Options.optional
)
