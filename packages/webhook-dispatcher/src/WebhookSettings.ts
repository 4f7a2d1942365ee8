/** A host's settings for notifications and verification requests. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface Settings {
  /** Allows `http` as well as `https`. Default: `false`. Source: D35. */
  readonly allowHttp: boolean
  /** Allows loopback addresses as well as public ones. Default: `false`. Source: D35. */
  readonly allowLoopback: boolean
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates: ReadonlyArray<string>
  /** The time limit of a delivery attempt, including the name lookup. Default: 15 s. Source: D34. */
  readonly deliveryTimeLimit: Duration.Duration
  /** The time limit of a verification request. Default: 10 s. Source: D20. */
  readonly verificationTimeLimit: Duration.Duration
  /** The most concurrent connections to one receiver; further requests wait. Default: 16. */
  readonly connectionsPerReceiver: number
  /** The number of receivers whose idle connections are kept open. Default: 256. */
  readonly receiversKept: number
  /** The delays between attempts, one fewer than the attempts. Default: D34's nine. */
  readonly retryDelays: ReadonlyArray<Duration.Duration>
  /**
   * The clock for signature timestamps. Default: the gateway's clock. A sandbox with a movable clock passes the real
   * one, because receivers reject signatures that are minutes old.
   */
  readonly signatureClock: Clock.Clock | undefined
  /** The largest fraction of a delay that is added at random. Default: 0.1. */
  readonly jitter: number
  /** The longest `Retry-After` that is honoured. Default: 24 h, the longest delay of the schedule. */
  readonly retryAfterLimit: Duration.Duration
}

/** Source: D20, D34, D35. */
export const defaults: Settings = {
  allowHttp: false,
  allowLoopback: false,
  certificates: [],
  deliveryTimeLimit: Duration.seconds(15),
  verificationTimeLimit: Duration.seconds(10),
  connectionsPerReceiver: 16,
  receiversKept: 256,
  retryDelays: [
    Duration.seconds(5),
    Duration.minutes(5),
    Duration.minutes(30),
    Duration.hours(2),
    Duration.hours(5),
    Duration.hours(10),
    Duration.hours(14),
    Duration.hours(20),
    Duration.hours(24)
  ],
  signatureClock: undefined,
  jitter: 0.1,
  retryAfterLimit: Duration.hours(24)
}

/** The settings in force. Read once, when the services are built. */
export class WebhookSettings extends Context.Reference<WebhookSettings>()(
  "@florin/webhook-dispatcher/WebhookSettings",
  {
    defaultValue: (): Settings => defaults
  }
) {}

/** Overrides some of the defaults. */
export const make = (settings: Partial<Settings>): Settings => ({ ...defaults, ...settings })

export const layer = (settings: Partial<Settings>): Layer.Layer<never> => Layer.succeed(WebhookSettings, make(settings))

/** The timestamp of a signature. */
export const signedAt = ({ signatureClock }: Settings): Effect.Effect<DateTime.Utc> =>
  Effect.map(signatureClock?.currentTimeMillis ?? Clock.currentTimeMillis, DateTime.unsafeMake)
