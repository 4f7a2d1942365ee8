/** One bounded request to a receiver. */
import * as Deadlines from "@florin/core/time/Deadlines"
import * as Tracing from "@florin/core/tracing/Tracing"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import type { Dispatcher as Undici } from "undici"
import type * as AddressGuard from "./AddressGuard.js"
import * as DeliverySchedule from "./DeliverySchedule.js"
import * as Connections from "./internal/connections.js"
import { Resolver } from "./Resolver.js"
import { WebhookSettings } from "./WebhookSettings.js"

/**
 * The largest response body that is read. A longer one closes the connection.
 *
 * Unit: bytes. Source: D34.
 */
export const answerLimit = 65_536

/** A request to post, and its time limit. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeLimit: Duration.Duration
  /** Uses a new connection, for a request that gets no second attempt. */
  readonly fresh?: boolean
  /**
   * Asked once more when the request is about to be written, however long a connection was waited for: what may not leave
   * any more ends as `connection-failed`. Default: it may.
   */
  readonly mayLeave?: () => boolean
}

/**
 * Why there was no response.
 *
 * - `timeout`: none within the time limit
 * - `address-refused`: the URL or its address is not allowed
 * - `unresolved`: the name has no address
 * - `tls-failed`: the certificate was invalid or the handshake failed
 * - `connection-failed`: refused, lost, or not HTTP
 */
export type NoAnswer = "timeout" | "address-refused" | "unresolved" | "tls-failed" | "connection-failed"

/**
 * The outcome of a request.
 *
 * - `Acknowledged`: 2xx. `answer` is the response text; none when it exceeded the limits, which doesn't affect the
 * status
 * - `Gone`: 410
 * - `Rejected`: any other status; redirects are not followed
 * - `Unanswered`: no status at all
 */
export type Outcome = Data.TaggedEnum<{
  Acknowledged: { readonly status: number; readonly answer: Option.Option<string> }
  Gone: {}
  Rejected: { readonly status: number; readonly retryAfter: Option.Option<Duration.Duration> }
  Unanswered: { readonly reason: NoAnswer }
}>

export const Outcome: Data.TaggedEnum.Constructor<Outcome> = Data.taggedEnum<Outcome>()

/**
 * Posts to receivers. Never fails and never exceeds the time limit. Interruption closes the connection.
 *
 * Source: D34, D35.
 */
export class Sender extends Context.Tag("@florin/webhook-dispatcher/Sender")<
  Sender,
  {
    readonly post: (request: Post) => Effect.Effect<Outcome>
    /**
     * Like `post`, without an effect per request. Returns a function that cancels the request. Calls `done` once,
     * possibly synchronously, unless the request is cancelled. `now`: epoch milliseconds, the base of `Retry-After`.
     *
     * Default: `post` is used.
     */
    readonly unsafePost?: (request: Post, now: () => number, done: (outcome: Outcome) => void) => () => void
  }
>() {}

const isTls = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code)

const reasonOf = (cause: unknown): NoAnswer => {
  const code = (cause as { readonly code?: unknown } | null)?.code
  return typeof code === "string" && isTls(code) ? "tls-failed" : "connection-failed"
}

const reasonOfRefusal = ({ reason }: AddressGuard.AddressRefused): NoAnswer =>
  reason === "unresolved" ? "unresolved" : "address-refused"

const conclude = (head: Connections.Head, text: string | undefined, now: number): Outcome => {
  const { retryAfter, status } = head
  if (status >= 200 && status < 300) return Outcome.Acknowledged({ status, answer: Option.fromNullable(text) })
  if (status === 410) return Outcome.Gone()
  const header = Option.fromNullable(retryAfter)
  return Outcome.Rejected({
    status,
    retryAfter: Option.flatMap(header, (text) => DeliverySchedule.parseRetryAfter(text, now))
  })
}

const requestOf = ({ body, fresh, headers }: Post, { url }: AddressGuard.Target): Undici.DispatchOptions => ({
  method: "POST",
  path: url.pathname + url.search,
  headers: { "Content-Type": "application/json", "User-Agent": "Florin", ...headers },
  body,
  reset: fresh === true
})

type LookUp = (name: string, found: (addresses: ReadonlyArray<string>) => void) => () => void

/** A resolver without an effect per lookup. A defect of the host's resolver counts as no address. */
const makeLookUp = Effect.gen(function* () {
  const resolve = yield* Resolver
  const fibers = yield* FiberSet.make<ReadonlyArray<string>>()
  const runFork = yield* Effect.withClock(FiberSet.runtime(fibers)<never>(), Clock.make())
  const lookUp: LookUp = (name, found) => {
    const fiber = runFork(resolve(name))
    fiber.addObserver((exit) => found(Exit.getOrElse(exit, () => [])))
    return () => fiber.unsafeInterruptAsFork(FiberId.none)
  }
  return lookUp
})

