/** Requests to Adyen, with the repetitions that an idempotency key allows. */

import * as Tracing from "@florin/core/tracing/Tracing"
import { type Exchange, type Reply as Exchanged, retryAfterOf, textOf, Unclear } from "@florin/exchange/Exchange"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { apiKeyHeader } from "./secrets.js"
import type { Settings } from "./settings.js"

/**
 * An answer.
 *
 * - `body`: absent where it is not JSON, and then not Adyen's
 * - `isTransient`: the request was not carried out, and may be sent again under its key
 */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly isTransient: boolean
}

/** The progress of an operation. */
export interface Trace {
  /** Sending has started: Adyen may have received something. */
  hasLeft: boolean
  /** How many requests have left that no answer of Adyen's has accounted for. */
  doubts: number
}

export const traced = (): Trace => ({ hasLeft: false, doubts: 0 })

export interface Call {
  readonly path: string
  /** The `Idempotency-Key`. Shape: at most 64 characters. */
  readonly key: string
  readonly body: object
}

export type Client = (call: Call, trace: Trace) => Effect.Effect<Reply, Unclear>

/** How often a request is sent in all, while it is not carried out. */
const attemptLimit = 4

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Source: Adyen, "API idempotency": it had no effect, and may be sent again under its key. */
const isTransient = (reply: Exchanged): boolean =>
  reply.status === 429 || reply.header("transient-error")?.toLowerCase() === "true"

/** Limits how long a server can make us wait. */
const pauseOf = (reply: Exchanged): Duration.Duration =>
  Duration.clamp(retryAfterOf(reply) ?? Duration.seconds(1), {
    minimum: Duration.millis(200),
    maximum: Duration.seconds(5)
  })

export const make = ({ apiKey }: Settings, exchange: Exchange): Client => {
  const once = ({ body, key, path }: Call, trace: Trace): Effect.Effect<Exchanged, Unclear> =>
    Effect.withFiberRuntime<Exchanged, Unclear>((fiber) => {
      let hasLeft = false
      const onSending = () => {
        hasLeft = true
        trace.hasLeft = true
        trace.doubts += 1
      }
      const headers = {
        "content-type": "application/json",
        "idempotency-key": key,
        "x-api-key": apiKeyHeader(apiKey),
        ...Tracing.headersOf(fiber)
      }
      const sent = exchange({ method: "POST", path, headers, body: JSON.stringify(body), onSending })
      // The request may have arrived; the key makes a repetition safe. What never left is not worth one.
      return Effect.mapError(sent, ({ because }) => new Unclear({ because, isThere: hasLeft }))
    }).pipe(
      Effect.tap((reply) =>
        Effect.sync(() => {
          if (isTransient(reply)) trace.doubts -= 1
        })
      )
    )

  const patient = (call: Call, trace: Trace, attempt: number): Effect.Effect<Exchanged, Unclear> =>
    Effect.flatMap(once(call, trace), (reply) =>
      isTransient(reply) && attempt < attemptLimit
        ? Effect.zipRight(Effect.sleep(pauseOf(reply)), patient(call, trace, attempt + 1))
        : Effect.succeed(reply)
    )

  return (call, trace) =>
    patient(call, trace, 1).pipe(
      Effect.retry({ times: 1, while: ({ isThere = false }) => isThere }),
      Effect.map((reply) => ({
        status: reply.status,
        body: parsed(textOf(reply)),
        isTransient: isTransient(reply)
      }))
    )
}
