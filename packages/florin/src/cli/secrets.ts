/** The one place of the command line where secrets are unwrapped: what is shown once, and what a driver is given. */
import type { NewShop } from "@florin/gateway/Shops"
import * as Redacted from "effect/Redacted"

/** A new shop's secrets, as the environment of a client holds them. */
export const shownOnce = ({ id, secretKey, webhookSecret }: NewShop) => ({
  shop: `${id}:${Redacted.value(secretKey)}`,
  webhookSecret: Redacted.value(webhookSecret)
})

/** A database's address with its password. */
export const addressOf = (url: Redacted.Redacted<string>): string => Redacted.value(url)
