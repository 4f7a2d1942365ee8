/** The machine of the proof of a payment. An operator decides it. */
import * as Machine from "../machine/Machine.js"
import type { TransferEvent } from "./TransferEvent.js"

export type State = "none" | "pending" | "successful" | "failed"

export type Trigger = TransferEvent["_tag"]

/** The webhook of the decision is that of the payment, which is decided in the same commit. */
export type SideEffect = never

/** Source: interface, "Payment proof"; D29. */
export const machine = Machine.make<State, Trigger, unknown, SideEffect>("payment proof")((row) => [
  //   state      trigger          condition       next
  row("none", "Accepted", Machine.always, "pending"),
  row("pending", "ProofApproved", Machine.always, "successful"),
  row("pending", "ProofDeclined", Machine.always, "failed")
])
