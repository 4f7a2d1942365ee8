/** The document of movements: what the transactions of a shop have moved. */

import { millisOf } from "@florin/core/ids/Ids"
import { movementOf } from "@florin/core/reconciliation/ReconciliationRules"
import { shownTrackingId } from "@florin/core/transaction-base/TransactionBase"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as DateTime from "effect/DateTime"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type { MovementListDocument } from "./Schemas.js"

type List = Written<typeof MovementListDocument.Encoded>

type Movement = List["movements"][number]

/** The movement of a transaction, if it has moved money. `at`: when the transaction was accepted. */
export const toDocument = (transaction: Transaction): Movement | undefined => {
  const moved = movementOf(transaction)
  if (moved === undefined) return undefined
  const { parentUid, uid } = transaction
  return {
    id: uid,
    ...moved,
    reference: shownTrackingId(transaction) ?? null,
    ...(parentUid === undefined ? {} : { parent: parentUid }),
    // That of the uid, by which a period is looked up.
    at: timestamp(DateTime.unsafeMake(millisOf(uid)))
  }
}

/** `{"movements":[…]}`, in the order given. `id` of the last one is the next page's `after`. Source: D1. */
export const listOf = (transactions: ReadonlyArray<Transaction>): List => ({
  movements: transactions.flatMap((transaction) => toDocument(transaction) ?? [])
})
