// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** Whose card it is; null where nobody was named. */
export interface SavedCardCustomer {
  /** The customer's id in the merchant's system. */
  readonly externalId: string
}

/** What `cards.create` answers. */
export interface SavedCard {
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
  /** What the card may later be used for. */
  readonly contract: ReadonlyArray<"recurring" | "oneclick" | "credit" | "card_on_file">
  /** Whose card it is; null where nobody was named. */
  readonly customer: SavedCardCustomer | null
  /** When it was kept. */
  readonly createdAt: string | null
}
