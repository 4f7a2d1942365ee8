/** From the target of a request to the routes at its path. A fixed segment takes precedence over a variable one. */
import * as Arr from "effect/Array"
import * as FindMyWay from "find-my-way-ts"
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

/** The router has one tree per method; all paths go into this one. */
const any = "GET"

/** A path is written as in `/transactions/:uid`. */
export interface Entry<A> {
  readonly method: string
  readonly path: string
  readonly value: A
}

/** The routes at a path. */
export interface Match<A> {
  readonly methods: ReadonlyMap<string, A>
  /** Decoded, and never empty. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Finds the routes at a path. The path alone decides: one that has no route for the method is a 405, even where a path
 * with a variable segment would have one.
 */
export const make = <A>(entries: ReadonlyArray<Entry<A>>): ((path: string) => Match<A> | undefined) => {
  const places = Arr.groupBy(entries, ({ path }) => path)
  const router = FindMyWay.make<ReadonlyMap<string, A>>({
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    ignoreTrailingSlash: false,
    maxParamLength: Number.POSITIVE_INFINITY
  })
  for (const [path, there] of Object.entries(places)) {
    router.on(any, path as `/${string}`, new Map(there.map(({ method, value }) => [method, value])))
  }
  return (path) => {
    // The router ignores what precedes the first slash.
    if (!path.startsWith("/")) return undefined
    // The router ends the path at a semicolon, but tracking ids are joined by semicolons.
    const found = router.find(any, path.includes(";") ? path.replaceAll(";", "%3B") : path)
    if (found === undefined) return undefined
    for (const name in found.params) if (found.params[name] === "") return undefined
    return { methods: found.handler, params: found.params as Record<string, string> }
  }
}
