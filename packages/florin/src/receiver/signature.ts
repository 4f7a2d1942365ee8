/** Verifies signatures of Standard Webhooks with Web Crypto, which Node and edge runtimes have. */
import { bytesOf, header, type Message } from "./message.js"
import { WebhookRefused } from "./webhookRefused.js"

/** One secret of the shop, or several while one replaces another. Shape: `whsec_` and base64. */
export type Secrets = string | ReadonlyArray<string>

export interface VerifyOptions {
  /** How far the signature's time may lie in the past or the future. Unit: seconds, inclusive. Default: 300. */
  readonly tolerance?: number
  /** Unit: milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number
  /**
   * Refuses a message whose id has no sequence. Florin 0.1 wrote such ids, and announced the sequence in a header alone,
   * which anybody who repeats the message can change. Default: `false`, while messages of 0.1 may be on their way.
   */
  readonly requireSignedSequence?: boolean
}

/** Of which the compiler asks for every one. */
export const verifyNames: Readonly<Record<keyof VerifyOptions, true>> = {
  tolerance: true,
  now: true,
  requireSignedSequence: true
}

const secretShape = /^whsec_([A-Za-z0-9+/]+)={0,2}$/

const decoded = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))

const keyOf = (secret: string): Uint8Array<ArrayBuffer> => {
  try {
    return decoded(secretShape.exec(secret)![1]!)
  } catch {
    throw new WebhookRefused("unusable-secret", { wrong: "A webhook secret has another form" })
  }
}

/** Errors: `WebhookRefused` `unusable-secret`, also where there is none. */
export const keysOf = (secrets: Secrets): ReadonlyArray<Uint8Array<ArrayBuffer>> => {
  const all = typeof secrets === "string" ? [secrets] : secrets
  if (all.length === 0) throw new WebhookRefused("unusable-secret", { wrong: "There is no webhook secret" })
  return all.map(keyOf)
}

const hmac = { name: "HMAC", hash: "SHA-256" }

const digest = async (key: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(
    await crypto.subtle.sign("HMAC", await crypto.subtle.importKey("raw", key, hmac, false, ["sign"]), content)
  )

/** In constant time: what takes longer would tell how much of a forged signature is right. Shape: 32 bytes each. */
const equal = (left: Uint8Array, right: Uint8Array): boolean => {
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ right[index]!
  return difference === 0
}

// 32 bytes have one spelling alone: the last letter's unused bits are zero.
const v1 = /^v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/

/** Signatures of other versions are passed over. */
const signaturesIn = (value: string): ReadonlyArray<Uint8Array> =>
  value.split(" ").flatMap((one) => {
    const [, base64] = v1.exec(one) ?? []
    return base64 === undefined ? [] : [decoded(base64)]
  })

const encoder = new TextEncoder()

const contentOf = (head: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const prefix = encoder.encode(head)
  const content = new Uint8Array(prefix.length + body.length)
  content.set(prefix)
  content.set(body, prefix.length)
  return content
}

// biome-ignore lint/plugin/time: the default source of a module without dependencies, injected in tests
const systemNow = Date.now

const assertRecent = (timestamp: number, { now = systemNow, tolerance = 300 }: VerifyOptions): void => {
  if (Math.abs(Math.floor(now() / 1000) - timestamp) <= tolerance) return
  throw new WebhookRefused("expired", { tolerance })
}

/**
 * Proves that the shop's Florin has signed the message just now; returns its id and the bytes of its body.
 *
 * Errors: `WebhookRefused`.
 *
 * Source: Standard Webhooks 1.0; D33.
 */
export const verified = async (secrets: Secrets, message: Message, options: VerifyOptions) => {
  const keys = keysOf(secrets)
  const body = bytesOf(message)
  const id = header(message, "webhook-id", /./)
  const timestamp = header(message, "webhook-timestamp", /^\d{1,12}$/)
  const signatures = signaturesIn(header(message, "webhook-signature", /./))
  const content = contentOf(`${id}.${timestamp}.`, body)
  const digests = await Promise.all(keys.map((key) => digest(key, content)))
  if (!digests.some((one) => signatures.some((signature) => equal(one, signature)))) {
    throw new WebhookRefused("wrong-signature")
  }
  assertRecent(Number(timestamp), options)
  return { id, body }
}
