/**
 * What due work has its share of the places by: a resource outside, and the shop that asks for it. Work of one resource
 * or one shop waits for its own kind, and never for another's.
 *
 * Source: D42.
 */
import type { ShopId } from "../ids/Ids.js"

// A shop's id has no bar in it.
const make = (resource: string, shop: ShopId): string => `${resource}|${shop}`

/** Work that asks nothing outside. */
export const ofShop = (shop: ShopId): string => make("", shop)

/** Work that asks an acquirer. */
export const ofAcquirer = (shop: ShopId, gatewayId: number | null): string =>
  make(`acquirer ${gatewayId ?? "none"}`, shop)

// Scheme, host and port, as they were written: what cannot be read as a URL is refused when it is sent to.
const origin = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/

/** Work that posts to a receiver. */
export const ofReceiver = (shop: ShopId, url: string): string => make((origin.exec(url)?.[0] ?? "").slice(0, 300), shop)

/** The resource of a share; empty for work that asks nothing outside. */
export const resourceOf = (share: string): string => share.slice(0, Math.max(0, share.lastIndexOf("|")))
