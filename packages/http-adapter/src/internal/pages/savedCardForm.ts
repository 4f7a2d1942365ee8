/** The saved card that a customer chose on the page of an order. Source: D47. */
import type { CardTokenInput } from "@florin/core/cards/CardRequest"
import type { SavedCard } from "@florin/core/cards/CardStore"
import { CardToken } from "@florin/core/ids/Ids"
import * as SavedCardRules from "@florin/core/saved-cards/SavedCardRules"
import type { SavedCardChoice } from "@florin/pages/CheckoutPage"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { withPlainDigits } from "./digits.js"

type Fields = Readonly<Record<string, string>>

/** As the page offers it. */
export const choiceOf = (card: SavedCard): SavedCardChoice => {
  const { expMonth, expYear, facts, token } = card
  const { brand, last4 } = facts
  return { token, brand, last4, expMonth, expYear, needsCode: SavedCardRules.needsCode(card) }
}

const isToken = Schema.is(CardToken)

const code = /^\d{3,4}$/

/**
 * The chosen card; undefined: another one is typed. Older forms send its token as the method. A code of another form counts
 * as missing: where it is needed, the gateway says so.
 */
export const read = (fields: Fields): CardTokenInput | undefined => {
  const token = [fields.saved_card, fields.method].find((one) => one !== undefined && isToken(one))
  if (token === undefined || !isToken(token)) return undefined
  const typed = withPlainDigits(fields.saved_code ?? fields.code ?? "").trim()
  return { _tag: "CardToken", token, ...(code.test(typed) ? { securityCode: Redacted.make(typed) } : {}) }
}
