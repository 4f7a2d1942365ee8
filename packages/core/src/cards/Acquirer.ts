/** The port to an acquirer, the party that moves the money. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { AcquirerKey } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { ListMovements } from "../money/Movement.js"
import type { AcquirerReport } from "./AcquirerReport.js"
import type { CardTransaction } from "./CardTransaction.js"
import type { DeclineReason } from "./DeclineReason.js"

/** The time limit of an acquirer call. After it the outcome is unknown and due work queries the status. */
export const callLimit = Duration.seconds(30)

/** The card details passed to an acquirer for one call. Never stored, never logged. */
export interface AcquirerCard {
  readonly number: Redacted.Redacted<string>
  /** Absent when the merchant sent none, or after a restart. Source: D15. */
  readonly securityCode?: Redacted.Redacted<string>
  readonly holder?: string
  readonly expMonth: number
  readonly expYear: number
}

interface About {
  readonly key: AcquirerKey
  readonly amount: Amount
  readonly currency: Currency
}

/**
 * A request to an acquirer. `key` makes it idempotent: repeating a key has no further effect and returns the same
 * answer.
 *
 * - `Charge`: holds (`authorization`), takes (`payment`) or only checks (`tokenization`)
 * - `Capture`, `Void`, `Refund`: act on an earlier charge or capture, by its key. A `Void` of a payment reverses it
 * - `Payout`: pays out to a card (credit to a token, payout to a card)
 */
export type AcquirerRequest = Data.TaggedEnum<{
  Charge: About & {
    readonly kind: "authorization" | "payment" | "tokenization"
    readonly card: AcquirerCard
    /**
     * The transaction as stored, for descriptors, addresses, contracts and travel data. `authentication.proof` is what
     * 3-D Secure said: ECI, CAVV and XID.
     */
    readonly transaction: CardTransaction
  }
  Capture: AcquirerChildRequest
  Void: AcquirerChildRequest
  Refund: AcquirerChildRequest
  Payout: About & { readonly card: AcquirerCard; readonly transaction: CardTransaction }
}>

export interface AcquirerChildRequest extends About {
  /** The key of the parent authorization, payment or capture. */
  readonly parent: AcquirerKey
}

export const AcquirerRequest = Data.taggedEnum<AcquirerRequest>()

type FinalDecision = {
  Approved: { readonly report: AcquirerReport }
  Declined: { readonly reason: DeclineReason; readonly report: AcquirerReport }
}

/**
 * The outcome of an operation.
 *
 * - `Approved`, `Declined`: the acquirer's final decision
 * - `NoAnswer`: sent, outcome unknown; only `status` can resolve it
 * - `NotSent`: nothing left this process, and this attempt will never have an effect
 */
export type AcquirerAnswer = Data.TaggedEnum<FinalDecision & { NoAnswer: {}; NotSent: {} }>

export const AcquirerAnswer = Data.taggedEnum<AcquirerAnswer>()

/** What the acquirer knows about a key. `NotFound`: the key never reached it. */
export type AcquirerStatus = Data.TaggedEnum<FinalDecision & { NotFound: {}; Unknown: {} }>

export const AcquirerStatus = Data.taggedEnum<AcquirerStatus>()

/**
 * One acquirer. Contract: idempotent by key; never fails and never throws (a defect is treated as `NoAnswer`); an
 * unknown outcome is explicit; interrupting `perform` leaves the outcome unknown.
 */
export interface AcquirerService {
  /** Shown as `gateway_id`. Stored with what is sent there, so no other acquirer may have it. */
  readonly gatewayId: number
  readonly name: string
  /** Accepts `test: true` transactions and never moves real money. Source: D39. */
  readonly simulated: boolean
  /**
   * How long after the last byte was sent a key may still arrive. An earlier `NotFound` decides nothing.
   */
  readonly inFlightWindow: Duration.Duration
  /**
   * One key is one operation: resending a request under its key has no further effect and returns the first answer.
   * When `false`, a capture, void, refund, credit or payout with an unknown outcome stays `pending` until an operator
   * resolves it. Default: true. Source: D40.
   */
  readonly oneKeyIsOneOperation?: boolean
  /**
   * Charges without a security code are declined. A charge whose code was lost while its customer was on the issuer's
   * page is then not sent, and ends `failed` (F.0112). Default: false. Source: D15.
   */
  readonly needsSecurityCode?: boolean
  readonly perform: (request: AcquirerRequest) => Effect.Effect<AcquirerAnswer>
  readonly status: (key: AcquirerKey) => Effect.Effect<AcquirerStatus>
  /** The movements in its books, for reconciliation. Absent: its books are not compared. */
  readonly movements?: ListMovements
}

/** This gateway's acquirers, in order of preference. With none, charges end `failed` (F.2011). */
export class Acquirers extends Context.Tag("@florin/core/Acquirers")<Acquirers, ReadonlyArray<AcquirerService>>() {}
