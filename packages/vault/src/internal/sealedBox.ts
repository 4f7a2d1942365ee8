/** What everything that seals shares: AES-256-GCM, care for secrets, and the ring. */
import { type CipherGCM, createCipheriv, createDecipheriv, type DecipherGCM } from "node:crypto"
import { VaultError } from "@florin/core/store/VaultError"
import { bytesPerStep, type Steps } from "@florin/core/time/Turn"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { KeyProvider } from "../KeyProvider.js"
import type { KeyRing } from "../KeyRing.js"

const algorithm = "aes-256-gcm"

/** Unit: bytes, like all lengths here. */
export const nonceLength = 12
export const tagLength = 16
export const dataKeyLength = 32

/** How much longer a box is than what is in it. */
export const boxOverhead = nonceLength + tagLength

/** A source of random bytes, such as `Entropy`. */
export type RandomBytes = (bytes: number) => Uint8Array

export const failed = (reason: VaultError["reason"]) => Either.left(new VaultError({ reason }))

/** JSON is unambiguous: two different lists of strings never have the same encoding. */
export const bound = (parts: ReadonlyArray<string>): Buffer => Buffer.from(JSON.stringify(parts))

/** Passes a secret's bytes to `use` and always zeroes them afterwards. */
export const scrubbing = <A>(secret: Uint8Array, use: (secret: Uint8Array) => A): A => {
  try {
    return use(secret)
  } finally {
    secret.fill(0)
  }
}

// The library returns new memory for each call: piece by piece, a document is never there twice.
const pieceLength = 65_536

/** Writes the result at `at` and zeroes its pieces. GCM is a stream mode: the result is as long as its source. */
const run = function* (cipher: CipherGCM | DecipherGCM, from: Uint8Array, to: Buffer, at: number): Steps<void> {
  for (let start = 0; start < from.length; start += pieceLength) {
    if (start > 0 && start % bytesPerStep === 0) yield
    const piece = cipher.update(from.subarray(start, start + pieceLength))
    piece.copy(to, at + start)
    piece.fill(0)
  }
}

/** Returns nonce, ciphertext and tag, in one allocation. */
export const encrypting = function* (
  key: Uint8Array,
  nonce: Uint8Array,
  plain: Uint8Array,
  binding: Buffer
): Steps<Buffer> {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(binding)
  const box = Buffer.allocUnsafeSlow(plain.length + boxOverhead)
  box.set(nonce)
  yield* run(cipher, plain, box, nonceLength)
  // Returns no bytes in a stream mode, it only completes the tag.
  cipher.final()
  box.set(cipher.getAuthTag(), box.length - tagLength)
  return box
}

/** The result of what is short: it takes one step. */
const short = <A>(steps: Steps<A>): A => {
  const step = steps.next()
  if (step.done === true) return step.value
  throw new RangeError("What is sealed at once is too long")
}

/** The same at once, for what is short. */
export const encrypt = (...of: Parameters<typeof encrypting>): Buffer => short(encrypting(...of))

/** Returns the plaintext only after verifying the tag, otherwise nothing. The caller must zero what is secret. */
export const decrypting = function* (key: Uint8Array, box: Uint8Array, binding: Buffer): Steps<Buffer | undefined> {
  if (box.length < boxOverhead) return undefined
  const decipher = createDecipheriv(algorithm, key, box.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(binding)
  decipher.setAuthTag(box.subarray(-tagLength))
  const plain = Buffer.allocUnsafeSlow(box.length - boxOverhead)
  yield* run(decipher, box.subarray(nonceLength, -tagLength), plain, 0)
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return undefined
  }
}

/** The same at once, for what is short. */
export const decrypt = (...of: Parameters<typeof decrypting>): Buffer | undefined => short(decrypting(...of))

/**
 * Passes the ring to `use`. Another process may already use a key that was added since: on an unknown key it reloads the
 * ring once.
 */
export const withRing = Effect.map(KeyProvider, (keys) => {
  const reload = keys.reload.pipe(
    Effect.catchAll(({ reason }) => Effect.logWarning("The key ring could not be reloaded", reason))
  )
  return <A>(use: (ring: KeyRing) => Effect.Effect<A, VaultError>): Effect.Effect<A, VaultError> => {
    const once = Effect.flatMap(keys.ring, use)
    return Effect.catchIf(
      once,
      ({ reason }) => reason === "unknown-key",
      () => Effect.zipRight(reload, once)
    )
  }
})
