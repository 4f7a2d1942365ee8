/** Shop secrets that are derived from the key ring, or sealed with it. */
import { createHmac } from "node:crypto"
import { Entropy, type ShopId } from "@florin/core/ids/Ids"
import { VaultError } from "@florin/core/store/VaultError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { bound, decrypt, encrypt, nonceLength, scrubbing } from "./internal/sealedBox.js"
import { KeyProvider } from "./KeyProvider.js"

/** Under the deployment's stamp key, so it never changes. */
const derived = (label: string): Effect.Effect<Buffer, VaultError, KeyProvider> =>
  Effect.gen(function* () {
    const { stamp } = yield* Effect.flatMap(KeyProvider, (provider) => provider.ring)
    // The same key also stamps card numbers. They are digits only, so a label can't collide with one.
    return createHmac("sha256", Redacted.value(stamp)).update(label).digest()
  })

/**
 * The default webhook secret of a shop: an HMAC under the deployment's stamp key, so it never changes.
 *
 * Shape: `whsec_` and 32 bytes as base64. Source: D33, Standard Webhooks.
 */
export const webhookSecret = (shop: ShopId): Effect.Effect<Redacted.Redacted<string>, VaultError, KeyProvider> =>
  Effect.map(derived(`webhook-secret:${shop}`), (bytes) => Redacted.make(`whsec_${bytes.toString("base64")}`))

/** Where a sealed secret belongs: it opens nowhere else. */
export interface Place {
  readonly shop: ShopId
  /** The name of the setting. */
  readonly setting: string
}

const binding = ({ setting, shop }: Place): Buffer => bound(["florin shop 1", shop, setting])

/** Its own key, derived from the stamp key: rotated keys leave the ring without a look at the shops. */
const sealingKey = derived("shop-settings")

/**
 * Seals a secret of a shop that is needed in clear again: one with which webhooks are signed or authenticated.
 *
 * Shape: base64url.
 */
export const seal = (place: Place, secret: Redacted.Redacted<string>): Effect.Effect<string, VaultError, KeyProvider> =>
  Effect.gen(function* () {
    const nonce = (yield* Entropy)(nonceLength)
    const key = yield* sealingKey
    const text = Buffer.from(Redacted.value(secret))
    const box = scrubbing(key, () => scrubbing(text, () => encrypt(key, nonce, text, binding(place))))
    return box.toString("base64url")
  })

/** Opens a sealed secret. Errors: `altered` when it was changed, or sealed for another shop, setting or deployment. */
export const open = (place: Place, sealed: string): Effect.Effect<Redacted.Redacted<string>, VaultError, KeyProvider> =>
  Effect.flatMap(sealingKey, (key) => {
    const plain = decrypt(key, Buffer.from(sealed, "base64url"), binding(place))
    key.fill(0)
    if (plain === undefined) return new VaultError({ reason: "altered" })
    const secret = Redacted.make(plain.toString())
    plain.fill(0)
    return Effect.succeed(secret)
  })
