/** The target of a request: where it goes below the mount. */
import type { Incoming } from "../../Incoming.js"

const origin = /^https?:\/\/[^/?#]*/i

/** Path and query of a request target. No path when it is not under `prefix`. */
export const target = (url: string, prefix: string): Pick<Incoming, "path" | "query"> => {
  if (prefix === "" && url.startsWith("/") && !/[?#]/.test(url)) return { path: url, query: "" }
  const local = url.startsWith("/") ? url : url.replace(origin, "")
  const end = local.search(/[?#]/)
  const whole = end < 0 ? local : local.slice(0, end)
  const query = end < 0 || local[end] === "#" ? "" : local.slice(end + 1).replace(/#.*$/s, "")
  if (prefix === "") return { path: whole, query }
  const inside = whole === prefix || whole.startsWith(`${prefix}/`)
  return { path: inside ? whole.slice(prefix.length) : undefined, query }
}

/** A trailing slash is ignored (D3). The path of a mount itself may be empty. */
export const canonical = (path: string | undefined): string | undefined => {
  if (path === "") return "/"
  return path !== undefined && path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}
