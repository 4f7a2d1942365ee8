/** What a host may set about notifications and verification requests. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface Settings {
  /** `http` is allowed beside `https`. Default: `false`. Source: D35. */
  readonly allowHttp: boolean
  /** Addresses of this machine are allowed beside public ones. Default: `false`. Source: D35. */
  readonly allowLoopback: boolean
  /** PEM certificates that are trusted in place of Node's own roots. Default: Node's own. */
  readonly certificates: ReadonlyArray<string>
  /** How long one attempt at a notification may take, from the name look-up on. Default: 15 s. Source: D34. */
  readonly deliveryTimeLimit: Duration.Duration
  /** How long a verification request may take. Default: 10 s. Source: D20. */
  readonly verificationTimeLimit: Duration.Duration
  /** Connections that are open to one receiver at a time; further requests wait. Default: 16. */
  readonly connectionsPerReceiver: number
  /** Receivers whose idle connections are kept. Default: 256. */
  readonly receiversKept: number
  /** The waits between attempts: one fewer than there are attempts. Default: D34's nine. */
  readonly retryDelays: ReadonlyArray<Duration.Duration>
  /**
   * The clock that signatures are dated by. Default: the gateway's own. A sandbox whose clock is moved gives the real
   * one, because receivers refuse signatures that are minutes old.
   */
  readonly signatureClock: Clock.Clock | undefined
  /** The largest part of a wait that is added to it at random. Default: 0.1. */
  readonly jitter: number
  /** The longest `Retry-After` that is honoured. Default: 24 h, the longest wait of the schedule. */
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

/** The defaults with some of them replaced. */
export const layer = (settings: Partial<Settings>): Layer.Layer<never> =>
  Layer.succeed(WebhookSettings, { ...defaults, ...settings })

/** The instant that a signature carries. */
export const signedAt = ({ signatureClock }: Settings): Effect.Effect<DateTime.Utc> =>
  Effect.map(signatureClock?.currentTimeMillis ?? Clock.currentTimeMillis, DateTime.unsafeMake)
