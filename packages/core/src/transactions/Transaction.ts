/** A transaction: one intent of a merchant, from acceptance to its final state. */
import * as Schema from "effect/Schema"
import { AcquirerReport } from "../cards/AcquirerReport.js"
import { BillingAddress, Customer } from "../cards/Buyer.js"
import { CardFacts } from "../cards/CardNumber.js"
import { ChargeDetails } from "../cards/CardRequest.js"
import { DeclineReason } from "../cards/DeclineReason.js"
import { WalletResult } from "../cards/WalletResult.js"
import { AcquirerKey, CardStamp, CardToken, ShopId, SubscriptionId, TransactionUid } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import { Decision } from "../routing/RoutingRules.js"
import { Authentication } from "../three-d-secure/Authentication.js"

/** Source: interface, "Transaction | type"; D7, D11. */
export const TransactionType = Schema.Literal(
  "authorization",
  "payment",
  "tokenization",
  "capture",
  "void",
  "refund",
  "credit",
  "payout"
)

export type TransactionType = typeof TransactionType.Type

/** Source: interface, "Transaction | status"; D7. */
export const TransactionStatus = Schema.Literal("incomplete", "pending", "successful", "failed", "expired")

export type TransactionStatus = typeof TransactionStatus.Type

/** A card as shown in answers: no number, no security code. Source: interface, "`credit_card` in responses". */
export const ShownCard = Schema.Struct({
  facts: CardFacts,
  holder: Schema.NullOr(Schema.String),
  expMonth: Schema.Int,
  expYear: Schema.Int,
  stamp: CardStamp,
  token: CardToken,
  /** Product type code; like the issuer, from the host's BIN directory. Null when unknown. */
  product: Schema.NullOr(Schema.String),
  issuerCountry: Schema.NullOr(Schema.String),
  issuerName: Schema.NullOr(Schema.String),
  tokenProvider: Schema.NullOr(Schema.String)
})

export type ShownCard = typeof ShownCard.Type

/** The smart-routing check. Source: D17. */
export const RoutingStatus = Schema.Literal("successful", "failed", "skipped")

/**
 * An additional request to an acquirer for a transaction: `reversal` reverses an approval that was not kept, `release`
 * the rest of a hold after its period, `charge` sends the same charge to another acquirer. Its key is committed before
 * it is used.
 */
export const Attempt = Schema.Struct({
  step: Schema.Literal("charge", "reversal", "release"),
  key: AcquirerKey,
  gatewayId: Schema.NullOr(Schema.Int),
  amount: Amount
})

export type Attempt = typeof Attempt.Type

/** An acquirer that could not be reached, or could not process the charge: the next one was asked. */
export const PassedOn = Schema.Struct({
  gatewayId: Schema.NullOr(Schema.Int),
  reason: DeclineReason,
  at: Schema.DateTimeUtc
})

export type PassedOn = typeof PassedOn.Type

/** An acquirer that was passed over because its circuit breaker was open. */
export const Skipped = Schema.Struct({
  gatewayId: Schema.Int,
  /** The charge attempt that went to another acquirer instead, counted from 1. */
  attempt: Schema.Int,
  at: Schema.DateTimeUtc
})

export type Skipped = typeof Skipped.Type

/**
 * What a transaction does for its subscription.
 *
 * - `start`: the first charge, or the check of the card of a free trial; the customer is present
 * - `renewal`: a later charge
 * - `card`: the check of another card
 */
export const SubscriptionCharge = Schema.Struct({
  id: SubscriptionId,
  purpose: Schema.Literal("start", "renewal", "card"),
  /** The billing cycle that it is meant to pay. */
  cycle: Schema.Int
})

export type SubscriptionCharge = typeof SubscriptionCharge.Type

const Instant = Schema.NullOr(Schema.DateTimeUtc)

// An accepted currency stays valid even if a later table withdraws it.
const AcceptedCurrency = Schema.declare((code): code is Currency => typeof code === "string")

/**
 * A transaction as stored and passed around. Null members are shown as null; absent members are not shown.
 *
 * Its encoded form equals the output of `JSON.stringify`. Stores encode with the schema anyway, to write nothing that
 * it does not allow.
 */
export const Transaction = Schema.Struct({
  shop: ShopId,
  uid: TransactionUid,
  type: TransactionType,
  status: TransactionStatus,
  /** Why it `failed`; null otherwise. */
  reason: Schema.NullOr(DeclineReason),
  amount: Amount,
  currency: AcceptedCurrency,
  test: Schema.Boolean,
  language: Schema.String,
  description: Schema.optional(Schema.String),
  trackingId: Schema.optional(Schema.String),
  /** The authorization, payment or capture that this capture, void or refund follows. */
  parentUid: Schema.optional(TransactionUid),
  /** The acquirer's key of the parent; absent: the parent's uid. */
  parentKey: Schema.optional(AcquirerKey),
  /** A merchant's reason for a refund. */
  refundReason: Schema.optional(Schema.String),
  /** The rest of the request, to echo it. Source: D9. */
  details: Schema.typeSchema(ChargeDetails),
  card: Schema.optional(ShownCard),
  recipient: Schema.optional(Schema.typeSchema(Customer)),
  recipientBillingAddress: Schema.optional(Schema.typeSchema(BillingAddress)),
  recurringType: Schema.NullOr(Schema.Literal("initial", "recurring")),
  routing: RoutingStatus,
  /** What the routing rules decided, from which facts. Absent when there are none. */
  routed: Schema.optional(Decision),
  /** The acquirer that was or will be called. */
  gatewayId: Schema.NullOr(Schema.Int),
  acquirerKey: AcquirerKey,
  /** The attempts other than the one under `acquirerKey`, oldest first. */
  attempts: Schema.optional(Schema.Array(Attempt)),
  /** The acquirers that were asked before the last one, oldest first. Absent: none. */
  passedOn: Schema.optional(Schema.Array(PassedOn)),
  /** The acquirers that were passed over, in order. Absent: none. */
  skipped: Schema.optional(Schema.Array(Skipped)),
  /** Null until the acquirer answers. */
  report: Schema.NullOr(AcquirerReport),
  /** Absent if the charge does not go through 3-D Secure. */
  authentication: Schema.optional(Authentication),
  /** Absent if the wallet was not called. */
  wallet: Schema.optional(WalletResult),
  /** The subscription that it charges, or whose card it checks, and what for. */
  subscription: Schema.optional(SubscriptionCharge),
  /** The request's idempotency key, under which the process that records the outcome stores the answer. */
  idempotencyKey: Schema.optional(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  paidAt: Instant,
  expiredAt: Instant,
  closedAt: Instant,
  /** Why an authorization is closed: it was captured or voided, or its hold period ended. */
  closedBy: Schema.optional(Schema.Literal("Closed", "HoldLapsed")),
  settledAt: Instant,
  manuallyCorrectedAt: Instant,
  /** Increases by one with every committed change; webhooks carry it as `Florin-Sequence`. */
  version: Schema.Int
})

export type Transaction = typeof Transaction.Type

/** One line of a transaction's history. */
export const Transition = Schema.Struct({
  version: Schema.Int,
  at: Schema.DateTimeUtcFromNumber,
  trigger: Schema.String,
  from: Schema.String,
  to: Schema.String,
  /** The explanation with its inputs, without card data. */
  detail: Schema.NullOr(Schema.String)
})

export type Transition = typeof Transition.Type
