/** What the fake does wrong when it is asked to. */
import type * as Duration from "effect/Duration"

/**
 * What becomes of one request.
 *
 * - `lost-request`: the connection is cut, nothing happens
 * - `lost-answer`: it is processed, and the connection is cut
 * - `html`, `html-after`: a proxy's page with 502 in place of JSON, before or after it is processed; `html-200` after, with 200
 * - `rate-limited`: 429 with `Retry-After: 1`, nothing happens
 * - `error`, `error-after`: 500, kept under the key, before or after it is processed
 * - `slow`: it is processed, and answered so long after, by the fake's clock
 */
export type Manner =
  | "lost-request"
  | "lost-answer"
  | "html"
  | "html-after"
  | "html-200"
  | "rate-limited"
  | "error"
  | "error-after"
  | { readonly slow: Duration.DurationInput }

/** A request to the API. */
export interface Visit {
  readonly method: string
  readonly path: string
  /** The idempotency key; empty where there is none. */
  readonly key: string
  /** Which sending of the key this is, from 1. */
  readonly nth: number
  /** The holder's name of the payment method in the request, or that is made by it. */
  readonly holder: string | null
}

/** How webhooks arrive: after the answer, before it, twice, or not at all. */
export type Telling = "once" | "twice" | "never" | "before-answer"

/** They may be changed at any time. */
export interface Dials {
  /** What becomes of a request; undefined: what should. Default: nothing goes wrong. */
  manner: (visit: Visit) => Manner | undefined
  /** Default: `once`. */
  telling: Telling
  /** How long a search does not find what was made. Unit: seconds. Default: 60. */
  searchLag: number
  /** How long keys are remembered. Unit: milliseconds. Default: 24 hours. */
  keyLife: number
}

export const defaults = (): Dials => ({
  manner: () => undefined,
  telling: "once",
  searchLag: 60,
  keyLife: 24 * 60 * 60 * 1000
})
