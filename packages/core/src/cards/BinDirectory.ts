/**
 * What is known of a card from its first digits.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type { CardFacts } from "./CardNumber.js"

/**
 * Null where it is not known.
 *
 * @since 0.1.0
 * @category models
 */
export interface BinRecord {
  readonly product: string | null
  readonly issuerCountry: string | null
  readonly issuerName: string | null
  readonly tokenProvider: string | null
}

/**
 * Default: nothing is known.
 *
 * @since 0.1.0
 * @category ports
 */
export class BinDirectory extends Context.Reference<BinDirectory>()("@florin/core/BinDirectory", {
  defaultValue: (): { readonly find: (card: CardFacts) => BinRecord } | undefined => undefined
}) {}
