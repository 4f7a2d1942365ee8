/** One request in the adapter: where it goes, how its body is read, and how replies are built. */
import { isUtf8 } from "node:buffer"
import { TransactionUid } from "@florin/core/ids/Ids"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { NotInsideTransaction } from "@florin/core/store/UnitOfWork"
import type { VaultError } from "@florin/core/store/VaultError"
import * as Errors from "@florin/wire/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BodyProblem, Incoming } from "../../Incoming.js"
import type { Ticket, Turned } from "./admission.js"

/** A route's reply: JSON, unless its headers set another content type. */
export interface Reply extends Errors.ErrorReply {
  /** Bytes that are sent in the place of `body`. */
  readonly content?: Uint8Array
  /** The rest of the request is not read, and the connection closes. */
  readonly close?: boolean
}

/** Ends a route early with a reply. */
export class Refused {
  readonly _tag = "Refused"
  constructor(readonly reply: Reply) {}
}

/** Failures of a route. `Refused` carries its reply; the wire encodes the others. */
export type Failure = Refused | NotFound | VaultError | NotInsideTransaction | StorageError

/** Filled in while a request is handled, for an observer. Absent when there is none. */
export interface Seen {
  shop: string | undefined
  operator: string | undefined
  route: string | undefined
  uid: string | undefined
}

export interface Exchange {
  readonly incoming: Incoming
  readonly method: string
  /** Without prefix and trailing slash. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly requestId: string
  /** The request's place, released when there is a reply. */
  readonly ticket: Ticket
  readonly seen?: Seen
}

/** A request whose shop is known. */
export interface Visit extends Exchange {
  readonly shop: Shop
}

const isUid = Schema.is(TransactionUid)

/** The transaction that a path names. A malformed uid is not found, like an unknown one. */
export const uidOf = ({ params: { uid } }: Exchange): Effect.Effect<TransactionUid, NotFound> =>
  isUid(uid) ? Effect.succeed(uid) : Effect.fail(new NotFound())

export type Handler = (exchange: Exchange) => Effect.Effect<Reply, Failure>

export const json = (body: string): Reply => ({ status: 200, body })

/** An answer that is sent often: encoded once, and the same bytes for everybody, however slowly they read. */
export const encoded = (reply: Reply): Reply => ({ ...reply, body: "", content: Buffer.from(reply.body) })

/** A file of a page. It changes only with the installed version. */
export const asset = (type: string, body: string): Reply =>
  encoded({
    status: 200,
    body,
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=86400" }
  })

const message = (status: number, text: string, more: Partial<Reply> = {}): Reply => ({
  status,
  body: JSON.stringify({ message: text }),
  ...more
})

/** The reply for an unknown path. Source: D4. */
export const noRoute: Reply = message(404, "Not found.")

/** A route that this host does not offer. */
export const absent: Handler = () => Effect.succeed(noRoute)

export const turnedAway = (turned: Turned, requestId: string): Reply => {
  switch (turned) {
    case "full":
      return Errors.tooManyRequests(Errors.retryAfterSeconds)
    case "draining":
      return { ...Errors.unavailable(requestId), close: true }
  }
}

/** A handler for a route without a shop. */
export const visited =
  (handler: Handler): Handler =>
  (exchange) => {
    const turned = exchange.ticket.visit()
    return turned === undefined ? handler(exchange) : Effect.succeed(turnedAway(turned, exchange.requestId))
  }

export const options = (allowed: ReadonlyArray<string>): Reply => ({
  status: 204,
  body: "",
  headers: { allow: allowed.join(", ") }
})

/** The URL of a page is a capability, so it is not sent as a referrer. A page that may not be framed says so twice. */
export const page = (policy: string, body: string, status = 200): Reply => ({
  status,
  body,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
    ...(policy.includes("frame-ancestors 'none'") ? { "x-frame-options": "DENY" } : {})
  }
})

