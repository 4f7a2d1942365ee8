/** What a guest may say of an order: whoever has the shop's public key, which anyone can see. Pure. Source: D45. */
import { snakeCase } from "../request/Fields.js"
import { InvalidRequest } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { CheckoutRequest } from "./CheckoutRequest.js"

/** Addresses that the gateway itself asks: with the shop's credentials and signature, and with what is the shop's to know. */
const called = ["notificationUrl", "verificationUrl"] as const

const sentence = "must be at the origin of the shop's own notification_url where the order is made by the public key"

const originOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : new URL(url).origin)

/** Refuses what would send the shop's webhooks and its credentials to an address that a guest has chosen. */
export const refusal = (
  { notificationUrl }: Pick<Shop, "notificationUrl">,
  { settings = {} }: Pick<CheckoutRequest, "settings">
): InvalidRequest | undefined => {
  const own = originOf(notificationUrl)
  const errors = called
    .filter((name) => settings[name] !== undefined && originOf(settings[name]) !== own)
    .map((name) => ({ path: ["settings", snakeCase(name)], sentence }))
  const [first, ...others] = errors
  return first && new InvalidRequest({ errors: [first, ...others] })
}
