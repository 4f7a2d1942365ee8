/** What a host may set. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"

/** The limits of the adapter. */
export interface Limits {
  /** The longest body. Unit: bytes. Default: 64 KiB. Source: D3. */
  readonly bodyLimit: number
  /** How long a body may stop coming. Default: 10 seconds. */
  readonly bodyPause: Duration.Duration
  /** How long a body may take as a whole; noticed at the latest one pause later. Default: 30 seconds. */
  readonly bodyTime: Duration.Duration
  /**
   * How many requests of shops are worked on at a time; more are answered `429`. A shop gets a place while it holds
   * fewer than are free: alone, half of them. Default: 1,000. Source: D4, D42.
   */
  readonly inFlight: number
  /** How many requests of shops wait for their bodies at a time, shared in the same way. Default: 2,000. */
  readonly arriving: number
  /**
   * How many requests that no shop stands behind are worked on at a time, and, beside them, how many credentials are
   * checked at a time that were not right before. Default: 500.
   */
  readonly visitors: number
}

export const defaults: Limits = {
  bodyLimit: 64 * 1024,
  bodyPause: Duration.seconds(10),
  bodyTime: Duration.seconds(30),
  inFlight: 1000,
  arriving: 2000,
  visitors: 500
}

/**
 * The settings in use.
 *
 * Default: `defaults`.
 */
export class HttpSettings extends Context.Reference<HttpSettings>()("@florin/http-adapter/HttpSettings", {
  defaultValue: (): Limits => defaults
}) {}

/** Sets some and leaves the others at their defaults. */
export const layer = (settings: Partial<Limits>): Layer.Layer<never> =>
  Layer.succeed(HttpSettings, { ...defaults, ...settings })
