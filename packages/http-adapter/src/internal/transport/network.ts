/** Where in the network a request comes from. Source: D47. */
import { isIP } from "node:net"
import type { Incoming } from "../../Incoming.js"

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** The address without brackets, port and zone. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d{1,5}$/, "$1")
    .replace(/%.*$/s, "")

/** The first 64 bits: what follows is chosen by whoever has the network. */
const network6 = (address: string): string => {
  const [head = "", tail] = address.toLowerCase().split("::")
  const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))
  const [first, last] = [groups(head), groups(tail ?? "")]
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0")
  const all = tail === undefined ? first : [...first, ...zeros, ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`
}

/** The network of one customer, or of those behind one address: an IPv4 address, or 64 bits of IPv6. */
export const networkOf = (text: string | undefined): string | undefined => {
  const address = bare(text ?? "")
  const [, four] = mapped.exec(address) ?? []
  switch (isIP(four ?? address)) {
    case 4:
      return four ?? address
    case 6:
      return network6(address)
    default:
      return undefined
  }
}

/**
 * The network that a request comes from. `proxies`: how many proxies of the host's stand before the process; each adds the
 * address that it was asked from to the end of `X-Forwarded-For`, and what stands before those anyone can write. A request
 * that did not come through all of them comes from its peer. Undefined where the host's framework does not say.
 */
export const originOf = ({ header, peer }: Pick<Incoming, "header" | "peer">, proxies: number): string | undefined => {
  const passed = proxies === 0 ? undefined : header("x-forwarded-for")?.split(",").at(-proxies)
  return networkOf(passed) ?? networkOf(peer)
}

const inside =
  /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.|^0:0:0:0::|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/

/** Of a machine or a house, not of the internet: of a proxy, where customers come from outside. */
export const isInside = (network: string): boolean => inside.test(network)
