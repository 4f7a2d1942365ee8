/** The issuers of the test cards, as a BIN directory. */
import { BinDirectory, type BinRecord } from "@florin/core/cards/BinDirectory"
import type { NumberFacts } from "@florin/core/cards/CardNumber"
import * as Layer from "effect/Layer"

/** A range of card numbers: the cards that begin with these six digits. */
export interface Range extends Omit<BinRecord, "tokenProvider"> {
  readonly bin: string
}

const range = (bin: string, product: string | null, issuerCountry: string, issuerName: string): Range => ({
  bin,
  product,
  issuerCountry,
  issuerName
})

/** The ranges of the test cards. The banks are invented, in countries that routing rules can tell apart. */
export const ranges: ReadonlyArray<Range> = [
  range("420000", "F", "GB", "Sandbox Bank"),
  range("911230", null, "BY", "Sandbox Bank of Minsk"),
  range("400555", "F", "US", "Sandbox Credit Union"),
  range("411111", "I", "FR", "Banque Sandbox"),
  range("424242", "G", "US", "Sandbox Business Bank"),
  range("555555", "MCG", "DE", "Sandbox Bank Deutschland"),
  range("401200", "N", "PL", "Bank Sandbox"),
  range("520424", "MDS", "NL", "Sandbox Betaalbank")
]

const unknown: BinRecord = { product: null, issuerCountry: null, issuerName: null, tokenProvider: null }

const known: ReadonlyMap<string, BinRecord> = new Map(
  ranges.map(({ bin, ...record }) => [bin, { ...record, tokenProvider: null }])
)

/** Source: interface, "`credit_card` in responses | product, issuer_country, issuer_name". */
export const find = ({ bin }: NumberFacts): BinRecord => known.get(bin) ?? unknown

export const layer: Layer.Layer<never> = Layer.succeed(BinDirectory, { find })
