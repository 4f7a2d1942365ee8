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
import type { AcquirerAnswer, AcquirerStatus, QueriedOperation } from "./AcquirerAnswer.js"
import type { AcquirerCapabilities } from "./AcquirerCapabilities.js"
import type { AcquirerNotifications } from "./AcquirerNotifications.js"
import type { CardTransaction, CardTransactionType } from "./CardTransaction.js"
import type { ProviderFields } from "./ProviderFields.js"
import type { ProviderToken } from "./ProviderToken.js"

export {
  AcquirerAnswer,
  AcquirerStatus,
  type QueriedOperation,
  type ReportedCard
} from "./AcquirerAnswer.js"

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

/** Whom or what is charged or paid: a card number, or a token of this acquirer's `provider`. Source: D53. */
export type AcquirerSource =
  | { readonly source: "card"; readonly card: AcquirerCard }
  | { readonly source: "token"; readonly token: ProviderToken }

interface ChargeAbout extends About {
  readonly kind: "authorization" | "payment" | "tokenization"
  /**
   * The transaction as stored, for descriptors, addresses, contracts and travel data. `authentication.proof` is what
   * 3-D Secure said: ECI, CAVV and XID.
   */
  readonly transaction: CardTransaction
  /** Where the customer comes back to after an action. */
  readonly returnUrl: string
  /** Without a customer who is present nothing can be asked of one. */
  readonly initiatedBy: "customer" | "merchant"
  /** Whether this charge puts the card on file, or uses a card that is. */
  readonly onFile: "no" | "first" | "again"
  /**
   * What the shop demands of an acquirer that `authenticates`; others need not look.
   *
   * - `wanted`: the customer is authenticated where the card can be
   * - `forced`: without it the charge is declined
   *
   * Absent: nothing, as where a 3-D Secure server did it, or no customer is present. The bank may still demand it.
   */
  readonly authenticate?: "wanted" | "forced"
  /** The card network's id of the first charge of a card on file, where it was reported. */
  readonly networkTransactionId?: string
}

interface PayoutAbout extends About {
  readonly transaction: CardTransaction
}

/**
 * A request to an acquirer. `key` makes it idempotent: repeating a key has no further effect and returns the same
 * answer.
 *
 * - `Charge`: holds (`authorization`), takes (`payment`) or only checks (`tokenization`)
 * - `Capture`, `Void`, `Refund`: act on an earlier charge or capture, by its key and reference. A `Void` of a payment
 *   reverses it
 * - `Payout`: pays out to a card (credit to a token, payout to a card)
 */
export type AcquirerRequest =
  | ({ readonly _tag: "Charge" } & ChargeAbout & AcquirerSource)
  | ({ readonly _tag: "Capture" } & AcquirerChildRequest)
  | ({ readonly _tag: "Void" } & AcquirerChildRequest)
  | ({ readonly _tag: "Refund" } & AcquirerChildRequest)
  | ({ readonly _tag: "Payout" } & PayoutAbout & AcquirerSource)

/** A request with a provider's token. It reaches no acquirer that does not say that it takes them. */
export type TokenRequest = Extract<AcquirerRequest, { readonly source: "token" }>

export const isTokenRequest = (request: AcquirerRequest): request is TokenRequest =>
  "source" in request && request.source === "token"

export interface AcquirerChildRequest extends About {
  /** The key of the parent authorization, payment or capture. */
  readonly parent: AcquirerKey
  readonly parentKind: CardTransactionType
  /** What the provider reported of the parent as its reference; null where it reported none. */
  readonly parentReference: string | null
}

export const AcquirerRequest: Data.TaggedEnum.Constructor<AcquirerRequest> = Data.taggedEnum<AcquirerRequest>()

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
  /** Whose tokens it takes, such as `stripe`. Absent: none. */
  readonly provider?: string
  /** Default: everything, with card numbers. */
  readonly capabilities?: AcquirerCapabilities
  /** The provider's own card fields for the page of an order. Absent: it has none, or they are not wanted. Source: D58. */
  readonly fields?: ProviderFields
  /**
   * One key is one operation: resending a request under its key has no further effect and returns the first answer.
   * When `false`, a capture, void, refund, credit or payout with an unknown outcome stays `pending` until an operator
   * resolves it. Default: true. Source: D40.
   */
  readonly oneKeyIsOneOperation?: boolean
  /**
   * How long the provider remembers a key. After it nothing is sent again under the key: the provider is only asked, and
   * what it cannot find goes to the operator. Default: for ever. Source: D53.
   */
  readonly keyLife?: Duration.Duration
  /**
   * What the provider keeps under a key. `successes`: a request that was not answered is asked about, and is sent again
   * once the earlier one can no longer arrive. Default: `decisions`. Source: D40, D53.
   */
  readonly keeps?: "decisions" | "successes"
  /**
   * Whether it can be asked about a key. `false`: what follows a charge, and got no answer, is sent again under its key
   * without a question, while the key is alive and keeps decisions. Default: true. Source: D57.
   */
  readonly answersByKey?: boolean
  /**
   * Charges without a security code are declined. A charge whose code was lost while its customer was on the issuer's
   * page is then not sent, and ends `failed` (F.0112). Default: false. Source: D15.
   */
  readonly needsSecurityCode?: boolean
  readonly perform: (request: AcquirerRequest) => Effect.Effect<AcquirerAnswer>
  readonly status: (key: AcquirerKey, about: QueriedOperation) => Effect.Effect<AcquirerStatus>
  /** What the provider tells by itself. Absent: it tells nothing. */
  readonly notifications?: AcquirerNotifications
  /** The movements in its books, for reconciliation. Absent: its books are not compared. */
  readonly movements?: ListMovements
}

/** This gateway's acquirers, in order of preference. With none, charges end `failed` (F.2011). */
export class Acquirers extends Context.Tag("@florin/core/Acquirers")<Acquirers, ReadonlyArray<AcquirerService>>() {}
