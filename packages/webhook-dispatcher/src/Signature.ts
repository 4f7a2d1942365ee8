/** Signatures of requests to merchants, in three schemes, so that every receiver can verify one it supports. */

import { createHmac, createPrivateKey, createSecretKey, type KeyObject, sign as signWith } from "node:crypto"
import type { NotificationId } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The content to sign. */
export interface Message {
  readonly id: NotificationId
  readonly timestamp: DateTime.Utc
  /** The transaction's version. */
  readonly sequence: number
  readonly body: string
}

/**
 * A key of the shop can't be parsed, so its header is omitted; the other headers are sent. `header` is the name of the
 * omitted header. The error doesn't contain the key.
 */
export class KeyUnusable extends Schema.TaggedError<KeyUnusable>("@florin/webhook-dispatcher/KeyUnusable")(
  "KeyUnusable",
  { header: Schema.Literal("Webhook-Signature", "Content-Signature") }
) {}

/** The headers of a message, and the shop's unusable keys. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>
  readonly unusable: ReadonlyArray<KeyUnusable>
}

// Parsing a key costs more than signing with it, so parsed keys are cached for the lifetime of the shop object.
const readOnce = <A>(read: (text: string) => A) => {
  const known = new WeakMap<Redacted.Redacted<string>, { readonly key: A }>()
  return (secret: Redacted.Redacted<string>): A => {
    const found = known.get(secret)
    if (found !== undefined) return found.key
    // biome-ignore lint/plugin/secrets: a receiver's signing secret becomes a signature
    const key = read(Redacted.value(secret))
    known.set(secret, { key })
    return key
  }
}

const secretShape = /^whsec_([A-Za-z0-9+/]+)={0,2}$/

const secretKey = readOnce((text): KeyObject | undefined => {
  const encoded = secretShape.exec(text)?.[1]
  return encoded === undefined ? undefined : createSecretKey(Buffer.from(encoded, "base64"))
})

/**
 * The value of `Webhook-Signature`: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`.
 *
 * Shape: the secret is `whsec_` and base64.
 *
 * Source: Standard Webhooks 1.0; D33.
 */
export const standardWebhooks = (
  secret: Redacted.Redacted<string>,
  message: Message
): Either.Either<string, KeyUnusable> => {
  const key = secretKey(secret)
  if (key === undefined) return Either.left(new KeyUnusable({ header: "Webhook-Signature" }))
  const content = `${message.id}.${epochSeconds(message.timestamp)}.${message.body}`
  const digest = createHmac("sha256", key).update(content, "utf8").digest("base64")
  return Either.right(`v1,${digest}`)
}

const rsaKey = readOnce((pem): KeyObject | undefined => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === "rsa" ? key : undefined
  } catch {
    return undefined
  }
})

/**
 * The value of `Content-Signature`: base64 of RSA-SHA256 (PKCS #1 v1.5) over the raw body.
 *
 * Shape: the key is the PEM of an RSA private key.
 *
 * Source: D33.
 */
export const contentSignature = (pem: Redacted.Redacted<string>, body: string): Either.Either<string, KeyUnusable> => {
  const key = rsaKey(pem)
  return key === undefined
    ? Either.left(new KeyUnusable({ header: "Content-Signature" }))
    : Either.right(signWith("sha256", Buffer.from(body, "utf8"), key).toString("base64"))
}

/**
 * The value of `Authorization`: HTTP Basic with the shop's id and secret.
 *
 * Source: D33; RFC 7617.
 */
export const basic = (shop: string, secret: Redacted.Redacted<string>): string =>
  // biome-ignore lint/plugin/secrets: the shop's own secret goes into its header
  `Basic ${Encoding.encodeBase64(`${shop}:${Redacted.value(secret)}`)}`

/**
 * All headers that the shop's settings require, under the names that receivers look up: some servers hand names over as
 * they come, and some apps compare them letter by letter.
 *
 * Source: D33, D33a.
 */
export const sign = (shop: Shop, message: Message): Signed => {
  const headers: Record<string, string> = {
    "Webhook-Id": message.id,
    "Webhook-Timestamp": String(epochSeconds(message.timestamp)),
    "Florin-Sequence": String(message.sequence)
  }
  const unusable: Array<KeyUnusable> = []
  const add = (name: string, value: Either.Either<string, KeyUnusable>) => {
    if (Either.isRight(value)) headers[name] = value.right
    else unusable.push(value.left)
  }

  if (shop.notificationBasic !== undefined) headers.Authorization = basic(shop.id, shop.notificationBasic)
  if (shop.webhookSecret !== undefined) add("Webhook-Signature", standardWebhooks(shop.webhookSecret, message))
  if (shop.notificationPrivateKey !== undefined) {
    add("Content-Signature", contentSignature(shop.notificationPrivateKey, message.body))
  }
  return { headers, unusable }
}

/** Logs a shop's unusable keys for the operator. */
export const reportUnusable = (shop: Shop, unusable: ReadonlyArray<KeyUnusable>): Effect.Effect<void> =>
  Effect.forEach(
    unusable,
    ({ header }) =>
      Effect.annotateLogs(Effect.logWarning("Header omitted: the shop's key for it can't be used"), {
        shop: shop.id,
        header
      }),
    { discard: true }
  )

const epochSeconds = (instant: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(instant) / 1000)
