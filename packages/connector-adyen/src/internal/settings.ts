/** The settings of a host, checked. */
import * as Exchange from "@florin/exchange/Exchange"
import { certificates, flag, type Kinds, mistakeIn, shaped, sources, usual, word } from "@florin/exchange/OptionKinds"
import { fits, type Secret, sealed } from "@florin/exchange/SecretOption"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The `gateway_id` of the connector, unless the host gives another. */
export const defaultGatewayId = 4

/** A setting is not what Adyen needs. The message names the setting and what is expected, never the value. */
export class AdyenRefused extends Schema.TaggedError<AdyenRefused>("@florin/connector-adyen/AdyenRefused")(
  "AdyenRefused",
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

/** A host's settings for Adyen. */
export interface Options {
  /** Of a web service user with the role "Checkout webservice". */
  readonly apiKey: Secret
  /** The merchant account that all payments are made in. */
  readonly merchantAccount: string
  /**
   * The HMAC keys of the standard webhook, newest first: several while one is exchanged. Without one nothing is told, and
   * captures, voids and refunds stay `pending`.
   *
   * Shape: 64 hexadecimal digits.
   */
  readonly hmacKeys: Secret | ReadonlyArray<Secret>
  /**
   * The prefix of the live endpoints, as the Customer Area shows it: `1797a841fbb37ca7-AdyenDemo`. Default: none, and
   * payments go to Adyen's test environment.
   */
  readonly livePrefix?: string
  /** Instead of Adyen's own, version included: a proxy, or the fake. */
  readonly baseUrl?: string
  /** A base URL without TLS on a network that nobody else can listen on. Default: only this machine. */
  readonly allowHttp?: boolean
  /** Stored in every transaction sent there, so never reuse it for another acquirer. Default: 4. */
  readonly gatewayId?: number
  /** Default: `Adyen`. */
  readonly name?: string
  /** What it charges. Card numbers need an account that may send them (PCI DSS). Default: both. */
  readonly sources?: ReadonlyArray<"card" | "token">
  /** Adyen has enabled several captures of one authorization for the account. Default: false. */
  readonly multicapture?: boolean
  /**
   * - `redirect`: the customer goes to Adyen's page, which does all of 3-D Secure
   * - `native`: the customer goes to the issuer's page. Adyen may choose the redirect all the same
   *
   * Default: `redirect`.
   */
  readonly threeDSecure?: "redirect" | "native"
  /** The time limit of a call with its repetitions. Below core's 30 s, so that this limit applies first. Default: 25 s. */
  readonly callLimit?: Duration.DurationInput
  /** The time limit of connecting, TLS included. Default: 5 s. */
  readonly connectLimit?: Duration.DurationInput
  /** How long after a call Adyen may still begin with it. Default: 90 s. */
  readonly inFlightWindow?: Duration.DurationInput
  /** The most concurrent connections; further calls wait for one. Default: 128. */
  readonly connections?: number
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates?: ReadonlyArray<string>
}

const kinds: Kinds<Options> = {
  apiKey: true,
  merchantAccount: true,
  hmacKeys: true,
  livePrefix: shaped(/^[A-Za-z0-9-]+$/, "must be the prefix of the live endpoints, without a host"),
  baseUrl: true,
  allowHttp: flag,
  ...usual,
  sources,
  multicapture: flag,
  threeDSecure: word("redirect", "native"),
  certificates
}

/** Checked settings, complete. */
export interface Settings {
  readonly apiKey: Redacted.Redacted<string>
  readonly merchantAccount: string
  readonly hmacKeys: ReadonlyArray<Redacted.Redacted<string>>
  readonly baseUrl: string
  /** Adyen's test environment and a fake on this machine move no money. */
  readonly isTest: boolean
  readonly gatewayId: number
  readonly name: string
  readonly sources: ReadonlyArray<"card" | "token">
  readonly multicapture: boolean
  readonly threeDSecure: "redirect" | "native"
  readonly callLimit: Duration.Duration
  readonly connectLimit: Duration.DurationInput
  readonly inFlightWindow: Duration.Duration
  readonly connections: number
  readonly certificates: ReadonlyArray<string>
}

/** The version of the Checkout API. */
const version = "v71"

const testUrl = `https://checkout-test.adyen.com/${version}`

const loopback = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])[:/]/

const liveUrl = (prefix: string): string => `https://${prefix}-checkout-live.adyenpayments.com/checkout/${version}`

const shapes = {
  apiKey: /^[\u0021-\u007e]+$/,
  hmacKey: /^[0-9A-Fa-f]{64}$/,
  merchantAccount: /^[A-Za-z0-9_-]{1,255}$/
} as const

const refused = (setting: string, expected: string) => Either.left(new AdyenRefused({ setting, expected }))

const listed = (keys: Options["hmacKeys"]): ReadonlyArray<Secret> => (Array.isArray(keys) ? keys : [keys as Secret])

const baseUrlOf = ({ allowHttp = false, baseUrl, livePrefix }: Options): Either.Either<string, AdyenRefused> => {
  if (baseUrl === undefined) return Either.right(livePrefix === undefined ? testUrl : liveUrl(livePrefix))
  return Either.mapLeft(
    Exchange.baseUrlOf(baseUrl, { allowHttp }),
    ({ expected }) => new AdyenRefused({ setting: "baseUrl", expected })
  )
}

const isAccount = (name: unknown): boolean => typeof name === "string" && shapes.merchantAccount.test(name)

/** Errors: `AdyenRefused`, with `setting` as the option's name. */
export const settingsOf = (options: Options): Either.Either<Settings, AdyenRefused> => {
  const mistake = mistakeIn(kinds, options)
  if (mistake !== undefined) return Either.left(new AdyenRefused(mistake))
  const apiKey = sealed(options.apiKey)
  const hmacKeys = listed(options.hmacKeys).map(sealed)
  if (!fits(apiKey, shapes.apiKey)) return refused("apiKey", "must be the API key that the Customer Area shows")
  if (!isAccount(options.merchantAccount)) return refused("merchantAccount", "must be the name of a merchant account")
  if (hmacKeys.length === 0 || !hmacKeys.every((key) => fits(key, shapes.hmacKey))) {
    return refused("hmacKeys", "must be HMAC keys of 64 hexadecimal digits")
  }
  return Either.map(baseUrlOf(options), (baseUrl) => ({
    apiKey,
    hmacKeys,
    baseUrl,
    merchantAccount: options.merchantAccount,
    isTest: baseUrl === testUrl || loopback.test(baseUrl),
    gatewayId: options.gatewayId ?? defaultGatewayId,
    name: options.name ?? "Adyen",
    sources: options.sources ?? ["card", "token"],
    multicapture: options.multicapture ?? false,
    threeDSecure: options.threeDSecure ?? "redirect",
    callLimit: Duration.decode(options.callLimit ?? Duration.seconds(25)),
    connectLimit: options.connectLimit ?? Duration.seconds(5),
    inFlightWindow: Duration.decode(options.inFlightWindow ?? Duration.seconds(90)),
    connections: options.connections ?? 128,
    certificates: options.certificates ?? []
  }))
}
