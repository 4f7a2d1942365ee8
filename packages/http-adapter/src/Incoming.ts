/** Requests and answers, independent of the server. */
import type * as Effect from "effect/Effect"

/**
 * Why a body could not be read.
 *
 * - `too-large`: it is longer than the limit
 * - `too-slow`: it stopped coming, or took too long as a whole
 * - `broken`: the client went away, or something else had read it before
 */
export type BodyProblem = "too-large" | "too-slow" | "broken"

/** A request of which only the head has been read. */
export interface Incoming {
  readonly method: string
  /** Percent-encoded, without prefix and query. Absent when the path is not under the prefix. */
  readonly path: string | undefined
  /** The target as the client sent it, with the mount path that a host strips, where the host keeps the original. */
  readonly target: string
  /** Without the question mark. */
  readonly query: string
  /** The address of the other end of the connection, where the server says it: a customer's, or a proxy's. */
  readonly peer?: string | undefined
  /** The request as the server has it, for a host that says who is signed in. */
  readonly source?: unknown
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined
  /** Whether a parser of the host's has read the body and kept no bytes of it, so that they are not those that were sent. */
  readonly isRewritten?: () => boolean
  /** Reads the body, once. Unit: bytes. */
  readonly body: (limit: number) => Effect.Effect<Uint8Array, BodyProblem>
}

/** A complete answer. The body is UTF-8 or bytes, and empty for `HEAD` and for answers without content. */
export interface Outgoing {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Closes the connection after the answer; the rest of the request is not read. */
  readonly close: boolean
}
