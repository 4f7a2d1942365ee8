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

import { Entropy, type ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Turn from "@florin/core/time/Turn"
import { DocumentVault, type SealedDocument, type SealedKey } from "@florin/core/transfers/DocumentVault"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import {
  bound,
  boxOverhead,
  dataKeyLength,
  decrypt,
  decrypting,
  encrypt,
  encrypting,
  failed,
  nonceLength,
  type RandomBytes,
  scrubbing,
  withRing
} from "./internal/sealedBox.js"
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
export const sealing = function* (
  random: RandomBytes,
  ring: KeyRing,
  holder: Holder,
  content: Uint8Array
): Turn.Steps<Either.Either<SealedDocument, VaultError>> {
  const dataKey = random(dataKeyLength)
  try {
    const sealed = wrap(random, ring, holder, dataKey)
    if (Either.isLeft(sealed)) return Either.left(sealed.left)
    const box = yield* encrypting(dataKey, random(nonceLength), content, forContent(holder))
    return Either.right({ ...sealed.right, content: box })
  } finally {
    dataKey.fill(0)
  }
}

const unpack = (wrapped: string): Buffer | undefined => {
  const box = Buffer.from(wrapped, "base64url")
  const isWhole = box.length === dataKeyLength + boxOverhead && box.toString("base64url") === wrapped
  return isWhole ? box : undefined
}

/** The data key, which the caller zeroes. */
const unwrap = (
  ring: KeyRing,
  holder: Holder,
  { keyId, wrapped }: SealedKey
): Either.Either<Uint8Array, VaultError> => {
  const key = ring.keys.get(keyId)
  if (key === undefined) return failed("unknown-key")
  const box = unpack(wrapped)
  const dataKey = box === undefined ? undefined : decrypt(Redacted.value(key), box, forDataKey(holder, keyId))
  return dataKey === undefined ? failed("altered") : Either.right(dataKey)
}

/**
 * Opens a document.
 *
 * Errors: `unknown-key` when its key is not in the ring; `altered` when any bit has changed, or when it was sealed for
 * another shop or proof.
 */
export const opening = function* (
  ring: KeyRing,
  holder: Holder,
  sealed: SealedDocument
): Turn.Steps<Either.Either<Uint8Array, VaultError>> {
  const dataKey = unwrap(ring, holder, sealed)
  if (Either.isLeft(dataKey)) return Either.left(dataKey.left)
  try {
    const content = yield* decrypting(dataKey.right, sealed.content, forContent(holder))
    return content === undefined ? failed("altered") : Either.right(content)
  } finally {
    dataKey.right.fill(0)
  }
}

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
    : Either.flatMap(unwrap(ring, holder, sealed), (dataKey) =>
        scrubbing(dataKey, () => wrap(random, ring, holder, dataKey))
      )

export const make = Effect.gen(function* () {
  const use = yield* withRing
  // One document at a time, however many there are: a step of each would make a long turn again.
  const alone = (yield* Effect.makeSemaphore(1)).withPermits(1)
  const long = <A>(steps: () => Turn.Steps<Either.Either<A, VaultError>>): Effect.Effect<A, VaultError> =>
    Effect.flatten(alone(Turn.inTurns(steps)))
  return DocumentVault.of({
    seal: (shop, proof, content) =>
      Effect.flatMap(Entropy, (random) => use((ring) => long(() => sealing(random, ring, { shop, proof }, content)))),
    open: (shop, proof, sealed) => use((ring) => long(() => opening(ring, { shop, proof }, sealed))),
    rewrap: (shop, proof, sealed) =>
      Effect.flatMap(Entropy, (random) => use((ring) => rewrap(random, ring, { shop, proof }, sealed)))
  })
})
