/** A transaction: one intent of a merchant, from its acceptance to its end. */
import * as Schema from "effect/Schema"
import { AcquirerReport } from "../cards/AcquirerReport.js"
import { BillingAddress, Customer } from "../cards/Buyer.js"
import { CardFacts } from "../cards/CardNumber.js"
import { ChargeDetails } from "../cards/CardRequest.js"
import { DeclineReason } from "../cards/DeclineReason.js"
import { WalletResult } from "../cards/WalletResult.js"
import { AcquirerKey, CardStamp, CardToken, ShopId, TransactionUid } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"

/** What a transaction does. Source: interface, "Transaction | type"; D7, D11. */
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

/** What an answer shows of a card: no number, no security code. Source: interface, "`credit_card` in responses". */
export const ShownCard = Schema.Struct({
  facts: CardFacts,
  holder: Schema.NullOr(Schema.String),
  expMonth: Schema.Int,
  expYear: Schema.Int,
  stamp: CardStamp,
  token: CardToken,
  /** Product type code, issuer: from the host's BIN directory; null when not known. */
  product: Schema.NullOr(Schema.String),
  issuerCountry: Schema.NullOr(Schema.String),
  issuerName: Schema.NullOr(Schema.String),
  tokenProvider: Schema.NullOr(Schema.String)
})

export type ShownCard = typeof ShownCard.Type

/** The smart-routing check. Source: D17. */
export const RoutingStatus = Schema.Literal("successful", "failed", "skipped")

/**
 * What an acquirer is asked for a transaction besides its main request: `reversal` takes back an approval that is not to
 * stand, `release` what is left of a hold whose period is over, `charge` asks another acquirer for the same. Its key is
 * committed before it is used.
 */
export const Attempt = Schema.Struct({
  step: Schema.Literal("charge", "reversal", "release"),
  key: AcquirerKey,
  gatewayId: Schema.NullOr(Schema.Int),
  amount: Amount
})

export type Attempt = typeof Attempt.Type

const Instant = Schema.NullOr(Schema.DateTimeUtc)

// What was accepted as a currency stays one, also when a later table has withdrawn it.
const AcceptedCurrency = Schema.declare((code): code is Currency => typeof code === "string")

/**
 * A transaction as it is stored and passed around. Members that are null are shown as null; members that are absent are
 * not shown.
 *
 * Its encoded form is what `JSON.stringify` makes of it; a store asks the schema all the same, so that nothing it does
 * not allow is written.
 */
export const Transaction = Schema.Struct({
  shop: ShopId,
  uid: TransactionUid,
  type: TransactionType,
  status: TransactionStatus,
  /** Why it ended `failed`; null otherwise. */
  reason: Schema.NullOr(DeclineReason),
  amount: Amount,
  currency: AcceptedCurrency,
  test: Schema.Boolean,
  language: Schema.String,
  description: Schema.optional(Schema.String),
  trackingId: Schema.optional(Schema.String),
  /** The authorization, payment or capture that a capture, void or refund follows. */
  parentUid: Schema.optional(TransactionUid),
  /** The key under which the acquirer knows it; its uid where that is absent. */
  parentKey: Schema.optional(AcquirerKey),
  /** A merchant's reason for a refund. */
  refundReason: Schema.optional(Schema.String),
  /** The rest of the request, for the echo. Source: D9. */
  details: Schema.typeSchema(ChargeDetails),
  card: Schema.optional(ShownCard),
  recipient: Schema.optional(Schema.typeSchema(Customer)),
  recipientBillingAddress: Schema.optional(Schema.typeSchema(BillingAddress)),
  recurringType: Schema.NullOr(Schema.Literal("initial", "recurring")),
  routing: RoutingStatus,
  /** The acquirer that was or will be asked. */
  gatewayId: Schema.NullOr(Schema.Int),
  acquirerKey: AcquirerKey,
  /** The attempts beside the one under `acquirerKey`, oldest first. */
  attempts: Schema.optional(Schema.Array(Attempt)),
  /** What the acquirer said; null until it answered. */
  report: Schema.NullOr(AcquirerReport),
  /** What the wallet said; absent when it was not asked. */
  wallet: Schema.optional(WalletResult),
  /** The idempotency key of the request, so that the process that records its outcome can keep the answer. */
  idempotencyKey: Schema.optional(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  paidAt: Instant,
  expiredAt: Instant,
  closedAt: Instant,
  /** Why nothing is left of an authorization: it was captured or voided, or its hold period was over. */
  closedBy: Schema.optional(Schema.Literal("Closed", "HoldLapsed")),
  settledAt: Instant,
  manuallyCorrectedAt: Instant,
  /** Grows by one with every committed change; webhooks carry it as `Florin-Sequence`. */
  version: Schema.Int
})

export type Transaction = typeof Transaction.Type

/** Where its outcome stands: the acquirer that was asked last to charge, and the key under which it was. */
export const lastCharge = (transaction: Transaction): Pick<Attempt, "key" | "gatewayId"> =>
  transaction.attempts?.findLast(({ step }) => step === "charge") ?? {
    key: transaction.acquirerKey,
    gatewayId: transaction.gatewayId
  }

/** One line of a transaction's history. */
export const Transition = Schema.Struct({
  version: Schema.Int,
  at: Schema.DateTimeUtcFromNumber,
  trigger: Schema.String,
  from: Schema.String,
  to: Schema.String,
  /** The explanation with its inputs; never card data. */
  detail: Schema.NullOr(Schema.String)
})

export type Transition = typeof Transition.Type
