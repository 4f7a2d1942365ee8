/** A hook for each delivery attempt, for a host's log and metrics. */
import type { NotificationId, ShopId } from "@florin/core/ids/Ids"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** A finished attempt. The status is the only part of the receiver's answer in it. */
export interface ObservedDelivery {
  readonly shop: ShopId
  /** The uid of the notification's transaction. */
  readonly uid: string
  /** As in `webhook-id`. */
  readonly notification: NotificationId
  /** One-based. */
  readonly attempt: number
  readonly isDelivered: boolean
  /** No attempt follows by itself: the last one has failed. */
  readonly isExhausted: boolean
  /** The status, or the reason for its absence, as in the notification's `last_result`. */
  readonly result: string
  /** Real time, even when the sandbox's clock is stopped. */
  readonly milliseconds: number
}

/**
 * Called once per attempt, before its result is committed. It must return quickly and must not throw. Read when the
 * dispatcher is built.
 *
 * Default: none.
 */
export class DeliveryObserver extends Context.Reference<DeliveryObserver>()(
  "@florin/webhook-dispatcher/DeliveryObserver",
  { defaultValue: (): ((observed: ObservedDelivery) => void) | undefined => undefined }
) {}

export const layer = (observe: (observed: ObservedDelivery) => void): Layer.Layer<never> =>
  Layer.succeed(DeliveryObserver, observe)
