/** What the forms of the pages ask for, and what was typed into them. */
import type { CardEntry } from "@florin/core/cards/ProviderFields"
import type { RequestedField } from "@florin/core/customers/RequestedFields"
import type { CardFault, DetailFault } from "../Language.js"

/** What the customer typed before, of what may be shown again, and what is wrong with it. */
export interface Entered {
  readonly expiry: string
  readonly holder: string
  /** One here or in `detailFaults`, at least. */
  readonly faults: ReadonlyArray<CardFault>
  readonly details?: Details<string>
  readonly detailFaults?: Details<DetailFault>
}

/** Something about each field that the page asks for besides the card. */
export type Details<A> = Readonly<Partial<Record<RequestedField, A>>>

/** What a form asks for. */
export interface Form {
  /** What it asks for besides the card. */
  readonly requestedFields?: ReadonlyArray<RequestedField>
  /** What is known of that already, masked: left empty, a field stays as it is. Source: D2. */
  readonly known?: Details<string>
  /** What the customer sees besides, masked, and cannot change. */
  readonly fixed?: Details<string>
  /** What was typed and not accepted. */
  readonly entered?: Entered
  /** The name on the card, where it is known. */
  readonly holder?: string
  /** The name that was entered for the last attempt, masked: left empty, the field means that. Source: D2. */
  readonly knownHolder?: string
  /** The customer cannot change that name. */
  readonly isHolderFixed?: boolean
  /** How it takes a card: in place of our own fields a provider's, or nothing. Default: by its number. Source: D58. */
  readonly cardEntry?: CardEntry
}
