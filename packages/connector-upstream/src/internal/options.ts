/** The settings of a host, checked. */
import { certificates, type Kinds, mistakeIn, present, usual } from "@florin/exchange/OptionKinds"
import { fits } from "@florin/exchange/SecretOption"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { defaultGatewayId, type Upstream, UpstreamRefused } from "../Upstream.js"
import type { Options as Webhooks } from "../UpstreamNotifications.js"

/** A host's settings for the other gateway. */
export interface Options {
  /** Its address and credentials: see `Upstream.fromUrl`. */
  readonly upstream: Upstream
  /** Stored in every transaction sent there, so never reuse it for another acquirer. Default: 2. */
  readonly gatewayId?: number
  /** Default: `Upstream`. */
  readonly name?: string
  /** How its webhooks are verified that come to `/acquirers/{gatewayId}/notifications`. Default: none are taken. */
  readonly webhooks?: Webhooks
  /** That address of ours, for the other gateway. Default: no webhooks are requested. */
  readonly notificationUrl?: string
  /** The time limit of a call. Below core's 30 s, so that this limit applies first. Default: 25 s. */
  readonly callLimit?: Duration.DurationInput
  /** The time limit of connecting, TLS included. Default: 5 s. */
  readonly connectLimit?: Duration.DurationInput
  /**
   * How long after a call the other gateway may still start processing it. Default: 75 s, which is a call of 25 s, the
   * 40 s that a gateway with this interface waits for a body, and 10 s for its database.
   */
  readonly inFlightWindow?: Duration.DurationInput
  /** The most concurrent connections; further calls wait for one. Default: 128. */
  readonly connections?: number
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates?: ReadonlyArray<string>
}

const isSecret = (secret: unknown, shape: RegExp): boolean =>
  Redacted.isRedacted(secret) && fits(secret as Redacted.Redacted<string>, shape)

const isAddress = (upstream: unknown): boolean => {
  if (typeof upstream !== "object" || upstream === null) return false
  const texts = ["origin", "prefix", "shop"].map((name): unknown => Reflect.get(upstream, name))
  return texts.every((text) => typeof text === "string") && isSecret(Reflect.get(upstream, "key"), /./)
}

const kinds: Kinds<Options> = {
  upstream: true,
  ...usual,
  webhooks: true,
  notificationUrl: [(url) => typeof url === "string" && URL.canParse(url), "must be a URL"],
  certificates
}

const webhookKinds: Kinds<Webhooks> = {
  webhookSecret: [
    (secret) => isSecret(secret, /^(?!whsec_$)[\w+/-]+={0,2}$/),
    "must be a Redacted text: whsec_ and base64"
  ]
}

const defaults = {
  gatewayId: defaultGatewayId,
  name: "Upstream",
  callLimit: Duration.seconds(25),
  connectLimit: Duration.seconds(5),
  inFlightWindow: Duration.seconds(75),
  connections: 128,
  certificates: []
} as const

/** Settings that can be used, with the defaults. */
type Checked = Options & Required<Pick<Options, keyof typeof defaults>>

/** Checks what a host has given. Errors: the first setting that cannot be used. */
export const check = (options: Options): Either.Either<Checked, UpstreamRefused> => {
  const mistake =
    mistakeIn(kinds, options) ??
    (options.webhooks === undefined ? undefined : mistakeIn(webhookKinds, options.webhooks, "webhooks"))
  if (mistake !== undefined) return Either.left(new UpstreamRefused(mistake))
  if (!isAddress(options.upstream)) {
    const expected = "must be an address as Upstream.fromUrl reads it: origin, prefix, shop and key"
    return Either.left(new UpstreamRefused({ setting: "upstream", expected }))
  }
  return Either.right({ ...defaults, ...present(options) })
}
