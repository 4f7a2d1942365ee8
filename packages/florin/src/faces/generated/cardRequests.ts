// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type {
  AdditionalDataInput,
  BillingAddressInput,
  Card,
  CardTokenOnly,
  CardToTokenize,
  ChargeRequestThreeDSecure,
  CustomerInput,
  TokenizationCustomerInput,
  TokenizationDataInput,
  TravelInput
} from "./cardRequestSections.js"

/** What `authorize` is called with. */
export interface ChargeRequest {
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId?: string | number
  /** Language of the customer's pages and mails. Default: en. */
  readonly language?: string
  /** Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
  readonly test?: boolean | "true" | "false"
  /** ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
  readonly expiredAt?: string
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** Text for the cardholder's statement, if the acquirer supports it. */
  readonly dynamicBillingDescriptor?: string
  /** URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
  readonly verificationUrl?: string
  /** URL to which the customer is redirected after 3-D Secure verification. */
  readonly returnUrl?: string
  /** Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
  readonly skipThreeDSecureVerification?: boolean | "true" | "false"
  /**
   * Whether 3-D Secure is mandatory; overrides skipThreeDSecureVerification. Default: false. The shop must be allowed to
   * use the flag.
   */
  readonly forceThreeDSecureVerification?: boolean | "true" | "false"
  /** Options of 3-D Secure. */
  readonly threeDSecure?: ChargeRequestThreeDSecure
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer?: CustomerInput
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress?: BillingAddressInput
  /** Details of the journey being paid for. */
  readonly travel?: TravelInput
  /** Further data of the order, its card and the customer's browser. */
  readonly additionalData?: AdditionalDataInput
  /** Card data or a token. */
  readonly card: Card
}

/** What `tokenize` is called with. */
export interface TokenizationRequest {
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId?: string | number
  /** Language of the customer's pages and mails. Default: en. */
  readonly language?: string
  /** Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
  readonly test?: boolean | "true" | "false"
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** Text for the cardholder's statement, if the acquirer supports it. */
  readonly dynamicBillingDescriptor?: string
  /** URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
  readonly verificationUrl?: string
  /** URL to which the customer is redirected after 3-D Secure verification. */
  readonly returnUrl?: string
  /** Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
  readonly skipThreeDSecureVerification?: boolean | "true" | "false"
  /**
   * Whether 3-D Secure is mandatory; overrides skipThreeDSecureVerification. Default: false. The shop must be allowed to
   * use the flag.
   */
  readonly forceThreeDSecureVerification?: boolean | "true" | "false"
  /** Options of 3-D Secure. */
  readonly threeDSecure?: ChargeRequestThreeDSecure
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer?: TokenizationCustomerInput
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress?: BillingAddressInput
  /** Details of the journey being paid for. */
  readonly travel?: TravelInput
  /** Further data of the order, its card and the customer's browser. */
  readonly additionalData?: TokenizationDataInput
  /** The card that becomes a token. */
  readonly card: CardToTokenize
}

/** What `capture` is called with. */
export interface ChildRequest {
  /** UID of the parent transaction. */
  readonly parentUid: string
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** The merchant's own id of the transaction. Default of a capture: that of the authorization; of a void: none. */
  readonly trackingId?: string | number
  /**
   * URL that receives the webhook of this transaction. Default of a capture: that of the authorization; of a void: that
   * of the shop.
   */
  readonly notificationUrl?: string
}

/** What `refund` is called with. */
export interface RefundRequest {
  /** UID of the parent transaction. */
  readonly parentUid: string
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** The merchant's own id of the transaction. Default: none. */
  readonly trackingId?: string | number
  /** URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is. */
  readonly notificationUrl?: string
  /** The merchant's reason for the refund. */
  readonly reason: string
}

/** What `credit` is called with. */
export interface CreditRequest {
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId?: string | number
  /** Language of the customer's pages and mails. Default: en. */
  readonly language?: string
  /** Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
  readonly test?: boolean | "true" | "false"
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** The saved card that receives the payout. */
  readonly card: CardTokenOnly
}

/** What `payOut` is called with. */
export interface PayoutRequest {
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId?: string | number
  /** Language of the customer's pages and mails. Default: en. */
  readonly language?: string
  /** Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
  readonly test?: boolean | "true" | "false"
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** The card that receives the payout. */
  readonly recipientCard: Card
  /** The person who receives the payout. */
  readonly recipient?: CustomerInput
  /** The recipient's address. */
  readonly recipientBillingAddress?: BillingAddressInput
}
