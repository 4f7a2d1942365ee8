/**
 * From the target of a request to what stands at its path. A fixed segment goes before a variable one.
 */
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
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

/** A path with a slash at its end is the same without it. Source: D3. */
export const canonical = (path: string | undefined): string | undefined =>
  path !== undefined && path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path

interface Place<A> {
  readonly fixed: Map<string, Place<A>>
  variable: Place<A> | undefined
  readonly methods: Map<string, { readonly names: ReadonlyArray<string>; readonly value: A }>
}

export interface Found<A> {
  readonly value: A
  readonly params: Readonly<Record<string, string>>
}

export interface Match<A> {
  readonly allowed: ReadonlyArray<string>
  readonly find: (method: string) => Found<A> | undefined
}

/** A path is written as in `/transactions/:uid`. */
export interface Entry<A> {
  readonly method: string
  readonly path: string
  readonly value: A
}

const place = <A>(): Place<A> => ({ fixed: new Map(), variable: undefined, methods: new Map() })

const below = <A>(parent: Place<A>, segment: string): Place<A> => {
  if (segment.startsWith(":")) {
    parent.variable ??= place()
    return parent.variable
  }
  const known = parent.fixed.get(segment) ?? place<A>()
  parent.fixed.set(segment, known)
  return known
}

const segmentsOf = (path: string): ReadonlyArray<string> | undefined => {
  const segments: Array<string> = []
  for (const segment of path.split("/").slice(1)) {
    if (!segment.includes("%")) {
      segments.push(segment)
      continue
    }
    const decoded = Encoding.decodeUriComponent(segment)
    if (Either.isLeft(decoded)) return undefined
    segments.push(decoded.right)
  }
  return segments
}

const search = <A>(
  from: Place<A>,
  segments: ReadonlyArray<string>,
  index: number,
  values: ReadonlyArray<string>
): { readonly at: Place<A>; readonly values: ReadonlyArray<string> } | undefined => {
  const segment = segments[index]
  if (segment === undefined) return from.methods.size === 0 ? undefined : { at: from, values }
  const fixed = from.fixed.get(segment)
  const found = fixed === undefined ? undefined : search(fixed, segments, index + 1, values)
  if (found !== undefined || from.variable === undefined || segment === "") return found
  return search(from.variable, segments, index + 1, [...values, segment])
}

const matched = <A>(at: Place<A>, values: ReadonlyArray<string>): Match<A> => ({
  get allowed() {
    return [...at.methods.keys()]
  },
  find: (method) => {
    const entry = at.methods.get(method)
    if (entry === undefined) return undefined
    const params: Record<string, string> = {}
    entry.names.forEach((name, index) => {
      params[name] = values[index]!
    })
    return { value: entry.value, params }
  }
})

export const make = <A>(entries: ReadonlyArray<Entry<A>>): ((path: string) => Match<A> | undefined) => {
  const root = place<A>()
  // Most requests go to a path without variables.
  const exact = new Map<string, Match<A>>()
  for (const { method, path, value } of entries) {
    const segments = path.split("/").slice(1)
    const at = segments.reduce(below, root)
    const names = segments.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1))
    at.methods.set(method, { names, value })
    if (names.length === 0) exact.set(path, matched(at, []))
  }
  return (path) => {
    const known = exact.get(path)
    if (known !== undefined) return known
    const segments = path.startsWith("/") ? segmentsOf(path) : undefined
    const found = segments === undefined ? undefined : search(root, segments, 0, [])
    return found === undefined ? undefined : matched(found.at, found.values)
  }
}
