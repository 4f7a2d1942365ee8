// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { TransactionStatus } from "./cardSections.js"

/** Brands of cards that are taken. */
export interface CreatedCheckoutBrand {
  /** Brand, such as visa. */
  readonly name: string
  /** Always false. */
  readonly alternative: boolean
}

/** The merchant. */
export interface CreatedCheckoutCompany {
  /** Name of the merchant. */
  readonly name: string
  /** Address of the merchant's site; null where it is not known. */
  readonly site: string | null
}

/** What `checkouts.create` answers. */
export interface CreatedCheckout {
  /** Token of the checkout: whoever knows it may pay the order. */
  readonly token: string
  /** Address of the page on which the customer pays. */
  readonly redirectUrl: string
  /** The same. */
  readonly url: string
  /** Brands of cards that are taken. */
  readonly brands: ReadonlyArray<CreatedCheckoutBrand>
  /** The merchant. */
  readonly company: CreatedCheckoutCompany
  /** Short description of the order. */
  readonly description: string
  /** Always null. */
  readonly cardInfo: null
}

/** The lines that the page lists. Their amounts add up to that of the order. */
export interface CheckoutOrderItem {
  /** What is bought. */
  readonly name: string
  /** How many. Default: 1. */
  readonly quantity: number
  /** Amount of the whole line in minor units. */
  readonly amount: number
}

/** What is paid. */
export interface CheckoutOrder {
  /**
   * Amount in minor units of the currency. 0 is allowed for a tokenization, and where a card is to be kept by contract:
   * then the card is checked, and nothing is charged.
   */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Short description of the order. */
  readonly description: string
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId: string | null
  /** When the order can be paid no more: ISO 8601 with an offset. Default: 24 hours after its creation. */
  readonly expiredAt: string | null
  /**
   * Members that answers and webhooks repeat as they were sent; receiptText and contract have the meaning that they have
   * in a payment.
   */
  readonly additionalData: { readonly [name: string]: unknown }
  /** The lines that the page lists. Their amounts add up to that of the order. */
  readonly items?: ReadonlyArray<CheckoutOrderItem>
}

/** A payment by card or bank transfer. */
export interface CheckoutGatewayResponsePayment {
  /** UID of the transaction. */
  readonly uid: string
  /** Where the transaction stands. */
  readonly status: TransactionStatus
  /** Authorization code of the acquirer. */
  readonly authCode: string | null
  /** Response code of the bank. */
  readonly bankCode: string | null
  /** Retrieval reference number of the card network. */
  readonly rrn: string | null
  /** Reference of the acquirer. */
  readonly refId: string | null
  /** Message of the acquirer, or ours where it gave none. */
  readonly message: string | null
  /** Id of the acquirer that was asked. */
  readonly gatewayId: number | null
  /** Text on the cardholder's statement. */
  readonly billingDescriptor: string | null
  /** When it was approved. */
  readonly paidAt: string | null
}

/** The last attempt, by the type of its transaction; null before any. */
export interface CheckoutGatewayResponse {
  /** A payment by card or bank transfer. */
  readonly payment?: CheckoutGatewayResponsePayment
  /** A payment that this checkout calls charge. */
  readonly charge?: CheckoutGatewayResponsePayment
  /** An authorization. */
  readonly authorization?: CheckoutGatewayResponsePayment
  /** A card that is checked and kept. */
  readonly tokenization?: CheckoutGatewayResponsePayment
}

/** By which methods the order can be paid. Absent: by all that the shop has. */
export interface CheckoutPaymentMethod {
  /** credit_card, and the kinds of transfers that the shop has. Absent: all. */
  readonly types: ReadonlyArray<string>
}

/** The shop. */
export interface CheckoutShop {
  /** Id of the shop. */
  readonly id: string | number
  /** Name of the shop. */
  readonly name: string
  /** Address of the shop's site. */
  readonly url: string | null
}

/** What `checkouts.find` answers. */
export interface Checkout {
  /** Token of the checkout. */
  readonly token: string
  /**
   * Where the order stands: open, paying while an attempt is under way, and in the end paid, failed, expired or
   * canceled.
   */
  readonly state: "open" | "paying" | "paid" | "failed" | "expired" | "canceled"
  /** Id of the shop, a number where it consists of digits. */
  readonly shopId: string | number
  /** What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge. */
  readonly transactionType: string
  /** What is paid. */
  readonly order: CheckoutOrder
  /** Where the customer and the webhooks go, and how the page looks. */
  readonly settings: { readonly [name: string]: unknown }
  /** What is known of the customer. What the page asks for is filled in by it. */
  readonly customer: { readonly [name: string]: unknown }
  /** Whether the outcome is final. */
  readonly finished: boolean
  /** Whether its time is over. */
  readonly expired: boolean
  /** Whether no real acquirer is reached. Default: false. */
  readonly test: boolean
  /** Status of the last attempt; error before any, and when it ended unpaid. */
  readonly status: TransactionStatus | "error"
  /** Result in words. */
  readonly message: string | null
  /** What was paid, where it is not the order's amount: a bank's customer can transfer any. Unit: minor units. */
  readonly paidAmount?: number
  /** The last attempt, by the type of its transaction; null before any. */
  readonly gatewayResponse: CheckoutGatewayResponse | null
  /** By which methods the order can be paid. Absent: by all that the shop has. */
  readonly paymentMethod: CheckoutPaymentMethod
  /** The shop. */
  readonly shop: CheckoutShop
  /** The merchant. */
  readonly company: CreatedCheckoutCompany
  /** Version of the form of the page's address. */
  readonly version?: string
}
