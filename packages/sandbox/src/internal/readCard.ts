import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as Redacted from "effect/Redacted"
import { type TestCard, testCards } from "../TestCards.js"
import { cvcTriggers, resultOf } from "../TestTriggers.js"

/** The result of reading a card. The number can't be derived from it. */
export interface CardReading {
  /** Undefined: not a test card. */
  readonly testCard: TestCard | undefined
  /** BIN and last four digits of a test card; nothing of any other number. */
  readonly masked: string
  readonly cvcResult: string | null
}

const known = new Map(testCards.map((card) => [card.number, card]))

const mask = (card: TestCard | undefined): string =>
  card === undefined ? "unknown" : `${card.number.slice(0, 6)}xxxxxx${card.number.slice(-4)}`

/** The only place in the sandbox that unwraps a card number and a security code. */
export const readCard = (card: AcquirerCard): CardReading => {
  // biome-ignore lint/plugin/secrets: an acquirer reads the number it is sent
  const testCard = known.get(Redacted.value(card.number))
  // biome-ignore lint/plugin/secrets: an acquirer reads the number it is sent
  const code = card.securityCode === undefined ? undefined : Redacted.value(card.securityCode)
  return { testCard, masked: mask(testCard), cvcResult: resultOf(cvcTriggers, code) }
}

/** The masked cards for which the amount is a test trigger. */
export const maskedThatLookAtAmount: ReadonlySet<string> = new Set(
  testCards.filter((card) => card.looksAtAmount).map(mask)
)
