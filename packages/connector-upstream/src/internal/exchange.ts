/** One request over a pooled connection. Reports whether any byte of it was sent. */
import { createSecureContext } from "node:tls"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Dispatcher, Pool } from "undici"

/** Unit: bytes. A longer answer counts as no answer. */
export const answerLimit = 1024 * 1024

export interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Called before the first byte is written. If it is never called, nothing was sent. */
  readonly onSending: () => void
}

export interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  /** A replayed earlier answer, possibly outdated. Source: D13. */
  readonly isReplayed: boolean
  readonly body: string
}

/**
 * No conclusive answer. `because` contains nothing that was sent or received. `isAlarm`: a repeated query won't resolve
 * it.
 * `isThere`: the other gateway has a transaction under the queried key.
 */
export class Unclear extends Data.TaggedError("Unclear")<{
  readonly because: string
  readonly isAlarm?: boolean
  readonly isThere?: boolean
}> {}

export type Exchange = (call: Call) => Effect.Effect<Reply, Unclear>

export interface Connecting {
  readonly origin: string
  readonly connections: number
  readonly connectLimit: Duration.DurationInput
  readonly certificates: ReadonlyArray<string>
}

const given = new Error("The request was cancelled")

const textOf = (header: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof header === "string" ? header : header?.[0]

const exchange = (pool: Pool, { onSending, ...call }: Call): Effect.Effect<Reply, Unclear> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = []
    let head: Omit<Reply, "body"> | undefined
    let sending: Dispatcher.DispatchController | undefined
    let isGivenUp = false
    pool.dispatch(call, {
      onRequestStart: (controller) => {
        // Prevents the pool from resending the request.
        if (isGivenUp || sending !== undefined) return controller.abort(given)
        sending = controller
        onSending()
      },
      onResponseStart: (_, status, headers) => {
        head = {
          status,
          retryAfter: textOf(headers["retry-after"]),
          isReplayed: textOf(headers["idempotency-replayed"]) === "true"
        }
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk)
      },
      onResponseEnd: () => {
        const body = Buffer.concat(chunks).toString("utf8")
        resume(head === undefined ? new Unclear({ because: "no answer" }) : Effect.succeed({ ...head, body }))
      },
      // Drops the error, because it may contain the request.
      onResponseError: () => resume(new Unclear({ because: "the connection failed" }))
    })
    return Effect.sync(() => {
      isGivenUp = true
      sending?.abort(given)
    })
  })

/** Connections to one gateway. Doesn't follow redirects. The only timeout here is that of connecting. */
export const open = (to: Connecting): Effect.Effect<Exchange, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(
        () =>
          new Pool(to.origin, {
            connections: to.connections,
            pipelining: 1,
            allowH2: false,
            maxResponseSize: answerLimit,
            maxHeaderSize: 16_384,
            connectTimeout: Duration.toMillis(to.connectLimit),
            headersTimeout: 0,
            bodyTimeout: 0,
            connect: {
              secureContext: createSecureContext(to.certificates.length > 0 ? { ca: [...to.certificates] } : {})
            }
          })
      ),
      (pool) => Effect.promise(() => pool.destroy())
    ),
    (pool): Exchange =>
      (call) =>
        exchange(pool, call)
  )
