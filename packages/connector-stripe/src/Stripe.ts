/** Stripe as an acquirer. Source: D54, D56. */
import { AcquirerAnswer, type AcquirerService, AcquirerStatus, Acquirers } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { MovementsUnavailable } from "@florin/core/money/Movement"
import * as Exchange from "@florin/exchange/Exchange"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { currencies } from "./internal/amounts.js"
import * as Client from "./internal/client.js"
import * as Lookups from "./internal/lookups.js"
import * as Movements from "./internal/movements.js"
import * as Notifications from "./internal/notifications.js"
import * as Operations from "./internal/operations.js"
import { has } from "./internal/secrets.js"
import { provider } from "./internal/words.js"

/** A secret, as text or redacted already. */
export type Secret = string | Redacted.Redacted<string>

/** An account at Stripe, and how Florin uses it. */
export interface Options {
  /** `sk_…`, or a restricted one, `rk_…`. One of test mode never moves real money, and takes what is marked as a test. */
  readonly apiKey: Secret
  /** `whsec_…`, of the webhook endpoint; several while they are rotated. Absent: Stripe tells nothing, and is asked. */
  readonly webhookSecret?: Secret | ReadonlyArray<Secret>
  /** Stored in every transaction sent there, so never reuse it for another acquirer. Default: 3. */
  readonly gatewayId?: number
  /** Default: `Stripe`. */
  readonly name?: string
  /** What it charges. Card numbers need an account that may send them. Default: tokens of Stripe's fields only. */
  readonly sources?: ReadonlyArray<"card" | "token">
  /** The account has multicapture: a hold takes several captures. Default: false. */
  readonly multicapture?: boolean
  /** Default: `https://api.stripe.com`. Another one is a fake, on this machine. */
  readonly baseUrl?: string
  /** The time limit of a call. Below core's 30 s, so that this limit applies first. Default: 25 s. */
  readonly callLimit?: Duration.DurationInput
  /** The time limit of connecting, TLS included. Default: 5 s. */
  readonly connectLimit?: Duration.DurationInput
  /** How long after a call Stripe may still begin with it. Default: 90 s. */
  readonly inFlightWindow?: Duration.DurationInput
  /** The most concurrent connections; further calls wait for one. Default: 128. */
  readonly connections?: number
}

/** A setting cannot be used. The message names it and what is expected, never the value. */
export class StripeRefused extends Schema.TaggedError<StripeRefused>("@florin/connector-stripe/StripeRefused")(
  "StripeRefused",
  { setting: Schema.String, expected: Schema.String }
) {
  override get message(): string {
    return `${this.setting} ${this.expected}`
  }
}

/** The `gateway_id` of the connector, unless the host gives another. */
export const defaultGatewayId = 3

/** How long Stripe remembers a key at the least. Source: Stripe's documents, "Idempotent requests". */
export const keyLife = Duration.hours(24)

const defaults = {
  gatewayId: defaultGatewayId,
  name: "Stripe",
  sources: ["token"],
  multicapture: false,
  baseUrl: "https://api.stripe.com",
  callLimit: Duration.seconds(25),
  connectLimit: Duration.seconds(5),
  inFlightWindow: Duration.seconds(90),
  connections: 128
} as const

/** Unit: bytes. A page of a list has a hundred documents. */
const answerLimit = 8 * 1024 * 1024

const redacted = (secret: Secret): Redacted.Redacted<string> =>
  typeof secret === "string" ? Redacted.make(secret) : secret

const isList = (secret: Secret | ReadonlyArray<Secret>): secret is ReadonlyArray<Secret> => Array.isArray(secret)

const secretsOf = (given: Options["webhookSecret"]): ReadonlyArray<Redacted.Redacted<string>> => {
  if (given === undefined) return []
  return (isList(given) ? given : [given]).map(redacted)
}

const keyShape = /^(?:sk|rk)_(?:test|live)_[!-~]+$/

const capabilitiesOf = ({ multicapture, sources }: Required<Pick<Options, "multicapture" | "sources">>) =>
  ({
    captures: multicapture ? "many" : "one",
    partialVoids: false,
    refunds: true,
    credits: false,
    payouts: false,
    zeroAmountChecks: true,
    contracts: ["recurring", "oneclick", "card_on_file"],
    currencies,
    sources,
    authenticates: true
  }) satisfies AcquirerCapabilities

interface Checked extends Required<Omit<Options, "apiKey" | "webhookSecret" | "baseUrl">> {
  readonly apiKey: Redacted.Redacted<string>
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted<string>>
  readonly baseUrl: string
}

const refuse = (setting: string, expected: string) => Either.left(new StripeRefused({ setting, expected }))

