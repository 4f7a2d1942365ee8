/** The events of a transfer. */
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import type { TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Order, TransferReport } from "./ProviderReport.js"
import type { TransferReason } from "./TransferReason.js"

/**
 * An event. The tags are the machines' triggers.
 *
 * - `Accepted`: the transfer begins
 * - `NoProvider`: it begins and ends, because no provider takes it
 * - `Waiting`: the provider knows it and has not decided: it waits for the customer or for a bank
 * - `Paid`: the money arrived, at the bank's date
 * - `Rejected`: the provider or a bank refused it
 * - `TimePassed`: the time to pay had passed at that instant of the provider's clock, and nothing was paid
 * - `NotDone`: it was not performed and never will be
 * - `NoAnswer`: its outcome is still unknown
 * - `VerificationRefused`: the merchant refused it
 * - `ProofBegun`: the merchant sent a proof of the payment, which waits for an operator
 * - `ProofApproved`: an operator, `by`, approved the proof
 * - `ProofDeclined`: an operator, `by`, declined it
 * - `ConfirmAsked`: the merchant asks to look now whether it is paid, `under` an idempotency key
 * - `Corrected`: an operator replaces the state
 */
export type TransferEvent = Data.TaggedEnum<{
  Accepted: {}
  NoProvider: {}
  Waiting: { readonly report: TransferReport; readonly order: Order | null }
  Paid: { readonly report: TransferReport; readonly amount: Amount; readonly paidAt: DateTime.Utc }
  Rejected: { readonly report: TransferReport; readonly reason: TransferReason }
  TimePassed: { readonly asOf: DateTime.Utc }
  NotDone: {}
  NoAnswer: {}
  VerificationRefused: {}
  ProofBegun: { readonly uid: TransactionUid; readonly message: string }
  ProofApproved: { readonly amount: Amount; readonly message: string; readonly by?: string }
  ProofDeclined: { readonly message: string; readonly by?: string }
  ConfirmAsked: { readonly under?: string | undefined }
  Corrected: {
    readonly status: "successful" | "failed"
    readonly amount: Amount
    readonly reason: string
  }
}>

export const TransferEvent: Data.TaggedEnum.Constructor<TransferEvent> = Data.taggedEnum<TransferEvent>()
