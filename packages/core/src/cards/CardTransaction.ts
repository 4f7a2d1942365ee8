/** A transaction that a card pays, or that pays out to a card. */
import * as Schema from "effect/Schema"
import { AcquirerKey, CardStamp, CardToken, CustomerId, SubscriptionId } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { BillingAddress, Customer } from "../party/Buyer.js"
import { ChargedBill } from "../terms/ChargedBill.js"
import { CardTransactionType, transactionBase } from "../transaction-base/TransactionBase.js"
import { Lacking } from "./AcquirerCapabilities.js"
import { AcquirerReport } from "./AcquirerReport.js"
import { AtProvider } from "./AtProvider.js"
import { Authentication } from "./Authentication.js"
import { CardFacts } from "./CardNumber.js"
import { ChargeDetails } from "./CardRequest.js"
import { DeclineReason } from "./DeclineReason.js"
import { RulesDecision } from "./RoutingRules.js"
import { WalletSaveResult } from "./WalletSaveResult.js"

/** A card as shown in answers: no number, no security code. Source: interface, "`credit_card` in responses". */
export const ShownCard = Schema.Struct({
  facts: CardFacts,
  holder: Schema.NullOr(Schema.String),
  expMonth: Schema.NullOr(Schema.Int),
  expYear: Schema.NullOr(Schema.Int),
  stamp: CardStamp,
  token: CardToken,
  /** Product type code; like the issuer, from the host's BIN directory. Null when unknown. */
  product: Schema.NullOr(Schema.String),
  issuerCountry: Schema.NullOr(Schema.String),
  issuerName: Schema.NullOr(Schema.String),
  tokenProvider: Schema.NullOr(Schema.String),
  /** Whose token stands for the card. Absent: its number is sealed. Source: D53. */
  provider: Schema.optional(Schema.String)
})

export interface ShownCard extends Schema.Schema.Type<typeof ShownCard> {}

/** The result of routing as documents show it. Source: D17. */
export const RoutingRulesStatus = Schema.Literal("successful", "failed", "skipped")

/**
 * An additional request to an acquirer for a transaction: `reversal` reverses an approval that was not kept, `release`
 * the rest of a hold after its period, `charge` sends the same charge to another acquirer. Its key is committed before
 * it is used.
 */
export const FollowUpRequest = Schema.Struct({
  step: Schema.Literal("charge", "reversal", "release"),
  key: AcquirerKey,
  gatewayId: Schema.NullOr(Schema.Int),
  amount: Amount,
  /** It takes back what was not approved yet, but might have been. Absent: an approval. */
  ofOpen: Schema.optional(Schema.Boolean),
  /** The acquirer has it under this reference, and decides later. */
  reference: Schema.optional(Schema.String),
  /** When it was committed, shortly before it was sent. Absent: an earlier version did. */
  at: Schema.optional(Schema.DateTimeUtc)
})

export interface FollowUpRequest extends Schema.Schema.Type<typeof FollowUpRequest> {}

/** An acquirer that could not be reached, or could not process the charge: the next one was asked. */
export const Rerouted = Schema.Struct({
  gatewayId: Schema.NullOr(Schema.Int),
  reason: DeclineReason,
  at: Schema.DateTimeUtc
})

/** An acquirer that was passed over. */
export const PassedOver = Schema.Struct({
  gatewayId: Schema.Int,
  /** What it lacks. Absent: its circuit breaker was open. */
  lacks: Schema.optional(Lacking)
})

export interface PassedOver extends Schema.Schema.Type<typeof PassedOver> {}

export const Skipped = Schema.Struct({
  ...PassedOver.fields,
  /** The charge attempt that went to another acquirer instead, counted from 1. */
  attempt: Schema.Int,
  at: Schema.DateTimeUtc
})

/**
 * What a transaction does for its subscription.
 *
 * - `start`: the first charge, or the check of the card of a free trial; the customer is present
 * - `renewal`: a later charge
 * - `card`: the check of another card
 */
