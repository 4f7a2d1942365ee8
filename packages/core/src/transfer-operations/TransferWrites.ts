/** What a change of a transfer writes besides the transfer. */
import * as DateTime from "effect/DateTime"
import type { Write } from "../commits/Write.js"
import * as MoneyMailFacts from "../money-mails/MoneyMailFacts.js"
import type * as TransactionWriter from "../operations/TransactionWriter.js"
import * as ReceiptMailRules from "../receipts/ReceiptMailRules.js"
import type { Transfer } from "../transfers/Transfer.js"
import type { TransferSideEffect } from "../transfers/TransferChange.js"

/** The writes of an effect of the transfer machines. */
export const writesOf = (
  effect: Exclude<TransferSideEffect, "notify">,
  transfer: Transfer,
  { mails, shop }: Pick<TransactionWriter.WriteContext, "shop" | "mails">
): ReadonlyArray<Write> => {
  switch (effect) {
    case "mail-receipt":
      return mails === true ? ReceiptMailRules.writes(transfer) : []
    case "mail-refund":
      return mails === true ? MoneyMailFacts.refundWrites(transfer, shop) : []
    case "keep-evidence": {
      const { uid, updatedAt } = transfer
      return [{ _tag: "KeepEvidence", shop: shop.id, uid, at: DateTime.toEpochMillis(updatedAt) }]
    }
    case "ask-provider":
      // Acceptance enqueues the call.
      return []
  }
}
