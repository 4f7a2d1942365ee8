/** Digests that tell a repetition under an idempotency key from a different request. Source: D13. */
import { createHmac } from "node:crypto"
import { CardVault } from "@florin/core/cards/CardVault"
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Turn from "@florin/core/time/Turn"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Owner } from "./Idempotent.js"

/** A request, and whose key it carries. */
export interface Keyed {
  readonly method: string
  readonly path: string
  readonly shop: Owner
  /** The line of long work, where long bodies wait in one. */
  readonly stay?: { readonly alone: <A>(steps: () => Turn.Steps<A>) => Effect.Effect<A> }
}

export type Fingerprints = (
  visit: Keyed,
  key: string | undefined,
  body: Uint8Array
) => Effect.Effect<IdempotencyKey | undefined, VaultError>

// Card numbers are digits only, so the stamp of this text is never the stamp of a card.
const purpose = {
  digits: Redacted.make("idempotency-fingerprints"),
  facts: { brand: null, first1: "", last4: "", bin: "", bin8: null }
}

const digest = function* (secret: string, { method, path, shop }: Keyed, body: Uint8Array): Turn.Steps<string> {
  const hmac = createHmac("sha256", secret).update(`${shop.id}\n${method} ${path}\n`)
  for (let from = 0; from < body.length; from += Turn.bytesPerStep) {
    if (from > 0) yield
    hmac.update(body.subarray(from, from + Turn.bytesPerStep))
  }
  return hmac.digest("hex")
}

/**
 * An HMAC, because bodies hold card numbers and codes, and an unkeyed digest of mostly known text can be brute-forced.
 * The key is derived from the vault's stamp key, which is kept outside the database and survives a rotation of the
 * shop's secret: a shop that repeats a request with its new secret gets its first answer. The shop is part of the
 * input, so that equal requests of two shops have different digests.
 */
export const make: Effect.Effect<Fingerprints, never, CardVault> = Effect.map(CardVault, (vault) => {
  let secret: string | undefined
  const derived = Effect.tap(vault.stamp(purpose), (made) => {
    secret = made
  })
  return (visit, key, body) => {
    if (key === undefined) return Effect.succeed(undefined)
    const made = secret === undefined ? derived : Effect.succeed(secret)
    const { stay } = visit
    return body.length > Turn.bytesPerStep && stay !== undefined
      ? Effect.flatMap(made, (secret) =>
          Effect.map(
            stay.alone(() => digest(secret, visit, body)),
            (fingerprint) => ({ key, fingerprint })
          )
        )
      : Effect.map(made, (secret) => ({ key, fingerprint: Turn.atOnce(digest(secret, visit, body)) }))
  }
})
