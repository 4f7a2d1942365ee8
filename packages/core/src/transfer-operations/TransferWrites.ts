/** What a change of a transfer writes besides the transfer. */
import * as DateTime from "effect/DateTime"
import type { Write } from "../commits/Write.js"
import type * as TransactionWriter from "../operations/TransactionWriter.js"
import * as ReceiptMailRules from "../receipts/ReceiptMailRules.js"
import type { Transfer } from "../transfers/Transfer.js"
import type { TransferSideEffect } from "../transfers/TransferChange.js"

/** The writes of an effect of the transfer machines. */
export const writesOf = (
  effect: Exclude<TransferSideEffect, "notify">,
  transfer: Transfer,
  { mails }: Pick<TransactionWriter.WriteContext, "mails">
): ReadonlyArray<Write> => {
  switch (effect) {
    case "mail-receipt":
      return mails === true ? ReceiptMailRules.writes(transfer) : []
    case "keep-evidence": {
      const { shop, uid, updatedAt } = transfer
      return [{ _tag: "KeepEvidence", shop, uid, at: DateTime.toEpochMillis(updatedAt) }]
    }
    case "ask-provider":
      // Acceptance enqueues the call.
      return []
  }
}
