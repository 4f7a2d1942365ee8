/**
 * The documents that messages carry: those that hosts are answered, generated from their schemas. A message may have members
 * that are not listed.
 */
import type { Plan, Subscription } from "../faces/generated/billingDocuments.js"
import type { AdditionalData, AdditionalDataWalletResult } from "../faces/generated/cardSections.js"
import type { CheckoutOrder } from "../faces/generated/checkoutDocuments.js"

export type {
  Entitlements,
  Plan,
  Subscription,
  SubscriptionTransaction as LastTransaction
} from "../faces/generated/billingDocuments.js"
export type {
  Authorization,
  Capture,
  CardTransaction,
  Credit,
  Payment,
  Payout as CardPayout,
  Refund,
  Tokenization,
  Void
} from "../faces/generated/cardDocuments.js"
export type { TravelInputAirlineLeg as Leg } from "../faces/generated/cardRequestSections.js"
export type {
  AdditionalData,
  AdditionalDataBrowser as Browser,
  BillingAddress,
  ChargeResult,
  ChildResult,
  CreditCard,
  ThreeDSecureVerification,
  TransactionCustomer as Customer,
  TransactionStatus,
  Travel
} from "../faces/generated/cardSections.js"
export type { Transfer } from "../faces/generated/transferDocuments.js"

/** What became of a card that was to be saved in the customer's wallet. */
export type WalletResult = AdditionalDataWalletResult

/** The later uses that a saved card allows. */
export type Contract = NonNullable<AdditionalData["contract"]>[number]

export type IntervalUnit = Plan["plan"]["intervalUnit"]

/** `redirecting`: waits for the customer. */
export type SubscriptionState = Subscription["state"]

/** An order of a checkout that has ended without a payment. */
export interface UnpaidCheckout extends Omit<CheckoutOrder, "items"> {
  /** Token of the checkout. */
  readonly token: string
  /** Nothing was paid. */
  readonly status: "error"
  /** Why it has ended. */
  readonly message: string
  /** Whether no real acquirer is reached. */
  readonly test: boolean
}

/** What happened to a subscription. */
export type SubscriptionEventName =
  | "created.subscription"
  | "renewed.subscription"
  | "failed_attempt.subscription"
  | "card_deleted.subscription"
  | "canceled.subscription"
  | "expired.subscription"
  | "failed.subscription"
  | "changed.subscription"
  | "plan_changed.subscription"
  | "end_scheduled.subscription"
  | "end_withdrawn.subscription"
