/**
 * The key by which due work shares places: an external resource, and the shop that uses it. Work of one resource or
 * shop never waits for another's, nor a shop's work at one resource for its own at another.
 *
 * Source: D42.
 */
import type { ShopId } from "../ids/Ids.js"

// A shop's id contains no bar.
const make = (resource: string, shop: ShopId): string => `${resource}|${shop}`

/** Work without external calls. */
export const ofInternalWork = (shop: ShopId): string => make("", shop)

/** Work that calls an acquirer. */
export const ofAcquirer = (shop: ShopId, gatewayId: number | null): string =>
  make(`acquirer ${gatewayId ?? "none"}`, shop)

// Scheme, host and port as written: an invalid URL is refused when the request is sent.
const origin = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/

/** Work that posts to a receiver. */
export const ofReceiver = (shop: ShopId, url: string): string => make((origin.exec(url)?.[0] ?? "").slice(0, 300), shop)

/** The resource of a share; empty for work without external calls. */
export const resourceOf = (share: string): string => share.slice(0, Math.max(0, share.lastIndexOf("|")))
