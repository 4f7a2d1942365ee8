/** What a host hears of each attempt at a notification, for its log and its measurements. */
import type { NotificationId, ShopId } from "@florin/core/ids/Ids"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** An attempt that ended. Nothing that the receiver sent is in it but the status. */
export interface ObservedDelivery {
  readonly shop: ShopId
  /** What the notification is about: the transaction. */
  readonly uid: string
  /** As in `webhook-id`. */
  readonly notification: NotificationId
  /** Counted from one. */
  readonly attempt: number
  readonly isDelivered: boolean
  /** The status, or the reason why there was none, as in the notification's `last_result`. */
  readonly result: string
  /** In real time, also where a sandbox's clock stands. */
  readonly milliseconds: number
}

/**
 * Called once per attempt, before its result is committed. It must not throw and not take long. Read when the dispatcher
 * is built.
 *
 * Default: none, which costs nothing.
 */
export class DeliveryObserver extends Context.Reference<DeliveryObserver>()(
  "@florin/webhook-dispatcher/DeliveryObserver",
  { defaultValue: (): ((observed: ObservedDelivery) => void) | undefined => undefined }
) {}

export const layer = (observe: (observed: ObservedDelivery) => void): Layer.Layer<never> =>
  Layer.succeed(DeliveryObserver, observe)
