/** The events of a card transaction. */
import * as Data from "effect/Data"
import type { AcquirerKey } from "../ids/Ids.js"
import type { ReportedCard } from "./AcquirerAnswer.js"
import type { AcquirerReport } from "./AcquirerReport.js"
import type { Authentication } from "./Authentication.js"
import type { FollowUpRequest, PassedOver } from "./CardTransaction.js"
import type { CustomerAction } from "./CustomerAction.js"
import type { DeclineReason } from "./DeclineReason.js"
import type { ProviderToken } from "./ProviderToken.js"
import type { WalletSaveResult } from "./WalletSaveResult.js"

/**
 * An event. The tags are the machines' triggers.
 *
 * - `Accepted`: the transaction begins
 * - `RulesDeclined`: it begins and ends, because the shop's rules decline it
 * - `NoAcquirer`: it begins and ends, because no acquirer takes it
 * - `ChallengeRequired`: 3-D Secure needs the customer's browser
 * - `Returned`: the customer is back from it
 * - `AuthenticationFailed`: 3-D Secure ends it
 * - `Approved`: the acquirer approved it
 * - `Declined`: the acquirer declined it
 * - `PassedOn`: its acquirer could not process it, and the next one is asked under a key of its own. `skipped`: the
 *   acquirers between the two whose circuit breaker was open
 * - `ActionNeeded`: the customer has to do something at the acquirer first
 * - `ActionReturned`: the customer is back from it, with what the browser brought
 * - `Acknowledged`: the acquirer has it under this reference, and decides later
 * - `NotDone`: it was not performed and never will be
 * - `NoAnswer`: its outcome is still unknown
 * - `VerificationRefused`: the merchant refused it
 * - `TimePassed`: the customer did not return in time, or `expired_at` is reached
 * - `Withdrawn`: what it was meant to pay is called off while its customer is at the acquirer
 * - `Closed`: nothing of an authorization is left to capture or void
 * - `HoldLapsed`: the time to capture an authorization is over, and what is left of it is released
 * - `Corrected`: the acquirer's ledger contradicts the final state that was announced, and replaces it
 * - `ReversalBegun`: the reversal of an approval, or of what may still be approved, has begun, under its own key
 * - `ReversalAcknowledged`: the acquirer has the reversal under this reference, and decides later
 * - `ApprovalReported`: the acquirer tells that it has approved what has ended otherwise here
 * - `TakenBack`: what its customer could still have done at the acquirer is called off there: no approval can follow
 *
 * `card`, `token`, `networkTransactionId`: what the acquirer reported of the card, beside its report.
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
    readonly wallet?: WalletSaveResult
    readonly authentication?: Authentication
    readonly card?: ReportedCard
    readonly networkTransactionId?: string
    readonly token?: ProviderToken
  }
  Declined: {
    readonly reason: DeclineReason
    readonly report: AcquirerReport
    readonly authentication?: Authentication
    readonly card?: ReportedCard
  }
  PassedOn: {
    readonly attempt: FollowUpRequest
    readonly reason: DeclineReason
    readonly skipped?: ReadonlyArray<PassedOver>
    readonly authentication?: Authentication
  }
  ActionNeeded: {
    readonly reference: string
    readonly action: CustomerAction
    readonly authentication?: Authentication
  }
  ActionReturned: { readonly returned: Readonly<Record<string, string>> }
  Acknowledged: { readonly reference: string; readonly authentication?: Authentication }
  NotDone: { readonly authentication?: Authentication }
  NoAnswer: {}
  VerificationRefused: { readonly authentication?: Authentication }
  TimePassed: {}
  Withdrawn: {}
  Closed: {}
  HoldLapsed: {}
  Corrected: {
    readonly report: AcquirerReport
    readonly card?: ReportedCard
    readonly networkTransactionId?: string
    readonly token?: ProviderToken
  }
  ReversalBegun: { readonly attempt: FollowUpRequest }
  ReversalAcknowledged: { readonly key: AcquirerKey; readonly reference: string }
  ApprovalReported: {}
  TakenBack: {}
}>

/** What an acquirer may say about a key. Only `Approved` and `Declined` decide about the money. Source: D40, D53. */
export type AcquirerEvent = Extract<
  CardEvent,
  { readonly _tag: "Approved" | "Declined" | "ActionNeeded" | "Acknowledged" }
>

/** What decides about the money. Source: D40. */
export type AcquirerDecision = Extract<CardEvent, { readonly _tag: "Approved" | "Declined" }>

/** Whether an event decides about the money. */
export const isDecision = (event: CardEvent): event is AcquirerDecision =>
  event._tag === "Approved" || event._tag === "Declined"

export const CardEvent: Data.TaggedEnum.Constructor<CardEvent> = Data.taggedEnum<CardEvent>()
