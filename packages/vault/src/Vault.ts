/**
 * The vault behind `CardVault`: the only place that unwraps a card number.
 *
 * Each card number is sealed with AES-256-GCM under its own random data key, which the ring's key-encrypting key wraps.
 * Pure: randomness and keys are parameters.
 *
 * The sealed text is unpadded base64url of
 *
 * ```
 * version 1 | nonce 12, wrapped data key 32, tag 16 | length 1, first key id | nonce 12, number, tag 16
 *           |------------ the data key's box -------|------------------------ body ----------------|
 * ```
 *
 * Both boxes bind their purpose, the shop, the token and a key id. The number's box binds the key that first sealed it,
 * which the body names, so rotation doesn't change it. The data key's box binds the key that wraps it now, and the
 * body, so rotation can't carry over an altered number.
 *
 * Nonces are random. A key-encrypting key must not wrap more than 2^32 times; a data key encrypts once.
 */
import { createHmac } from "node:crypto"
import { CardVault, type SealedNumber } from "@florin/core/cards/CardVault"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import { type CardStamp, type CardToken, Entropy, type ShopId } from "@florin/core/ids/Ids"
import { SignInSecrets } from "@florin/core/people/SignInSecrets"
import type { VaultError } from "@florin/core/store/VaultError"
import { DocumentVault } from "@florin/core/transfers/DocumentVault"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { make as makeDocuments } from "./DocumentVault.js"
import * as EncryptedFields from "./EncryptedFields.js"
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
} from "./internal/sealedBox.js"
import { KeyProvider } from "./KeyProvider.js"
import type { Key, KeyRing } from "./KeyRing.js"
import { make as makeSignIn } from "./SignInSecrets.js"

const version = 1
const bodyStart = 1 + dataKeyLength + boxOverhead

export type { RandomBytes }

/** The owner of a number: a sealed number opens only for its shop and token. */
export interface Holder {
  readonly shop: ShopId
  readonly token: CardToken
}

interface Parts {
  readonly wrapped: Buffer
  readonly body: Buffer
  readonly firstKeyId: string
  readonly number: Buffer
}

const forNumber = ({ shop, token }: Holder, firstKeyId: string): Buffer =>
  bound(["florin card number 1", shop, token, firstKeyId])

const forDataKey = ({ shop, token }: Holder, keyId: string, body: Buffer): Buffer =>
  bound(["florin data key 1", shop, token, keyId, body.toString("base64url")])

const pack = (wrapped: Buffer, body: Buffer): string =>
  Buffer.concat([Uint8Array.of(version), wrapped, body]).toString("base64url")

const unpack = (sealed: string): Parts | undefined => {
  const bytes = Buffer.from(sealed, "base64url")
  if (bytes[0] !== version || bytes.toString("base64url") !== sealed) return undefined
  const body = bytes.subarray(bodyStart)
  const numberStart = 1 + (body[0] ?? 0)
  if (body.length <= numberStart + boxOverhead) return undefined
  return {
    wrapped: bytes.subarray(1, bodyStart),
    body,
    firstKeyId: body.toString("latin1", 1, numberStart),
    number: body.subarray(numberStart)
  }
}

/**
 * Seals a number with the ring's current key.
 *
 * Errors: `no-key` when the ring has no current key.
 */
export const seal = (
  random: RandomBytes,
  ring: KeyRing,
  holder: Holder,
  digits: Redacted.Redacted<string>
): Either.Either<SealedNumber, VaultError> => {
  const keyId = ring.current
  const key = ring.keys.get(keyId)
  if (key === undefined) return failed("no-key")
  return scrubbing(random(dataKeyLength), (dataKey) => {
    const number = scrubbing(Buffer.from(Redacted.value(digits), "latin1"), (plain) =>
      encrypt(dataKey, random(nonceLength), plain, forNumber(holder, keyId))
    )
    const body = Buffer.concat([Uint8Array.of(keyId.length), Buffer.from(keyId, "latin1"), number])
    const wrapped = encrypt(Redacted.value(key), random(nonceLength), dataKey, forDataKey(holder, keyId, body))
    return Either.right({ keyId, sealed: pack(wrapped, body) })
  })
}

