/** The events of a card transaction. */
import * as Data from "effect/Data"
import type { Authentication } from "../three-d-secure/Authentication.js"
import type { AcquirerReport } from "./AcquirerReport.js"
import type { Attempt } from "./CardTransaction.js"
import type { DeclineReason } from "./DeclineReason.js"
import type { WalletResult } from "./WalletResult.js"

/**
 * An event. The tags are the machines' triggers.
 *
 * - `Accepted`, `RulesDeclined`, `NoAcquirer`: the transaction begins; the latter two also end it
 * - `ChallengeRequired`, `Returned`: 3-D Secure needs the customer's browser, and the customer is back
 * - `AuthenticationFailed`: 3-D Secure ends it
 * - `Approved`, `Declined`: the acquirer's decision
 * - `PassedOn`: its acquirer could not process it, and the next one is asked under a key of its own. `skipped`: the
 *   acquirers between the two whose circuit breaker was open
 * - `NotDone`: it was not performed and never will be
 * - `NoAnswer`: its outcome is still unknown
 * - `Corrected`: the acquirer's ledger contradicts the final state that was announced, and replaces it
 * - `ReversalBegun`: the reversal of an approval has begun, under its own key
 *
 * `authentication`, where it is optional: what 3-D Secure has said before, unless known.
 */
export type CardEvent = Data.TaggedEnum<{
  Accepted: {}
  RulesDeclined: {}
  NoAcquirer: {}
  ChallengeRequired: { readonly authentication: Authentication }
  Returned: { readonly authentication: Authentication }
  AuthenticationFailed: { readonly authentication: Authentication; readonly reason: DeclineReason }
  Approved: {
    readonly report: AcquirerReport
    readonly wallet?: WalletResult
    readonly authentication?: Authentication
  }
  Declined: {
    readonly reason: DeclineReason
    readonly report: AcquirerReport
    readonly authentication?: Authentication
  }
  PassedOn: {
    readonly attempt: Attempt
    readonly reason: DeclineReason
    readonly skipped?: ReadonlyArray<number>
    readonly authentication?: Authentication
  }
  NotDone: { readonly authentication?: Authentication }
  NoAnswer: {}
  VerificationRefused: { readonly authentication?: Authentication }
  TimePassed: {}
  Closed: {}
  HoldLapsed: {}
  Corrected: { readonly report: AcquirerReport }
  ReversalBegun: { readonly attempt: Attempt }
}>

export const CardEvent = Data.taggedEnum<CardEvent>()
