/** Mails customers the receipts of their payments, as due work: after the commit that records the payment. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Acquirers } from "../cards/Acquirer.js"
import { CommitStore, commit } from "../commits/Commit.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import { Worker } from "../due-work/Worker.js"
import { type ShopId, TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { type MailContent, Mailer } from "../mail/Mailer.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import * as Outlook from "../subscriptions/Outlook.js"
import { dueIntervalOf, isFinal, type Subscription } from "../subscriptions/Subscription.js"
import { SubscriptionStore } from "../subscriptions/SubscriptionStore.js"
import * as Simulated from "../transactions/Simulated.js"
import { ofCard, type Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { TransferProviders } from "../transfers/TransferProvider.js"
import * as MailAttempt from "./MailAttempt.js"
import * as ReceiptMailRules from "./ReceiptMailRules.js"

/** What a receipt is made of. */
export interface Receipt {
  readonly transaction: Transaction
  /** The shop's name. */
  readonly merchant: string
  /** Whether no money moved: the transaction is a test, or its acquirer or provider is simulated. Source: D39. */
  readonly simulated: boolean
  /** Of a subscription that goes on: for how long each price holds from its next charge on. */
  readonly prices?: Prices
}

/** Prices in a row. `isMetered`: usage is charged beside. */
export interface Prices extends Pick<Outlook.Outlook, "then" | "isMetered"> {}

/** What lies ahead of a subscription, as its customer is told. */
export type OutlookOf = (shop: Shop, subscription: Subscription) => Effect.Effect<Outlook.Outlook, StorageError>

/** Writes receipts, in the transaction's language. */
export class ReceiptComposer extends Context.Tag("@florin/core/ReceiptComposer")<
  ReceiptComposer,
  (receipt: Receipt) => Effect.Effect<MailContent>
>() {}

/** Loads what a receipt is made of; none if its transaction is gone or is not mailed. */
const reading = Effect.fnUntraced(function* (ahead: OutlookOf) {
  const subscriptions = yield* SubscriptionStore
  const transactions = yield* TransactionStore
  const shops = yield* ShopDirectory
  const isSimulated = Simulated.movesNoMoney(yield* Acquirers, yield* TransferProviders)

  const pricesOf = Effect.fnUntraced(function* (shop: Shop, transaction: Transaction) {
    const id = ofCard(transaction)?.subscription?.id
    const found = id === undefined ? undefined : Option.getOrUndefined(yield* subscriptions.find(shop.id, id))
    if (found === undefined || isFinal(found)) return undefined
    const outlook = yield* ahead(shop, found)
    const then = Outlook.pricesFrom(outlook, dueIntervalOf(found))
    return { then, isMetered: outlook.isMetered } satisfies Prices
  })

  return Effect.fnUntraced(function* (id: ShopId, uid: TransactionUid) {
    const found = yield* transactions.find(id, uid)
    const to = Option.flatMapNullable(found, ReceiptMailRules.recipientOf)
    if (Option.isNone(found) || Option.isNone(to)) return undefined
    const transaction = found.value
    const shop = yield* shops.find(id)
    const merchant = Option.match(shop, { onNone: () => id, onSome: ({ name }) => name })
    const prices = Option.isSome(shop) ? yield* pricesOf(shop.value, transaction) : undefined
    const receipt = { transaction, merchant, simulated: isSimulated(transaction), ...(prices && { prices }) }
    return { to: to.value, receipt: receipt satisfies Receipt }
  })
})

/**
 * Runs the jobs of kind `mail-receipt`: one attempt to mail a receipt. A temporary failure is retried for about three
 * days, a permanent refusal is not. All attempts carry one `Message-ID`: after a crash between the mail server's answer
 * and the commit, a second copy is recognizable.
 *
 * Without a mailer, jobs from before end without a mail. Source: D36.
 */
export const make = Effect.fnUntraced(function* (ahead: OutlookOf) {
  const mailer = yield* Mailer
  const read = yield* reading(ahead)
  const compose = yield* ReceiptComposer
  const send = mailer === undefined ? undefined : yield* MailAttempt.sending(mailer)
  const write = commit(yield* CommitStore)
  const worker = yield* Worker

  const conclude = Effect.fnUntraced(function* (job: ClaimedJob, fate?: ReceiptMailRules.ReceiptProgress) {
    const again = yield* write(ReceiptMailRules.conclude(job, fate))
    if (again !== undefined) yield* worker.wakeFor(DateTime.unsafeMake(again))
  })

  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const mail = yield* read(job.shop, TransactionUid.make(job.subject))
    if (send === undefined || mail === undefined) return yield* conclude(job)
    const { receipt, to } = mail
    const { language, uid } = receipt.transaction
    const outcome = yield* send(job, { id: `receipt-${uid}`, to, language, content: compose(receipt) })
    const fate = ReceiptMailRules.progressOf(outcome, job.attempts, yield* DateTime.now)
    yield* MailAttempt.report("receipt", { uid }, job, fate)
    yield* conclude(job, fate)
  })

  // Without a mailer there is no external call.
  const pool = mailer === undefined ? "commits" : "mails"
  return { kind: ReceiptMailRules.kind, pool, run } satisfies JobHandler
})