/** Passes the data key to `use` and zeroes it afterwards. */
const withDataKey = <A>(
  ring: KeyRing,
  holder: Holder,
  { keyId, sealed }: SealedNumber,
  use: (dataKey: Uint8Array, parts: Parts) => Either.Either<A, VaultError>
): Either.Either<A, VaultError> => {
  const key = ring.keys.get(keyId)
  if (key === undefined) return failed("unknown-key")
  const parts = unpack(sealed)
  if (parts === undefined) return failed("altered")
  const dataKey = decrypt(Redacted.value(key), parts.wrapped, forDataKey(holder, keyId, parts.body))
  return dataKey === undefined ? failed("altered") : scrubbing(dataKey, (_) => use(_, parts))
}

/**
 * Opens a sealed number.
 *
 * Errors: `unknown-key` when its key is not in the ring; `altered` when any bit has changed, or when it was sealed for
 * another shop or token.
 */
export const open = (
  ring: KeyRing,
  holder: Holder,
  sealed: SealedNumber
): Either.Either<Redacted.Redacted<string>, VaultError> =>
  withDataKey(ring, holder, sealed, (dataKey, { firstKeyId, number }) => {
    const plain = decrypt(dataKey, number, forNumber(holder, firstKeyId))
    if (plain === undefined) return failed("altered")
    return Either.right(scrubbing(plain, () => Redacted.make(plain.toString("latin1"))))
  })

/**
 * Wraps the data key with the ring's current key. Doesn't decrypt the number or change its box.
 *
 * Errors: those of `open`, and `no-key`.
 */
export const rewrap = (
  random: RandomBytes,
  ring: KeyRing,
  holder: Holder,
  sealed: SealedNumber
): Either.Either<SealedNumber, VaultError> => {
  const keyId = ring.current
  if (sealed.keyId === keyId) return Either.right(sealed)
  const key = ring.keys.get(keyId)
  if (key === undefined) return failed("no-key")
  return withDataKey(ring, holder, sealed, (dataKey, { body }) => {
    const wrapped = encrypt(Redacted.value(key), random(nonceLength), dataKey, forDataKey(holder, keyId, body))
    return Either.right({ keyId, sealed: pack(wrapped, body) })
  })
}

const stampOf = (key: Key, digits: Redacted.Redacted<string>): CardStamp =>
  createHmac("sha256", Redacted.value(key)).update(Redacted.value(digits), "latin1").digest("hex") as CardStamp

// A list in JSON: no number, and nothing else that is stamped, begins with a bracket.
const stampOfToken = (key: Key, { provider, value }: ProviderToken): CardStamp =>
  createHmac("sha256", Redacted.value(key))
    .update(JSON.stringify([provider, Redacted.value(value)]))
    .digest("hex") as CardStamp

const makeCards = Effect.gen(function* () {
  const keys = yield* KeyProvider
  const use = yield* withRing

  return CardVault.of({
    stamp: ({ digits }) => Effect.map(keys.ring, ({ stamp }) => stampOf(stamp, digits)),
    stampOfToken: (token) => Effect.map(keys.ring, ({ stamp }) => stampOfToken(stamp, token)),
    seal: (shop, token, { digits }) =>
      Effect.flatMap(Entropy, (random) => use((ring) => seal(random, ring, { shop, token }, digits))),
    open: (shop, token, sealed) => use((ring) => open(ring, { shop, token }, sealed)),
    rewrap: (shop, token, sealed) =>
      Effect.flatMap(Entropy, (random) => use((ring) => rewrap(random, ring, { shop, token }, sealed))),
    openFields: EncryptedFields.open,
    currentKey: Effect.map(keys.ring, ({ current }) => current)
  })
})

/** The whole vault: of card numbers and of documents. */
export const make: Effect.Effect<
  Context.Context<CardVault | DocumentVault | SignInSecrets>,
  never,
  KeyProvider
> = Effect.map(Effect.all([makeCards, makeDocuments, makeSignIn]), ([cards, documents, signIn]) =>
  Context.make(CardVault, cards).pipe(Context.add(DocumentVault, documents), Context.add(SignInSecrets, signIn))
)

/** `make` as a layer. */
export const layer: Layer.Layer<CardVault | DocumentVault | SignInSecrets, never, KeyProvider> =
  Layer.effectContext(make)
