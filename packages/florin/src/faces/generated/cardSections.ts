// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type {
  AdditionalDataInputAvsCvcVerification,
  AdditionalDataInputCardOnFile,
  AdditionalDataInputWalletParams,
  TravelInputAirline
} from "./cardRequestSections.js"

/** Where the transaction stands. pending: its outcome is not known yet. */
export type TransactionStatus = "incomplete" | "pending" | "successful" | "failed" | "expired"

/** Processing code: S success, P under way, F declined. */
export type CardCode =
  | "S.0000"
  | "P.4011"
  | "P.4012"
  | "P.9999"
  | "F.0104"
  | "F.0105"
  | "F.0108"
  | "F.0109"
  | "F.0111"
  | "F.0112"
  | "F.0113"
  | "F.0114"
  | "F.0115"
  | "F.0116"
  | "F.0117"
  | "F.0118"
  | "F.0119"
  | "F.0120"
  | "F.0124"
  | "F.0999"
  | "F.2006"
  | "F.2011"
  | "F.4001"
  | "F.4002"
  | "F.4005"
  | "F.4007"
  | "F.6001"
  | "F.7001"

/** How the customer's page may be shown. */
export interface PageGateway {
  /** Whether the page may be shown in a frame. */
  readonly iframe: boolean
}

/** The customer's browser. Used only for 3-D Secure 2.0. */
export interface AdditionalDataBrowser {
  /** The browser's Accept header. */
  readonly acceptHeader?: string
  /** Width of the screen in pixels. */
  readonly screenWidth?: number
  /** Height of the screen in pixels. */
  readonly screenHeight?: number
  /** Colour depth in bits per pixel. */
  readonly screenColorDepth?: 1 | 4 | 8 | 15 | 16 | 24 | 32 | 48
  /** Width of the browser's window in pixels. */
  readonly windowWidth?: number
  /** Height of the browser's window in pixels. */
  readonly windowHeight?: number
  /** Language of the browser (navigator.language). */
  readonly language?: string
  /** Whether the browser runs Java. */
  readonly javaEnabled?: boolean
  /** The browser's User-Agent header. */
  readonly userAgent?: string
  /** Difference from local time to UTC in minutes. */
  readonly timeZone?: number
  /** Name of the browser's time zone. */
  readonly timeZoneName?: string
}

/** What became of it. */
export interface AdditionalDataWalletResult {
  /** Whether the card is saved in the wallet. */
  readonly status: "successful" | "failed"
  /** Message of the wallet. */
  readonly message: string | null
  /** The wallet's name for the saved card. */
  readonly token?: string
  /** Error of a wallet that did not save the card. */
  readonly error?: string
  /** The error in words. */
  readonly errorMessage?: string
  /** The error as a code. */
  readonly errorCode?: string
}

/** Wallet service. */
export interface AdditionalDataWallet {
  /** Parameters of the wallet service. */
  readonly params?: AdditionalDataInputWalletParams
  /** What became of it. */
  readonly result?: AdditionalDataWalletResult
}

/** The checkout of which the transaction is an attempt. */
export interface AdditionalDataVendor {
  /** Always checkout. */
  readonly name: "checkout"
  /** Token of the checkout. */
  readonly token: string
}

/** The members of additionalData that were sent, and results of a wallet. */
export interface AdditionalData {
  /** Lines to add to the email to the customer. */
  readonly receiptText?: ReadonlyArray<string>
  /** What the saved card may later be used for. */
  readonly contract?: ReadonlyArray<"recurring" | "oneclick" | "credit" | "card_on_file">
  /** Details of the contract card_on_file. Absent: the defaults. */
  readonly cardOnFile?: AdditionalDataInputCardOnFile
  /** Checks of the address and of the security code. */
  readonly avsCvcVerification?: AdditionalDataInputAvsCvcVerification
  /** The customer's browser. Used only for 3-D Secure 2.0. */
  readonly browser?: AdditionalDataBrowser
  /** Acquirers (gatewayId) that are left out when a charge moves on to the next one. */
  readonly excludedGateways?: ReadonlyArray<number>
  /** Wallet service. */
  readonly wallet?: AdditionalDataWallet
  /** The checkout of which the transaction is an attempt. */
  readonly vendor?: AdditionalDataVendor
  /** What the shop has sent as additionalData.meta of the order. */
  readonly meta?: { readonly [name: string]: unknown }
  /** The shop system, as sent with the order. */
  readonly platformData?: string
  /** The plugin, as sent with the order. */
  readonly integrationData?: string
}

/** The 3-D Secure verification, where one was launched. */
export interface ThreeDSecureVerification {
  /** incomplete while the customer is awaited, successful, failed, or not_enrolled: charged without authentication. */
  readonly status: "incomplete" | "successful" | "failed" | "not_enrolled"
  /** Message of the 3-D Secure server. */
  readonly message: string | null
  /** Whether the card takes part. Null while not known. */
  readonly veStatus: "Y" | "N" | null
  /** Page of the issuer to which the customer's browser posts the challenge. */
  readonly acsUrl: string | null
  /** 3-D Secure 1: what the browser posts to acsUrl as PaReq. */
  readonly paReq: string | null
  /** What the browser posts to acsUrl beside the challenge: MD, in version 2 threeDSSessionData. */
  readonly md: string | null
  /** Where the issuer's page posts the customer back: TermUrl of 3-D Secure 1. */
  readonly paResUrl: string | null
  /** Electronic commerce indicator. */
  readonly eci: string | null
  /** Result of the authentication: transStatus Y, A, N, R or U. */
  readonly paStatus: "Y" | "A" | "N" | "R" | "U" | null
  /** 3-D Secure 1: XID; 3-D Secure 2: transaction id of the directory server. */
  readonly xid: string | null
  /** Cardholder authentication verification value. */
  readonly cavv: string | null
  /** Algorithm of cavv. */
  readonly cavvAlgorithm: string | null
  /** Why the authentication failed. */
  readonly failReason: string | null
  /** 3-D Secure 2: page that runs the issuer's method step, for a frame. */
  readonly methodProcessUrl: string | null
  /** 3-D Secure 2: what the browser posts to acsUrl as creq. */
  readonly creq: string | null
}

