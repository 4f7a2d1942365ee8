/** A hook for each answered request, for a host's log and metrics. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** An answered request. The method is the only member that the client sent. */
export interface ObservedRequest {
  /** As in `x-request-id`. */
  readonly request: string
  /** The authenticated shop. */
  readonly shop: string | undefined
  /** The authenticated operator. */
  readonly operator: string | undefined
  readonly method: string
  /** The route's pattern, such as `/transactions/:uid`; absent when no route matched. */
  readonly route: string | undefined
  readonly status: number
  /** From the request's head to its answer. Real time, even when the sandbox's clock is stopped. */
  readonly milliseconds: number
  /** The transaction in the path, or the one that the answer describes. */
  readonly uid: string | undefined
}

/**
 * Called once per answered request, before the answer is sent. It must return quickly and must not throw. Read when the
 * adapter is built.
 *
 * Default: none; requests are then not timed either.
 */
export class RequestObserver extends Context.Reference<RequestObserver>()("@florin/http-adapter/RequestObserver", {
  defaultValue: (): ((observed: ObservedRequest) => void) | undefined => undefined
}) {}

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"] as const

/**
 * A method as an attribute of a metric or a span: a client may send any word.
 *
 * Source: OpenTelemetry's conventions for HTTP, `http.request.method`.
 */
export const methodOf = (method: string): (typeof methods)[number] | "_OTHER" =>
  methods.find((one) => one === method) ?? "_OTHER"

export const layer = (observe: (observed: ObservedRequest) => void): Layer.Layer<never> =>
  Layer.succeed(RequestObserver, observe)
