/** What was asked for on the command line. */
import { parseArgs } from "node:util"
import * as Either from "effect/Either"

export const usage = "npm run simulation -- [--seeds N | --seeds A..B] [--steps N] [--stops N] [--choose]"

const text = { type: "string" } as const
const options = { seeds: text, steps: text, stops: text, choose: { type: "boolean", default: false } } as const

const whole = { form: /^\d{1,9}$/, says: "a whole number" }
const forms = {
  ...{ steps: whole, stops: whole },
  seeds: { form: /^\d{1,9}(?:\.\.\d{1,9})?$/, says: "a number such as 42, or a range such as 1..1000" }
}

const read = (args: ReadonlyArray<string>) => {
  const { choose, ...texts } = parseArgs({ args: [...args], options }).values
  const numbersOf = (name: keyof typeof forms): ReadonlyArray<number> => {
    const { form, says } = forms[name]
    const [least, most = least] = texts[name]?.split("..").map(Number) ?? []
    if (least === undefined || most === undefined) return []
    if (!form.test(texts[name]!) || most < least) throw new Error(`--${name} must be ${says}`)
    return [least, most]
  }
  const [[steps], [stops]] = [numbersOf("steps"), numbersOf("stops")]
  const [first = 1, last = stops === undefined ? 1000 : Number.MAX_SAFE_INTEGER] = numbersOf("seeds")
  return { choose, first, last, steps, stops }
}

/**
 * Reads the arguments. A seed alone is shown with everything that happens, and `steps` ends seeds early. With `stops`,
 * processes are estranged, and seeds follow until these have stood still so often. With `choose`, those few are wanted
 * that reach all that they reach together. Default: seeds 1 to 1000. Errors: one line that names the flag.
 */
export const parse = (args: ReadonlyArray<string>) =>
  Either.try({ try: () => read(args), catch: (error) => (error as Error).message.split(/[.\n]\s/)[0]! })
