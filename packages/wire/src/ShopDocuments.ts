/** What is answered of shops to the people who keep them. Timestamps are in UTC with milliseconds. Source: D73. */
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type { KeptShop, ShopWithSecrets } from "./operations/ShopKeeper.js"
import * as Schemas from "./ShopSchemas.js"

type Shown = Written<typeof Schemas.ShopDocument.Encoded>

type WithSecrets = Written<typeof Schemas.ShopSecretsDocument.Encoded>

const formerOf = ({ former }: KeptShop): string | null => {
  if (former === undefined) return null
  return former.until === undefined ? "until-retired" : DateTime.formatIso(former.until)
}

const written = Schema.encodeSync(Schemas.OtherSettings)

/** A shop without its secrets. */
export const shopOf = (shop: KeptShop): Shown => {
  const { notificationUrl = null, site = null, ...others } = shop.settings
  return {
    id: shop.id,
    name: shop.name,
    from: shop.from,
    site,
    notification_url: notificationUrl,
    public_key: shop.publicKey ?? null,
    created_at: timestamp(shop.createdAt ?? null),
    disabled: shop.isDisabled,
    former_secret: formerOf(shop),
    ...written(others)
  }
}

export const shopsOf = (shops: ReadonlyArray<KeptShop>): { readonly shops: ReadonlyArray<Shown> } => ({
  shops: shops.map(shopOf)
})

/** A shop with its secrets, for whoever made them. */
export const secretsOf = ({ secretKey, webhookSecret, ...shop }: ShopWithSecrets): WithSecrets => ({
  ...shopOf(shop),
  // biome-ignore lint/plugin/secrets: a new secret is answered once
  secret_key: Redacted.value(secretKey),
  // biome-ignore lint/plugin/secrets: a new secret is answered once
  webhook_secret: Redacted.value(webhookSecret)
})

/** The same once more, when nobody can say the secrets again. */
export const withoutSecrets = (shop: KeptShop): WithSecrets => ({
  ...shopOf(shop),
  secret_key: null,
  webhook_secret: null
})