const check = (options: Options): Either.Either<Checked, StripeRefused> => {
  const settings = { ...defaults, ...options }
  const apiKey = redacted(settings.apiKey)
  const webhookSecrets = secretsOf(options.webhookSecret)
  const baseUrl = Exchange.baseUrlOf(settings.baseUrl)
  if (!has(keyShape, apiKey)) return refuse("apiKey", "must begin with sk_test_, sk_live_, rk_test_ or rk_live_")
  if (!webhookSecrets.every((secret) => has(/^whsec_[!-~]+$/, secret))) {
    return refuse("webhookSecret", "must begin with whsec_")
  }
  if (Either.isLeft(baseUrl)) return refuse("baseUrl", baseUrl.left.expected)
  if (!Number.isSafeInteger(settings.gatewayId) || settings.gatewayId < 1) {
    return refuse("gatewayId", "must be a whole number from 1")
  }
  if (settings.sources.length === 0) return refuse("sources", "must be card, token or both")
  return Either.right({ ...settings, apiKey, webhookSecrets, baseUrl: baseUrl.right })
}

// The defect itself is not logged, because it may contain the request.
const died = new Exchange.Unclear({ because: "the connector failed with a defect", isAlarm: true })

/** Logs unclear answers and defects. */
const reporting =
  (name: string) =>
  (key: AcquirerKey) =>
  <A>(call: Effect.Effect<A, Exchange.Unclear>): Effect.Effect<A, Exchange.Unclear> =>
    call.pipe(
      Effect.catchAllDefect(() => died),
      Effect.tapError(({ because, isAlarm = false }) => {
        const log = isAlarm ? Effect.logError : Effect.logWarning
        return Effect.annotateLogs(log(`${name} gave no clear answer: ${because}`), { key })
      })
    )

const service = (settings: Checked, exchange: Exchange.Exchange): AcquirerService => {
  const { apiKey, gatewayId, multicapture, name, sources, webhookSecrets } = settings
  const inFlightWindow = Duration.decode(settings.inFlightWindow)
  const client = Client.make(name, apiKey, exchange)
  const working = { client, inFlightWindow, name, multicapture }
  const limited = Exchange.within(settings.callLimit)
  const reported = reporting(name)
  const isTest = has(/^.._test_/, apiKey)

  const perform: AcquirerService["perform"] = Effect.fn("Stripe.perform")(function* (request) {
    const trace: Exchange.Trace = { hasLeft: false }
    const now = yield* DateTime.now
    return yield* limited(Effect.suspend(() => Operations.perform(working, request, trace, now))).pipe(
      reported(request.key),
      Effect.orElse(() => Effect.sync(() => (trace.hasLeft ? AcquirerAnswer.NoAnswer() : AcquirerAnswer.NotSent())))
    )
  })

  const status: AcquirerService["status"] = Effect.fn("Stripe.status")(function* (key, about) {
    const now = yield* DateTime.now
    return yield* limited(Effect.suspend(() => Lookups.status(working, key, about, now))).pipe(
      Effect.map(Option.getOrElse(() => AcquirerStatus.NotFound())),
      reported(key),
      Effect.orElseSucceed(() => AcquirerStatus.Unknown())
    )
  })

  const movements: AcquirerService["movements"] = Effect.fn("Stripe.movements")((period) =>
    Exchange.within(Duration.minutes(10))(Movements.list(client, period)).pipe(
      Effect.catchAllDefect(() => died),
      Effect.catchTag("Unclear", ({ because }) =>
        Effect.zipRight(Effect.logWarning(`${name} lists no movements: ${because}`), new MovementsUnavailable({}))
      )
    )
  )

  return {
    gatewayId,
    name,
    simulated: isTest,
    inFlightWindow,
    provider,
    capabilities: capabilitiesOf({ multicapture, sources }),
    keyLife,
    keeps: "decisions",
    perform,
    status,
    movements,
    ...(webhookSecrets.length === 0 ? {} : { notifications: Notifications.make({ webhookSecrets, livemode: !isTest }) })
  }
}

const connecting = (settings: Checked) =>
  Effect.map(Exchange.open({ ...settings, answerLimit }), (exchange) => service(settings, exchange))

/**
 * Stripe in the `acquirers` of `createFlorin`. Throws `StripeRefused`. Its connections are closed when they are idle, and
 * keep no process alive.
 */
export const stripe = (options: Options): AcquirerService => {
  const settings = Either.getOrThrowWith(check(options), (refusal) => refusal)
  const opened = Effect.flatMap(Scope.make(), (scope) => Scope.extend(connecting(settings), scope))
  // biome-ignore lint/plugin/runners: a host without Effect gets the acquirer as a value
  return Effect.runSync(opened)
}

/** The connector. Its connections close with the scope. Errors: `StripeRefused`. */
export const make = (options: Options): Effect.Effect<AcquirerService, StripeRefused, Scope.Scope> =>
  Effect.flatMap(check(options), connecting)

/** Stripe as the only acquirer of a gateway. To combine it with others, add `make` to a list of your own. */
export const layer = (options: Options): Layer.Layer<Acquirers, StripeRefused> =>
  Layer.scoped(
    Acquirers,
    Effect.map(make(options), (acquirer) => [acquirer])
  )