interface Services {
  readonly policy: AddressGuard.Policy
  readonly lookUp: LookUp
  readonly connections: Connections.Connections
  readonly deadline: Deadlines.Deadlines
}

const nothing = (): void => undefined

/** One request: the lookup, the wait for a connection (not subject to the time limit) and the exchange. */
const begin = ({ connections, deadline, lookUp, policy }: Services, request: Post, hear: (ended: Ended) => void) => {
  let isOver = false
  let exchange: Connections.Exchange | undefined
  let release = nothing
  let leaveQueue = nothing
  let endLookUp = nothing

  const stop = (): void => {
    isOver = true
    clear()
    endLookUp()
    leaveQueue()
    exchange?.giveUp()
    release()
  }

  const end = (ended: Ended): void => {
    if (isOver) return
    stop()
    hear(ended)
  }

  const late = () => end({ head: exchange?.head(), text: undefined, reason: "timeout" })
  let clear = deadline(request.timeLimit, late)

  const use = ({ left, over, pool }: Connections.Place, target: AddressGuard.Target): void => {
    release = over
    const ended = ({ cause, head, text }: Connections.Ended) => end({ head, text, reason: reasonOf(cause) })
    const begun = Connections.send(pool, requestOf(request, target), answerLimit, {
      ended,
      left,
      mayLeave: request.mayLeave
    })
    exchange = begun
    if (isOver) begun.giveUp()
  }

  const connect = (target: AddressGuard.Target): void => {
    if (isOver) return
    if (request.fresh === true) {
      use(connections.fresh(target), target)
      return
    }
    let isWaiting = false
    const leave = connections.shared(target, (place) => {
      if (isWaiting) clear = deadline(request.timeLimit, late)
      use(place, target)
    })
    if (exchange !== undefined || isOver) return
    isWaiting = true
    clear()
    leaveQueue = leave
  }

  const lost = (cause: unknown): void => end({ head: undefined, text: undefined, reason: reasonOf(cause) })

  const refuse = (refused: AddressGuard.AddressRefused): void =>
    end({ head: undefined, text: undefined, reason: reasonOfRefusal(refused) })

  const resolved = ({ hostOf, parse, targetOf }: Connections.Guard): void => {
    if (isOver) return
    const parsed = parse(request.url, policy)
    if (Either.isLeft(parsed)) refuse(parsed.left)
    else {
      const check = (addresses: ReadonlyArray<string>): void =>
        Either.match(targetOf(parsed.right, addresses, policy), { onLeft: refuse, onRight: connect })
      const { address, name } = hostOf(parsed.right)
      if (address !== undefined) check([address])
      else endLookUp = lookUp(name, (addresses) => (isOver ? undefined : check(addresses)))
    }
  }

  connections.ready(resolved, lost)
  return stop
}

/** The end of a request, with the reason if there was no response head. */
interface Ended extends Omit<Connections.Ended, "cause"> {
  readonly reason: NoAnswer
}

// Of the URL only its host: a path or a query may hold a merchant's secret.
const spanOptions =
  ({ url }: Post) =>
  (): Tracing.SpanOptions => {
    const { hostname, port, protocol } = new URL(url)
    const address = { "server.address": hostname, "server.port": Number(port) || (protocol === "http:" ? 80 : 443) }
    return { kind: "client", attributes: { "http.request.method": "POST", ...address } }
  }

/** Source: OpenTelemetry's conventions for HTTP clients. */
const answeredAs = (outcome: Outcome): Tracing.Attributes => {
  if (outcome._tag === "Unanswered") return { "error.type": outcome.reason }
  const status = outcome._tag === "Gone" ? 410 : outcome.status
  return { "http.response.status_code": status, "error.type": status < 400 ? undefined : String(status) }
}

export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const services: Services = {
    policy: settings,
    lookUp: yield* makeLookUp,
    connections: yield* Connections.make(settings),
    // The real clock: with a stopped test or sandbox clock, a receiver could hold a connection forever.
    deadline: yield* Effect.withClock(Deadlines.make, Clock.make())
  }

  const unsafePost = (request: Post, now: () => number, done: (outcome: Outcome) => void): (() => void) =>
    begin(services, request, ({ head, reason, text }) =>
      done(head === undefined ? Outcome.Unanswered({ reason }) : conclude(head, text, now()))
    )

  const post = (request: Post): Effect.Effect<Outcome> =>
    Effect.withFiberRuntime((fiber) => {
      const now = () => Context.get(fiber.currentDefaultServices, Clock.Clock).unsafeCurrentTimeMillis()
      const headers = { ...request.headers, ...Tracing.headersOf(fiber) }
      return Effect.async<Outcome>((resume) => {
        const giveUp = unsafePost({ ...request, headers }, now, (outcome) => resume(Effect.succeed(outcome)))
        return Effect.sync(giveUp)
      })
    })

  return Sender.of({
    post: (request) => Tracing.traced("POST", post(request), spanOptions(request), answeredAs),
    unsafePost
  })
})