/**
 * From a page's address to the root of the mount, without a slash at its end. A browser resolves it against the address
 * that it shows, in which a trailing slash is a directory more, and which a host may have put there (D3).
 */
export const rootFrom = ({ incoming, path }: Pick<Exchange, "incoming" | "path">): string => {
  const slashes = path.split("/").length - 1
  const isDirectory = incoming.target.replace(/[?#].*$/s, "").endsWith("/")
  const directories = isDirectory ? slashes : slashes - 1
  return directories < 1 ? "." : Array(directories).fill("..").join("/")
}

/** Sends the browser on with a GET. */
export const seeOther = (location: string): Reply => ({
  status: 303,
  body: "",
  headers: { location, "referrer-policy": "no-referrer" }
})

const token = "[!#$%&'*+.^_`|~0-9a-z-]+"
const quoted = '"(?:[\\t !\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t -\\x7e\\x80-\\xff])*"'

/** Parameters change nothing: a body is UTF-8 whatever they say. Source: D3; RFC 9110, 5.6.6 and 8.3.1. */
const parameters = `(?:[ \\t]*;(?:[ \\t]*${token}=(?:${token}|${quoted}))?)*[ \\t]*$`

const jsonType = new RegExp(`^application/(?:${token}\\+)?json${parameters}`, "i")
const formType = new RegExp(`^application/x-www-form-urlencoded${parameters}`, "i")

const problems: Readonly<Record<BodyProblem, Reply>> = {
  "too-large": { ...Errors.tooLarge, close: true },
  "too-slow": message(408, "Request body came too slowly", { close: true }),
  broken: message(400, "Request body is incomplete", { close: true })
}

const isJson = ({ incoming }: Exchange): boolean => jsonType.test(incoming.header("content-type") ?? "")

const isCoded = ({ incoming }: Exchange): boolean => !/^(?:identity)?$/i.test(incoming.header("content-encoding") ?? "")

const unsupported = Effect.fail(new Refused(Errors.unsupportedMediaType))
const unsupportedCoding = Effect.fail(new Refused(Errors.unsupportedContentEncoding))

/** The bytes that a body is about to take: as many as were announced, or as many as it may have; none if it is too long. */
const announcedBytes = ({ incoming: { header } }: Exchange, limit: number): number => {
  const length = header("transfer-encoding") === undefined ? Number(header("content-length") ?? limit) : limit
  if (length > limit) return 0
  return length >= 0 ? length : limit
}

/** Takes the bytes of a long body from the shop's share before any of it arrives. Source: D42. */
const held = (exchange: Exchange, limit: number, bodyLimit: number): Turned | undefined => {
  const size = announcedBytes(exchange, limit)
  return size > bodyLimit ? exchange.ticket.hold(size) : undefined
}

const bytes = (exchange: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  isCoded(exchange)
    ? unsupportedCoding
    : Effect.mapError(exchange.incoming.body(limit), (what) => new Refused(problems[what]))

/** A body as it was sent, of whatever media type. */
export const rawBody = ({ incoming }: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  Effect.mapError(incoming.body(limit), (what) => new Refused(problems[what]))

/** The body of a route that requires one. Source: D3. */
export const requiredBody = (exchange: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  isJson(exchange) ? bytes(exchange, limit) : unsupported

/**
 * The body of a route that takes long ones. What is longer than `bodyLimit`, the limit of other routes, is charged to the
 * shop's share of bytes before it is read, and until the request is answered.
 */
export const longBody = (exchange: Exchange, limit: number, bodyLimit: number): Effect.Effect<Uint8Array, Refused> => {
  const turned = held(exchange, limit, bodyLimit)
  return turned === undefined
    ? requiredBody(exchange, limit)
    : Effect.fail(new Refused(turnedAway(turned, exchange.requestId)))
}

/** The body of a route that requires none. Only an empty one may come without a media type. */
export const optionalBody = (exchange: Exchange, limit: number): Effect.Effect<Uint8Array, Refused> =>
  isJson(exchange)
    ? bytes(exchange, limit)
    : Effect.filterOrElse(
        bytes(exchange, limit),
        (body) => body.length === 0,
        () => unsupported
      )

/** Whether a content type is that of a browser's form without files. */
export const isFormType = (contentType = ""): boolean => formType.test(contentType)

/** A form that a browser posts, without files. */
export const isForm = ({ incoming }: Exchange): boolean => isFormType(incoming.header("content-type"))

/** The most fields of a form. Those of our pages, of merchants and of banks have a tenth of them. */
const mostFields = 200

const ampersand = 0x26

const hasTooMany = (body: Uint8Array): boolean => {
  let fields = 1
  for (let at = body.indexOf(ampersand); at >= 0 && fields <= mostFields; at = body.indexOf(ampersand, at + 1)) fields++
  return fields > mostFields
}

const tooManyFields: Reply = message(400, `Form has more than ${mostFields} fields`)

type FormFields = Readonly<Record<string, string>>

/** The members of a request's query. Of a repeated one the last counts. */
export const queryFields = ({ incoming }: Pick<Exchange, "incoming">): FormFields =>
  Object.fromEntries(new URLSearchParams(incoming.query))

const fieldsIn = (body: Uint8Array): FormFields =>
  Object.fromEntries(new URLSearchParams(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")))

/** Longer forms wait in the line of long work: anyone may send them. Unit: bytes. */
const longForm = 8 * 1024

/** The fields of a form that a browser posted; none of any other body. Of a repeated field the last one counts. */
export const formFields = (exchange: Exchange, limit: number): Effect.Effect<FormFields, Refused> =>
  Effect.flatMap(bytes(exchange, limit), (body): Effect.Effect<FormFields, Refused> => {
    if (!isForm(exchange)) return Effect.succeed({})
    if (hasTooMany(body)) return Effect.fail(new Refused(tooManyFields))
    if (body.length <= longForm) return Effect.sync(() => fieldsIn(body))
    return exchange.ticket.alone(function* () {
      yield
      return fieldsIn(body)
    })
  })

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** Nothing when the bytes are not UTF-8. */
export const textOf = (body: Uint8Array): Option.Option<string> =>
  isUtf8(body)
    ? Option.some(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"))
    : Option.none()

const mark = [0xef, 0xbb, 0xbf]

const withoutMark = (body: Uint8Array): Uint8Array =>
  mark.every((byte, index) => body[index] === byte) ? body.subarray(mark.length) : body

/** Nothing when the bytes are not JSON in UTF-8, with or without a byte order mark. Source: D3. */
export const parsed = (body: Uint8Array): Option.Option<unknown> => Option.flatMap(textOf(withoutMark(body)), parse)

const origin = /^https?:\/\/[^/?#]*/i

/** Path and query of a request target. No path when it is not under `prefix`. */
export const target = (url: string, prefix: string): Pick<Incoming, "path" | "query"> => {
  if (prefix === "" && url.startsWith("/") && !/[?#]/.test(url)) return { path: url, query: "" }
  const local = url.startsWith("/") ? url : url.replace(origin, "")
  const end = local.search(/[?#]/)
  const whole = end < 0 ? local : local.slice(0, end)
  const query = end < 0 || local[end] === "#" ? "" : local.slice(end + 1).replace(/#.*$/s, "")
  if (prefix === "") return { path: whole, query }
  const inside = whole === prefix || whole.startsWith(`${prefix}/`)
  return { path: inside ? whole.slice(prefix.length) : undefined, query }
}

/** A trailing slash is ignored (D3). The path of a mount itself may be empty. */
export const canonical = (path: string | undefined): string | undefined => {
  if (path === "") return "/"
  return path !== undefined && path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}

/** A reply with what is still added to it, if anything is. */
export const completed = (
  reply: Effect.Effect<Reply, Failure>,
  adding: ((reply: Reply) => Reply) | undefined
): Effect.Effect<Reply, Failure> => (adding === undefined ? reply : Effect.map(reply, adding))
