/** The settings of a host, checked. */
import * as Exchange from "@florin/exchange/Exchange"
import { certificates, duration, flag, type Kinds, mistakeIn, shaped, text, usual } from "@florin/exchange/OptionKinds"
import { fits, type Secret, sealed } from "@florin/exchange/SecretOption"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Signing } from "./notifications.js"
import type { Wording } from "./requests.js"
import { isOfSandbox } from "./secrets.js"

/** The `gateway_id` of the connector, unless the host gives another. */
export const defaultGatewayId = 5

/** A setting is not what Checkout.com needs. The message names the setting and what is expected, never the value. */
export class CheckoutRefused extends Schema.TaggedError<CheckoutRefused>("@florin/connector-checkout/CheckoutRefused")(
  "CheckoutRefused",
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

/** A host's settings for Checkout.com. */
export interface Options {
  /** A secret key of the account: `sk_…`, `sk_sbox_…` for its test environment. */
  readonly apiKey: Secret
  /**
   * The account's own base URL, as the Dashboard shows it: `https://<prefix>.api.checkout.com`. Default: the shared one of
   * the environment that the key belongs to.
   */
  readonly baseUrl?: string
  /** A base URL without TLS on a network that nobody else can listen on. Default: only this machine. */
  readonly allowHttp?: boolean
  /**
   * The signature keys of the webhook, newest first: several while one is exchanged. Default: nothing is told, and what was
   * accepted is asked for until it is decided.
   */
  readonly signatureKeys?: Secret | ReadonlyArray<Secret>
  /** The webhook's authorization header key. Default: the header is not looked at. */
  readonly webhookAuthorization?: Secret
  /** The channel that payments go through: `pc_…`. Accounts with several need it. */
  readonly processingChannelId?: string
  /**
   * Whether Checkout.com authenticates customers who are present, on its own page. `false`: only what Florin's 3-D Secure
   * server has proved is passed on. Default: true.
   */
  readonly threeDSecure?: boolean
  /** Whether the account may send card numbers (PCI DSS), or takes tokens only. Default: true. */
  readonly cardNumbers?: boolean
  /** The city on the cardholder's statement, which goes with a merchant's own text there. Default: that text is not sent. */
  readonly descriptorCity?: string
  /** Stored in every transaction sent there, so never reuse it for another acquirer. Default: 5. */
  readonly gatewayId?: number
  /** Default: `Checkout.com`. */
  readonly name?: string
  /** How long the account keeps an answer under its key. Default: 24 hours, as the vendor does unless agreed otherwise. */
  readonly keyLife?: Duration.DurationInput
  /** The time limit of a call with its repetitions. Below core's 30 s, so that this limit applies first. Default: 25 s. */
  readonly callLimit?: Duration.DurationInput
  /** How long after a call it may still begin, and be missing in the list by reference. Default: 2 minutes. */
  readonly inFlightWindow?: Duration.DurationInput
  /** The time limit of connecting, TLS included. Default: 5 s. */
  readonly connectLimit?: Duration.DurationInput
  /** The most concurrent connections; further calls wait for one. Default: 128. */
  readonly connections?: number
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates?: ReadonlyArray<string>
}

const kinds: Kinds<Options> = {
  apiKey: true,
  baseUrl: true,
  allowHttp: flag,
  signatureKeys: true,
  webhookAuthorization: true,
  processingChannelId: shaped(/^pc_\w{1,64}$/, "must be the id of a processing channel: pc_…"),
  threeDSecure: flag,
  cardNumbers: flag,
  descriptorCity: text,
  ...usual,
  keyLife: duration,
  certificates
}

/** Checked settings, complete. */
export interface Settings {
  readonly apiKey: Redacted.Redacted<string>
  readonly baseUrl: string
  /** The vendor's test environment moves no money. */
  readonly isTest: boolean
  readonly signing: Signing | undefined
  readonly wording: Wording
  readonly gatewayId: number
  readonly name: string
  readonly keyLife: Duration.Duration
  readonly callLimit: Duration.Duration
  readonly inFlightWindow: Duration.Duration
  readonly connectLimit: Duration.DurationInput
  readonly connections: number
  readonly certificates: ReadonlyArray<string>
}

const urls = { live: "https://api.checkout.com", sandbox: "https://api.sandbox.checkout.com" }

const refused = (setting: string, expected: string) => Either.left(new CheckoutRefused({ setting, expected }))

const baseUrlOf = ({ allowHttp = false, baseUrl }: Options, isTest: boolean): Either.Either<string, CheckoutRefused> =>
  baseUrl === undefined
    ? Either.right(isTest ? urls.sandbox : urls.live)
    : Either.mapLeft(
        Exchange.baseUrlOf(baseUrl, { allowHttp }),
        ({ expected }) => new CheckoutRefused({ setting: "baseUrl", expected })
      )

/** What can stand in a header. */
const isSet = (secret: Redacted.Redacted<string>): boolean => fits(secret, /^[\x21-\x7e]{1,500}$/)

const signingOf = ({
  signatureKeys = [],
  webhookAuthorization
}: Options): Either.Either<Signing | undefined, CheckoutRefused> => {
  const keys = (Array.isArray(signatureKeys) ? signatureKeys : [signatureKeys as Secret]).map(sealed)
  if (!keys.every(isSet)) return refused("signatureKeys", "must be the signature keys of the webhook")
  const authorization = webhookAuthorization === undefined ? undefined : sealed(webhookAuthorization)
  if (authorization !== undefined && (!isSet(authorization) || keys.length === 0)) {
    return refused("webhookAuthorization", "must be the webhook's authorization header key, beside a signature key")
  }
  if (keys.length === 0) return Either.right(undefined)
  return Either.right({ signatureKeys: keys, ...(authorization === undefined ? {} : { authorization }) })
}

const wordingOf = (options: Options): Wording => ({
  threeDSecure: options.threeDSecure ?? true,
  cardNumbers: options.cardNumbers ?? true,
  ...(options.processingChannelId === undefined ? {} : { processingChannelId: options.processingChannelId }),
  ...(options.descriptorCity === undefined ? {} : { descriptorCity: options.descriptorCity })
})

/** Errors: `CheckoutRefused`, with `setting` as the option's name. */
export const settingsOf = (options: Options): Either.Either<Settings, CheckoutRefused> =>
  Either.gen(function* () {
    const mistake = mistakeIn(kinds, options)
    if (mistake !== undefined) return yield* Either.left(new CheckoutRefused(mistake))
    const apiKey = sealed(options.apiKey)
    if (!fits(apiKey, /^sk_[\x21-\x7e]{1,200}$/)) return yield* refused("apiKey", "must be a secret key: sk_…")
    const isTest = isOfSandbox(apiKey)
    return {
      apiKey,
      isTest,
      baseUrl: yield* baseUrlOf(options, isTest),
      signing: yield* signingOf(options),
      wording: wordingOf(options),
      gatewayId: options.gatewayId ?? defaultGatewayId,
      name: options.name ?? "Checkout.com",
      keyLife: Duration.decode(options.keyLife ?? "24 hours"),
      callLimit: Duration.decode(options.callLimit ?? "25 seconds"),
      inFlightWindow: Duration.decode(options.inFlightWindow ?? "2 minutes"),
      connectLimit: options.connectLimit ?? "5 seconds",
      connections: options.connections ?? 128,
      certificates: options.certificates ?? []
    }
  })
