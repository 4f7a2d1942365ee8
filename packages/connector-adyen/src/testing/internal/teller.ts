/** The fake's notifications: signed, sent until they are accepted, in an order that a dial chooses. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { signature } from "../../internal/signing.js"
import type { NotificationBody, NotificationItem } from "../../internal/vendor.js"

/** Delivers the body of a notification, and says whether it was accepted. */
export type Deliver = (body: string) => Effect.Effect<boolean>

/** Adyen sends what was not accepted again: a few times at once, then at longer and longer intervals. */
const again = Schedule.exponential(Duration.seconds(2), 3).pipe(Schedule.intersect(Schedule.recurs(8)))

/** The body of one notification, with its signature. */
export const bodyOf = (item: NotificationItem, key: Redacted.Redacted<string>): string => {
  const additionalData = { ...item.additionalData, hmacSignature: signature(item, key) }
  const body: NotificationBody = {
    live: "false",
    notificationItems: [{ NotificationRequestItem: { ...item, additionalData } }]
  }
  return JSON.stringify(body)
}

/** Sends one until it is accepted, or for about six hours. */
export const send = (deliver: Deliver, body: string): Effect.Effect<boolean> =>
  deliver(body).pipe(
    Effect.flatMap((isAccepted) => (isAccepted ? Effect.void : Effect.fail("refused"))),
    Effect.retry(again),
    Effect.match({ onFailure: () => false, onSuccess: () => true })
  )
