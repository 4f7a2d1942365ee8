/**
 * Where random bytes come from. A test swaps it for a seeded source and gets the same identifiers every time.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"

const poolSize = 8192

// A call of the generator costs about as much for a page as for a few bytes. What was given out is wiped from the page.
const pooled = (): ((bytes: number) => Uint8Array) => {
  let pool = new Uint8Array(0)
  let used = 0
  return (bytes) => {
    if (bytes > poolSize) return crypto.getRandomValues(new Uint8Array(bytes))
    if (used + bytes > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(poolSize))
      used = 0
    }
    const given = pool.slice(used, used + bytes)
    pool.fill(0, used, used + bytes)
    used += bytes
    return given
  }
}

/**
 * The source of randomness: a function from a number of bytes to that many random bytes.
 *
 * Default: the platform's cryptographic generator.
 *
 * @since 0.1.0
 * @category services
 */
export class Entropy extends Context.Reference<Entropy>()("@florin/core/Entropy", {
  defaultValue: pooled
}) {}
