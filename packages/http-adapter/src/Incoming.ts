/**
 * A request, whatever server it came through.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"

/**
 * Why a body could not be read.
 *
 * - `too-large`: it is longer than the limit
 * - `too-slow`: it stopped coming, or took too long as a whole
 * - `broken`: the client went away, or something else had read it before
 *
 * @since 0.1.0
 * @category models
 */
export type BodyProblem = "too-large" | "too-slow" | "broken"

/**
 * A request. Nothing of it has been read but its head.
 *
 * @since 0.1.0
 * @category models
 */
export interface Incoming {
  readonly method: string
  /** Still percent-encoded, without prefix and query; absent when the request is for another part of the host. */
  readonly path: string | undefined
  /** Without the question mark. */
  readonly query: string
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined
  /** Reads the body, once. Unit: bytes. */
  readonly body: (limit: number) => Effect.Effect<Uint8Array, BodyProblem>
}

/**
 * An answer with everything that goes out. The text is UTF-8 and empty for `HEAD` and for answers without content.
 *
 * @since 0.1.0
 * @category models
 */
export interface Outgoing {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection ends with this answer: what is left of the request is not read. */
  readonly close: boolean
}

const origin = /^https?:\/\/[^/?#]*/i

/**
 * Path and query of a request target, as far as they lie under `prefix`.
 *
 * @since 0.1.0
 * @category constructors
 */
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
