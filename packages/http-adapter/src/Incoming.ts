/** A request, whatever server it came through. */
import type * as Effect from "effect/Effect"

/**
 * Why a body could not be read.
 *
 * - `too-large`: it is longer than the limit
 * - `too-slow`: it stopped coming, or took too long as a whole
 * - `broken`: the client went away, or something else had read it before
 */
export type BodyProblem = "too-large" | "too-slow" | "broken"

/** A request. Nothing of it has been read but its head. */
export interface Incoming {
  readonly method: string
  /** Still percent-encoded, without prefix and query; absent when the request is for another part of the host. */
  readonly path: string | undefined
  /** The target as the client sent it, with what a host takes off before its handlers, as far as the host keeps it. */
  readonly target: string
  /** Without the question mark. */
  readonly query: string
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined
  /** Reads the body, once. Unit: bytes. */
  readonly body: (limit: number) => Effect.Effect<Uint8Array, BodyProblem>
}

/** An answer with everything that goes out. The text is UTF-8 and empty for `HEAD` and for answers without content. */
export interface Outgoing {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection ends with this answer: what is left of the request is not read. */
  readonly close: boolean
}
