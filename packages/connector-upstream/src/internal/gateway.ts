/** The two things the other gateway is asked: to do an operation, and what it knows of a key. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CircuitBreaker } from "../CircuitBreaker.js"
import type { Upstream } from "../Upstream.js"
import { type Document, transactionIn } from "./documents.js"
import { type Exchange, type Reply, Unclear } from "./exchange.js"
import { type Known, ofList, ofParent } from "./lists.js"
import type { Operation } from "./operations.js"
import { basic } from "./secrets.js"

/** What is known of an operation's way while it is performed. */
export interface Trace {
  /** It began to leave this process, or left it before: the other gateway may have it. */
  hasLeft: boolean
}

export interface Gateway {
  readonly put: (operation: Operation, trace: Trace) => Effect.Effect<Reply, Unclear>
  /** The one transaction that was asked for under the key. */
  readonly find: (key: AcquirerKey) => Effect.Effect<Option.Option<Document>, Unclear>
}

/** A refund of a capture of an authorization has two above it. */
const generations = 2

const isTurnedAway = (status: number): boolean => status === 401 || status === 403

const isStruggling = (status: number): boolean => status >= 500 || status === 429

/** Another request has the key and is answered soon: there is a limit to how long a server may make us wait. */
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

  const put = ({ body, key, path }: Operation, trace: Trace): Effect.Effect<Reply, Unclear> => {
    const onSending = () => {
      trace.hasLeft = true
    }
    const headers = { "content-type": "application/json", RequestID: key }
    return call({ method: "POST", path, body, onSending }, headers).pipe(
      // It may have arrived or not: under the same key it is done once either way. Source: D13.
      Effect.retry({ times: 1, while: () => trace.hasLeft }),
      Effect.tap((reply) => (reply.status === 409 ? Effect.sleep(pauseOf(reply)) : Effect.void)),
      Effect.repeat({ while: ({ status }) => status === 409 })
    )
  }

  const query = Effect.fnUntraced(function* (path: string) {
    const { body, status } = yield* call({ method: "GET", path, onSending: () => undefined }, {})
    return status === 200 ? body : yield* new Unclear({ because: `asked what it has, it answered ${status}` })
  })

  /** Where what took over our tracking id has pushed ours out of the list, ours is above it. */
  const above = (known: Known, key: AcquirerKey, left: number): Effect.Effect<Option.Option<Document>, Unclear> => {
    switch (known._tag) {
      case "Nothing":
        return Effect.succeed(Option.none())
      case "Ours":
        return Effect.succeed(Option.some(known.document))
      case "Heir":
        return left === 0
          ? new Unclear({ because: "there is no end of heirs", isAlarm: true, isThere: true })
          : Effect.flatMap(parentOf(known.parentUid, key), (parent) => above(parent, key, left - 1))
    }
  }

  const parentOf = (uid: string, key: AcquirerKey): Effect.Effect<Known, Unclear> =>
    query(`/transactions/${encodeURIComponent(uid)}`).pipe(
      Effect.flatMap(transactionIn),
      Effect.mapError(({ because }) => new Unclear({ because, isThere: true })),
      Effect.flatMap((said) => ofParent(said, uid, key))
    )

  const find = (key: AcquirerKey): Effect.Effect<Option.Option<Document>, Unclear> =>
    query(`/v2/transactions/tracking_id/${encodeURIComponent(key)}`).pipe(
      Effect.flatMap((body) => ofList(body, key)),
      Effect.flatMap((known) => above(known, key, generations))
    )

  return { put, find }
}
