/** Mails customers what happens with their money, as due work: after the commit that makes it so, or before a charge. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Acquirers } from "../cards/Acquirer.js"
import { CommitStore, commit } from "../commits/Commit.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import { Worker } from "../due-work/Worker.js"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { type MailContent, Mailer } from "../mail/Mailer.js"
import * as MailAttempt from "../receipts/MailAttempt.js"
import * as ReceiptMailRules from "../receipts/ReceiptMailRules.js"
import type { OutlookOf } from "../receipts/ReceiptMails.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { VaultError } from "../store/VaultError.js"
import type { Outlook } from "../subscriptions/Outlook.js"
import type { UpcomingCharge } from "../subscriptions/Preview.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import { SubscriptionStore } from "../subscriptions/SubscriptionStore.js"
import { SystemTimeZone, zoneOf } from "../time/SystemTimeZone.js"
import * as Simulated from "../transactions/Simulated.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { TransferProviders } from "../transfers/TransferProvider.js"
import * as MoneyMailFacts from "./MoneyMailFacts.js"
import * as MoneyMailTasks from "./MoneyMailTasks.js"

/** What every mail about money is made of. */
interface AboutMoney {
  /** The shop's name. */
  readonly merchant: string
  /** The customer's: a tag such as `ru`. */
  readonly language: string
  /** Whether no money moves. Source: D39. */
  readonly simulated: boolean
  /** The zone in which the shop bills: of the days that a mail names. */
  readonly zone: DateTime.TimeZone
  /** When it is written. */
  readonly at: DateTime.Utc
}

/** A mail about a charge that is made soon. */
export interface ChargeAhead extends AboutMoney {
  readonly fact: "charge-ahead"
  readonly subscription: Subscription
  readonly charge: UpcomingCharge
  /** That charge, and for how long each price holds after it. */
  readonly outlook: Outlook
}

/** A mail about a card that expires before the next charge. */
export interface CardExpiring extends AboutMoney {
  readonly fact: "card-expiring"
  readonly subscription: Subscription
  readonly charge: UpcomingCharge
  /** As of `ChargeAhead`. */
  readonly outlook: Outlook
}

/** A mail about a charge that failed and is tried again. */
export interface ChargeFailed extends AboutMoney {
  readonly fact: "charge-failed"
  readonly subscription: Subscription
  /** The charge that is tried again, and when; undefined while the subscription is paused. */
  readonly retry: UpcomingCharge | undefined
  /** As of `ChargeAhead`, from the retry on. */
  readonly outlook: Outlook
  /** The charge that failed. Undefined: the card was gone before one was made. */
  readonly failed: Transaction | undefined
}

/** A mail about a subscription that charges nothing any more. */
export interface SubscriptionEnded extends AboutMoney {
  readonly fact: "subscription-ended"
  readonly subscription: Subscription
}

/** A mail about money that was given back. */
export interface Refunded extends AboutMoney {
  readonly fact: "refunded"
  readonly refund: Transaction
  /** What was paid. */
  readonly payment: Transaction
}

/** What a mail about money is made of. */
export type MoneyMail = ChargeAhead | CardExpiring | ChargeFailed | SubscriptionEnded | Refunded

/** Writes mails about money, in the customer's language. */
export class MoneyMailComposer extends Context.Tag("@florin/core/MoneyMailComposer")<
  MoneyMailComposer,
  (mail: MoneyMail) => Effect.Effect<MailContent, VaultError>
>() {}

/** A mail that is to be sent. `mark`: as in `MailTask`. */
interface DueMail {
  readonly id: string
  readonly mark: string | undefined
  readonly to: string
  readonly mail: MoneyMail
}

const services = Effect.gen(function* () {
  const acquirers = yield* Acquirers
  const providers = yield* TransferProviders
  const system = yield* SystemTimeZone
  return {
    write: commit(yield* CommitStore),
    subscriptions: yield* SubscriptionStore,
    transactions: yield* TransactionStore,
    shops: yield* ShopDirectory,
    allSimulated: Simulated.areAll(acquirers),
    isSimulated: Simulated.movesNoMoney(acquirers, providers),
    about: (shop: Shop, at: DateTime.Utc) => ({ merchant: shop.name, zone: zoneOf(shop.timeZone, system), at })
  }
})

type Services = Effect.Effect.Success<typeof services>

/** What was paid: the transaction that names the customer, whatever lies between it and its refund. */
const paidFor = ({ transactions }: Services, shop: ShopId, refund: Transaction) => {
  const up = (uid: TransactionUid | undefined, steps: number): Effect.Effect<Transaction | undefined, StorageError> =>
    uid === undefined || steps === 0
      ? Effect.succeed(undefined)
      : Effect.flatMap(transactions.find(shop, uid), (found) => {
          const one = Option.getOrUndefined(found)
          return one?.details.customer?.email === undefined && one?.parentUid !== undefined
            ? up(one.parentUid, steps - 1)
            : Effect.succeed(one)
        })
  return up(refund.parentUid, 3)
}

