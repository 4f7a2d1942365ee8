/** How the process was started: as the installed `florin`, or through npm in a clone of the repository. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const npmPackage = Effect.orDie(Config.option(Config.string("npm_package_name")))

/** Rewrites commands in backticks so that they work as typed: in a clone, `florin` is `npm run florin --`. */
export const worded = (text: string): Effect.Effect<string> =>
  Effect.map(npmPackage, (name) =>
    Option.contains(name, "florin-workspace") ? text.replaceAll("`florin ", "`npm run florin -- ") : text
  )
