/**
 * The facts about money that a customer is mailed: pure functions of a subscription and its shop. What a commit adds is a
 * job per fact; whether the mail is still due is decided when the job runs.
 *
 * Source: D65.
 */
import * as DateTime from "effect/DateTime"
import { type Expiry, isExpired } from "../cards/CardInput.js"
import type { Write } from "../commits/Write.js"
import type { ShopId } from "../ids/Ids.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import type { Plan } from "../plans/Plan.js"
import type { MoneyMailSettings, Shop } from "../shops/Shop.js"
import { isEnding, isFinal, type Subscription } from "../subscriptions/Subscription.js"
import type { SideEffect } from "../subscriptions/SubscriptionMachine.js"
import type { Interval } from "../time/Interval.js"
import type { Transaction } from "../transactions/Transaction.js"

/** The kind of job that mails a fact about money. */
export const kind = "mail-money"

/** A fact that lies ahead: a charge, or the end of the card that it would be made with. */
export type FactAhead = "charge-ahead" | "card-expiring"

/** The facts that a customer is mailed. */
export type MoneyFact = FactAhead | "charge-failed" | "subscription-ended" | "refunded"

type Chosen = { readonly [Name in keyof MoneyMailSettings]-?: NonNullable<MoneyMailSettings[Name]> }

/** What a shop that sets nothing mails. Unit: days before the charge. */
export const defaults = {
  yearlyDays: 7,
  trialDays: 3,
  cardDays: 7,
  failed: true,
  ended: true,
  refunded: true,
  tests: false
} as const satisfies Chosen

export const settingsOf = ({ moneyMails = {} }: Pick<Shop, "moneyMails">): Chosen => ({
  yearlyDays: moneyMails.yearlyDays ?? defaults.yearlyDays,
  trialDays: moneyMails.trialDays ?? defaults.trialDays,
  cardDays: moneyMails.cardDays ?? defaults.cardDays,
  failed: moneyMails.failed ?? defaults.failed,
  ended: moneyMails.ended ?? defaults.ended,
  refunded: moneyMails.refunded ?? defaults.refunded,
  tests: moneyMails.tests ?? defaults.tests
})

const ofYear = { hour: 365 * 24, day: 365, month: 12 } as const

/** Whether a year or more lies between two charges: customers do not remember them. */
export const isYearly = ({ length, unit }: Interval): boolean => length >= ofYear[unit]

/** The plan that the next charge is made by. */
export const nextPlanOf = ({ attempts, nextPlan, plan }: Subscription): Plan =>
  attempts === 0 && nextPlan !== null ? nextPlan : plan

/** Whether the customer has an address, and the shop wants mails of such a subscription. */
export const isMailed = ({ customer, plan }: Subscription, shop: Shop): boolean =>
  customer.email !== undefined && (!plan.test || settingsOf(shop).tests)

/** When the next charge is made, if one lies ahead that no earlier attempt of its cycle has told of. */
const chargeAt = (subscription: Subscription): DateTime.Utc | undefined => {
  const { attempts, charging, pausedAt, renewAt, state } = subscription
  const isQuiet = isFinal(subscription) || state === "redirecting" || isEnding(subscription) || pausedAt !== null
  return isQuiet || attempts > 0 || charging !== null ? undefined : (renewAt ?? undefined)
}

/** Whether the card was valid at the last charge, and is not any more at the next one. Both by the rule of charges (D3). */
const expiresBetween = (card: Expiry, last: DateTime.Utc, next: DateTime.Utc): boolean =>
  isExpired(card, next) && !isExpired(card, last)

/** A mail that is due before a charge. */
export interface MailAhead {
  readonly fact: FactAhead
  /** Not before; it may have gone by. */
  readonly dueAt: DateTime.Utc
  /** When the charge is made, and the mail has no sense any more. */
  readonly chargeAt: DateTime.Utc
  /** The name of the fact: of the charge that it is about. Equal whenever the same one is found again. */
  readonly name: string
}

