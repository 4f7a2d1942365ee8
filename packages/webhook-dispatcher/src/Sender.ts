/**
 * One request to a receiver, within limits, whatever the receiver does.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Pool, Dispatcher as Undici } from "undici"
import * as AddressGuard from "./AddressGuard.js"
import * as DeliverySchedule from "./DeliverySchedule.js"
import * as Connections from "./internal/connections.js"
import { Resolver } from "./Resolver.js"
import { WebhookSettings } from "./WebhookSettings.js"

/**
 * How much of an answer is read; the rest is dropped with its connection.
 *
 * Unit: bytes. Source: D34.
 *
 * @since 0.1.0
 * @category limits
 */
export const answerLimit = 65_536

/**
 * What is posted, and for how long at most.
 *
 * @since 0.1.0
 * @category models
 */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeLimit: Duration.Duration
  /** On a connection of its own: for a request that gets no second attempt. */
  readonly fresh?: boolean
}

/**
 * Why there was no answer.
 *
 * - `timeout`: none within the time limit
 * - `address-refused`: the URL or its address is not allowed
 * - `unresolved`: its name has no address
 * - `tls-failed`: the certificate or the handshake did not hold
 * - `connection-failed`: refused, lost, or not HTTP
 *
 * @since 0.1.0
 * @category models
 */
export type NoAnswer = "timeout" | "address-refused" | "unresolved" | "tls-failed" | "connection-failed"

/**
 * What became of a request.
 *
 * - `Acknowledged`: 2xx. `answer` is its text; none where it did not end within the limits, which the status does not
 *   depend on
 * - `Gone`: 410
 * - `Rejected`: any other status; redirects are not followed
 * - `Unanswered`: no status at all
 *
 * @since 0.1.0
 * @category models
 */
export type Outcome = Data.TaggedEnum<{
  Acknowledged: { readonly status: number; readonly answer: Option.Option<string> }
  Gone: {}
  Rejected: { readonly status: number; readonly retryAfter: Option.Option<Duration.Duration> }
  Unanswered: { readonly reason: NoAnswer }
}>

/**
 * @since 0.1.0
 * @category constructors
 */
export const Outcome = Data.taggedEnum<Outcome>()

/**
 * Posts to receivers. Never fails and never takes longer than the time limit. Interrupting it closes its connection.
 *
 * Source: D34, D35.
 *
 * @since 0.1.0
 * @category services
 */
export class Sender extends Context.Tag("@florin/webhook-dispatcher/Sender")<
  Sender,
  {
    readonly post: (request: Post) => Effect.Effect<Outcome>
  }
>() {}

interface Head {
  readonly status: number
  readonly retryAfter: Option.Option<string>
}

const isTls = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code)

const reasonOf = (cause: unknown): NoAnswer => {
  const code = (cause as { readonly code?: unknown } | null)?.code
  return typeof code === "string" && isTls(code) ? "tls-failed" : "connection-failed"
}

const reasonOfRefusal = ({ reason }: AddressGuard.AddressRefused): NoAnswer =>
  reason === "unresolved" ? "unresolved" : "address-refused"

const open = (pool: Pool, target: AddressGuard.Target, request: Post) =>
  Effect.tryPromise({
    try: (signal) =>
      pool.request({
        method: "POST",
        path: target.url.pathname + target.url.search,
        headers: { "content-type": "application/json", "user-agent": "Florin", ...request.headers },
        body: request.body,
        reset: request.fresh === true,
        signal
      }),
    catch: reasonOf
  })

const headOf = ({ headers, statusCode }: Undici.ResponseData): Head => ({
  status: statusCode,
  retryAfter: Option.map(Option.fromNullable(headers["retry-after"]), String)
})

const collect = async (body: Undici.ResponseData["body"]): Promise<string | undefined> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > answerLimit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString("utf8")
}

const read = (body: Undici.ResponseData["body"]): Effect.Effect<Option.Option<string>> =>
  Effect.tryPromise(() => collect(body)).pipe(
    Effect.map(Option.fromNullable),
    Effect.orElseSucceed(() => Option.none<string>()),
    // Not on its `error` event, which nobody listens to any more.
    Effect.onInterrupt(() => Effect.sync(() => body.on("error", () => undefined).destroy()))
  )

const conclude = (head: Head, answer: Option.Option<string>, now: number): Outcome => {
  if (head.status >= 200 && head.status < 300) return Outcome.Acknowledged({ status: head.status, answer })
  if (head.status === 410) return Outcome.Gone()
  const retryAfter = Option.flatMap(head.retryAfter, (header) => DeliverySchedule.parseRetryAfter(header, now))
  return Outcome.Rejected({ status: head.status, retryAfter })
}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const check = AddressGuard.make(settings, yield* Resolver)
  const connections = yield* Connections.make(settings)
  // A socket's time limit runs on the machine's time: a clock that a test or the sandbox has stopped must not let a
  // receiver hold on for ever.
  const machineClock = Clock.make()

  const exchange = Effect.fnUntraced(function* (request: Post, seen: Ref.Ref<Option.Option<Head>>) {
    const target = yield* Effect.mapError(check(request.url), reasonOfRefusal)
    return yield* connections[request.fresh === true ? "fresh" : "shared"](target, (pool) =>
      Effect.gen(function* () {
        const response = yield* open(pool, target, request)
        yield* Ref.set(seen, Option.some(headOf(response)))
        return yield* read(response.body)
      })
    )
  })

  const post = Effect.fn("Sender.post")(function* (request: Post) {
    const seen = yield* Ref.make(Option.none<Head>())
    const answered = yield* exchange(request, seen).pipe(
      Effect.timeoutFail({ duration: request.timeLimit, onTimeout: (): NoAnswer => "timeout" }),
      Effect.withClock(machineClock),
      Effect.either
    )
    const head = yield* Ref.get(seen)
    const now = yield* Clock.currentTimeMillis
    if (Option.isSome(head))
      return conclude(
        head.value,
        Either.getOrElse(answered, () => Option.none()),
        now
      )
    return Outcome.Unanswered({ reason: Either.isLeft(answered) ? answered.left : "connection-failed" })
  })

  return Sender.of({ post })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<Sender> = Layer.scoped(Sender, make)
