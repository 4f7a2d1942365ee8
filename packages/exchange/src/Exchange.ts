/**
 * The HTTP client of connectors. A call has three outcomes: an answer, no clear answer, or nothing was sent.
 *
 * It follows no redirect, repeats nothing, and puts nothing of a request or an answer into a message.
 */
import { createSecureContext } from "node:tls"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import { type Dispatcher, Pool } from "undici"

/** Unit: bytes. A longer answer counts as no answer, unless `Connecting` has another limit. */
export const answerLimit = 1024 * 1024

/** Unit: bytes. The limit of an answer's headers. */
const headerLimit = 16_384

/** One request. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the base URL: begins with a slash, may have a query. */
  readonly path: string
  /** They take precedence over the headers of `Connecting`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Called before the first byte is written. If it is never called, nothing was sent. */
  readonly onSending: () => void
}

/** An answer, whatever its status. */
export interface Reply {
  readonly status: number
  /** By its name in lower case. Of several with one name the first. */
  readonly header: (name: string) => string | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The body as it came. */
  readonly bytes: Uint8Array
}

/**
 * No conclusive answer.
 *
 * - `because`: contains nothing that was sent or received
 * - `isAlarm`: a repeated query won't resolve it
 * - `isThere`: the other side has something under the queried key
 */
export class Unclear extends Data.TaggedError("Unclear")<{
  readonly because: string
  readonly isAlarm?: boolean
  readonly isThere?: boolean
}> {}

/** Sends one request and waits for its answer, without a time limit: see `within`. Interrupting it ends the request. */
export type Exchange = (call: Call) => Effect.Effect<Reply, Unclear>

/** The progress of an operation, which may be several calls. */
export interface Trace {
  /** Sending has started, now or in an earlier attempt: the other side may have received the request. */
  hasLeft: boolean
}

/** Where to, and within which limits. */
export interface Connecting {
  /** Scheme, host, port and the path that all calls begin with, if any. */
  readonly baseUrl: string
  /** Of every call. */
  readonly headers?: Readonly<Record<string, string>>
  /** The most concurrent connections; further calls wait for one. */
  readonly connections: number
  /** The time limit of connecting, TLS included. */
  readonly connectLimit: Duration.DurationInput
  /** PEM certificates to trust instead of Node's roots. Default: Node's roots. */
  readonly certificates?: ReadonlyArray<string>
  /** Unit: bytes. Default: `answerLimit`. */
  readonly answerLimit?: number
}

const given = new Error("The request was cancelled")

type Head = Omit<Reply, "bytes">

const headOf = (status: number, headers: Reply["headers"]): Head => ({
  status,
  headers,
  header: (name) => {
    const value = headers[name]
    return typeof value === "string" ? value : value?.[0]
  }
})

/** Socket timeouts use the machine's clock: with a stopped clock, a peer could hold a connection forever. */
const machineClock = Clock.make()

/** Nanoseconds that changes to the system time do not affect. */
const monotonic = (): bigint => machineClock.unsafeCurrentTimeNanos()

/** The instant by `monotonic` from which a call sends nothing any more. Undefined: never. */
class SendableUntil extends Context.Reference<SendableUntil>()("@florin/exchange/SendableUntil", {
  defaultValue: (): bigint | undefined => undefined
}) {}

const isOver = (end: bigint | undefined): boolean => end !== undefined && monotonic() >= end

const exchange = (
  pool: Pool,
  { onSending, ...call }: Dispatcher.DispatchOptions & Pick<Call, "onSending">,
  end: bigint | undefined
) =>
  Effect.async<Reply, Unclear>((resume) => {
    const chunks: Array<Buffer> = []
    let head: Head | undefined
    let sending: Dispatcher.DispatchController | undefined
    let isGivenUp = false
    pool.dispatch(call, {
      onRequestStart: (controller) => {
        // Prevents the pool from resending the request. A process that stood still finds its timers late, one after the
        // other, and may come here before that of the call: what it held by then may be another's, and a key forgotten.
        if (isGivenUp || sending !== undefined || isOver(end)) return controller.abort(given)
        sending = controller
        onSending()
      },
      onResponseStart: (_, status, headers) => {
        head = headOf(status, headers)
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk)
      },
      onResponseEnd: () => {
        const bytes = Buffer.concat(chunks)
        resume(head === undefined ? new Unclear({ because: "no answer" }) : Effect.succeed({ ...head, bytes }))
      },
      // Drops the error, because it may contain the request.
      onResponseError: () => resume(new Unclear({ because: "the connection failed" }))
    })
    return Effect.sync(() => {
      isGivenUp = true
      sending?.abort(given)
    })
  })

