/** The other gateway: its address, and our credentials there. */
import * as Exchange from "@florin/exchange/Exchange"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The `gateway_id` of the connector, unless the host gives another. */
export const defaultGatewayId = 2

/** The address of the other gateway, and our shop there. */
export interface Upstream {
  /** Scheme, host and port. */
  readonly origin: string
  /** The prefix of its routes: empty, or a path without a trailing slash. */
  readonly prefix: string
  readonly shop: string
  readonly key: Redacted.Redacted<string>
}

/** A setting is not the URL of a gateway. The message names the setting and what is expected, never the value. */
export class UpstreamRefused extends Schema.TaggedError<UpstreamRefused>("@florin/connector-upstream/UpstreamRefused")(
  "UpstreamRefused",
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

const shape = "must be https://<shop>:<key>@<host>[:<port>][/<path>]"
const overTls = "must be https unless the host is this machine"

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const shopShape = /^[^\u0000-\u0020:\u007f]+$/
const keyShape = /^[^\u0000-\u001f\u007f]+$/

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

const expectedOf = (url: URL, allowHttp: boolean): string | undefined => {
  const isComplete =
    /^https?:$/.test(url.protocol) &&
    shopShape.test(decoded(url.username)) &&
    keyShape.test(decoded(url.password)) &&
    url.search === "" &&
    url.hash === ""
  if (!isComplete) return shape
  return url.protocol === "https:" || allowHttp || loopback.test(url.hostname) ? undefined : overTls
}

/**
 * Parses a URL with address and credentials. Card numbers are sent there, so it must be `https` unless the host is this
 * machine. `allowHttp` is for a network that nobody else can listen on.
 *
 * Shape: `https://<shop>:<key>@<host>[:<port>][/<path>]`; shop and key percent-encoded where they need it.
 *
 * Errors: `UpstreamRefused`, with `setting` as the name that the operator knows.
 */
export const fromUrl = (
  setting: string,
  text: string,
  { allowHttp = false }: { readonly allowHttp?: boolean } = {}
): Either.Either<Upstream, UpstreamRefused> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const expected = url === undefined ? shape : expectedOf(url, allowHttp)
  if (url === undefined || expected !== undefined) {
    return Either.left(new UpstreamRefused({ setting, expected: expected ?? shape }))
  }
  return Either.right({
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ""),
    shop: decoded(url.username),
    key: Redacted.make(decoded(url.password))
  })
}
