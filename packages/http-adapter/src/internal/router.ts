/**
 * From the target of a request to the route at its path. A fixed segment goes before a variable one.
 */
import * as Arr from "effect/Array"
import * as FindMyWay from "find-my-way-ts"
import type { Incoming } from "../Incoming.js"

const origin = /^https?:\/\/[^/?#]*/i

/** Path and query of a request target, as far as they lie under `prefix`. */
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

/** A path with a slash at its end is the same without it. Source: D3. A mount's own path may come without any. */
export const canonical = (path: string | undefined): string | undefined => {
  if (path === "") return "/"
  return path !== undefined && path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}

/** The router keeps paths per method; here one method stands for all. */
const any = "GET"

/** A path is written as in `/transactions/:uid`. */
export interface Entry<A> {
  readonly method: string
  readonly path: string
  readonly value: A
}

/** What stands at a path. */
export interface Place<A> {
  readonly methods: ReadonlyMap<string, A>
  /** Decoded, and never empty. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Finds the place of a path. Methods are kept apart from paths: a place that has no route for a method is not passed by
 * for one with a variable segment.
 */
export const make = <A>(entries: ReadonlyArray<Entry<A>>): ((path: string) => Place<A> | undefined) => {
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
    // The router would pass by what stands before the first slash.
    if (!path.startsWith("/")) return undefined
    // It would end the path at a semicolon, which several tracking ids are joined by.
    const found = router.find(any, path.includes(";") ? path.replaceAll(";", "%3B") : path)
    if (found === undefined) return undefined
    for (const name in found.params) if (found.params[name] === "") return undefined
    return { methods: found.handler, params: found.params as Record<string, string> }
  }
}
