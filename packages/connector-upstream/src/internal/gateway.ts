/** Requests to the other gateway: operations, and status queries by key. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import { MovementsUnavailable } from "@florin/core/money/Movement"
import * as Tracing from "@florin/core/tracing/Tracing"
import {
  type Call,
  type Exchange,
  type Reply as Exchanged,
  type Trace,
  textOf,
  Unclear
} from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CircuitBreaker } from "../CircuitBreaker.js"
import type { Upstream } from "../Upstream.js"
import { type Document, transactionIn } from "./documents.js"
import { type Known, ofList, ofParent } from "./lists.js"
import type { Operation } from "./operations.js"
import { basic } from "./secrets.js"

/** What the other gateway answered. */
export interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  /** A replayed earlier answer, possibly outdated. Source: D13. */
  readonly isReplayed: boolean
  readonly body: string
}

export interface Gateway {
  readonly put: (operation: Operation, trace: Trace) => Effect.Effect<Reply, Unclear>
  /** The transaction requested under the key. */
  readonly find: (key: AcquirerKey) => Effect.Effect<Option.Option<Document>, Unclear>
  /** A page of what our shop has moved there. */
  readonly movements: (query: string) => Effect.Effect<string, Unclear | MovementsUnavailable>
}

/** A refund of a capture of an authorization has two ancestors. */
const generations = 2

const replyOf = (reply: Exchanged): Reply => ({
  status: reply.status,
  retryAfter: reply.header("retry-after"),
  isReplayed: reply.header("idempotency-replayed") === "true",
  body: textOf(reply)
})

const isTurnedAway = (status: number): boolean => status === 401 || status === 403

const isStruggling = (status: number): boolean => status >= 500 || status === 429

/** The pause before retrying after `409`. Limits how long a server can make us wait. */
const pauseOf = ({ retryAfter }: Reply): number => {
  const seconds = /^\d{1,4}$/.test(retryAfter ?? "") ? Number(retryAfter) : 1
  return Math.min(Math.max(seconds, 1), 5) * 1000
}

const ours = { accept: "application/json", "user-agent": "Florin" }

export const make = (name: string, upstream: Upstream, breaker: CircuitBreaker, exchange: Exchange): Gateway => {
  const noted = ({ status }: Reply): Effect.Effect<void> =>
    Effect.zipRight(
      isStruggling(status) ? breaker.failed : breaker.answered,
      isTurnedAway(status)
        ? Effect.logError(`${name} refuses our shop id and key (${status}): check its setting`)
        : Effect.void
    )

  const call = (call: Omit<Call, "headers">, headers: Readonly<Record<string, string>>) =>
    Effect.withFiberRuntime<Exchanged, Unclear>((fiber) =>
      exchange({
        ...call,
        headers: { ...ours, authorization: basic(upstream), ...headers, ...Tracing.headersOf(fiber) }
      })
    ).pipe(
      Effect.map(replyOf),
      Effect.tap(noted),
      Effect.tapError(() => breaker.failed),
      // Only a timeout interrupts.
      Effect.onInterrupt(() => breaker.failed)
    )

  const put = ({ body, key, path }: Operation, trace: Trace): Effect.Effect<Reply, Unclear> => {
    const onSending = () => {
      trace.hasLeft = true
    }
    const headers = { "content-type": "application/json", RequestID: key }
    return call({ method: "POST", path, body, onSending }, headers).pipe(
      // The request may have arrived; the key makes a repetition safe. Source: D13.
      Effect.retry({ times: 1, while: () => trace.hasLeft }),
      Effect.tap((reply) => (reply.status === 409 ? Effect.sleep(pauseOf(reply)) : Effect.void)),
      Effect.repeat({ while: ({ status }) => status === 409 })
    )
  }

  const query = Effect.fnUntraced(function* (path: string) {
    const { body, status } = yield* call({ method: "GET", path, onSending: () => undefined }, {})
    return status === 200 ? body : yield* new Unclear({ because: `it answered the status query with ${status}` })
  })

  /** When heirs have pushed ours out of the list, searches their ancestors. */
  const above = (known: Known, key: AcquirerKey, left: number): Effect.Effect<Option.Option<Document>, Unclear> => {
    switch (known._tag) {
      case "Nothing":
        return Effect.succeed(Option.none())
      case "Ours":
        return Effect.succeed(Option.some(known.document))
      case "Heir":
        return left === 0
          ? new Unclear({ because: "too many generations of heirs", isAlarm: true, isThere: true })
          : Effect.flatMap(parentOf(known.parentUid, key), (parent) => above(parent, key, left - 1))
    }
  }

  const parentOf = (uid: string, key: AcquirerKey): Effect.Effect<Known, Unclear> =>
    query(`/transactions/${encodeURIComponent(uid)}`).pipe(
      Effect.flatMap(transactionIn),
      Effect.mapError(({ because }) => new Unclear({ because, isThere: true })),
      Effect.flatMap((response) => ofParent(response, uid, key))
    )

  const find = (key: AcquirerKey): Effect.Effect<Option.Option<Document>, Unclear> =>
    query(`/v2/transactions/tracking_id/${encodeURIComponent(key)}`).pipe(
      Effect.flatMap((body) => ofList(body, key)),
      Effect.flatMap((known) => above(known, key, generations))
    )

  const movements = Effect.fnUntraced(function* (query: string) {
    const path = `/movements?${query}`
    const { body, status } = yield* call({ method: "GET", path, onSending: () => undefined }, {})
    if (status === 404 || status === 405) return yield* new MovementsUnavailable({ isOffered: false })
    return status === 200 ? body : yield* new Unclear({ because: `it answered a query of movements with ${status}` })
  })

  return { put, find, movements }
}
