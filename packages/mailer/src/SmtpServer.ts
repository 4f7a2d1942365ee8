/** A mail server: its address, and the account there. */
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { type Refused, refused } from "./SettingRefused.js"

/** The server that mails are handed to. */
export interface SmtpServer {
  /** A name, or an IP address without brackets. */
  readonly host: string
  /** Usually 465 with `implicit`, else 587. */
  readonly port: number
  /** `implicit`: from the first byte. `required`: by STARTTLS, or nothing is sent. `none`: never. */
  readonly tls: "implicit" | "required" | "none"
  /** Absent: no login. */
  readonly account?: { readonly user: string; readonly password: Redacted.Redacted<string> }
}

const shape = "must be smtp:// or smtps://, and [<user>:<password>@]<host>[:<port>]"

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const textShape = /^[^\u0000-\u001f\u007f]+$/

const ports = { "smtp:": 587, "smtps:": 465 } as const

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

const accountOf = ({ password, username }: URL): Pick<SmtpServer, "account"> | undefined => {
  if (username === "" && password === "") return {}
  const [user, secret] = [decoded(username), decoded(password)]
  if (!textShape.test(user) || !textShape.test(secret)) return undefined
  return { account: { user, password: Redacted.make(secret) } }
}

/**
 * Parses the URL of a mail server.
 *
 * Shape: `smtps://` is TLS from the first byte, on port 465 by default; `smtp://` is STARTTLS, on port 587 by default. A
 * server on this machine and a `plain` one are spoken to without TLS: `plain` is for a network that nobody else can
 * listen on. User and password percent-encoded where they need it.
 *
 * Errors: `SettingRefused`, with `setting` as the name that the operator knows.
 */
export const fromUrl = (
  setting: string,
  text: string,
  { plain = false }: { readonly plain?: boolean } = {}
): Refused<SmtpServer> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const account = url && accountOf(url)
  const isComplete = url !== undefined && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === ""
  if (!isComplete || account === undefined || url.hostname === "") return refused(setting, shape)
  const { hostname, port, protocol } = url
  if (protocol !== "smtp:" && protocol !== "smtps:") return refused(setting, shape)
  const isPlain = plain || loopback.test(hostname)
  return Either.right({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? ports[protocol] : Number(port),
    tls: protocol === "smtps:" ? "implicit" : isPlain ? "none" : "required",
    ...account
  })
}
