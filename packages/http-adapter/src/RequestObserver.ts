/** What a host hears of each request, for its log and its measurements. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** A request that was answered. Nothing of it was sent by the client but the method. */
export interface ObservedRequest {
  /** As in `x-request-id`. */
  readonly request: string
  /** The shop whose credentials were right. */
  readonly shop: string | undefined
  readonly method: string
  /** The pattern of its route, such as `/transactions/:uid`; absent where no route was found. */
  readonly route: string | undefined
  readonly status: number
  /** From the request's head to its answer, in real time also where a sandbox's clock stands. */
  readonly milliseconds: number
  /** The transaction that it was about. */
  readonly uid: string | undefined
}

/**
 * Called once per answered request, before the answer goes out. It must not throw and not take long. Read when the
 * adapter is built.
 *
 * Default: none, which costs nothing.
 */
export class RequestObserver extends Context.Reference<RequestObserver>()("@florin/http-adapter/RequestObserver", {
  defaultValue: (): ((observed: ObservedRequest) => void) | undefined => undefined
}) {}

export const layer = (observe: (observed: ObservedRequest) => void): Layer.Layer<never> =>
  Layer.succeed(RequestObserver, observe)
