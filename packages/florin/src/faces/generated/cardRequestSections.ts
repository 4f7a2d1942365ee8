// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** Options of 3-D Secure. */
export interface ChargeRequestThreeDSecure {
  /** Whether the advanced 3-D Secure 2.0 scenario is used, in which the merchant drives the steps. */
  readonly advanced?: boolean | "true" | "false"
}

/** The customer. Which members are required depends on the acquirer. */
export interface CustomerInput {
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
}

/** The customer's billing address. Which members are required depends on the acquirer. */
export interface BillingAddressInput {
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

/** Legs of the journey. */
export interface TravelInputAirlineLeg {
  /** Two-letter IATA code of the airline. */
  readonly airlineCode?: string
  /**
   * O or empty: the traveller stays in the origin city for over 24 hours. X: the origin airport is a transit airport.
   */
  readonly stopOverCode?: "O" | "X" | ""
  /** Number of the flight. */
  readonly flightNumber?: string
  /** Local time of departure, YYYY-MM-DDThh:mm:ss. */
  readonly departureDateTime?: string
  /** Local time of arrival, YYYY-MM-DDThh:mm:ss. */
  readonly arrivalDateTime?: string
  /** Country of departure. */
  readonly originatingCountry?: string
  /** City of departure. */
  readonly originatingCity?: string
  /** Three-letter IATA code of the airport of departure. */
  readonly originatingAirportCode?: string
  /** Country of arrival. */
  readonly destinationCountry?: string
  /** City of arrival. */
  readonly destinationCity?: string
  /** Three-letter IATA code of the airport of arrival. */
  readonly destinationAirportCode?: string
  /** Coupon of the leg. */
  readonly coupon?: string
  /** One-letter IATA code of the class. */
  readonly class?: string
}

/** Passengers. */
export interface TravelInputAirlinePassenger {
  /** First name of the passenger. */
  readonly firstName?: string
  /** Last name of the passenger. */
  readonly lastName?: string
}

/** A journey by air. */
export interface TravelInputAirline {
  /** IATA code of the agency. */
  readonly agencyCode?: string
  /** Name of the agency. */
  readonly agencyName?: string
  /** Number of the ticket: ticketing code (3 digits), form number (4), serial number (6) and check digit. */
  readonly ticketNumber?: string
  /** Number of the booking. */
  readonly bookingNumber?: string
  /** 0 when the ticket can be returned, else 1. The name is spelled so. */
  readonly restrictedTickedIndicator?: "0" | "1"
  /** Legs of the journey. */
  readonly legs?: ReadonlyArray<TravelInputAirlineLeg>
  /** Passengers. */
  readonly passengers?: ReadonlyArray<TravelInputAirlinePassenger>
}

/** Details of the journey being paid for. */
export interface TravelInput {
  /** A journey by air. */
  readonly airline?: TravelInputAirline
}

/** Details of the contract card_on_file. Absent: the defaults. */
export interface AdditionalDataInputCardOnFile {
  /** Who starts the charge. Default: merchant. */
  readonly initiator?: "merchant" | "customer"
  /** Kind of the charge, used only when the merchant starts it. Default: delayed_charge. */
  readonly type?: "delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show"
}

/** Check of the billing address. */
export interface AdditionalDataInputAvsCvcVerificationAvsVerification {
  /** Result codes that reject an approval. */
  readonly rejectCodes?: ReadonlyArray<string>
}

/** Checks of the address and of the security code. */
export interface AdditionalDataInputAvsCvcVerification {
  /** Check of the billing address. */
  readonly avsVerification?: AdditionalDataInputAvsCvcVerificationAvsVerification
  /** Check of the security code. */
  readonly cvcVerification?: AdditionalDataInputAvsCvcVerificationAvsVerification
}

/** The customer's browser. Used only for 3-D Secure 2.0. */
export interface AdditionalDataInputBrowser {
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
  readonly javaEnabled?: boolean | "true" | "false"
  /** The browser's User-Agent header. */
  readonly userAgent?: string
  /** Difference from local time to UTC in minutes. */
  readonly timeZone?: number
  /** Name of the browser's time zone. */
  readonly timeZoneName?: string
}

/** Parameters of the wallet service. */
export interface AdditionalDataInputWalletParams {
  /** Id of the user's session. */
  readonly session?: string
}

/** Wallet service. */
export interface AdditionalDataInputWallet {
  /** Parameters of the wallet service. */
  readonly params?: AdditionalDataInputWalletParams
}

/** Further data of the order, its card and the customer's browser. */
export interface AdditionalDataInput {
  /** Lines to add to the email to the customer. */
  readonly receiptText?: ReadonlyArray<string>
  /** What the saved card may later be used for. */
  readonly contract?: ReadonlyArray<"recurring" | "oneclick" | "credit" | "card_on_file">
  /** Details of the contract card_on_file. Absent: the defaults. */
  readonly cardOnFile?: AdditionalDataInputCardOnFile
  /** Checks of the address and of the security code. */
  readonly avsCvcVerification?: AdditionalDataInputAvsCvcVerification
  /** The customer's browser. Used only for 3-D Secure 2.0. */
  readonly browser?: AdditionalDataInputBrowser
  /** Acquirers (gatewayId) that are left out when a charge moves on to the next one. */
  readonly excludedGateways?: ReadonlyArray<number>
  /** Wallet service. */
  readonly wallet?: AdditionalDataInputWallet
}

/** Card data or a token. */
export interface CardData {
  /** Card number, 12 to 19 digits. Spaces and dashes between them are taken. */
  readonly number: string
  /** Security code, 3 or 4 digits. It is never stored. */
  readonly verificationValue?: string
  /** Name as on the card. */
  readonly holder?: string
  /** Month of expiry, 1 to 12. */
  readonly expMonth: string | number
  /** Year of expiry, four digits. */
  readonly expYear: string | number
  /** Absent: card data are sent. */
  readonly token?: null
  /** Absent: card data are sent. */
  readonly providerToken?: null
}

/** Card data or a token. */
export interface CardToken {
  /** Security code, 3 or 4 digits. It is never stored. */
  readonly verificationValue?: string
  /** Token of the card from the answer to an earlier transaction. */
  readonly token: string
  /** Absent: a token is sent. */
  readonly number?: null
  /** Absent: a token is sent. */
  readonly providerToken?: null
}

/** A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
export interface ProviderToken {
  /** Whose token it is, such as stripe. Only acquirers of this provider are asked. */
  readonly provider: string
  /** The token, reusable or for one payment. No answer ever has it. */
  readonly value: string
  /** The customer at the provider to whom a reusable token belongs. */
  readonly customer?: string
}

