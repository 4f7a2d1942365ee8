/** What the database keeps of a shop besides the hash of its secret. Other secrets are sealed with the key ring. */

import type { ShopId } from "@florin/core/ids/Ids"
import * as Fields from "@florin/core/request/Fields"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import { Shop } from "@florin/core/shops/Shop"
import type { VaultError } from "@florin/core/store/VaultError"
import type { KeyProvider } from "@florin/vault/KeyProvider"
import { SecretHash } from "@florin/vault/SecretHash"
import * as ShopSecrets from "@florin/vault/ShopSecrets"
import * as SignatureKey from "@florin/vault/SignatureKey"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as ShopSettings from "../ShopSettings.js"

const { notificationPrivateKey: _key, webhookSecret: _secret, ...open } = ShopSettings.settings

/** The secrets that are needed in clear again, as the settings spell them. */
type Sealed = "secret_key" | "webhook_secret" | "notification_private_key"

const sealed = Fields.optional(Schema.String)

export const Document = Schema.parseJson(
  Fields.object({
    ...open,
    // 0.1.0 took any name.
    name: Schema.String,
    /** Of the key with which webhooks are signed. */
    publicKey: Fields.optional(Schema.String),
    sealed: Fields.optional(
      Schema.Struct({ secret_key: sealed, webhook_secret: sealed, notification_private_key: sealed })
    ),
    /** The secret before this one, while both are let in. `until`: milliseconds since 1970. */
    former: Fields.optional(Schema.Struct({ hash: SecretHash, until: Fields.optional(Schema.Number) })),
    /** Its secrets let nobody in. */
    isDisabled: Fields.optional(Schema.Boolean)
  })
)

export type Document = typeof Document.Type

export const encode = Schema.encodeSync(Document)
export const decode = Schema.decode(Document)

/** The shop with its secrets opened. */
export const shopOf = (id: ShopId, document: Document): Effect.Effect<Shop, VaultError, KeyProvider> =>
  Effect.gen(function* () {
    const { former: _former, isDisabled, publicKey: _public, sealed = {}, ...plain } = document
    const opened = (setting: Sealed) =>
      sealed[setting] === undefined
        ? Effect.succeed(undefined)
        : ShopSecrets.open({ shop: id, setting }, sealed[setting])
    const webhookSecret = (yield* opened("webhook_secret")) ?? (yield* ShopSecrets.webhookSecret(id))
    const key = yield* opened("notification_private_key")
    const notificationPrivateKey = key === undefined ? {} : { notificationPrivateKey: key }
    const shop = ShopSettings.shopOf(
      { ...plain, id, webhookSecret, ...notificationPrivateKey },
      yield* opened("secret_key")
    )
    return isDisabled === true ? Shop.make({ ...shop, isDisabled }) : shop
  })

/** By which everyone is let in who has the shop's public key; null: nobody is. Source: D45. */
export const openKeyOf = ({ allowPublicKey, publicKey }: Document): string | null =>
  allowPublicKey === true && publicKey !== undefined ? SignatureKey.fingerprintOf(publicKey) : null

const without = <Members extends object>(members: Members, names: ReadonlySet<string>): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name))) as Members

const needsSecret =
  "needs a new secret, because only a hash of this one is kept: switch it on when the secret is rotated"

/** The document after a change. `secretKey`: the shop's new secret, if it gets one. */
export const changed = (
  id: ShopId,
  document: Document,
  { given, removed }: ShopSettings.Change,
  secretKey: Redacted.Redacted<string> | undefined
): Effect.Effect<Document, InvalidRequest | VaultError, KeyProvider> =>
  Effect.gen(function* () {
    const { notificationPrivateKey, webhookSecret, ...plain } = given
    const { sealed: kept = {}, ...rest } = document
    const next = without({ ...rest, ...plain }, new Set(removed)) as Omit<Document, "sealed">
    const name = next.name ?? id
    const isBasic = next.notificationBasic === true
    const secrets = [
      ["secret_key", secretKey, !isBasic],
      ["webhook_secret", webhookSecret, removed.includes("webhookSecret")],
      ["notification_private_key", notificationPrivateKey, removed.includes("notificationPrivateKey")]
    ] as const
    const boxes: { [Name in Sealed]?: string } = { ...kept }
    for (const [setting, secret, isRemoved] of secrets) {
      if (isRemoved) delete boxes[setting]
      else if (secret !== undefined) boxes[setting] = yield* ShopSecrets.seal({ shop: id, setting }, secret)
    }
    if (isBasic && boxes.secret_key === undefined) return yield* invalid("notification_basic", needsSecret)
    const { publicKey, ...others } = next
    const nextKey = notificationPrivateKey === undefined ? publicKey : SignatureKey.publicKeyOf(notificationPrivateKey)
    const signed = boxes.notification_private_key === undefined || nextKey === undefined ? {} : { publicKey: nextKey }
    if (others.allowPublicKey === true && signed.publicKey === undefined) {
      return yield* invalid("allow_public_key", ShopSettings.needsKey)
    }
    return { ...others, name, ...signed, ...(Object.keys(boxes).length === 0 ? {} : { sealed: boxes }) }
  })
