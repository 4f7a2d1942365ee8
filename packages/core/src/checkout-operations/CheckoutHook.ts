/** What follows for a checkout when the transaction of an attempt changes. Source: D44. */
import * as Effect from "effect/Effect"
import { openActionOf } from "../cards/AtProvider.js"
import type { Checkout } from "../checkouts/Checkout.js"
import * as CheckoutRules from "../checkouts/CheckoutRules.js"
import { CheckoutDocuments } from "../checkouts/CheckoutStore.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { makeNotificationId } from "../ids/Ids.js"
import type { Change } from "../operations/Change.js"
import type { HookFacts, TransactionHook } from "../operations/TransactionHook.js"
import type { Product } from "../products/Product.js"
import { ofCard } from "../transactions/Transaction.js"
import * as CheckoutWriter from "./CheckoutWriter.js"
import * as Stock from "./internal/stock.js"

/**
 * Triggers after which a failed transaction may still turn out to be approved: its provider never saw the key, which
 * decides nothing, or approved what was then not kept and is to be reversed. Source: D18, D40.
 */
const unsettling: ReadonlySet<string> = new Set(["NotDone", "Approved", "ApprovalReported"])

/**
 * How an attempt has ended; undefined: it has not. What its customer could still do at the acquirer is called off there
 * first, or an approval could follow beside the next attempt's. A transfer that failed may be proved, or turn out to be paid: nothing
 * says that it will not. Source: D29.
 */
export const outcomeOf = ({
  transaction,
  transition: { trigger }
}: Pick<Change, "transaction" | "transition">): CheckoutRules.AttemptOutcome | undefined => {
  const { method, status } = transaction
  if (status === "pending" || status === "incomplete") return undefined
  if (status === "successful") return "AttemptSucceeded"
  const charge = ofCard(transaction)
  if (charge !== undefined && openActionOf(charge) !== undefined) return undefined
  return method !== undefined || unsettling.has(trigger) ? "AttemptUnsettled" : "AttemptFailed"
}

const unchanged: ReadonlyArray<Write> = []

/** The writes for a checkout, and for the product that it sells. */
export const follow = (
  checkout: Checkout,
  product: Product | undefined,
  change: Change,
  context: CheckoutWriter.Context
): ReadonlyArray<Write> => {
  const outcome = outcomeOf(change)
  if (outcome === undefined) return unchanged
  const { amount, method, uid, updatedAt } = change.transaction
  const settled = CheckoutRules.settled(checkout, uid, outcome, updatedAt, { amount })
  if (settled === undefined) return unchanged
  const ended = { outcome, isTransfer: method !== undefined }
  const moved = Stock.settled(settled.checkout, product, ended, updatedAt)
  return [...CheckoutWriter.replaced({ ...settled, checkout: moved.checkout }, context), ...moved.writes]
}

const checkoutIn = (writes: ReadonlyArray<Write>): Checkout | undefined =>
  writes.findLast((write) => write._tag === "ReplaceCheckout")?.checkout

/** Makes checkouts follow the transactions of their attempts. */
export const make = Effect.gen(function* () {
  const { encode } = yield* CheckoutDocuments
  const newNotificationId = yield* makeNotificationId
  const hook: TransactionHook["Type"] = (transaction, shop, now, besides = []) => {
    const { checkout, product, shop: id } = transaction
    if (checkout === undefined) return undefined
    const context = { shop, encode, notification: newNotificationId(now.epochMillis) }
    return {
      load: {
        followed: Reads.checkout(id, checkout, checkoutIn(besides)),
        ...(product === undefined ? {} : { stock: Reads.product(id, product) })
      },
      follow: ({ followed, stock }: HookFacts, change: Change) =>
        followed === undefined ? unchanged : follow(followed as Checkout, stock as Product | undefined, change, context)
    }
  }
  return hook
})
