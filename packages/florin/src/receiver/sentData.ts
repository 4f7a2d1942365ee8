/** What a merchant sends along with a charge, as messages repeat it. */

/** The later uses that a saved card allows. */
export type Contract = "recurring" | "oneclick" | "credit" | "card_on_file"

/** The customer's browser, for 3-D Secure. */
export interface Browser {
  readonly acceptHeader?: string
  readonly screenWidth?: number
  readonly screenHeight?: number
  readonly screenColorDepth?: 1 | 4 | 8 | 15 | 16 | 24 | 32 | 48
  readonly windowWidth?: number
  readonly windowHeight?: number
  readonly language?: string
  readonly javaEnabled?: boolean
  readonly userAgent?: string
  /** Unit: minutes from local time to UTC. */
  readonly timeZone?: number
  readonly timeZoneName?: string
}

interface RejectCodes {
  readonly rejectCodes?: ReadonlyArray<string>
}

/** What became of a card that was to be saved in the customer's wallet. */
export interface WalletResult {
  readonly status: "successful" | "failed"
  readonly message: string | null
  readonly token?: string
  readonly error?: string
  readonly errorMessage?: string
  readonly errorCode?: string
}

/** The members of `additionalData` that were sent, and the result of a wallet. */
export interface AdditionalData {
  readonly receiptText?: ReadonlyArray<string>
  readonly contract?: ReadonlyArray<Contract>
  readonly cardOnFile?: {
    readonly initiator?: "merchant" | "customer"
    readonly type?: "delayed_charge" | "increment" | "resubmission" | "reauthorization" | "no_show"
  }
  readonly avsCvcVerification?: { readonly avsVerification?: RejectCodes; readonly cvcVerification?: RejectCodes }
  readonly browser?: Browser
  readonly excludedGateways?: ReadonlyArray<number>
  readonly wallet?: { readonly params?: { readonly session?: string }; readonly result?: WalletResult }
}

/** A flight of a journey. */
export interface Leg {
  readonly airlineCode?: string
  readonly stopOverCode?: "O" | "X" | ""
  readonly flightNumber?: string
  readonly departureDateTime?: string
  readonly arrivalDateTime?: string
  readonly originatingCountry?: string
  readonly originatingCity?: string
  readonly originatingAirportCode?: string
  readonly destinationCountry?: string
  readonly destinationCity?: string
  readonly destinationAirportCode?: string
  readonly coupon?: string
  readonly class?: string
}

export interface Travel {
  readonly airline?: {
    readonly agencyCode?: string
    readonly agencyName?: string
    readonly ticketNumber?: string
    readonly bookingNumber?: string
    readonly restrictedTickedIndicator?: "0" | "1"
    readonly legs?: ReadonlyArray<Leg>
    readonly passengers?: ReadonlyArray<{ readonly firstName?: string; readonly lastName?: string }>
  }
}
