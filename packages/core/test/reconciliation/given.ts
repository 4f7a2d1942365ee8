/** Movements in the books of others, and what is found, rendered as text. */
import type { FollowUpRequest } from "@florin/core/cards/CardTransaction"
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Movement, MovementKind } from "@florin/core/money/Movement"
import * as Rules from "@florin/core/reconciliation/ReconciliationRules"
import { now, uid } from "../samples.js"

/** As in `1` for the uid that ends so, and `1:reverse` for another key of it. */
export const keyOf = (name: string): AcquirerKey => {
  const [last = "", ...more] = name.split(":")
  return AcquirerKey.make([uid(last), ...more].join(":"))
}

const nameOf = (key: AcquirerKey): string => key.replace(/^.*-8000-0*/, "")

/** As in `1:reverse void 1000 EUR`. */
export const movement = (text: string): Movement => {
  const [name = "", kind, amount, currency = "EUR"] = text.split(" ")
  return {
    key: keyOf(name),
    kind: kind as MovementKind,
    amount: Amount.make(Number(amount)),
    currency: Currency.make(currency),
    at: now
  }
}

export const attempt = (
  step: FollowUpRequest["step"],
  name: string,
  amount = 1000,
  gatewayId = 1
): FollowUpRequest => ({
  step,
  key: keyOf(name),
  gatewayId,
  amount: Amount.make(amount)
})

const shownMoved = ({ amount, currency, kind }: Rules.MovementTerms): string => `${kind} ${amount} ${currency}`

/** As in `1 at card 1: payment 1000 EUR`. */
export const shownExpectation = ({ book, key, moved }: Rules.Expectation): string => {
  const what = moved === null ? "in doubt" : moved.length === 0 ? "nothing" : moved.map(shownMoved).join(" and ")
  return `${nameOf(key)} at ${book.of} ${book.gatewayId}: ${what}`
}

/** As in `other-amount 1: successful payment 1000 EUR, theirs payment 900 EUR`. */
export const shownDifference = ({ key, kind, ours, theirs }: Rules.Difference): string =>
  [
    `${kind} ${nameOf(key)}: ${ours === undefined ? "nothing" : `${ours.status} ${shownMoved(ours)}`}`,
    ...(theirs === undefined ? [] : [`theirs ${shownMoved(theirs)}`])
  ].join(", ")

/** What differs between what our books expect of a book, and all its movements of the same time. */
export const compare = (
  book: Rules.Book,
  expected: ReadonlyArray<Rules.Expectation>,
  movements: ReadonlyArray<Movement>
): ReadonlyArray<Rules.Difference> => {
  const accounts = new Map(expected.map((one) => [one.key, Rules.open(one)]))
  const foreign: Array<Rules.Difference> = []
  for (const movement of movements) {
    const account = accounts.get(movement.key)
    if (account === undefined) foreign.push(Rules.unknown(book, movement, undefined))
    else accounts.set(movement.key, Rules.enter(account, movement))
  }
  return [...[...accounts.values()].flatMap((account) => Rules.differences(account, true)), ...foreign]
}
