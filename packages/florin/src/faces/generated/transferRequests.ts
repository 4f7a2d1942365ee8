// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { BillingAddressInput, CustomerInput } from "./cardRequestSections.js"

/** How the money is transferred. */
export interface TransferPaymentRequestMethod {
  /** Method: sbp with a QR code, sbp_data with the details of a bank account. */
  readonly type: "sbp" | "sbp_data"
  /** Channel of sbp_data: SBP. */
  readonly channel?: string
}

/** What `transfers.pay` is called with. */
export interface TransferPaymentRequest {
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId?: string | number
  /** IP address of the customer, version 4 or 6. */
  readonly ip?: string
  /** Language of the customer's pages and mails. Default: en. */
  readonly language?: string
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test?: boolean | "true" | "false"
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** URL to which the customer is redirected after paying. Required for sbp_data. */
  readonly returnUrl?: string
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer?: CustomerInput
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress?: BillingAddressInput
  /** ISO 8601 instant with an offset. A transaction that is not paid by then gets the status expired. */
  readonly expiredAt?: string
  /** URL that receives a verification request before the bank is called; its answer can refuse the transaction. */
  readonly verificationUrl?: string
  /** How the money is transferred. */
  readonly method: TransferPaymentRequestMethod
}

/** How the money is transferred. */
export interface TransferPayoutRequestMethod {
  /** Method: sbp with a QR code, sbp_data with the details of a bank account. */
  readonly type: "sbp"
  /**
   * Phone number of the recipient in international format, with or without +; parentheses, hyphens and spaces are
   * removed.
   */
  readonly accountNumber: string | number
  /** Id of the recipient's bank. */
  readonly bankCode: string | number
}

/** What `transfers.payOut` is called with. */
export interface TransferPayoutRequest {
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId?: string | number
  /** IP address of the customer, version 4 or 6. */
  readonly ip?: string
  /** Language of the customer's pages and mails. Default: en. */
  readonly language?: string
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test?: boolean | "true" | "false"
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** URL to which the customer is redirected after paying. Required for sbp_data. */
  readonly returnUrl?: string
  /** The customer. Which members are required depends on the acquirer. */
  readonly customer?: CustomerInput
  /** The customer's billing address. Which members are required depends on the acquirer. */
  readonly billingAddress?: BillingAddressInput
  /** How the money is transferred. */
  readonly method: TransferPayoutRequestMethod
}

/** What `transfers.refund` is called with. */
export interface TransferRefundRequest {
  /** UID of the parent transaction. */
  readonly parentUid: string
  /** The merchant's reason for the refund. */
  readonly reason: string
  /** Amount to refund in minor units. Default: what is left of the payment. */
  readonly amount?: number
  /**
   * Whether an equal request within 30 seconds of the original is refused. Default: true. Requests are equal in amount
   * and card, or in amount and parent.
   */
  readonly duplicateCheck?: boolean | "true" | "false"
  /** The merchant's own id of the transaction. Default: none. */
  readonly trackingId?: string | number
  /** URL that receives the webhook of this transaction. Default: that of the shop, whatever that of the parent is. */
  readonly notificationUrl?: string
}

/** What `transfers.confirm` is called with. */
export interface ConfirmRequest {
  /** Whether a request for the same transaction within the previous 30 seconds is accepted too. Default: false. */
  readonly skipDuplicateCheck?: boolean | "true" | "false"
}
