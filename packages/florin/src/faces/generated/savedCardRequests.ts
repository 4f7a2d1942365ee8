// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { ProviderToken } from "./cardRequestSections.js"

/** Whose card it is. Default: nobody's, and it is in no list. */
export interface SavedCardRequestCustomer {
  /** The customer's id in the merchant's system. */
  readonly externalId?: string | number
}

/** What `cards.create` is called with. */
export interface SavedCardRequest {
  /** Card number, 12 to 19 digits. Spaces and dashes between them are taken. */
  readonly number?: string
  /** Month of expiry, 1 to 12. */
  readonly expMonth?: string | number
  /** Year of expiry, four digits. */
  readonly expYear?: string | number
  /** Name as on the card. */
  readonly holder?: string
  /** What the card may later be used for. */
  readonly contract?: ReadonlyArray<"recurring" | "oneclick" | "credit" | "card_on_file">
  /** Whose card it is. Default: nobody's, and it is in no list. */
  readonly customer?: SavedCardRequestCustomer
  /** Token of a saved card, whose holder, expiry or contracts change. Only without number. */
  readonly token?: string
  /** A token that a provider's own fields or account made, in place of a number, an expiry and a code. */
  readonly providerToken?: ProviderToken
}

/** What `cards.list` looks at. */
export interface SavedCardOptions {
  /** The customer's id in the merchant's system: externalId of customer. */
  readonly customer: string
}

/** What `cards.update` is called with. */
export interface SavedCardChange {
  /** Month of expiry, 1 to 12. */
  readonly expMonth?: string | number
  /** Year of expiry, four digits. */
  readonly expYear?: string | number
  /** Name as on the card. */
  readonly holder?: string
  /** What the card may later be used for. */
  readonly contract?: ReadonlyArray<"recurring" | "oneclick" | "credit" | "card_on_file">
}
