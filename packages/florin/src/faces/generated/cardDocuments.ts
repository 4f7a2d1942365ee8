// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type {
  AdditionalData,
  AuthorizationSmartRoutingVerification,
  AuthorizationSubscription,
  AuthorizationThreeDSecure,
  AvsCvcResult,
  BillingAddress,
  CardCode,
  ChargeResult,
  ChildResult,
  CreditCard,
  PageGateway,
  ThreeDSecureVerification,
  TokenizationResult,
  TransactionCustomer,
  TransactionStatus,
  Travel
} from "./cardSections.js"
import type { Transfer } from "./transferDocuments.js"

/** What every transaction of a card has. */
export interface CardTransactionMembers {
  /** UID of the transaction. */
  readonly uid: string
  /** The same as uid. */
  readonly id: string
  /** Where the transaction stands. pending: its outcome is not known yet. */
  readonly status: TransactionStatus
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Whether the transaction is a test, which never reaches a real acquirer. Default: false. */
  readonly test: boolean
  /** Result in words. Null while there is none. */
  readonly message: string | null
  /** Processing code: S success, P under way, F declined. */
  readonly code: CardCode
  /** What to tell the customer, in the transaction's language. */
  readonly friendlyMessage: string
  /** Always null. */
  readonly statusCode: string | null
  /** When the request was accepted. */
  readonly createdAt: string | null
  /** When the transaction changed last. */
  readonly updatedAt: string | null
  /** When it was approved. */
  readonly paidAt: string | null
  /** When nothing was left of an authorization: captured, voided or released. */
  readonly closedAt: string | null
  /** When it was settled, if an operator has said so. */
  readonly settledAt: string | null
  /** Address of the customer's receipt. */
  readonly receiptUrl: string
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean
}

/** What transactions with a card of their own have. */
export interface ChargeMembers {
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId: string | null
  /** How it is paid. */
  readonly paymentMethodType: "credit_card"
  /** Short description of the order. */
  readonly description: string | null
  /** Language of the customer's pages and mails. Default: en. */
  readonly language: string
  /** Always null. */
  readonly muteNotifications: null
  /** ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
  readonly expiredAt: string | null
  /** When an operator corrected the transaction. */
  readonly manuallyCorrectedAt: string | null
  /** initial when a recurring contract is set up, recurring for later charges on it, else null. */
  readonly recurringType: "initial" | "recurring" | null
  /** Page for the customer. While the status is incomplete, redirect there. */
  readonly redirectUrl: string
  /** How the customer's page may be shown. */
  readonly gateway: PageGateway
  /** The members of additionalData that were sent, and results of a wallet. */
  readonly additionalData: AdditionalData
  /** The 3-D Secure verification, where one was launched. */
  readonly threeDSecureVerification?: ThreeDSecureVerification
  /** The smart-routing check. */
  readonly smartRoutingVerification: AuthorizationSmartRoutingVerification
  /** Text for the cardholder's statement, if the acquirer supports it. */
  readonly dynamicBillingDescriptor?: string
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
  readonly verificationUrl?: string
  /** URL to which the customer is redirected after 3-D Secure verification. */
  readonly returnUrl?: string
  /** Whether to skip 3-D Secure. Default: false. The shop must be allowed to use the flag. */
  readonly skipThreeDSecureVerification?: boolean
  /**
   * Whether 3-D Secure is mandatory; overrides skipThreeDSecureVerification. Default: false. The shop must be allowed to
   * use the flag.
   */
  readonly forceThreeDSecureVerification?: boolean
  /** Options of 3-D Secure. */
  readonly threeDSecure?: AuthorizationThreeDSecure
  /** Details of the journey being paid for. */
  readonly travel?: Travel
  /** Results of the address and security code checks. */
  readonly avsCvcVerification?: AvsCvcResult
  /** The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
  readonly subscription?: AuthorizationSubscription
}

/** What `authorize` answers. */
export interface Authorization extends CardTransactionMembers, ChargeMembers {
  /** What the transaction does. */
  readonly type: "authorization"
  /** The card. It has a token for later requests and never the number. */
  readonly card: CreditCard
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer: TransactionCustomer
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress: BillingAddress
  /** What the acquirer answered. */
  readonly authorization: ChargeResult
}

/** What `pay` answers. */
export interface Payment extends CardTransactionMembers, ChargeMembers {
  /** What the transaction does. */
  readonly type: "payment"
  /** The card. It has a token for later requests and never the number. */
  readonly card: CreditCard
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer: TransactionCustomer
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress: BillingAddress
  /** What the acquirer answered. */
  readonly payment: ChargeResult
}

/** What `tokenize` answers. */
export interface Tokenization extends CardTransactionMembers, ChargeMembers {
  /** What the transaction does. */
  readonly type: "tokenization"
  /** The card. It has a token for later requests and never the number. */
  readonly card: CreditCard
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer: TransactionCustomer
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress: BillingAddress
  /** What the acquirer answered. */
  readonly tokenization: TokenizationResult
}

/** What transactions about another one have. */
export interface ChildMembers {
  /** The merchant's own id of the transaction, of a capture also the authorization's; null where none was sent. */
  readonly trackingId: string | null
  /** UID of the parent transaction. */
  readonly parentUid: string | null
}

/** What `capture` answers. */
export interface Capture extends CardTransactionMembers, ChildMembers {
  /** What the transaction does. */
  readonly type: "capture"
  /** What the acquirer answered. */
  readonly capture: ChildResult
}

/** What `void` answers. */
export interface Void extends CardTransactionMembers, ChildMembers {
  /** What the transaction does. */
  readonly type: "void"
  /** URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is. */
  readonly notificationUrl?: string
  /** What the acquirer answered. */
  readonly void: ChildResult
}

/** What `refund` answers. */
export interface Refund extends CardTransactionMembers, ChildMembers {
  /** What the transaction does. */
  readonly type: "refund"
  /** URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is. */
  readonly notificationUrl?: string
  /** The merchant's reason for the refund. */
  readonly reason?: string
  /** What the acquirer answered. */
  readonly refund: ChildResult
}

/** What `credit` answers. */
export interface Credit extends CardTransactionMembers, ChargeMembers {
  /** What the transaction does. */
  readonly type: "credit"
  /** The card. It has a token for later requests and never the number. */
  readonly card: CreditCard
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer: TransactionCustomer
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress: BillingAddress
  /** What the acquirer answered. */
  readonly credit: ChargeResult
}

/** What `payOut` answers. */
export interface Payout extends CardTransactionMembers, ChargeMembers {
  /** What the transaction does. */
  readonly type: "payout"
  /** The card that receives the payout. */
  readonly recipientCard: CreditCard
  /** The person who receives the payout. */
  readonly recipient: TransactionCustomer
  /** The recipient's address. */
  readonly recipientBillingAddress: BillingAddress
  /** What the acquirer answered. */
  readonly payout: ChargeResult
}

/** What `charge` answers. */
export interface ServiceCharge extends CardTransactionMembers, ChargeMembers {
  /** What the transaction does. */
  readonly type: "charge"
  /** The card. It has a token for later requests and never the number. */
  readonly card: CreditCard
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer: TransactionCustomer
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress: BillingAddress
  /** What the acquirer answered. */
  readonly charge: ChargeResult
}

/** What `transactions.find` answers. */
export type CardTransaction =
  | Authorization
  | Payment
  | ServiceCharge
  | Tokenization
  | Credit
  | Payout
  | Capture
  | Void
  | Refund

/** What `transactions.find` answers. */
export type Transaction = CardTransaction | Transfer
