/** What a change of a card transaction writes besides the transaction: due work, and what an outcome means for others. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { apply, type CardChange } from "../cards/CardChange.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import { endOfWait } from "../cards/ChargeMachine.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import * as Amount from "../money/Amount.js"
import * as MoneyMailFacts from "../money-mails/MoneyMailFacts.js"
import type { ExtraWrites, RecordContext } from "../operations/TransactionKind.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import * as ReceiptMailRules from "../receipts/ReceiptMailRules.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import { ofCard, type Transaction } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import * as SavedCardUpdates from "./SavedCardUpdates.js"

const enqueue = (transaction: CardTransaction, kind: string, runAt: DateTime.Utc, share: string): Write => ({
  _tag: "EnqueueJob",
  job: TransactionWriter.job(transaction, kind),
  runAt: DateTime.toEpochMillis(runAt),
  share
})

/** The writes of an effect of the card machines. */
export const writesOf = (
  effect: Exclude<CardChange["effects"][number], "notify">,
  transaction: CardTransaction,
  { mails, shop }: Pick<TransactionWriter.WriteContext, "shop" | "mails">
): ReadonlyArray<Write> => {
  switch (effect) {
    case "watch-hold": {
      // Only authorizations hold an amount.
      if (transaction.type !== "authorization") return []
      const lapsesAt = DateTime.addDuration(transaction.updatedAt, shop.holdPeriod)
      return [enqueue(transaction, "release-hold", lapsesAt, PartitionKey.ofInternalWork(shop.id))]
    }
    case "watch-challenge":
      return [
        enqueue(
          transaction,
          "expire",
          endOfWait(transaction) ?? transaction.updatedAt,
          PartitionKey.ofInternalWork(shop.id)
        )
      ]
    case "find-out": {
      const share = PartitionKey.ofAcquirer(shop.id, lastCharge(transaction).gatewayId)
      return [enqueue(transaction, "recover", transaction.updatedAt, share)]
    }
    case "mail-receipt":
      return mails === true ? ReceiptMailRules.writes(transaction) : []
    case "mail-refund":
      return mails === true ? MoneyMailFacts.refundWrites(transaction, shop) : []
    case "reverse":
      return [TransactionWriter.reversalDue(transaction, transaction.updatedAt.epochMillis)]
    case "close":
      return [{ _tag: "CancelJob", job: TransactionWriter.job(transaction, "release-hold") }]
    case "reopen":
    case "authenticate":
    case "ask-acquirer":
    case "close-parent":
      // Acceptance enqueues the call; a child's parent is written as its own change; a mark is of the row itself.
      return []
  }
}

interface ParentFacts {
  readonly parent: CardTransaction | undefined
  readonly totals: ParentTotals
}

/** Whether nothing of the parent remains once this child, which still counts as pending, is approved. */
export const closesParent = (parent: CardTransaction, totals: ParentTotals): boolean =>
  totals.pending <= 1 && parent.closedAt === null && Amount.add(totals.captured, totals.voided) >= parent.amount

const closed = ({ parent, totals }: ParentFacts, _: unknown, context: RecordContext) => {
  if (parent === undefined || !closesParent(parent, totals)) return { writes: [] }
  const change = apply(parent, { _tag: "Closed" }, context.now)
  if (Either.isLeft(change)) return { writes: [] }
  return TransactionWriter.replaced(change.right, { ...context, notification: context.parentNotification })
}

/**
 * What an approval means for others: a capture or void may close its parent, a charge sets up contracts on its card, whose acquirer
 * may have told more of it.
 */
export const consequencesOf = (transaction: Transaction, event: TransactionEvent): ExtraWrites | undefined => {
  if (event._tag !== "Approved") return undefined
  const { parentUid, shop, type } = transaction
  if ((type === "capture" || type === "void") && parentUid !== undefined) {
    const load = { parent: Reads.cardTransaction(shop, parentUid), totals: Reads.parentTotals(shop, parentUid) }
    return { load, write: closed }
  }
  const charge = type === "refund" ? undefined : ofCard(transaction)
  const card = charge && SavedCardUpdates.readCard(charge, event)
  return (
    card && {
      load: { card },
      write: ({ card: saved }: { readonly card?: SavedCard }, change) => ({
        writes: SavedCardUpdates.written(saved, ofCard(change.transaction)!, event)
      })
    }
  )
}
