/** From the path of a request to the routes there. A fixed segment takes precedence over a variable one. */
import * as Arr from "effect/Array"
import * as FindMyWay from "find-my-way-ts"

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