/** Connections to one host. The only time limit here is that of connecting. They close with the scope. */
export const open = (to: Connecting): Effect.Effect<Exchange, never, Scope.Scope> => {
  const { certificates = [], headers: always = {} } = to
  const { origin, pathname } = new URL(to.baseUrl)
  const prefix = pathname.replace(/\/+$/, "")
  const acquire = Effect.sync(
    () =>
      new Pool(origin, {
        connections: to.connections,
        pipelining: 1,
        allowH2: false,
        maxResponseSize: to.answerLimit ?? answerLimit,
        maxHeaderSize: headerLimit,
        connectTimeout: Duration.toMillis(to.connectLimit),
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: { secureContext: createSecureContext(certificates.length > 0 ? { ca: [...certificates] } : {}) }
      })
  )
  return Effect.map(
    Effect.acquireRelease(acquire, (pool) => Effect.promise(() => pool.destroy())),
    (pool): Exchange =>
      (call) =>
        Effect.flatMap(SendableUntil, (end) =>
          exchange(pool, { ...call, path: `${prefix}${call.path}`, headers: { ...always, ...call.headers } }, end)
        )
  )
}

/** Ends a call, with all that it asks, by the machine's clock. After that nothing of it is sent. */
export const within =
  (callLimit: Duration.DurationInput) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unclear, R> =>
    Effect.suspend(() =>
      call.pipe(
        Effect.provideService(SendableUntil, monotonic() + Duration.unsafeToNanos(callLimit)),
        Effect.timeoutFail({
          duration: callLimit,
          onTimeout: () => new Unclear({ because: "the call timed out" })
        }),
        Effect.withClock(machineClock)
      )
    )

/** The body as UTF-8 text. */
export const textOf = ({ bytes }: Reply): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")

/**
 * How long the other side wants to be left alone: seconds, or a date, which is counted from the answer's own.
 *
 * Errors: none; what is no such header is absent.
 */
export const retryAfterOf = ({ header }: Reply): Duration.Duration | undefined => {
  const text = header("retry-after")
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Duration.seconds(Number(text))
  const [until, from] = [Date.parse(text), Date.parse(header("date") ?? "")]
  return Number.isNaN(until) || Number.isNaN(from) ? undefined : Duration.millis(Math.max(until - from, 0))
}

/** What the refusal of a connector's setting has, as each error of Florin's does. The page stands where `florin` is installed. */
export const unusableOption = {
  code: "unusable-option",
  docs: "node_modules/florin/dist/docs/errors.md#unusable-option",
  status: 500
} as const

/** A setting is not an address that card numbers and keys may be sent to. The message never repeats the value. */
export class BaseUrlRefused extends Data.TaggedError("BaseUrlRefused")<{ readonly expected: string }> {
  override get message(): string {
    return this.expected
  }
}

const shape = "must be https://<host>[:<port>][/<path>]"
const overTls = "must be https unless the host is this machine"

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isComplete = ({ hash, password, protocol, search, username }: URL): boolean =>
  /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ""

/**
 * Checks a base URL: over TLS unless the host is this machine, without credentials, a query and a fragment. `allowHttp`
 * is for a network that nobody else can listen on.
 */
export const baseUrlOf = (
  text: string,
  { allowHttp = false }: { readonly allowHttp?: boolean } = {}
): Either.Either<string, BaseUrlRefused> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !isComplete(url)) return Either.left(new BaseUrlRefused({ expected: shape }))
  return url.protocol === "https:" || allowHttp || loopback.test(url.hostname)
    ? Either.right(`${url.origin}${url.pathname.replace(/\/+$/, "")}`)
    : Either.left(new BaseUrlRefused({ expected: overTls }))
}
