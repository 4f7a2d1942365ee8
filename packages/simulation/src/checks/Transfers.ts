import * as Transfers from "@florin/testing/parties/Transfers"
import type { Auditor, Scene } from "../Invariants.js"
import { added, isTransfer, type TransferRow, transfersOf } from "../Mirror.js"

/** The row as its merchant sees it. */
const shown = ({ document, status, uid }: TransferRow) => ({
  ...{ uid, status, type: document.type, amount: document.amount, currency: document.currency },
  ...{ manually_corrected_at: document.manuallyCorrectedAt, proof: document.proof }
})

/** Invariant 2, of bank transfers. What an operator decided stands, whatever the bank's books say. */
export const trueTransfers = ({ bank, blame, mirror }: Scene): Auditor => {
  const { accounts } = bank.ledger
  const complain = ({ status, uid }: TransferRow, says: string | undefined): void =>
    blame(2, uid, says && `is ${status}, and ${says}`)

  const compare = (row: TransferRow): void => {
    if (row.document.type !== "proof") complain(row, Transfers.against(accounts.get(row.uid), shown(row)))
  }

  return {
    committed: ({ transitions }) => {
      for (const { from, to, trigger, uid } of added(transitions)) {
        const row = mirror.transactions.get(uid)
        if (row === undefined || !isTransfer(row)) continue
        if (from !== to) compare(row)
        // What was sent again under its key until there was a decision is never told as undone where it has arrived.
        if (trigger === "NotDone" && accounts.has(uid)) complain(row, "the bank was asked for it")
      }
    },
    ended: () => transfersOf(mirror).forEach(compare)
  }
}
