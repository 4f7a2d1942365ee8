/**
 * The vault behind core's `DocumentVault`: seals the documents of proofs.
 *
 * Each document is sealed with AES-256-GCM under its own random data key, which the ring's key-encrypting key wraps. The
 * two boxes are stored apart, so rotation doesn't touch the content:
 *
 * ```
 * wrapped: nonce 12, wrapped data key 32, tag 16     as unpadded base64url
 * content: nonce 12, document, tag 16
 * ```
 *
 * Both bind their purpose, the shop and the proof. The data key's box also binds the id of the key that wraps it. The
 * content's doesn't, because rotation changes that key; it binds the data key, which opens nothing else.
 *
 * Pure: randomness and keys are parameters. Nonces are random, as in `Vault`.
 */
import type { VaultError } from "@florin/core/cards/CardVault"
import { Entropy, type ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import { DocumentVault, type SealedDocument, type SealedKey } from "@florin/core/transfers/DocumentVault"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  bound,
  boxOverhead,
  dataKeyLength,
  decrypt,
  encrypt,
  failed,
  nonceLength,
  type RandomBytes,
  scrubbing,
  withRing
} from "./internal/sealing.js"
import type { KeyProvider } from "./KeyProvider.js"
import type { KeyRing } from "./KeyRing.js"

/** The proof that a document belongs to: it opens for no other. */
export interface Holder {
  readonly shop: ShopId
  readonly proof: TransactionUid
}

const forContent = ({ proof, shop }: Holder): Buffer => bound(["florin document 1", shop, proof])

const forDataKey = ({ proof, shop }: Holder, keyId: string): Buffer =>
  bound(["florin document key 1", shop, proof, keyId])

/** Wraps a data key with the ring's current key. */
const wrap = (
  random: RandomBytes,
  ring: KeyRing,
  holder: Holder,
  dataKey: Uint8Array
): Either.Either<SealedKey, VaultError> => {
  const keyId = ring.current
  const key = ring.keys.get(keyId)
  if (key === undefined) return failed("no-key")
  const box = encrypt(Redacted.value(key), random(nonceLength), dataKey, forDataKey(holder, keyId))
  return Either.right({ keyId, wrapped: box.toString("base64url") })
}

/**
 * Seals a document with the ring's current key.
 *
 * Errors: `no-key` when the ring has no current key.
 */
export const seal = (
  random: RandomBytes,
  ring: KeyRing,
  holder: Holder,
  content: Uint8Array
): Either.Either<SealedDocument, VaultError> =>
  scrubbing(random(dataKeyLength), (dataKey) =>
    Either.map(wrap(random, ring, holder, dataKey), (sealed) => ({
      ...sealed,
      content: encrypt(dataKey, random(nonceLength), content, forContent(holder))
    }))
  )

const unpack = (wrapped: string): Buffer | undefined => {
  const box = Buffer.from(wrapped, "base64url")
  const isWhole = box.length === dataKeyLength + boxOverhead && box.toString("base64url") === wrapped
  return isWhole ? box : undefined
}

/** Passes the data key to `use` and zeroes it afterwards. */
const withDataKey = <A>(
  ring: KeyRing,
  holder: Holder,
  { keyId, wrapped }: SealedKey,
  use: (dataKey: Uint8Array) => Either.Either<A, VaultError>
): Either.Either<A, VaultError> => {
  const key = ring.keys.get(keyId)
  if (key === undefined) return failed("unknown-key")
  const box = unpack(wrapped)
  const dataKey = box === undefined ? undefined : decrypt(Redacted.value(key), box, forDataKey(holder, keyId))
  return dataKey === undefined ? failed("altered") : scrubbing(dataKey, use)
}

/**
 * Opens a document.
 *
 * Errors: `unknown-key` when its key is not in the ring; `altered` when any bit has changed, or when it was sealed for
 * another shop or proof.
 */
export const open = (ring: KeyRing, holder: Holder, sealed: SealedDocument): Either.Either<Uint8Array, VaultError> =>
  withDataKey(ring, holder, sealed, (dataKey) => {
    const content = decrypt(dataKey, sealed.content, forContent(holder))
    return content === undefined ? failed("altered") : Either.right(content)
  })

/**
 * Wraps the data key with the ring's current key. Needs no content.
 *
 * Errors: `unknown-key` when its key is not in the ring; `altered` when any bit of the wrapped key has changed, or when
 * it was wrapped for another shop or proof; `no-key`.
 */
export const rewrap = (
  random: RandomBytes,
  ring: KeyRing,
  holder: Holder,
  sealed: SealedKey
): Either.Either<SealedKey, VaultError> =>
  sealed.keyId === ring.current
    ? Either.right(sealed)
    : withDataKey(ring, holder, sealed, (dataKey) => wrap(random, ring, holder, dataKey))

export const make = Effect.map(withRing, (use) =>
  DocumentVault.of({
    seal: (shop, proof, content) =>
      Effect.flatMap(Entropy, (random) => use((ring) => seal(random, ring, { shop, proof }, content))),
    open: (shop, proof, sealed) => use((ring) => open(ring, { shop, proof }, sealed)),
    rewrap: (shop, proof, sealed) =>
      Effect.flatMap(Entropy, (random) => use((ring) => rewrap(random, ring, { shop, proof }, sealed)))
  })
)

export const layer: Layer.Layer<DocumentVault, never, KeyProvider> = Layer.effect(DocumentVault, make)
