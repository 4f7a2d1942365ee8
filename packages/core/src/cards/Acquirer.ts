/** The acquirer: who moves the money. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { AcquirerKey } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { AcquirerReport } from "./AcquirerReport.js"
import type { DeclineReason } from "./DeclineReason.js"

/** The card details that an acquirer gets for one call. Never stored, never logged. */
export interface AcquirerCard {
  readonly number: Redacted.Redacted<string>
  /** Absent when the merchant sent none, or when a restart lost it. Source: D15. */
  readonly securityCode?: Redacted.Redacted<string>
  readonly holder?: string
  readonly expMonth: number
  readonly expYear: number
}

/**
 * What an acquirer is asked to do. `key` makes it idempotent: the same key again has no further effect and answers the
 * same.
 *
 * - `Charge`: hold (`authorization`), take (`payment`) or only check (`tokenization`)
 * - `Capture`, `Void`, `Refund`: on an earlier charge or capture, named by its key. A `Void` of a payment reverses it
 * - `Payout`: pays out to a card (credit to a token, payout to a card)
 */
export type AcquirerRequest = Data.TaggedEnum<{
  Charge: {
    readonly key: AcquirerKey
    readonly kind: "authorization" | "payment" | "tokenization"
    readonly amount: Amount
    readonly currency: Currency
    readonly card: AcquirerCard
    /** The transaction as it stands, for descriptors, addresses, contracts and travel data. */
    readonly transaction: Transaction
  }
  Capture: AcquirerChildRequest
  Void: AcquirerChildRequest
  Refund: AcquirerChildRequest
  Payout: {
    readonly key: AcquirerKey
    readonly amount: Amount
    readonly currency: Currency
    readonly card: AcquirerCard
    readonly transaction: Transaction
  }
}>

/** What a capture, void or refund carries. */
export interface AcquirerChildRequest {
  readonly key: AcquirerKey
  /** The key of the authorization, payment or capture it follows. */
  readonly parent: AcquirerKey
  readonly amount: Amount
  readonly currency: Currency
}

export const AcquirerRequest = Data.taggedEnum<AcquirerRequest>()

/**
 * What became of an operation.
 *
 * - `Approved`, `Declined`: the acquirer's word, final
 * - `NoAnswer`: sent, outcome unknown; only `status` can tell
 * - `NotSent`: nothing left this process; it has not happened and never will under this attempt
 */
export type AcquirerAnswer = Data.TaggedEnum<{
  Approved: { readonly report: AcquirerReport }
  Declined: { readonly reason: DeclineReason; readonly report: AcquirerReport }
  NoAnswer: {}
  NotSent: {}
}>

export const AcquirerAnswer = Data.taggedEnum<AcquirerAnswer>()

/** What the acquirer knows about a key. `NotFound`: it has never seen it. */
export type AcquirerStatus = Data.TaggedEnum<{
  Approved: { readonly report: AcquirerReport }
  Declined: { readonly reason: DeclineReason; readonly report: AcquirerReport }
  NotFound: {}
  Unknown: {}
}>

export const AcquirerStatus = Data.taggedEnum<AcquirerStatus>()

/**
 * One acquirer. Contract: idempotent by key; never fails and never throws (a defect is treated as `NoAnswer`); unknown
 * is explicit; interruption of `perform` leaves the outcome unknown.
 */
export interface AcquirerService {
  /** Shown as `gateway_id`. */
  readonly gatewayId: number
  readonly name: string
  /** It serves `test: true` transactions and nothing else reaches the outside. Source: D39. */
  readonly simulated: boolean
  /**
   * How long after the last byte was sent a key may still arrive: `NotFound` before that is not yet an answer.
   */
  readonly inFlightWindow: Duration.Duration
  /**
   * One key is one operation: the same request sent again under the same key has no further effect and is answered as
   * the first. Where it is `false`, a capture, void, refund, credit or payout whose outcome is unknown stays `pending`
   * and an operator is asked. Default: true. Source: D40.
   */
  readonly oneKeyIsOneOperation?: boolean
  readonly perform: (request: AcquirerRequest) => Effect.Effect<AcquirerAnswer>
  readonly status: (key: AcquirerKey) => Effect.Effect<AcquirerStatus>
}

/** The acquirers of this gateway, in order of preference. Without any, charges end `failed` (F.2011). */
export class Acquirers extends Context.Tag("@florin/core/Acquirers")<Acquirers, ReadonlyArray<AcquirerService>>() {}
