/** The only module of the command line that unwraps secrets: to show them once, and for a driver. */
import type { NewShop } from "@florin/gateway/Shops"
import * as Redacted from "effect/Redacted"

/** A new shop's secrets as values of `FLORIN_SHOP` and `FLORIN_WEBHOOK_SECRET`. */
export const shownOnce = ({ id, secretKey, webhookSecret }: NewShop) => ({
  shop: `${id}:${Redacted.value(secretKey)}`,
  webhookSecret: Redacted.value(webhookSecret)
})

/** A database's address, with its password. */
export const addressOf = (url: Redacted.Redacted<string>): string => Redacted.value(url)
