/** A customer's credit, which pays for the next charges. */
import * as Schema from "effect/Schema"
import { Amount } from "../money/Amount.js"
import { AcceptedCurrency } from "../money/Currency.js"
import { type DraftLine, totalOf } from "./Lines.js"

/** What a customer has in one currency. Never below 0. Source: D60. */
export const Balance = Schema.Struct({ currency: AcceptedCurrency, amount: Amount })

export interface Balance extends Schema.Schema.Type<typeof Balance> {}

/** The title of its line, where the page has no text of its own. */
const title = "Balance"

/**
 * The lines with that of the balance: it pays what it can, and gains what they are below 0. Their total is then what is
 * charged, never below 0.
 *
 * Source: D60, D61.
 */
export const settled = (
  lines: ReadonlyArray<DraftLine>,
  balance: bigint
): { readonly lines: ReadonlyArray<DraftLine>; readonly balance: bigint } => {
  const total = totalOf(lines)
  const paid = total > balance ? balance : total
  if (paid === 0n) return { lines, balance }
  return { lines: [...lines, { kind: "balance", title, amount: -paid }], balance: balance - paid }
}
