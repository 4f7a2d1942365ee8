/** The machine of captures, voids, refunds, credits and card payouts. */
import * as Machine from "../machine/Machine.js"
import type { CardEvent } from "./CardEvent.js"

export type State = "none" | "pending" | "successful" | "failed"

export type Trigger = CardEvent["_tag"]

/**
 * The effects committed with the new state. `close-parent` closes a hold that is now fully captured or voided;
 * `mail-refund` tells the customer of a refund, if the host provides a mailer (D65).
 */
export type SideEffect = "notify" | "ask-acquirer" | "close-parent" | "mail-refund"

/** Source: D7, D10, D11; a missing answer leaves the transaction `pending` (D6, P.9999). */
export const machine = Machine.make<State, Trigger, unknown, SideEffect>("capture, void, refund, credit, card payout")(
  (row) => [
    //   state      trigger     condition       next         other effects
    row("none", "Accepted", Machine.always, "pending", "ask-acquirer"),
    row("pending", "Approved", Machine.always, "successful", "notify", "close-parent", "mail-refund"),
    row("pending", "Declined", Machine.always, "failed", "notify"),
    row("pending", "NotDone", Machine.always, "failed", "notify"),
    row("pending", "NoAnswer", Machine.always, "pending"),
    row("pending", "Acknowledged", Machine.always, "pending") // D53
  ]
)
