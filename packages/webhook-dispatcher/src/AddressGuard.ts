/** Checks the addresses of notification and verification requests. Loaded with the first of them. */
import { isIP } from "node:net"
import * as Either from "effect/Either"
import ipaddr from "ipaddr.js"
import { type AddressRefused, type Policy, refuse } from "./ReceiverUrl.js"

/** An allowed URL and its checked addresses. The request may connect to these addresses only. */
export interface Target {
  readonly url: URL
  readonly addresses: ReadonlyArray<string>
}

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
