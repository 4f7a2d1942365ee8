/** Where a notification or verification request may go. */

import { isIP } from "node:net"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import ipaddr from "ipaddr.js"
import type { Resolve } from "./Resolver.js"
import type { Settings } from "./WebhookSettings.js"

/** What a host may open. Nothing opens private, link-local or reserved ranges. */
export type Policy = Pick<Settings, "allowHttp" | "allowLoopback">

/** A URL that may be called, and the addresses that were checked: no other may be connected to. */
export interface Target {
  readonly url: URL
  readonly addresses: ReadonlyArray<string>
}

/**
 * The URL may not be called.
 *
 * - `not-a-url`: it cannot be read
 * - `scheme`: it is not `https`
 * - `credentials`: it carries a user name or password, which would be kept and shown in clear
 * - `port`: port 0
 * - `unresolved`: the name has no address
 * - `address`: it is, or resolves to, an address that is not public
 */
export class AddressRefused extends Schema.TaggedError<AddressRefused>("@florin/webhook-dispatcher/AddressRefused")(
  "AddressRefused",
  { reason: Schema.Literal("not-a-url", "scheme", "credentials", "port", "unresolved", "address") }
) {}

// The only block of IPv6 that is handed out. `::7f00:1`, which is what `new URL` makes of `::127.0.0.1`, and what lies
// in no named range would pass as unicast without it.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * An address that may be connected to: public unicast, or loopback where the policy opens it.
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
 * A URL whose form may be called. Its addresses are still to be checked.
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

/** The host of a URL: its address where it is one, and otherwise a name to be looked up. */
export const hostOf = ({ hostname }: URL): { readonly address?: string; readonly name: string } => {
  const name = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname
  return isIP(name) === 0 ? { name } : { name, address: name }
}

/**
 * The addresses of a URL's host as a target: one forbidden address refuses all.
 *
 * Source: D35.
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

/**
 * Checks a URL: its form, its host when that is an address, and otherwise every address that its name has now. To be
 * asked at every attempt; a name that has one forbidden address is refused as a whole.
 *
 * Source: D35; pitfalls: rebinding, redirects, IPv6 forms.
 */
export const make = (policy: Policy, resolve: Resolve) =>
  Effect.fnUntraced(function* (text: string): Effect.fn.Return<Target, AddressRefused> {
    const url = yield* parse(text, policy)
    const { address, name } = hostOf(url)
    return yield* targetOf(url, address === undefined ? yield* resolve(name) : [address], policy)
  })
