/** What `import "florin"` loads. All behind it is loaded when a host starts Florin. */
import type { Create, Florin, HostOptions } from "../createFlorin.js"
import type { Options } from "../options.js"

const started = async (options: Options & HostOptions): Promise<Florin> => {
  const { createFlorin } = await import("../createFlorin.js")
  return createFlorin(options)
}

/**
 * Starts Florin. Due work runs until `close`. The first call loads the gateway, and the packages that the options
 * require.
 *
 * Errors: rejects with those of `Florin.layer`, each an `Error` with a sentence and a `_tag`.
 */
export const createFlorin: Create = started as Create
