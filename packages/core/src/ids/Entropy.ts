/**
 * Where random bytes come from. A test swaps it for a seeded source and gets the same identifiers every time.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

/**
 * The source of randomness: a function from a number of bytes to that many random bytes.
 *
 * Default: the platform's cryptographic generator.
 *
 * @since 0.1.0
 * @category services
 */
export class Entropy extends Context.Reference<Entropy>()("@florin/core/Entropy", {
  defaultValue: (): ((bytes: number) => Uint8Array) => (bytes) => crypto.getRandomValues(new Uint8Array(bytes))
}) {}
