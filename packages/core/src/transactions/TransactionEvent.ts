/** The events of a transaction. */
import * as Data from "effect/Data"
import type { AcquirerReport } from "../cards/AcquirerReport.js"
import type { DeclineReason } from "../cards/DeclineReason.js"
import type { WalletResult } from "../cards/WalletResult.js"
import type { Attempt } from "./Transaction.js"

/**
 * An event. The tags are the machines' triggers.
 *
 * - `Accepted`, `RulesDeclined`, `NoAcquirer`: the transaction begins; the latter two also end it
 * - `Authenticated`, `AuthenticationFailed`: the outcome of 3-D Secure
 * - `Approved`, `Declined`: the acquirer's decision
 * - `NotDone`: it was not performed and never will be
 * - `NoAnswer`: its outcome is still unknown
 * - `Corrected`: the acquirer's ledger contradicts the final state that was announced, and replaces it
 * - `ReversalBegun`: the reversal of an approval has begun, under its own key
 */
export type TransactionEvent = Data.TaggedEnum<{
  Accepted: {}
  RulesDeclined: {}
  NoAcquirer: {}
  Authenticated: {}
  AuthenticationFailed: {}
  Approved: { readonly report: AcquirerReport; readonly wallet?: WalletResult }
  Declined: { readonly reason: DeclineReason; readonly report: AcquirerReport }
  NotDone: {}
  NoAnswer: {}
  VerificationRefused: {}
  TimePassed: {}
  Closed: {}
  HoldLapsed: {}
  Corrected: { readonly report: AcquirerReport }
  ReversalBegun: { readonly attempt: Attempt }
}>

export const TransactionEvent = Data.taggedEnum<TransactionEvent>()
