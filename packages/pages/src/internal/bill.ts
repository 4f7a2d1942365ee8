/** What a charge consists of, as customers read it. */
import type { Amount } from "@florin/core/money/Amount"
import * as Currency from "@florin/core/money/Currency"
import type { Line } from "@florin/core/terms/Lines"
import { ofCard, type Transaction } from "@florin/core/transactions/Transaction"
import type { Language } from "../Language.js"

const titleOf = ({ coupon: code, kind, quantity, title }: Line, { words }: Language): string => {
  const { balance, coupon, times } = words.plan.bill
  if (kind === "discount") return coupon(code ?? title)
  if (kind === "balance") return balance
  return quantity === undefined || quantity === 1 ? title : times(title, quantity)
}

/** The name and the amount of each line; below 0 for what is taken off. */
export const billRows = (
  lines: ReadonlyArray<Line> = [],
  currency: Currency.Currency,
  language: Language
): ReadonlyArray<readonly [name: string, amount: string]> =>
  lines.map((line) => [titleOf(line, language), Currency.display(line.amount as Amount, currency, language.locale)])

/** The lines of a charge of a subscription. Undefined: it has none. */
export const linesIn = (transaction: Transaction | undefined): ReadonlyArray<Line> | undefined =>
  ofCard(transaction)?.subscription?.bill?.lines
