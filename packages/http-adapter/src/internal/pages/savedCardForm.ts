/** The saved cards on the page of an order, and the one that a customer chose. Source: D47. */
import type { CardTokenInput } from "@florin/core/cards/CardInput"
import type { SavedCard } from "@florin/core/cards/CardStore"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { CardToken } from "@florin/core/ids/Ids"
import * as SavedCardRules from "@florin/core/saved-cards/SavedCardRules"
import type { CheckoutPage } from "@florin/pages/CheckoutPage"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { withPlainDigits } from "./digits.js"

type Fields = Readonly<Record<string, string>>

const choiceOf = ({ expMonth, expYear, facts: { brand, last4 }, token }: SavedCard) => ({
  token,
  brand,
  last4,
  expMonth,
  expYear
})

/** As the page offers them. One field takes the code, where one of them needs it. */
export const choicesOf = (
  { details: { settings } }: Checkout,
  cards: ReadonlyArray<SavedCard>
): Pick<CheckoutPage, "savedCards" | "asksCode" | "isSavedOnly"> =>
  cards.length === 0
    ? {}
    : {
        savedCards: cards.map(choiceOf),
        asksCode: cards.some(SavedCardRules.needsCode),
        isSavedOnly: settings?.anotherCardToggle?.display === false
      }

const isToken = Schema.is(CardToken)

const code = /^\d{3,4}$/

/**
 * The chosen card; undefined: another one is typed. A code of another form counts as missing: where it is needed, the
 * gateway says so.
 */
export const read = ({ code: typed = "", saved_card: token }: Fields): CardTokenInput | undefined => {
  if (!isToken(token)) return undefined
  const digits = withPlainDigits(typed).trim()
  return { _tag: "CardToken", token, ...(code.test(digits) ? { securityCode: Redacted.make(digits) } : {}) }
}
