/**
 * The writes of a change: the transaction, its history, and everything that follows from it. No other module writes a
 * transaction.
 */
import * as DateTime from "effect/DateTime"
import type { SearchTerms, Write } from "../commits/Write.js"
import type { NotificationId } from "../ids/Ids.js"
import { type ClaimedJob, reversal } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import { given } from "../request/Given.js"
import type { Shop } from "../shops/Shop.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { Answer } from "./Answer.js"
import type { Change } from "./Change.js"
import * as OutboxMessage from "./OutboxMessage.js"

/** The context of a change. `notification` was generated before the unit of work. */
export interface WriteContext {
  readonly shop: Shop
  readonly encode: (transaction: Transaction) => string
  readonly notification: NotificationId
  /** The host provides a mailer. Default: `false`. */
  readonly mails?: boolean
  /** The writes of an effect other than `notify`, which are those of the transaction's kind. */
  writesOf(effect: string, transaction: Transaction, context: WriteContext): ReadonlyArray<Write>
}

/** A change to commit: its writes, the answer, when the earliest new job is due, and the change for the listeners. */
export interface Written<Kind extends Transaction = Transaction> {
  readonly writes: ReadonlyArray<Write>
  readonly answer: Answer<Kind>
  readonly wakeAt: number | undefined
  readonly change: Change
}

/** The name of a transaction's job of that kind. */
export const job = ({ shop, uid }: Pick<Transaction, "shop" | "uid">, kind: string) => ({ shop, kind, subject: uid })

/**
 * The answer of a transaction, whose document is made when the first one wants it: nobody does where a subscription is
 * renewed or an order is paid on our page, and no address hears of it.
 */
export const answerOf = <Kind extends Transaction>(
  transaction: Kind,
  { encode }: Pick<WriteContext, "encode">
): Answer<Kind> => {
  let made: string | undefined
  return {
    transaction,
    get document() {
      made ??= encode(transaction)
      return made
    }
  }
}

const announce = (answer: Answer, { notification, shop }: WriteContext): ReadonlyArray<Write> => {
  const { transaction } = answer
  const url = transaction.details.notificationUrl ?? shop.notificationUrl
  if (url === undefined) return []
  const { uid, updatedAt, version } = transaction
  return OutboxMessage.writes({
    shop: shop.id,
    id: notification,
    subject: uid,
    sequence: version,
    url,
    body: answer.document,
    now: updatedAt
  })
}

/** Keeps the answer for the request's key, if it had one. Source: D13. */
export const keptAnswer = (answer: Answer): ReadonlyArray<Write> => {
  const { idempotencyKey: key, shop } = answer.transaction
  return key === undefined ? [] : [{ _tag: "KeepAnswer", shop, key, answer: { document: answer.document } }]
}

// Recovery takes over after this long if the process that holds the job does not go on. Unit: milliseconds.
const recoverAfter = 2000

/** The job that finishes a transaction, held by the process that calls its provider, in the share of that provider. */
export const heldRecoveryJob = (
  transaction: Transaction,
  { fence, now, owner }: Pick<ClaimedJob, "fence" | "owner"> & { readonly now: DateTime.Utc }
): { readonly job: ClaimedJob; readonly write: Write } => {
  const { shop, uid } = transaction
  const runAt = DateTime.unsafeMake(now.epochMillis + recoverAfter)
  const made: ClaimedJob = { shop, kind: "recover", subject: uid, runAt, attempts: 0, fence, owner }
  const share = PartitionKey.ofAcquirer(shop, lastCharge(transaction).gatewayId)
  return { job: made, write: { _tag: "HoldJob", job: made, runAt: runAt.epochMillis, share, owner } }
}

/** The work that takes an approval back, due at an instant in epoch milliseconds, in the share of its acquirer. */
export const reversalDue = (transaction: Transaction, runAt: number): Write => ({
  _tag: "EnqueueJob",
  job: job(transaction, reversal),
  runAt,
  share: PartitionKey.ofAcquirer(transaction.shop, lastCharge(transaction).gatewayId)
})

/** The earliest instant at which a job in these writes is due. */
export const earliest = (writes: ReadonlyArray<Write>): number | undefined => {
  let wakeAt: number | undefined
  for (const write of writes) {
    if (write._tag === "EnqueueJob" && (wakeAt === undefined || write.runAt < wakeAt)) wakeAt = write.runAt
  }
  return wakeAt
}

const withHistory = (row: Write, change: Change): ReadonlyArray<Write> => {
  const { reference, transaction, transition } = change
  const { shop, uid } = transaction
  const history: Write = { _tag: "AppendHistory", shop, uid, transition }
  return reference === undefined ? [row, history] : [row, history, { _tag: "KeepReference", shop, uid, ...reference }]
}

/** A new transaction whose acquirer is about to be called, without follow-up writes. */
export const accepted = (change: Change, terms: SearchTerms): ReadonlyArray<Write> =>
  withHistory({ _tag: "InsertTransaction", transaction: change.transaction, terms }, change)

/** Those of these states are found by why they came to nothing, which a store writes to one more index. */
const isFoundByReason = (status: string): boolean => status === "failed" || status === "expired"

/** The next version of a transaction whose acquirer is about to be called again, without follow-up writes. */
export const begun = (change: Change): ReadonlyArray<Write> => {
  const { transaction, transition } = change
  const isReasonFound = isFoundByReason(transaction.status) || isFoundByReason(transition.from)
  const isFoundOtherwise = isReasonFound ? true : change.isFoundOtherwise
  return withHistory({ _tag: "ReplaceTransaction", transaction, ...given({ isFoundOtherwise }) }, change)
}

const written = <Kind extends Transaction>(
  own: ReadonlyArray<Write>,
  change: Change<Kind>,
  context: WriteContext
): Written<Kind> => {
  const { effects, transaction } = change
  const answer = answerOf(transaction, context)
  const writes: Array<Write> = [...own]
  for (const effect of effects) {
    writes.push(...(effect === "notify" ? announce(answer, context) : context.writesOf(effect, transaction, context)))
  }
  writes.push(...keptAnswer(answer))
  return { writes, answer, wakeAt: earliest(writes), change }
}

/** A new transaction with its follow-up writes. */
export const inserted = <Kind extends Transaction>(
  change: Change<Kind>,
  terms: SearchTerms,
  context: WriteContext
): Written<Kind> => written(accepted(change, terms), change, context)

/** The next version of a transaction with its follow-up writes. */
export const replaced = (change: Change, context: WriteContext): Written => written(begun(change), change, context)
