/** The URLs of receivers, by their form: what their addresses are is checked when one is connected to. */
import { isIP } from "node:net"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Settings } from "./WebhookSettings.js"

/** The exceptions that a host may allow. Private, link-local and reserved ranges are never allowed. */
export type Policy = Pick<Settings, "allowHttp" | "allowLoopback">

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

export const refuse = (reason: AddressRefused["reason"]) => new AddressRefused({ reason })

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
