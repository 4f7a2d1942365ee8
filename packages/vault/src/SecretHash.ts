/**
 * Storage of shop secrets: hashed with a salt, compared in constant time.
 *
 * One round of SHA-256 is enough, because these secrets are machine-made with at least 128 random bits. They can't be
 * guessed, and a slow hash would only delay every request. Never use it for passwords that people choose.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import { Entropy } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/**
 * The hash of a shop secret.
 *
 * Shape: `sha256$`, 16 bytes of salt as 32 lower-case hex digits, `$`, SHA-256 over salt and secret as 64.
 */
export const SecretHash = Schema.String.pipe(
  Schema.pattern(/^sha256\$[0-9a-f]{32}\$[0-9a-f]{64}$/, { message: () => "not a secret's hash" }),
  Schema.brand("SecretHash")
)

export type SecretHash = typeof SecretHash.Type

const saltLength = 16

/** Where the parts of a hash begin. */
const saltAt = "sha256$".length
const hashAt = saltAt + 2 * saltLength + 1

const digest = (salt: Uint8Array, secret: Redacted.Redacted<string>): Buffer =>
  createHash("sha256").update(salt).update(Redacted.value(secret), "utf8").digest()

/** Hashes a secret with a new salt. Source: D2. */
export const hash = (secret: Redacted.Redacted<string>): Effect.Effect<SecretHash> =>
  Effect.map(Entropy, (entropy) => {
    const salt = entropy(saltLength)
    return `sha256$${Encoding.encodeHex(salt)}$${digest(salt, secret).toString("hex")}` as SecretHash
  })

/** Replaces the hash of an unknown shop. No known secret has this hash. */
export const dummy = `sha256$${"0".repeat(2 * saltLength)}$${"0".repeat(64)}` as SecretHash

/**
 * Whether the secret matches the hash. Without a hash (an unknown shop) it does the same work on `dummy` and returns
 * false, so that timing doesn't distinguish a wrong secret from an unknown shop. Source: D2.
 */
export const verify = (secret: Redacted.Redacted<string>, stored: Option.Option<SecretHash>): boolean => {
  const known = Option.getOrElse(stored, () => dummy)
  const [salt, expected] = [known.slice(saltAt, hashAt - 1), known.slice(hashAt)]
  const isEqual = timingSafeEqual(digest(Buffer.from(salt, "hex"), secret), Buffer.from(expected, "hex"))
  return isEqual && Option.isSome(stored)
}
