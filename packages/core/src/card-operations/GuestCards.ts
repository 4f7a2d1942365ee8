/** Erases the numbers of guests' cards when their charges have ended. Source: D51a. */
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Change } from "../operations/Change.js"
import type { HookFacts, Projection, TransactionHook } from "../operations/TransactionHook.js"
import { ofCard, type Transaction } from "../transactions/Transaction.js"

const unchanged: ReadonlyArray<Write> = []

/** The write that erases the card of a transaction, once nothing asks for its number any more. */
export const eraseCard = (transaction: Transaction): ReadonlyArray<Write> => {
  const charge = ofCard(transaction)
  if (charge?.card === undefined || charge.forgetsCard !== true) return unchanged
  if (charge.status === "pending" || charge.status === "incomplete") return unchanged
  return [{ _tag: "DeleteCard", shop: charge.shop, token: charge.card.token }]
}

/** Adds to the hook of a transaction what becomes of its card. */
export const withErasure =
  (hook: TransactionHook["Type"]): TransactionHook["Type"] =>
  (transaction, ...others): Projection | undefined => {
    const own = hook(transaction, ...others)
    const charge = ofCard(transaction)
    if (charge?.card === undefined || charge.forgetsCard !== true) return own
    return {
      load: own?.load ?? { followed: Reads.card(charge.shop, charge.card.token) },
      follow: (facts: HookFacts, change: Change) => [
        ...(own?.follow(facts, change) ?? unchanged),
        ...eraseCard(change.transaction)
      ]
    }
  }