/** Card data or a token. */
export interface CardProviderToken {
  /** Name as on the card. */
  readonly holder?: string
  /** A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
  readonly providerToken: ProviderToken
  /** Absent: a provider's token is sent. */
  readonly number?: null
  /** Absent: a provider's token is sent. */
  readonly token?: null
}

/** Card data or a token. */
export type Card = CardData | CardToken | CardProviderToken

/** The customer. Which members are required depends on the acquirer. */
export interface TokenizationCustomerInput {
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
}

/** Further data of the order, its card and the customer's browser. */
export interface TokenizationDataInput {
  /** Lines to add to the email to the customer. */
  readonly receiptText?: ReadonlyArray<string>
  /** What the saved card may later be used for. */
  readonly contract?: ReadonlyArray<"recurring" | "oneclick" | "credit">
}

/** The card that becomes a token. */
export interface CardDataOnly {
  /** Card number, 12 to 19 digits. Spaces and dashes between them are taken. */
  readonly number: string
  /** Security code, 3 or 4 digits. It is never stored. */
  readonly verificationValue?: string
  /** Name as on the card. */
  readonly holder?: string
  /** Month of expiry, 1 to 12. */
  readonly expMonth: string | number
  /** Year of expiry, four digits. */
  readonly expYear: string | number
  /** Absent: card data are sent. */
  readonly providerToken?: null
}

/** The card that becomes a token. */
export interface CardProviderTokenOnly {
  /** Name as on the card. */
  readonly holder?: string
  /** A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
  readonly providerToken: ProviderToken
  /** Absent: a provider's token is sent. */
  readonly number?: null
}

/** The card that becomes a token. */
export type CardToTokenize = CardDataOnly | CardProviderTokenOnly

/** The saved card that receives the payout. */
export interface CardTokenOnly {
  /** Token of the card from the answer to an earlier transaction. */
  readonly token: string
}
