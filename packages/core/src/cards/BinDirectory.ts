/** Facts about a card derived from its first digits. */
import * as Context from "effect/Context"
import type { NumberFacts } from "./CardNumber.js"

/** Null means unknown. */
export interface BinRecord {
  readonly product: string | null
  readonly issuerCountry: string | null
  readonly issuerName: string | null
  readonly tokenProvider: string | null
}

/** What is known of a card where no directory is. */
export const unknownBin: BinRecord = { product: null, issuerCountry: null, issuerName: null, tokenProvider: null }

/**
 * It is asked of cards whose first and last digits are known. One that throws, or answers anything else than a record, knows nothing of that card.
 * Default: knows no card.
 */
export class BinDirectory extends Context.Reference<BinDirectory>()("@florin/core/BinDirectory", {
  defaultValue: (): { readonly find: (card: NumberFacts) => BinRecord } | undefined => undefined
}) {}
