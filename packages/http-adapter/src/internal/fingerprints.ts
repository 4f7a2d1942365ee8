/**
 * Digests of requests, by which a repetition under an idempotency key is told from another request. Source: D13.
 */
import { createHmac } from "node:crypto"
import { CardVault, type VaultError } from "@florin/core/cards/CardVault"
import type { IdempotencyKey } from "@florin/core/idempotency/IdempotencyKey"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Visit } from "./exchange.js"

export type Fingerprints = (
  visit: Visit,
  key: string | undefined,
  body: Uint8Array
) => Effect.Effect<IdempotencyKey | undefined, VaultError>

// A card number is digits alone, so no stamp that is ever answered is that of this text.
const purpose = {
  digits: Redacted.make("idempotency-fingerprints"),
  facts: { brand: null, first1: "", last4: "", bin: "", bin8: null }
}

const digest = (secret: string, { method, path, shop }: Visit, body: Uint8Array): string =>
  createHmac("sha256", secret).update(`${shop.id}\n${method} ${path}\n`).update(body).digest("hex")

/**
 * Bodies hold card numbers and codes, and a digest without a key of something that is nearly known can be turned back by
 * trying. The key is derived from the vault's, which lies beside no database and stays when a shop's secret changes: a
 * shop that repeats a request with its new secret gets its first answer. The shop is part of what is digested, so that
 * equal requests of two shops do not show as equal.
 */
export const make: Effect.Effect<Fingerprints, never, CardVault> = Effect.map(CardVault, (vault) => {
  let secret: string | undefined
  const derived = Effect.tap(vault.stamp(purpose), (made) => {
    secret = made
  })
  return (visit, key, body) => {
    if (key === undefined) return Effect.succeed(undefined)
    const made = secret === undefined ? derived : Effect.succeed(secret)
    return Effect.map(made, (secret) => ({ key, fingerprint: digest(secret, visit, body) }))
  }
})
