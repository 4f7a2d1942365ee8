/** How the command line was called: installed as `florin`, or through npm in a clone of the repository. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const npmPackage = Effect.orDie(Config.option(Config.string("npm_package_name")))

/** A sentence whose commands, in backticks, can be typed where it is read. */
export const worded = (text: string): Effect.Effect<string> =>
  Effect.map(npmPackage, (name) =>
    Option.contains(name, "florin-workspace") ? text.replaceAll("`florin ", "`npm run florin -- ") : text
  )