/** The smart-routing check. */
export interface AuthorizationSmartRoutingVerification {
  /** successful, failed (declined by a rule), or skipped (there are no rules). */
  readonly status: "successful" | "failed" | "skipped"
}

/** Options of 3-D Secure. */
export interface AuthorizationThreeDSecure {
  /** Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
  readonly advanced?: boolean
}

/** Details of the journey being paid for. */
export interface Travel {
  /** A journey by air. */
  readonly airline?: TravelInputAirline
}

/** Check of the billing address. */
export interface CheckResult {
  /** Result code of the check. */
  readonly resultCode: string | null
}

/** Results of the address and security code checks. */
export interface AvsCvcResult {
  /** Check of the billing address. */
  readonly avsVerification: CheckResult
  /** Check of the security code. */
  readonly cvcVerification: CheckResult
}

/** The time that it pays for. */
export interface LineDocumentPeriod {
  /** When the time begins. */
  readonly from: string | null
  /** When the time ends; that instant belongs to the next one. */
  readonly to: string | null
}

/** What the charge consists of. */
export interface LineDocument {
  /** What the line is for: item, usage, proration_credit, proration_charge, one_off, discount or balance. */
  readonly kind: "item" | "usage" | "proration_credit" | "proration_charge" | "one_off" | "discount" | "balance"
  /** What it is for, as the customer sees it. */
  readonly title: string
  /** Amount in minor units; below 0 for what is taken off. The lines of a charge add up to it. */
  readonly amount: number
  /** How many of the item. */
  readonly quantity?: number
  /** Id of the item. */
  readonly item?: string
  /** Code of the coupon. */
  readonly coupon?: string
  /** The time that it pays for. */
  readonly period?: LineDocumentPeriod
}

/** The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own. */
export interface AuthorizationSubscription {
  /** Id of the subscription. */
  readonly id: string
  /** What the charge consists of. */
  readonly lines: ReadonlyArray<LineDocument>
}

/** The card. It has a token for later requests and never the number. */
export interface CreditCard {
  /** Name as on the card. */
  readonly holder: string | null
  /** Hash of the card: the same for one number or provider's token, whatever its expiry and holder. */
  readonly stamp: string
  /** Detected brand, such as visa or master; unknown where none was recognised. */
  readonly brand: string
  /** Product type code. */
  readonly product: string | null
  /** Last four digits. Of a card behind a provider's token, like all that its provider does not tell, null. */
  readonly last4: string | null
  /** First digit. */
  readonly first1: string | null
  /** First six digits. */
  readonly bin: string | null
  /** First eight digits, for visa and master with 16 digits or more. */
  readonly bin8: string | null
  /** ISO 3166-1 alpha-2 code of the issuer's country. */
  readonly issuerCountry: string | null
  /** Name of the issuing bank. */
  readonly issuerName: string | null
  /** Month of expiry, 1 to 12. */
  readonly expMonth: number | null
  /** Year of expiry, four digits. */
  readonly expYear: number | null
  /** Provider of the token: of a provider's token whose it is, else as it was detected. */
  readonly tokenProvider: string | null
  /** Token of the card for later requests. */
  readonly token: string
}

/** The customer. Which members are required depends on the acquirer. */
export interface TransactionCustomer {
  /** IP address of the customer, version 4 or 6. */
  readonly ip: string | null
  /** Email address of the customer. */
  readonly email: string | null
  /** Id of the customer's device. */
  readonly deviceId: string | null
  /** Date of birth, YYYY-MM-DD. */
  readonly birthDate: string | null
  /** The customer's taxpayer id. */
  readonly taxpayerId?: string
  /** The customer's id in the merchant's system. */
  readonly externalId?: string
}

/** The customer's billing address. Which members are required depends on the acquirer. */
export interface BillingAddress {
  /** First name. */
  readonly firstName: string | null
  /** Last name. */
  readonly lastName: string | null
  /** Street and house. */
  readonly address: string | null
  /** ISO 3166-1 alpha-2 code of the country. */
  readonly country: string | null
  /** City. */
  readonly city: string | null
  /** Postal code. In the US: NNNNN or NNNNN-NNNN. */
  readonly zip: string | null
  /** Two-letter code of the state. Allowed only when the country is US or CA. */
  readonly state: string | null
  /** Phone number. */
  readonly phone: string | null
}

/** What the acquirer answered. */
export interface ChargeResult {
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
  /** Status at the acquirer. */
  readonly status: TransactionStatus
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number | null
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string | null
  /** Text on the cardholder's statement. */
  readonly billingDescriptor: string | null
}

/** What the acquirer answered. */
export interface TokenizationResult {
  /** Status at the acquirer. */
  readonly status: TransactionStatus
  /** Message of the acquirer, or ours where it gave none. */
  readonly message: string | null
  /** Id of the acquirer that was asked. */
  readonly gatewayId: number | null
}

/** What the acquirer answered. */
export interface ChildResult {
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
  /** Status at the acquirer. */
  readonly status: TransactionStatus
}
