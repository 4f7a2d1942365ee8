/** The spans of requests. Source: OpenTelemetry's conventions for HTTP servers. */
import * as Tracing from "@florin/core/tracing/Tracing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Incoming } from "../../Incoming.js"
import { methodOf } from "../../RequestObserver.js"
import type { Reply } from "./exchange.js"

/** An answer of 5xx is an error of ours; one of 4xx is the client's. */
const errorOf = (exit: Exit.Exit<Reply>): string | undefined => {
  if (Exit.isFailure(exit)) return "interrupted"
  return exit.value.status < 500 ? undefined : String(exit.value.status)
}

/**
 * Answers in a span, below the one around the adapter, or else below the one in the request's `traceparent`. Neither
 * path nor query is an attribute: a path may hold a capability or what a merchant named.
 */
export const served = (
  trace: Tracing.Trace,
  { header, method }: Incoming,
  requestId: string,
  route: string | undefined,
  answer: Effect.Effect<Reply>
): Effect.Effect<Reply> =>
  Effect.suspend(() => {
    const parent = trace.parent ?? Tracing.spanOf(header("traceparent"))
    const known = methodOf(method)
    const word = known === "_OTHER" ? "HTTP" : known
    const span = Tracing.begin({ ...trace, parent }, route === undefined ? word : `${word} ${route}`, {
      kind: "server",
      attributes: {
        "http.request.method": known,
        "http.route": route,
        "florin.request.id": requestId
      }
    })
    return Effect.onExit(Tracing.within({ ...trace, parent: span }, answer), (exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) Tracing.describe(span, { "http.response.status_code": exit.value.status })
        Tracing.end(trace, span, errorOf(exit))
      })
    )
  })
