/** What `import "florin"` loads. All behind it is loaded when a host starts Florin. */
import type { Create, Florin } from "../createFlorin.js"
import type { HostOptions } from "../hostOptions.js"
import type { Options } from "../options.js"

const started = async (options: Options & HostOptions): Promise<Florin> => {
  const { createFlorin } = await import("../createFlorin.js")
  return createFlorin(options)
}

/**
 * Starts Florin. Due work runs until `close`. The first call loads the gateway, and the packages that the options
 * require.
 *
 * Errors: rejects with `OptionRefused`, `PackageMissing` or `FlorinFailed`, each with a `code`, a sentence that says what to
 * do, and the address of its documentation.
 */
export const createFlorin: Create = started as Create