const daysBefore = (at: DateTime.Utc, days: number): DateTime.Utc => DateTime.subtract(at, { hours: 24 * days })

/** How many days before the next charge its customer is told of it; 0: not at all. */
const noticeOf = (subscription: Subscription, { trialDays, yearlyDays }: Chosen): number => {
  const plan = nextPlanOf(subscription)
  const { dueItems, items, nextItems } = subscription
  // What items come to is known when the mail is written.
  if (plan.amount === 0 && [dueItems, items, nextItems].every((one) => one === undefined)) return 0
  if (subscription.state === "trial") return trialDays
  return isYearly(plan.interval) ? yearlyDays : 0
}

/** The mails that are due before the next charge, as far as it is known now. */
export const ahead = (subscription: Subscription, shop: Shop): ReadonlyArray<MailAhead> => {
  const at = chargeAt(subscription)
  if (at === undefined || !isMailed(subscription, shop)) return []
  const { anchor, card, cycle, id, lastTransaction } = subscription
  const settings = settingsOf(shop)
  const charge = `${id} ${anchor?.epochMillis ?? 0} ${cycle}`
  const found: Array<MailAhead> = []
  const notice = noticeOf(subscription, settings)
  if (notice > 0) {
    const name = `charge-ahead ${charge}`
    found.push({ fact: "charge-ahead", dueAt: daysBefore(at, notice), chargeAt: at, name })
  }
  const since = lastTransaction?.createdAt ?? subscription.createdAt
  if (settings.cardDays > 0 && card !== null && expiresBetween(card, since, at)) {
    const name = `card-expiring ${charge} ${card.expYear} ${card.expMonth}`
    found.push({ fact: "card-expiring", dueAt: daysBefore(at, settings.cardDays), chargeAt: at, name })
  }
  return found
}

const mailing = (shop: ShopId, subject: string, at: DateTime.Utc): Write => ({
  _tag: "EnqueueJob",
  job: { shop, kind, subject },
  runAt: at.epochMillis,
  share: PartitionKey.ofInternalWork(shop)
})

/** The jobs of the mails before the next charge. Adding one again changes nothing: a fact is mailed once. */
export const aheadWrites = (subscription: Subscription, shop: Shop): ReadonlyArray<Write> =>
  ahead(subscription, shop).map(({ dueAt, fact }) => mailing(shop.id, `${fact}/${subscription.id}`, dueAt))

/** A charge that failed is named by its cycle and by how many have failed in it. */
export const attemptOf = ({ attempts, cycle }: Subscription): string => `${cycle}.${attempts}`

/** The jobs of the mails about what a change of a subscription means. `changed`: as it is committed. */
export const changeWrites = (
  changed: Subscription,
  effects: ReadonlyArray<SideEffect>,
  shop: Shop
): ReadonlyArray<Write> => {
  if (!isMailed(changed, shop)) return []
  const { anchor, id, state, updatedAt } = changed
  const { ended, failed } = settingsOf(shop)
  // A technical error says nothing about the card, and is tried again within the hour.
  if (failed && state === "failed_attempt" && effects.includes("failed_attempt.subscription")) {
    return [mailing(shop.id, `charge-failed/${id}/${attemptOf(changed)}`, updatedAt)]
  }
  // Nothing ends for a customer whose first charge never succeeded.
  if (isFinal(changed)) {
    return ended && anchor !== null ? [mailing(shop.id, `subscription-ended/${id}`, updatedAt)] : []
  }
  return aheadWrites(changed, shop)
}

/** The job of the mail about a refund that was made. */
export const refundWrites = (refund: Transaction, shop: Shop): ReadonlyArray<Write> => {
  const { refunded, tests } = settingsOf(shop)
  const isMade = refund.type === "refund" && refund.status === "successful"
  if (!isMade || !refunded || (refund.test && !tests)) return []
  return [mailing(refund.shop, `refunded/${refund.uid}`, refund.updatedAt)]
}
