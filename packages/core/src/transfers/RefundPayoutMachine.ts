/** The machines of refunds and payouts by instant bank transfer: both end by the bank's report. */
import * as Machine from "../machine/Machine.js"
import type * as PaymentMachine from "./PaymentMachine.js"
import type { TransferEvent } from "./TransferEvent.js"

export type State = "none" | "pending" | "successful" | "failed"

export type Trigger = TransferEvent["_tag"]

/** As of payments. */
export type Facts = Pick<PaymentMachine.Facts, "isKnown" | "corrected">

/** As of payments; `ask-provider` sends the request. */
export type SideEffect = "notify" | "ask-provider" | "keep-evidence"

const first = Machine.when<Facts>("The first answer", (_) => !_.isKnown)
const later = Machine.when<Facts>("A later one", (_) => _.isKnown)
const toPaid = Machine.when<Facts>("To `successful`", (_) => _.corrected === "successful")
const toUnpaid = Machine.when<Facts>("To `failed`", (_) => _.corrected === "failed")

type Table = Parameters<Parameters<ReturnType<typeof Machine.make<State, Trigger, Facts, SideEffect>>>[0]>[0]

/** Source: interface, "States and transitions"; D31, D32, D40. */
const rows = (row: Table) => [
  //   state      trigger       condition       next         other effects
  row("none", "Accepted", Machine.always, "pending", "ask-provider"),
  row("none", "NoProvider", Machine.always, "failed", "notify"),
  row("pending", "Waiting", first, "pending", "notify"),
  row("pending", "Waiting", later, "pending"),
  row("pending", "NoAnswer", Machine.always, "pending"), // D41
  row("pending", "Paid", Machine.always, "successful", "notify"),
  row("pending", "Rejected", Machine.always, "failed", "notify"),
  row("pending", "NotDone", Machine.always, "failed", "notify"),
  row("successful", "Paid", Machine.always, "successful", "keep-evidence"),
  row("successful", "Rejected", Machine.always, "successful", "keep-evidence"),
  row("failed", "Paid", Machine.always, "failed", "keep-evidence"),
  row("pending", "Corrected", toPaid, "successful", "notify"), // D40: an operator is asked
  row("pending", "Corrected", toUnpaid, "failed", "notify"),
  row("successful", "Corrected", toUnpaid, "failed", "notify"),
  row("failed", "Corrected", toPaid, "successful", "notify")
]

export const refund = Machine.make<State, Trigger, Facts, SideEffect>("transfer refund")(rows)

export const payout = Machine.make<State, Trigger, Facts, SideEffect>("transfer payout")(rows)
