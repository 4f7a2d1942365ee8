/**
 * Fields of a card that a browser has encrypted under the shop's public key: RSA with PKCS #1 v1.5. Source: D51.
 *
 * Whoever can tell a message that is padded well from one that is not reads any message by asking often enough
 * (Bleichenbacher, 1998). So nothing here fails: what is not padded well opens as a text that the message and the key
 * determine, of a length and content that nobody can tell from a message's own (implicit rejection, as OpenSSL 3.2 has
 * it). It is then refused as any text is that is no card number.
 *
 * The padding is removed here, and not by `RSA_PKCS1_PADDING`: on Node 20 that throws for every message, because the
 * OpenSSL of Node 20 has no implicit rejection. Only the length of the result depends on a secret.
 */
import { constants, createHash, createHmac, createPrivateKey, type KeyObject, privateDecrypt } from "node:crypto"
import * as Redacted from "effect/Redacted"

/** What each field begins with: the name of the script that encrypts, and its version. */
export const prefix = "$begatewaycsejs_1_0_0$"

/** Two bytes of type, eight of padding at least, and a zero. */
const overhead = 11

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The bytes of a field; nothing else than a message of the key's length counts as one. */
const messageIn = (sent: unknown, length: number): Buffer => {
  const text = typeof sent === "string" && sent.startsWith(prefix) ? sent.slice(prefix.length) : ""
  const bytes = base64.test(text) ? Buffer.from(text, "base64") : Buffer.alloc(0)
  return bytes.length === length ? bytes : Buffer.alloc(length)
}

/** The message without RSA, padding included. A number above the modulus is public: it is no message. */
const raw = (key: KeyObject, message: Buffer): Buffer => {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, message)
  } catch {
    return Buffer.alloc(message.length)
  }
}

// All ones if a number below 2^31 is zero, else all zeros; without a branch.
const isZero = (value: number): number => ~((value | -value) >> 31)

/** All ones if `left` is less than `right`, both below 2^31. */
const isLess = (left: number, right: number): number => (left - right) >> 31

/** What a message that is not padded well opens as: always the same, of any length that one could have. */
const substitute = (key: KeyObject, message: Buffer): { readonly bytes: Buffer; readonly start: number } => {
  const secret = createHash("sha256")
    .update(key.export({ type: "pkcs8", format: "der" }))
    .digest()
  const seed = createHmac("sha256", secret).update(message).digest()
  secret.fill(0)
  const part = (label: string): Buffer => createHmac("sha256", seed).update(label).digest()
  const parts = Array.from({ length: Math.ceil(message.length / 32) }, (_, index) => part(`message ${index}`))
  const bytes = Buffer.concat(parts).subarray(0, message.length)
  const length = part("length").readUInt32BE(0) % (message.length - overhead + 1)
  return { bytes, start: message.length - length }
}

/** Removes the padding, with a substitute for what is not padded well; looks at each byte, whatever the others are. */
export const unpadded = (padded: Buffer, other: { readonly bytes: Buffer; readonly start: number }): Buffer => {
  let good = isZero(padded[0]!) & isZero(padded[1]! ^ 2)
  let zeroAt = 0
  let isFound = 0
  for (let index = 2; index < padded.length; index++) {
    const isFirst = isZero(padded[index]!) & ~isFound
    zeroAt |= index & isFirst
    isFound |= isFirst
  }
  good &= isFound & ~isLess(zeroAt, overhead - 1)
  const start = ((zeroAt + 1) & good) | (other.start & ~good)
  const opened = Buffer.alloc(padded.length)
  for (let index = 0; index < opened.length; index++) {
    opened[index] = (padded[index]! & good) | (other.bytes[index]! & ~good)
  }
  return opened.subarray(start)
}

/**
 * Opens the fields of a card with the shop's private key, in PEM. What can't be opened, or has no key to open it, is some
 * text; each field takes as long as any other.
 */
export const open = (
  privateKey: Redacted.Redacted<string> | undefined,
  fields: Readonly<Record<string, unknown>>
): Readonly<Record<string, string>> => {
  const key = privateKey && createPrivateKey(Redacted.value(privateKey))
  const length = Math.ceil((key?.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  // Whether a shop has a key of this kind is public.
  if (key === undefined || length <= overhead) {
    return Object.fromEntries(Object.keys(fields).map((name) => [name, prefix]))
  }
  const opened = Object.entries(fields).map(([name, sent]) => {
    const message = messageIn(sent, length)
    const padded = raw(key, message)
    const text = unpadded(padded, substitute(key, message))
    const value = text.toString("utf8")
    padded.fill(0)
    text.fill(0)
    return [name, value] as const
  })
  return Object.fromEntries(opened)
}
