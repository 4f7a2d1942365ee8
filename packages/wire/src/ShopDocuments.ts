/** What is answered of shops to the people who keep them. Timestamps are in UTC with milliseconds. Source: D73. */
import type { KeptShop, ShopWithSecrets } from "@florin/core/shops/ShopKeeper"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type * as Schemas from "./ShopSchemas.js"

type Shown = Written<typeof Schemas.ShopDocument.Encoded>

type WithSecrets = Written<typeof Schemas.ShopSecretsDocument.Encoded>

const formerOf = ({ former }: KeptShop): string | null => {
  if (former === undefined) return null
  return former.until === undefined ? "until-retired" : DateTime.formatIso(former.until)
}

/** A shop without its secrets. */
export const shopOf = (shop: KeptShop): Shown => ({
  id: shop.id,
  name: shop.name,
  from: shop.from,
  site: shop.site ?? null,
  notification_url: shop.notificationUrl ?? null,
  public_key: shop.publicKey ?? null,
  created_at: timestamp(shop.createdAt ?? null),
  disabled: shop.isDisabled,
  former_secret: formerOf(shop)
})

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