const ofRefund = (services: Services) =>
  Effect.fnUntraced(function* (uid: TransactionUid, shop: Shop, now: DateTime.Utc) {
    const refund = Option.getOrUndefined(yield* services.transactions.find(shop.id, uid))
    if (refund === undefined) return undefined
    const payment = yield* paidFor(services, shop.id, refund)
    const to = payment?.details.customer?.email
    if (payment === undefined || to === undefined) return undefined
    const about = services.about(shop, now)
    const simulated = services.isSimulated(payment) || refund.test
    const mail: Refunded = { fact: "refunded", ...about, language: payment.language, simulated, refund, payment }
    return { id: MoneyMailTasks.idOf(`refunded ${uid}`), mark: undefined, to, mail } satisfies DueMail
  })

const ofSubscription = (services: Services, ahead: OutlookOf) => {
  /** The charge that failed, as far as one was made. */
  const failedOf = Effect.fnUntraced(function* ({ lastTransaction, shop }: Subscription) {
    if (lastTransaction === null) return undefined
    const last = Option.getOrUndefined(yield* services.transactions.find(shop, lastTransaction.uid))
    return last?.status === "successful" ? undefined : last
  })

  return Effect.fnUntraced(function* (
    subscription: Subscription,
    fact: Exclude<MoneyMailFacts.MoneyFact, "refunded">,
    shop: Shop,
    now: DateTime.Utc
  ): Effect.fn.Return<MoneyMail | undefined, StorageError> {
    const about = {
      ...services.about(shop, now),
      language: subscription.language ?? subscription.plan.language,
      simulated: subscription.plan.test || services.allSimulated,
      subscription
    }
    if (fact === "subscription-ended") return { fact, ...about }
    const outlook = yield* ahead(shop, subscription)
    const { next } = outlook
    switch (fact) {
      case "charge-ahead":
      case "card-expiring":
        // What costs nothing asks no acquirer (D61).
        return next === undefined || next.amount === 0 ? undefined : { fact, ...about, charge: next, outlook }
      case "charge-failed":
        return { fact, ...about, retry: next, outlook, failed: yield* failedOf(subscription) }
    }
  })
}

/** The mail of a job; none where there is nothing to mail now: then the job is ended or put off already. */
const dueMail = (services: Services, ahead: OutlookOf) => {
  const refunded = ofRefund(services)
  const mailOf = ofSubscription(services, ahead)

  return Effect.fnUntraced(function* (job: ClaimedJob) {
    const about = MoneyMailTasks.subjectOf(job)
    const shop = Option.getOrUndefined(yield* services.shops.find(job.shop))
    if (shop === undefined) return "nothing"
    const now = yield* DateTime.now
    if (about.fact === "refunded") return (yield* refunded(about.uid, shop, now)) ?? "nothing"
    const known = Option.getOrUndefined(yield* services.subscriptions.find(job.shop, about.id))
    const to = known?.customer.email
    if (known === undefined || to === undefined) return "nothing"
    const task = yield* services.write(MoneyMailTasks.decideTask(job, about, known, shop, now))
    if (task._tag !== "Send") return task
    const mail = yield* mailOf(known, about.fact, shop, now)
    return mail === undefined ? "nothing" : ({ id: task.id, mark: task.mark, to, mail } satisfies DueMail)
  })
}

/**
 * Runs the jobs of kind `mail-money`: one attempt to mail a fact about money. Attempts and their times are those of
 * receipts (D36), and so is what a crash between the mail server's answer and the commit leaves: a second copy under the
 * same `Message-ID`.
 *
 * Without a mailer, jobs from before end without a mail. Source: D65.
 */
export const make = Effect.fnUntraced(function* (ahead: OutlookOf) {
  const mailer = yield* Mailer
  const compose = yield* MoneyMailComposer
  const own = yield* services
  const find = dueMail(own, ahead)
  const send = mailer === undefined ? undefined : yield* MailAttempt.sending(mailer)
  const worker = yield* Worker

  const conclude = Effect.fnUntraced(function* (ended: ReturnType<typeof ReceiptMailRules.conclude>) {
    const again = yield* own.write(ended)
    if (again !== undefined) yield* worker.wakeFor(DateTime.unsafeMake(again))
  })

  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const due = send === undefined ? "nothing" : yield* find(job)
    if (send === undefined || due === "nothing") return yield* conclude(ReceiptMailRules.conclude(job))
    if ("_tag" in due) return due._tag === "Later" ? yield* worker.wakeFor(due.at) : undefined
    const { id, mail, mark, to } = due
    const content = Effect.suspend(() => compose(mail))
    const outcome = yield* send(job, { id, to, language: mail.language, content })
    const now = yield* DateTime.now
    const fate = ReceiptMailRules.progressOf(outcome, job.attempts, now)
    yield* MailAttempt.report("mail about money", { fact: mail.fact, mail: id }, job, fate)
    const isMarked = mark !== undefined && fate._tag !== "Again"
    yield* conclude(isMarked ? MoneyMailTasks.mailed(job, mark, now) : ReceiptMailRules.conclude(job, fate))
  })

  // Without a mailer there is no external call.
  const pool = mailer === undefined ? "commits" : "mails"
  return { kind: MoneyMailFacts.kind, pool, run } satisfies JobHandler
})
