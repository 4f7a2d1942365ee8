/** What happens to a transaction. */
import * as Data from "effect/Data"
import type { AcquirerReport } from "../cards/AcquirerReport.js"
import type { DeclineReason } from "../cards/DeclineReason.js"
import type { WalletResult } from "../cards/WalletResult.js"
import type { Attempt } from "./Transaction.js"

/**
 * Something that happened. The tags are the machines' triggers.
 *
 * - `Accepted`, `RulesDeclined`, `NoAcquirer`: how it begins; the latter two end it at once
 * - `Authenticated`, `AuthenticationFailed`: the outcome of 3-D Secure
 * - `Approved`, `Declined`: the acquirer's decision
 * - `NotDone`: it has not been done and never will
 * - `NoAnswer`: its outcome is not known yet
 * - `Corrected`: what was told as final is not what the acquirer's ledger says; this is
 * - `ReversalBegun`: an approval is being taken back, under a key of its own
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
