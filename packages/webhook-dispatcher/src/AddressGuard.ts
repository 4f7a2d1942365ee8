/** Checks the addresses of notification and verification requests. Loaded with the first of them. */

import { isIP } from "node:net"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import ipaddr from "ipaddr.js"
import type { Settings } from "./WebhookSettings.js"

/** The exceptions that a host may allow. Private, link-local and reserved ranges are never allowed. */
export type Policy = Pick<Settings, "allowHttp" | "allowLoopback">

/** An allowed URL and its checked addresses. The request may connect to these addresses only. */
export interface Target {
  readonly url: URL
  readonly addresses: ReadonlyArray<string>
}

/**
 * The URL is not allowed.
 *
 * - `not-a-url`: it can't be parsed
 * - `scheme`: it is not `https`
 * - `credentials`: it contains a user name or password, which would be stored and shown in the clear
 * - `port`: port 0
 * - `unresolved`: the name has no address
 * - `address`: it is, or resolves to, an address that is not public
 */
export class AddressRefused extends Schema.TaggedError<AddressRefused>("@florin/webhook-dispatcher/AddressRefused")(
  "AddressRefused",
  { reason: Schema.Literal("not-a-url", "scheme", "credentials", "port", "unresolved", "address") }
) {}

// The only allocated global unicast block of IPv6. Without this check, `::7f00:1` (how `new URL` writes `::127.0.0.1`)
// and addresses outside any named range would pass as unicast.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether a connection to the address is allowed: public unicast, or loopback if the policy allows it.
 *
 * Source: D35.
 */
export const isAllowed = (address: string, policy: Policy): boolean => {
  if (isIP(address) === 0 || address.includes("%")) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === "loopback") return policy.allowLoopback
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast))
}

const refuse = (reason: AddressRefused["reason"]) => new AddressRefused({ reason })

/**
 * Checks the form of a URL, but not its addresses.
 *
 * Source: D35.
 */
export const parse = (text: string, policy: Policy): Either.Either<URL, AddressRefused> => {
  if (!URL.canParse(text)) return Either.left(refuse("not-a-url"))
  const url = new URL(text)
  if (url.protocol !== "https:" && !(policy.allowHttp && url.protocol === "http:")) return Either.left(refuse("scheme"))
  if (url.username !== "" || url.password !== "") return Either.left(refuse("credentials"))
  return url.port === "0" ? Either.left(refuse("port")) : Either.right(url)
}

/** The host of a URL: an address, or a name to resolve. */
export const hostOf = ({ hostname }: URL): { readonly address?: string; readonly name: string } => {
  const name = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname
  return isIP(name) === 0 ? { name } : { name, address: name }
}

/**
 * The target of a URL's host addresses: that of the URL, or all current ones of its name. A single forbidden address
 * refuses the URL. Must run at every attempt.
 *
 * Source: D35; pitfalls: rebinding, redirects, IPv6 forms.
 */
export const targetOf = (
  url: URL,
  addresses: ReadonlyArray<string>,
  policy: Policy
): Either.Either<Target, AddressRefused> => {
  if (addresses.length === 0) return Either.left(refuse("unresolved"))
  if (!addresses.every((address) => isAllowed(address, policy))) return Either.left(refuse("address"))
  return Either.right({ url, addresses })
}
