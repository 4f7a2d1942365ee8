/** What a provider reports of the card behind its token. Pure. Source: D53. */
import type { ReportedCard } from "./AcquirerAnswer.js"
import type { CardFacts } from "./CardNumber.js"
import type { ShownCard } from "./CardTransaction.js"

type Known = Pick<ShownCard, "facts" | "holder" | "expMonth" | "expYear">

const factsOf = (facts: CardFacts, { bin, brand, last4 }: ReportedCard): CardFacts => ({
  brand: brand ?? facts.brand,
  first1: bin?.slice(0, 1) ?? facts.first1,
  last4: last4 ?? facts.last4,
  bin: bin?.slice(0, 6) ?? facts.bin,
  bin8: bin === undefined ? facts.bin8 : bin.length === 8 ? bin : null
})

// The two belong together: the month of one card beside the year of another is nobody's expiry.
const expiryOf = ({ expMonth, expYear }: ReportedCard): Pick<Known, "expMonth" | "expYear"> | undefined =>
  expMonth === undefined || expYear === undefined ? undefined : { expMonth, expYear }

/** The card as its provider knows it. What the provider does not know stays; the merchant's name of its holder, too. */
export const completed = <Card extends Known>(card: Card, reported: ReportedCard): Card => ({
  ...card,
  facts: factsOf(card.facts, reported),
  ...expiryOf(reported),
  holder: card.holder ?? reported.holder ?? null
})
