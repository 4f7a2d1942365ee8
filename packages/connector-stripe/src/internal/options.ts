/** The settings of the connector. */
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import * as Exchange from "@florin/exchange/Exchange"
import { flag, type Kinds, mistakeIn, present, shaped, sources, usual } from "@florin/exchange/OptionKinds"
import { fits, type Secret, sealed } from "@florin/exchange/SecretOption"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { currencies } from "./amounts.js"

export type { Secret } from "@florin/exchange/SecretOption"

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
  /**
   * `pk_…`: Stripe's own card fields stand on the page of an order, where no acquirer takes card numbers. Default: not
   * shown. Source: D58.
   */
  readonly publishableKey?: string
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

const kinds: Kinds<Options> = {
  apiKey: true,
  webhookSecret: true,
  ...usual,
  publishableKey: shaped(/^pk_(?:test|live)_[!-~]+$/, "must begin with pk_test_ or pk_live_"),
  sources,
  multicapture: flag,
  baseUrl: true
}

/** A setting cannot be used. The message names it and what is expected, never the value. */
export class StripeRefused extends Schema.TaggedError<StripeRefused>("@florin/connector-stripe/StripeRefused")(
  "StripeRefused",
  { setting: Schema.String, expected: Schema.String }
) {
  readonly code = Exchange.unusableOption.code
  readonly fields: { readonly [setting: string]: ReadonlyArray<string> } = { [this.setting]: [this.expected] }
  readonly docs = Exchange.unusableOption.docs
  readonly status = Exchange.unusableOption.status

  override get message(): string {
    return `${this.setting} ${this.expected}`
  }
}

/** The `gateway_id` of the connector, unless the host gives another. */
export const defaultGatewayId = 3

/** How long Stripe remembers a key at the least. Source: Stripe's documents, "Idempotent requests". */
export const keyLife = Duration.hours(24)

/** Where Stripe is. */
export const apiUrl = "https://api.stripe.com"

const defaults = {
  gatewayId: defaultGatewayId,
  name: "Stripe",
  sources: ["token"],
  multicapture: false,
  baseUrl: apiUrl,
  callLimit: Duration.seconds(25),
  connectLimit: Duration.seconds(5),
  inFlightWindow: Duration.seconds(90),
  connections: 128
} as const

const isList = (secret: Secret | ReadonlyArray<Secret>): secret is ReadonlyArray<Secret> => Array.isArray(secret)

const secretsOf = (given: Options["webhookSecret"]): ReadonlyArray<Redacted.Redacted<string>> => {
  if (given === undefined) return []
  return (isList(given) ? given : [given]).map(sealed)
}

const keyShape = /^(?:sk|rk)_(?:test|live)_[!-~]+$/

/** What Stripe can do for an account. */
export const capabilitiesOf = ({ multicapture, sources }: Required<Pick<Options, "multicapture" | "sources">>) =>
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

/** Settings that can be used, with the defaults. */
export interface Checked extends Required<Omit<Options, "apiKey" | "webhookSecret" | "baseUrl" | "publishableKey">> {
  readonly publishableKey?: string
  readonly apiKey: Redacted.Redacted<string>
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted<string>>
  readonly baseUrl: string
}

const refuse = (setting: string, expected: string) => Either.left(new StripeRefused({ setting, expected }))

/** Checks what a host has given. Errors: the first setting that cannot be used. */
export const check = (options: Options): Either.Either<Checked, StripeRefused> => {
  const mistake = mistakeIn(kinds, options)
  if (mistake !== undefined) return Either.left(new StripeRefused(mistake))
  const settings = { ...defaults, ...present(options) }
  const apiKey = sealed(settings.apiKey)
  const webhookSecrets = secretsOf(settings.webhookSecret)
  const baseUrl = Exchange.baseUrlOf(settings.baseUrl)
  if (!fits(apiKey, keyShape)) return refuse("apiKey", "must begin with sk_test_, sk_live_, rk_test_ or rk_live_")
  if (!webhookSecrets.every((secret) => fits(secret, /^whsec_[!-~]+$/))) {
    return refuse("webhookSecret", "must begin with whsec_")
  }
  if (Either.isLeft(baseUrl)) return refuse("baseUrl", baseUrl.left.expected)
  return Either.right({ ...settings, apiKey, webhookSecrets, baseUrl: baseUrl.right })
}
