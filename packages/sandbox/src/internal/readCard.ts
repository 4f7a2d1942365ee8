import type { AcquirerCard } from "@florin/core/cards/Acquirer"
import * as Redacted from "effect/Redacted"
import { type TestCard, testCards } from "../TestCards.js"
import { cvcTriggers, resultOf } from "../TestTriggers.js"

/** What is left of a card once it was read: nothing from which a number could be had. */
export interface CardReading {
  /** Undefined: not one of the test cards. */
  readonly testCard: TestCard | undefined
  /** BIN and last four of a test card; of any other number nothing is kept. */
  readonly masked: string
  readonly cvcResult: string | null
}

const known = new Map(testCards.map((card) => [card.number, card]))

const mask = (card: TestCard | undefined): string =>
  card === undefined ? "unknown" : `${card.number.slice(0, 6)}xxxxxx${card.number.slice(-4)}`

/** The sandbox's one place that unwraps a card number and a security code. */
export const readCard = (card: AcquirerCard): CardReading => {
  // biome-ignore lint/plugin/secrets: an acquirer reads the number it is sent
  const testCard = known.get(Redacted.value(card.number))
  // biome-ignore lint/plugin/secrets: an acquirer reads the number it is sent
  const code = card.securityCode === undefined ? undefined : Redacted.value(card.securityCode)
  return { testCard, masked: mask(testCard), cvcResult: resultOf(cvcTriggers, code) }
}

/** The cards whose amount is a test trigger, as the acquirer ledger knows them. */
export const maskedThatLookAtAmount: ReadonlySet<string> = new Set(
  testCards.filter((card) => card.looksAtAmount).map(mask)
)
