/** What becomes of a request to the fake on its way there and back, and how its outcome is told. Source: D37, D55. */
import * as Duration from "effect/Duration"

/**
 * - `straight`: it arrives, and is answered
 * - `request-lost`: it never arrives; the connection is cut
 * - `answer-lost`: it is carried out; the connection is cut
 * - `html`: it is carried out, and a proxy answers 502 with a page
 * - `html-as-success`: it is carried out, and a proxy answers 200 with a page
 * - `too-many`: it is not carried out; 429 with `Retry-After: 1`
 * - `unavailable`: it is not carried out; 503 with `transient-error: true`
 */
export type Way = "straight" | "request-lost" | "answer-lost" | "html" | "html-as-success" | "too-many" | "unavailable"

/**
 * When the outcome is told: once after the answer, twice, never, or before the answer is given.
 */
export type Telling = "once" | "twice" | "never" | "before"

/** How one request fares. */
export interface Manner {
  /** Default: `straight`. */
  readonly way?: Way
  /** Between its being carried out and its answer. Meanwhile its key is in use. Default: none. */
  readonly wait?: Duration.DurationInput
  /** Default: `once`. */
  readonly tells?: Telling
  /**
   * Between the answer and the notification. What is only received is carried out then: captures, voids and refunds.
   * Default: none.
   */
  readonly tellsAfter?: Duration.DurationInput
}

/** A request that came. Nothing secret is in it. */
export interface Arrival {
  /** Below the version: `/payments`, `/payments/8836…/captures`. */
  readonly path: string
  /** The `Idempotency-Key`. */
  readonly key: string | undefined
  /** The merchant's reference in its body. */
  readonly reference: string | undefined
  /** The holder's name, where it has one. */
  readonly holder: string | undefined
  /** How often its key has come, this time included. */
  readonly nth: number
}

/** Asked for every request that comes. */
export type Dial = (arrival: Arrival) => Manner

export const straight: Dial = () => ({})

export const complete = (manner: Manner): Required<Manner> => ({
  way: "straight",
  wait: Duration.zero,
  tells: "once",
  tellsAfter: Duration.zero,
  ...manner
})
