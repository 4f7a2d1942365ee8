/** What an acquirer answers, and what it says when it is asked. Source: D40, D53. */
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { CardTransactionType } from "../transaction-base/TransactionBase.js"
import type { AcquirerReport } from "./AcquirerReport.js"
import type { CardBrand } from "./CardBrand.js"
import type { CustomerAction } from "./CustomerAction.js"
import type { DeclineReason } from "./DeclineReason.js"
import type { ProviderToken } from "./ProviderToken.js"

/** What a provider says of the card behind a token. Absent members are not known. */
export interface ReportedCard {
  readonly brand?: CardBrand
  readonly bin?: string
  readonly last4?: string
  readonly expMonth?: number
  readonly expYear?: number
  readonly holder?: string
}

type FinalDecision = {
  Approved: {
    readonly report: AcquirerReport
    readonly card?: ReportedCard
    /** The card network's id of this charge, for later charges of the card. */
    readonly networkTransactionId?: string
    /** The reusable token that stands for the source from now on. */
    readonly token?: ProviderToken
  }
  Declined: { readonly reason: DeclineReason; readonly report: AcquirerReport; readonly card?: ReportedCard }
}

type Underway = {
  ActionNeeded: { readonly reference: string; readonly action: CustomerAction }
  Accepted: { readonly reference: string }
}

/**
 * The outcome of an operation.
 *
 * - `Approved`, `Declined`: the acquirer's final decision
 * - `ActionNeeded`: the customer has to go somewhere first. Only charges whose customer is present
 * - `Accepted`: the acquirer has it, under this reference, and will tell or can be asked
 * - `NoAnswer`: sent, outcome unknown; only `status` can resolve it
 * - `NotSent`: nothing left this process, and this attempt will never have an effect
 */
export type AcquirerAnswer = Data.TaggedEnum<FinalDecision & Underway & { NoAnswer: {}; NotSent: {} }>

export const AcquirerAnswer: Data.TaggedEnum.Constructor<AcquirerAnswer> = Data.taggedEnum<AcquirerAnswer>()

/** What the acquirer knows about a key. `NotFound`: the key never reached it. */
export type AcquirerStatus = Data.TaggedEnum<FinalDecision & Underway & { NotFound: {}; Unknown: {} }>

export const AcquirerStatus: Data.TaggedEnum.Constructor<AcquirerStatus> = Data.taggedEnum<AcquirerStatus>()

/** What is known of an operation that an acquirer is asked about, beside its key. */
export interface QueriedOperation {
  readonly kind: CardTransactionType
  readonly amount: Amount
  readonly currency: Currency
  /** When it was sent first, or shortly before. */
  readonly sentAt: DateTime.Utc
  /** What the provider reported as its reference, if it has answered at all. */
  readonly reference?: string
  /** The reference of what it follows. */
  readonly parentReference?: string
  /**
   * What the customer's browser brought back from an action: a question to the provider, and never believed. Absent once a
   * key of the operation's age may be forgotten (`keyLife`).
   */
  readonly returned?: Readonly<Record<string, string>>
}
