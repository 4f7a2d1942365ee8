/** The one place of the command line where secrets are unwrapped: what is shown once. */
import type { NewShop } from "@florin/settings/Shops"
import * as Redacted from "effect/Redacted"

/** A new shop's secrets, as the environment of a client holds them. */
export const shownOnce = ({ id, secretKey, webhookSecret }: NewShop) => ({
  // biome-ignore lint/plugin/secrets: a new secret is shown once
  shop: `${id}:${Redacted.value(secretKey)}`,
  // biome-ignore lint/plugin/secrets: a new secret is shown once
  webhookSecret: Redacted.value(webhookSecret)
})

const publicKeyOf = ({ publicKey }: NewShop) => (publicKey === undefined ? {} : { public_key: publicKey })

/** The same as a document. */
export const documentOf = (shop: NewShop) => {
  const shown = shownOnce(shop)
  return {
    id: shop.id,
    secret_key: shown.shop.slice(shop.id.length + 1),
    webhook_secret: shown.webhookSecret,
    ...publicKeyOf(shop)
  }
}
