// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { TravelInput } from "./cardRequestSections.js"

/** The lines that the page lists. Their amounts add up to that of the order. */
export interface CheckoutRequestOrderItem {
  /** What is bought. */
  readonly name: string
  /** How many. Default: 1. */
  readonly quantity?: number
  /** Amount of the whole line in minor units. */
  readonly amount: number
}

/** What is paid. */
export interface CheckoutRequestOrder {
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
  readonly trackingId?: string | number
  /** When the order can be paid no more: ISO 8601 with an offset. Default: 24 hours after its creation. */
  readonly expiredAt?: string
  /** The lines that the page lists. Their amounts add up to that of the order. */
  readonly items?: ReadonlyArray<CheckoutRequestOrderItem>
  /**
   * Members that answers and webhooks repeat as they were sent; receiptText and contract have the meaning that they have
   * in a payment.
   */
  readonly additionalData?: { readonly [name: string]: unknown }
}

/** What the page asks the customer for. */
export interface CheckoutRequestSettingsCustomerFields {
  /** What the page asks for besides the card. What the shop has sent is shown masked and can be corrected. */
  readonly visible?: ReadonlyArray<
    "email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country"
  >
  /** What of that the shop has sent and the customer can't change. The page shows a masked text. */
  readonly readOnly?: ReadonlyArray<
    "email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country"
  >
  /** For older clients: what the page does not show. */
  readonly hidden?: ReadonlyArray<
    "email" | "first_name" | "last_name" | "phone" | "birth_date" | "address" | "city" | "state" | "zip" | "country"
  >
}

/** What is known of the card. */
export interface CheckoutRequestSettingsCreditCardFields {
  /** Name as on the card. */
  readonly holder?: string
  /** holder, where the customer can't change the name that the shop has sent. */
  readonly readOnly?: ReadonlyArray<"holder">
}

/** Whether the customer is asked to keep the card. */
export interface CheckoutRequestSettingsSaveCardToggle {
  /** Whether it is shown. */
  readonly display?: boolean | "true" | "false"
  /** Whether it is switched on at first. */
  readonly customerContract?: boolean | "true" | "false"
  /** The text beside it. */
  readonly text?: string
  /** The text that explains it. */
  readonly hint?: string
}

/** Where the customer and the webhooks go, and how the page looks. */
export interface CheckoutRequestSettings {
  /** URL to which the customer goes after paying. */
  readonly successUrl?: string
  /** URL to which the customer goes after a decline without another attempt. */
  readonly declineUrl?: string
  /** URL to which the customer goes after an error, or when the time is over. */
  readonly failUrl?: string
  /** URL to which the customer goes who leaves without paying. */
  readonly cancelUrl?: string
  /** Stands for successUrl and declineUrl where those are absent. */
  readonly returnUrl?: string
  /** URL that receives the webhook. Its body is the transaction, as in an answer. */
  readonly notificationUrl?: string
  /** URL that receives a verification request before the acquirer is called; its answer can refuse the transaction. */
  readonly verificationUrl?: string
  /** Language of the page and of mails. Default: that of the customer's browser, else en. */
  readonly language?: string
  /** After how many seconds the customer is taken back by itself, 0 for at once. Default: only by a button. */
  readonly autoReturn?: number
  /** Whether a saved card is charged without another press. Ignored: no page charges by being opened. */
  readonly autoPay?: boolean | "true" | "false"
  /** Text of the button that pays. */
  readonly buttonText?: string
  /** Text of the button that leads back. */
  readonly buttonNextText?: string
  /** What the page asks the customer for. */
  readonly customerFields?: CheckoutRequestSettingsCustomerFields
  /** What is known of the card. */
  readonly creditCardFields?: CheckoutRequestSettingsCreditCardFields
  /** Whether the customer is asked to keep the card. */
  readonly saveCardToggle?: CheckoutRequestSettingsSaveCardToggle
  /** Whether the customer may enter another card than the saved one. Default: true. */
  readonly anotherCardToggle?: CheckoutRequestSettingsSaveCardToggle
  /** Taken from older clients, neither used nor kept: the shop's theme says how the page looks. */
  readonly style?: { readonly [name: string]: unknown }
}

/** Parameters of cards. */
export interface CheckoutRequestPaymentMethodCard {
  /** Token of a saved card that is offered. */
  readonly token?: string
}

/** By which methods the order can be paid. Absent: by all that the shop has. */
export interface CheckoutRequestPaymentMethod {
  /** credit_card, and the kinds of transfers that the shop has. Absent: all. */
  readonly types?: ReadonlyArray<"credit_card" | "sbp" | "sbp_data">
  /** Methods that are left out. */
  readonly excludedTypes?: ReadonlyArray<"credit_card" | "sbp" | "sbp_data">
  /** Brands of cards that are refused. */
  readonly excludedBrands?: ReadonlyArray<
    "visa" | "master" | "maestro" | "amex" | "mir" | "unionpay" | "jcb" | "discover" | "diners" | "belkart"
  >
  /** Parameters of cards. */
  readonly card?: CheckoutRequestPaymentMethodCard
}

/** What is known of the customer. What the page asks for is filled in by it. */
export interface CheckoutRequestCustomer {
  /** IP address of the customer, version 4 or 6. */
  readonly ip?: string
  /** Email address of the customer. */
  readonly email?: string
  /** Id of the customer's device. */
  readonly deviceId?: string
  /** Date of birth, YYYY-MM-DD. */
  readonly birthDate?: string
  /** The customer's id in the merchant's system. */
  readonly externalId?: string | number
  /** The customer's taxpayer id. */
  readonly taxpayerId?: string
  /** First name. */
  readonly firstName?: string
  /** Last name. */
  readonly lastName?: string
  /** ISO 3166-1 alpha-2 code of the country. */
  readonly country?: string
  /** City. */
  readonly city?: string
  /** Two-letter code of the state. Allowed only when the country is US or CA. */
  readonly state?: string
  /** Postal code. In the US: NNNNN or NNNNN-NNNN. */
  readonly zip?: string | number
  /** Street and house. */
  readonly address?: string
  /** Phone number. */
  readonly phone?: string | number
}

/** What `checkouts.create` is called with. */
export interface CheckoutRequest {
  /** What is paid. */
  readonly order: CheckoutRequestOrder
  /** What each attempt is: payment, authorization, tokenization; charge is a payment whose documents say charge. */
  readonly transactionType: "payment" | "authorization" | "tokenization" | "charge"
  /** Where the customer and the webhooks go, and how the page looks. */
  readonly settings?: CheckoutRequestSettings
  /** By which methods the order can be paid. Absent: by all that the shop has. */
  readonly paymentMethod?: CheckoutRequestPaymentMethod
  /** Version of the form of the page's address. */
  readonly version?: string | number
  /** Whether no real acquirer is reached. Default: false. */
  readonly test?: boolean | "true" | "false"
  /** Whether the page is shown in a frame of the shop's page. Default: false. */
  readonly iframe?: boolean | "true" | "false"
  /**
   * How many attempts the customer has, 1 to 10. Default: 1. A try that was refused before it was sent counts as none.
   */
  readonly attempts?: number
  /** Text for the cardholder's statement, if the acquirer supports it. */
  readonly dynamicBillingDescriptor?: string
  /** Details of the journey being paid for. */
  readonly travel?: TravelInput
  /** What is known of the customer. What the page asks for is filled in by it. */
  readonly customer?: CheckoutRequestCustomer
}

/** A page of a list. */
export interface CheckoutsPage {
  /** How many are listed. Default and maximum: 100. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}
