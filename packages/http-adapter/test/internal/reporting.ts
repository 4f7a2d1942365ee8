/** Acquirers that tell, without a gateway behind them. */
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type { IncomingNotification } from "@florin/core/cards/AcquirerNotifications"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"

export type Notice = Effect.Effect.Success<ReturnType<AcquirerReports["Type"]["receive"]>>

/** What is answered to a notification for one of the acquirers. */
export type Receive = (incoming: IncomingNotification, gatewayId: number) => Effect.Effect<Notice, StorageError>

/** The acquirers 2, which has the address of earlier versions, too, and 7. */
export const reporting = (receive: Receive): AcquirerReports["Type"] => {
  const unread = () => Effect.die("it is verified by what stands here in the place of the gateway")
  const receivers = [
    { gatewayId: 2, notifications: { receive: unread, formerPath: "/upstream/notifications" } },
    { gatewayId: 7, notifications: { receive: unread } }
  ] as unknown as ReadonlyArray<AcquirerService>
  return AcquirerReports.of({
    receivers,
    counts: () => [],
    receive: (gatewayId, incoming) =>
      receivers.some((one) => one.gatewayId === gatewayId) ? receive(incoming, gatewayId) : new NotFound()
  })
}
