/** The machines of refunds and payouts by instant bank transfer: both end by the bank's report. */
import * as Machine from "../machine/Machine.js"
import { first, later, type Facts as PaymentFacts, toPaid, toUnpaid } from "./PaymentMachine.js"
import type { TransferEvent } from "./TransferEvent.js"

export type State = "none" | "pending" | "successful" | "failed"

export type Trigger = TransferEvent["_tag"]

/** As of payments. */
export type Facts = Pick<PaymentFacts, "isKnown" | "corrected">

/** As of payments; `ask-provider` sends the request, `mail-refund` tells the customer of a refund (D65). */
export type SideEffect = "notify" | "ask-provider" | "keep-evidence" | "mail-refund"

type Table = Machine.MakeRow<State, Trigger, Facts, SideEffect>

/** Source: interface, "States and transitions"; D31, D32, D40. */
const rows = (row: Table) => [
  //   state      trigger       condition       next         other effects
  row("none", "Accepted", Machine.always, "pending", "ask-provider"),
  row("none", "NoProvider", Machine.always, "failed", "notify"),
  row("pending", "Waiting", first, "pending", "notify"),
  row("pending", "Waiting", later, "pending"),
  row("pending", "NoAnswer", Machine.always, "pending"), // D41
  row("pending", "Paid", Machine.always, "successful", "notify", "mail-refund"),
  row("pending", "Rejected", Machine.always, "failed", "notify"),
  row("pending", "NotDone", Machine.always, "failed", "notify"),
  row("successful", "Paid", Machine.always, "successful", "keep-evidence"),
  row("successful", "Rejected", Machine.always, "successful", "keep-evidence"),
  row("failed", "Paid", Machine.always, "failed", "keep-evidence"),
  row("pending", "Corrected", toPaid, "successful", "notify", "mail-refund"), // D40: an operator is asked
  row("pending", "Corrected", toUnpaid, "failed", "notify"),
  row("successful", "Corrected", toUnpaid, "failed", "notify"),
  row("failed", "Corrected", toPaid, "successful", "notify", "mail-refund")
]

export const refund = Machine.make<State, Trigger, Facts, SideEffect>("transfer refund")(rows)

export const payout = Machine.make<State, Trigger, Facts, SideEffect>("transfer payout")(rows)