export const SubscriptionCharge = Schema.Struct({
  id: SubscriptionId,
  /** `change`: of terms, within a period. `lines`: of the shop's own, charged at once. `end`: what is owed at its end. */
  purpose: Schema.Literal("start", "renewal", "card", "change", "lines", "end"),
  /** The billing cycle that it is meant to pay. */
  cycle: Schema.Int,
  /** Whose subscription it is. Absent: nobody's that is known. */
  customer: Schema.optional(CustomerId),
  /** Absent: it charges the amount of the plan, or of its trial. */
  bill: Schema.optional(ChargedBill)
})

export interface SubscriptionCharge extends Schema.Schema.Type<typeof SubscriptionCharge> {}

export { CardTransactionType }

/**
 * A card transaction as stored and passed around.
 *
 * Its encoded form equals the output of `JSON.stringify`. Stores encode with the schema anyway, to write nothing that
 * it does not allow.
 */
export const CardTransaction = Schema.Struct({
  ...transactionBase,
  type: CardTransactionType,
  /** Tells it from a transfer. */
  method: Schema.optional(Schema.Undefined),
  /** Why it `failed`; null otherwise. */
  reason: Schema.NullOr(DeclineReason),
  /** The acquirer's key of the parent; absent: the parent's uid. */
  parentKey: Schema.optional(AcquirerKey),
  /** What the parent is, and the acquirer's reference of it. Absent: an earlier version accepted it. */
  parentKind: Schema.optional(CardTransactionType),
  parentReference: Schema.optional(Schema.String),
  /** The rest of the request, to echo it. Source: D9. */
  details: Schema.typeSchema(ChargeDetails),
  card: Schema.optional(ShownCard),
  /** The number of its card is erased when it has ended. Source: D51a. */
  forgetsCard: Schema.optional(Schema.Boolean),
  recipient: Schema.optional(Schema.typeSchema(Customer)),
  recipientBillingAddress: Schema.optional(Schema.typeSchema(BillingAddress)),
  recurringType: Schema.NullOr(Schema.Literal("initial", "recurring")),
  /** Whether the charge puts the card on file, or uses one that is. Absent: neither. */
  onFile: Schema.optional(Schema.Literal("first", "again")),
  /** What the shop demands of an acquirer that authenticates customers itself. Absent: nothing. Source: D53. */
  authenticate: Schema.optional(Schema.Literal("wanted", "forced")),
  /** No customer is present. Absent: one is. */
  isByMerchant: Schema.optional(Schema.Boolean),
  routing: RoutingRulesStatus,
  /** What the routing rules decided, from which facts. Absent when there are none. */
  routed: Schema.optional(RulesDecision),
  /** The attempts other than the one under `acquirerKey`, oldest first. */
  attempts: Schema.optional(Schema.Array(FollowUpRequest)),
  /** The acquirers that were asked before the last one, oldest first. Absent: none. */
  passedOn: Schema.optional(Schema.Array(Rerouted)),
  /** The acquirers that were passed over, in order. Absent: none. */
  skipped: Schema.optional(Schema.Array(Skipped)),
  /** What its documents call its type, where a client of this family expects another name. Source: D51. */
  shownAs: Schema.optional(Schema.Literal("charge")),
  /** Null until the acquirer answers. */
  report: Schema.NullOr(AcquirerReport),
  /** What the acquirer has said before its decision. Absent: nothing. */
  atProvider: Schema.optional(AtProvider),
  /** It has ended otherwise here, and its acquirer has told since that it approved it. Absent: it has not. Source: D53. */
  isApprovedThere: Schema.optional(Schema.Boolean),
  /** The card network's id of this charge, where the acquirer reported it. */
  networkTransactionId: Schema.optional(Schema.String),
  /** Absent if the charge does not go through 3-D Secure. */
  authentication: Schema.optional(Authentication),
  /** Absent if the wallet was not called. */
  wallet: Schema.optional(WalletSaveResult),
  /** The subscription that it charges, or whose card it checks, and what for. */
  subscription: Schema.optional(SubscriptionCharge),
  /** Why an authorization is closed: it was captured or voided, or its hold period ended. */
  closedBy: Schema.optional(Schema.Literal("Closed", "HoldLapsed"))
})

export interface CardTransaction extends Schema.Schema.Type<typeof CardTransaction> {}
