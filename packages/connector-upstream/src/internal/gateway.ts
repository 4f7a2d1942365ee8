/** The two things the other gateway is asked: to do an operation, and what it knows of a key. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CircuitBreaker } from "../CircuitBreaker.js"
import type { Upstream } from "../Upstream.js"
import { type Document, ofList } from "./documents.js"
import { type Exchange, type Reply, Unclear } from "./exchange.js"
import type { Operation } from "./operations.js"
import { basic } from "./secrets.js"

/** How often an operation began to leave this process. */
export interface Sendings {
  count: number
}

export interface Gateway {
  readonly put: (operation: Operation, sendings: Sendings) => Effect.Effect<Reply, Unclear>
  /** The one transaction that has the key as its tracking id. */
  readonly find: (key: AcquirerKey) => Effect.Effect<Option.Option<Document>, Unclear>
}

export const isTurnedAway = (status: number): boolean => status === 401 || status === 403

const isStruggling = (status: number): boolean => status >= 500 || status === 429

/** Whoever holds the key answers soon: there is a limit to how long a server may make us wait. */
const pauseOf = ({ retryAfter }: Reply): number => {
  const seconds = /^\d{1,4}$/.test(retryAfter ?? "") ? Number(retryAfter) : 1
  return Math.min(Math.max(seconds, 1), 5) * 1000
}

export const make = (name: string, upstream: Upstream, breaker: CircuitBreaker, exchange: Exchange): Gateway => {
  const noted = ({ status }: Reply): Effect.Effect<void> =>
    Effect.zipRight(
      isStruggling(status) ? breaker.failed : breaker.answered,
      isTurnedAway(status)
        ? Effect.logError(`${name} refuses our shop id and key (${status}): its setting is wrong`)
        : Effect.void
    )

  const call = (call: Omit<Parameters<Exchange>[0], "headers">, headers: Readonly<Record<string, string>>) =>
    Effect.suspend(() =>
      exchange({
        ...call,
        path: `${upstream.prefix}${call.path}`,
        headers: { authorization: basic(upstream), accept: "application/json", "user-agent": "Florin", ...headers }
      })
    ).pipe(
      Effect.tap(noted),
      Effect.tapError(() => breaker.failed),
      // Only a time limit interrupts.
      Effect.onInterrupt(() => breaker.failed)
    )

  const put = ({ body, key, path }: Operation, sendings: Sendings): Effect.Effect<Reply, Unclear> => {
    const onSending = () => {
      sendings.count += 1
    }
    const headers = { "content-type": "application/json", RequestID: key }
    return call({ method: "POST", path, body, onSending }, headers).pipe(
      // It may have arrived or not: under the same key it is done once either way. Source: D13.
      Effect.retry({ times: 1, while: () => sendings.count > 0 }),
      Effect.tap((reply) => (reply.status === 409 ? Effect.sleep(pauseOf(reply)) : Effect.void)),
      Effect.repeat({ while: ({ status }) => status === 409 })
    )
  }

  const find = Effect.fnUntraced(function* (key: AcquirerKey) {
    const path = `/v2/transactions/tracking_id/${encodeURIComponent(key)}`
    const { body, status } = yield* call({ method: "GET", path, onSending: () => undefined }, {})
    if (status !== 200) return yield* new Unclear({ because: `asked by tracking id, it answered ${status}` })
    return yield* ofList(body, key)
  })

  return { put, find }
}
