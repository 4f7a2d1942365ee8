/** What becomes of a job that mails a fact about money: pure functions of the subscription as it is when the job runs. */
import * as DateTime from "effect/DateTime"
import { type Commit, decided, refuse, Stale, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { KeyRecord } from "../idempotency/IdempotencyKey.js"
import type { SubscriptionId, TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import type { Shop } from "../shops/Shop.js"
import { isFinal, type Subscription } from "../subscriptions/Subscription.js"
import * as MoneyMailFacts from "./MoneyMailFacts.js"

/** What a job is about, as its subject says. */
export type MailSubject =
  | { readonly fact: "refunded"; readonly uid: TransactionUid }
  | {
      readonly fact: Exclude<MoneyMailFacts.MoneyFact, "refunded">
      readonly id: SubscriptionId
      /** The charge that failed, as `MoneyMailFacts.attemptOf` names it. */
      readonly attempt?: string
    }

/** Reads the subject of a job of ours: `fact/id`, or `fact/id/attempt`. */
export const subjectOf = ({ subject }: Pick<ClaimedJob, "subject">): MailSubject => {
  const [fact, id, attempt] = subject.split("/")
  if (fact === "refunded") return { fact, uid: id as TransactionUid }
  const about = { fact: fact as Exclude<MoneyMailFacts.MoneyFact, "refunded">, id: id as SubscriptionId }
  return attempt === undefined ? about : { ...about, attempt }
}

/**
 * What there is to do. `mark`: under what it is kept that a fact which may be found again was mailed; `id`: equal for
 * every attempt at this mail.
 */
export type MailDecision =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Later"; readonly at: DateTime.Utc }
  | { readonly _tag: "Send"; readonly id: string; readonly mark?: string }

const nothing: MailDecision = { _tag: "Nothing" }

/** Shape: what a `Message-ID` may have. */
export const idOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9.-]/g, "-")

const taskAhead = (fact: string, subscription: Subscription, shop: Shop, now: DateTime.Utc): MailDecision => {
  const found = MoneyMailFacts.ahead(subscription, shop).find((one) => one.fact === fact)
  // The charge itself says what became of it.
  if (found === undefined || DateTime.lessThanOrEqualTo(found.chargeAt, now)) return nothing
  return DateTime.greaterThan(found.dueAt, now)
    ? { _tag: "Later", at: found.dueAt }
    : { _tag: "Send", id: idOf(found.name), mark: found.name }
}

/** What there is to do about a subscription. What is not so any more is not mailed. */
export const taskOf = (
  { attempt, fact, id }: Exclude<MailSubject, { readonly fact: "refunded" }>,
  subscription: Subscription | undefined,
  shop: Shop,
  now: DateTime.Utc
): MailDecision => {
  if (subscription === undefined || !MoneyMailFacts.isMailed(subscription, shop)) return nothing
  switch (fact) {
    case "charge-ahead":
    case "card-expiring":
      return taskAhead(fact, subscription, shop, now)
    case "charge-failed": {
      const isNow = subscription.state === "failed_attempt" && MoneyMailFacts.attemptOf(subscription) === attempt
      // Once it is tried again, the outcome of that is the news.
      const isNews = isNow && subscription.charging === null
      const anchor = subscription.anchor?.epochMillis ?? 0
      return isNews ? { _tag: "Send", id: idOf(`${fact} ${id} ${anchor} ${attempt}`) } : nothing
    }
    case "subscription-ended":
      return isFinal(subscription) ? { _tag: "Send", id: idOf(`${fact} ${id}`) } : nothing
  }
}

/** A name that no shop can send as an idempotency key, because it has spaces: marks live and go with those keys. */
const markKey = (mark: string): string => `mail ${mark}`

/** The job waits until then as if it was new: only attempts to send count. */
const anew = (job: ClaimedJob, runAt: number): ReadonlyArray<Write> => [
  { _tag: "SuspendJob", job },
  { _tag: "EnqueueJob", job, runAt, share: PartitionKey.ofInternalWork(job.shop) }
]

/**
 * A fact counts as mailed, for longer than it can be found again: `mostMailDays`. Its job looks once more: while the mail was
 * on its way, the subscription may have changed, and the next fact of this kind has the same job.
 */
export const mailed = (
  job: ClaimedJob,
  mark: string,
  { epochMillis: now }: DateTime.Utc
): Commit<object, number | undefined, never> => {
  const mailed: Write = { _tag: "ClaimKey", shop: job.shop, key: markKey(mark), fingerprint: "mail", now }
  return writing("mail-result", [...anew(job, now), mailed], now, now)
}

interface Facts {
  readonly subscription: Subscription | undefined
  readonly sent?: KeyRecord | undefined
}

/**
 * Decides what a job of a subscription does, by the subscription's stored version; ends the job if there is nothing, and
 * puts it off if the mail is due later. `known`: as it was read before, by which the mark is found.
 */
export const decideTask = (
  job: ClaimedJob,
  about: Exclude<MailSubject, { readonly fact: "refunded" }>,
  known: Subscription,
  shop: Shop,
  now: DateTime.Utc
): Commit<Facts, MailDecision, Stale> => {
  const expected = taskOf(about, known, shop, now)
  const mark = expected._tag === "Send" ? expected.mark : undefined
  const own = { subscription: Reads.subscription(job.shop, about.id) }
  return {
    name: "mail-begin",
    load: mark === undefined ? own : { ...own, sent: Reads.key(job.shop, markKey(mark)) },
    decide: ({ sent, subscription }) => {
      if (subscription?.version !== known.version) return refuse(new Stale())
      if (expected._tag === "Later") {
        const { epochMillis: runAt } = expected.at
        return decided(anew(job, runAt), expected, { wakeAt: runAt })
      }
      return expected._tag === "Nothing" || sent !== undefined
        ? decided([{ _tag: "FinishJob", job }], nothing)
        : decided([], expected)
    }
  }
}
