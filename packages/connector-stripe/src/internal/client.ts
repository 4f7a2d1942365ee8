/**
 * Stripe's SDK, of which only the half that builds requests is used: its HTTP client hands them to our exchange, and never
 * answers. So no retry, no time limit and no error text of the SDK's is at work.
 */
import { withoutStack } from "@florin/core/request/InvalidRequest"
import { type Exchange, type Reply, retryAfterOf, type Trace, Unclear } from "@florin/exchange/Exchange"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import Stripe from "stripe"
import { readBody } from "./documents.js"
import { bearer } from "./secrets.js"

/** What the SDK would have sent. */
interface Prepared {
  readonly method: "GET" | "POST" | "DELETE"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A call of the SDK, with the options that carry the key. */
export type SdkCall = (sdk: Stripe, options: Stripe.RequestOptions) => Promise<unknown>

export interface Client {
  /** Asks. What Stripe answers with another status than 200 is unclear. */
  readonly ask: <A, I>(answer: Schema.Schema<A, I>, call: SdkCall) => Effect.Effect<A, Unclear>
  /** Like `ask`, with the answer's headers, and whatever its status. */
  readonly look: (call: SdkCall) => Effect.Effect<Reply, Unclear>
  /** Sends under a key, until Stripe has answered to it. `trace` knows whether it has left. */
  readonly send: (key: string, call: SdkCall, trace?: Trace) => Effect.Effect<Reply, Unclear>
}

/** How often a request is sent again that Stripe had no time for. */
const patience = 2

const isInUse = ({ status }: Reply): boolean => status === 409

const isTooMuch = ({ status }: Reply): boolean => status === 429

const isUnavailable = (reply: Reply): boolean => isTooMuch(reply) || reply.status >= 500

/** Limits how long Stripe can make us wait. */
const pauseOf = (reply: Reply): Duration.Duration =>
  Duration.clamp(retryAfterOf(reply) ?? Duration.millis(500), { minimum: "100 millis", maximum: "5 seconds" })

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === null || name === "Content-Length" ? [] : [[name, String(value)]]
    )
  )

type Hand = (prepared: Prepared) => void

/** The SDK's HTTP client. Which call a request belongs to is known by its headers, an object of its own. */
const handing = (hands: WeakMap<object, Hand>): Stripe.HttpClient =>
  ({
    getClientName: () => "florin",
    makeRequest: (_host: string, _port: string, path: string, method: string, headers: object, body: string) => {
      hands.get(headers)?.({
        method: method as Prepared["method"],
        path,
        headers: textsOf(headers),
        ...(method === "POST" ? { body } : {})
      })
      return new Promise<never>(() => undefined)
    }
  }) as unknown as Stripe.HttpClient

const preparing = (): ((call: SdkCall, key?: string) => Effect.Effect<Prepared>) => {
  const hands = new WeakMap<object, Hand>()
  const sdk = new Stripe("", {
    authenticator: () => Promise.resolve(),
    httpClient: handing(hands),
    maxNetworkRetries: 0,
    telemetry: false
  })
  return (call, key) =>
    Effect.async((resume) => {
      const authenticator: Stripe.RequestOptions["authenticator"] = (request) => {
        hands.set(request.headers, (prepared) => resume(Effect.succeed(prepared)))
        return Promise.resolve()
      }
      const options = { authenticator, ...(key === undefined ? {} : { idempotencyKey: key }) }
      // Drops the error, because it may contain the request. The SDK captures a stack for it with every call.
      withoutStack(() => call(sdk, options)).catch(() =>
        resume(Effect.dieMessage("The SDK has refused to build a request"))
      )
    })
}

const untraced: Trace = { hasLeft: false }

export const make = (name: string, apiKey: Redacted.Redacted<string>, exchange: Exchange): Client => {
  const prepare = preparing()

  const noted = ({ status }: Reply): Effect.Effect<void> =>
    status === 401 || status === 403
      ? Effect.logError(`${name} refuses our API key (${status}): check it, and what it may do`)
      : Effect.void

  const exchanged = (prepared: Prepared, onSending: () => void) =>
    Effect.tap(
      exchange({ ...prepared, headers: { ...prepared.headers, Authorization: bearer(apiKey) }, onSending }),
      noted
    )

  // A question has no effect and is asked again: one page that was lost is not the end of a list of dozens.
  const look = (call: SdkCall) =>
    Effect.flatMap(prepare(call), (prepared) =>
      exchanged(prepared, () => undefined).pipe(
        Effect.retry({ times: 1 }),
        Effect.tap((reply) => (isUnavailable(reply) ? Effect.sleep(pauseOf(reply)) : Effect.void)),
        Effect.repeat({ times: patience, while: isUnavailable })
      )
    )

  const ask = <A, I>(answer: Schema.Schema<A, I>, call: SdkCall): Effect.Effect<A, Unclear> =>
    Effect.flatMap(look(call), (reply) =>
      reply.status === 200
        ? readBody(answer)(reply)
        : new Unclear({ because: `it answered a question with ${reply.status}` })
    )

  const send = (key: string, call: SdkCall, trace: Trace = { ...untraced }) =>
    Effect.flatMap(prepare(call, key), (prepared) => {
      let left = patience
      const onSending = () => {
        trace.hasLeft = true
      }
      const isNotYet = (reply: Reply): boolean => isInUse(reply) || (isTooMuch(reply) && left-- > 0)
      return exchanged(prepared, onSending).pipe(
        // The request may have arrived; the key makes a repetition safe.
        Effect.retry({ times: 1, while: () => trace.hasLeft }),
        Effect.tap((reply) => (isInUse(reply) || isTooMuch(reply) ? Effect.sleep(pauseOf(reply)) : Effect.void)),
        Effect.repeat({ while: isNotYet })
      )
    })

  return { ask, look, send }
}
