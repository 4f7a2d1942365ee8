/**
 * What a host's directories know of a card and of an address. One that throws knows nothing, as one does that answers
 * anything else than texts: what it says is stored with the charge. Source: D41.
 */

import { type BinDirectory, type BinRecord, unknownBin } from "../../cards/BinDirectory.js"
import type { CardFacts, NumberFacts } from "../../cards/CardNumber.js"
import { readOr } from "../../providers/Calls.js"
import { cardNumbersRemovedFromText } from "../../redaction/Redaction.js"
import type { IpDirectory } from "../../routing/Routing.js"

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? cardNumbersRemovedFromText(value) : null

const countryIn = (value: unknown): string | null =>
  typeof value === "string" && /^[A-Z]{2}$/.test(value) ? value : null

const areKnown = (facts: CardFacts): facts is NumberFacts =>
  facts.first1 !== null && facts.last4 !== null && facts.bin !== null

/** The facts about a card's issuer. */
export const recordOf = (directory: NonNullable<BinDirectory["Type"]>, facts: CardFacts): BinRecord =>
  readOr(unknownBin, () => {
    if (!areKnown(facts)) return unknownBin
    const found = (directory.find(facts) ?? {}) as { readonly [Name in keyof BinRecord]?: unknown }
    return {
      product: textOf(found.product),
      issuerCountry: countryIn(found.issuerCountry),
      issuerName: textOf(found.issuerName),
      tokenProvider: textOf(found.tokenProvider)
    }
  })

/** The country of an IP address. */
export const countryOf = (directory: IpDirectory["Type"], ip: string): string | null =>
  readOr(null, () => countryIn(directory.countryOf(ip)))
