/** Florin for the tests of a host. */

import type { TestFlorin, TestOptions } from "./testKit.js"
import { started } from "./testStart.js"

/**
 * Starts a Florin in memory. Several at once share nothing. `await using` closes it at the end of the block.
 *
 * Errors: rejects with those of `createFlorin`, and with that of a statement of `migrate`.
 */
export const testFlorin: (options?: TestOptions) => Promise<TestFlorin> = started
