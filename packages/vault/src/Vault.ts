/**
 * The vault behind `CardVault`: the only place that unwraps a card number.
 *
 * @since 0.1.0
 */
import { createHmac } from "node:crypto"
import { CardVault, type VaultError } from "@florin/core/cards/CardVault"
import { Entropy } from "@florin/core/ids/Entropy"
import type { CardStamp } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Envelope from "./Envelope.js"
import { KeyProvider } from "./KeyProvider.js"
import type { Key, KeyRing } from "./KeyRing.js"

const stampOf = (key: Key, digits: Redacted.Redacted<string>): CardStamp =>
  createHmac("sha256", Redacted.value(key)).update(Redacted.value(digits), "latin1").digest("hex") as CardStamp

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const keys = yield* KeyProvider

  const reload = keys.reload.pipe(
    Effect.catchAll(({ reason }) => Effect.logWarning("The key ring could not be read again", reason))
  )

  /** Another process may have put a new key in the ring and used it: an unknown key is looked for once more. */
  const withRing = <A>(use: (ring: KeyRing) => Either.Either<A, VaultError>): Effect.Effect<A, VaultError> => {
    const once = Effect.flatMap(keys.ring, use)
    return Effect.catchIf(
      once,
      ({ reason }) => reason === "unknown-key",
      () => Effect.zipRight(reload, once)
    )
  }

  return CardVault.of({
    stamp: ({ digits }) => Effect.map(keys.ring, ({ stamp }) => stampOf(stamp, digits)),
    seal: (shop, token, { digits }) =>
      Effect.flatMap(Entropy, (random) => withRing((ring) => Envelope.seal(random, ring, { shop, token }, digits))),
    open: (shop, token, sealed) => withRing((ring) => Envelope.open(ring, { shop, token }, sealed)),
    rewrap: (shop, token, sealed) =>
      Effect.flatMap(Entropy, (random) => withRing((ring) => Envelope.rewrap(random, ring, { shop, token }, sealed))),
    currentKey: Effect.map(keys.ring, ({ current }) => current)
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<CardVault, never, KeyProvider> = Layer.effect(CardVault, make)
