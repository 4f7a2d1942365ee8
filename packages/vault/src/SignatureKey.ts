/** RSA key pairs for `Content-Signature`. Source: D33. */
import { createPrivateKey, createPublicKey, generateKeyPair, hash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** What receivers of this family verify. Unit: bits. */
const modulusLength = 2048

const encoding = {
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
} as const

/** A new private key in PEM (PKCS #8). Its primes are of OpenSSL's own randomness, as no other source can be given. */
export const make: Effect.Effect<Redacted.Redacted<string>> = Effect.async((resume) => {
  generateKeyPair("rsa", { modulusLength, ...encoding }, (error, _: string, privateKey: string) =>
    resume(error === null ? Effect.succeed(Redacted.make(privateKey)) : Effect.die(error))
  )
})

/** The public key of a private one, as plugins have a field for it: one line of base64, SPKI in DER without armour. */
export const publicKeyOf = (privateKey: Redacted.Redacted<string>): string =>
  createPublicKey(createPrivateKey(Redacted.value(privateKey)))
    .export({ type: "spki", format: "der" })
    .toString("base64")

/** By which a public key is found: 64 hex digits. */
export const fingerprintOf = (publicKey: string): string => hash("sha256", publicKey, "hex")
