/** How what a subscription waits for within its period is carried out: other terms, and lines. Source: D40, D60, D62. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { zero } from "../money/Amount.js"
import type { WaitingLine } from "../terms/OneOff.js"
import type { RetryTable } from "../time/RetryTimes.js"
import type { SubscriptionTransition } from "./Billing.js"
import type * as Bills from "./Bills.js"
import * as ShopLines from "./ShopLines.js"
import type { QueuedTerms, Subscription } from "./Subscription.js"
import * as TermsChanges from "./TermsChanges.js"

/**
 * By its bill.
 *
 * - `Dropped`: nothing can be charged, and it is given up, or follows what a decline has followed
 * - `Settled`: it costs nothing, and takes effect at once
 * - `Charged`: its card is charged first. `left`: the subscription meanwhile, without what is done now
 */
export type MidPeriodChange =
  | { readonly _tag: "Dropped"; readonly transition: SubscriptionTransition }
  | { readonly _tag: "Settled"; readonly transition: SubscriptionTransition; readonly one: Bills.SubscriptionBill }
  | {
      readonly _tag: "Charged"
      readonly one: Bills.SubscriptionBill
      readonly card: NonNullable<Subscription["card"]>
      readonly left: Subscription
      readonly declined: SubscriptionTransition
    }

/** What has to be charged needs a card. */
const charged = (
  known: Subscription,
  one: Bills.SubscriptionBill,
  left: Subscription,
  declined: SubscriptionTransition
): MidPeriodChange =>
  known.card === null
    ? { _tag: "Dropped", transition: declined }
    : { _tag: "Charged", one, card: known.card, left, declined }

/** Terms that were wished for. `table`: the shop's own times of retries. */
export const ofTerms = (
  known: Subscription,
  wish: QueuedTerms,
  facts: Bills.BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): MidPeriodChange => {
  const made = TermsChanges.billOf(known, wish, facts, zone)
  // What cannot be charged any more changes nothing, nor what is paid if the balance does not suffice.
  if (Either.isLeft(made) || (wish.isPaidLate === true && made.right.bill.total > zero)) {
    return { _tag: "Dropped", transition: TermsChanges.declined(known, undefined, now, zone, table) }
  }
  const one = made.right
  const left: Subscription = { ...known, wished: undefined }
  return one.bill.total > zero
    ? charged(known, one, left, TermsChanges.declined(known, one.bill.ifDeclined, now, zone, table))
    : { _tag: "Settled", one, transition: TermsChanges.appliedWithoutCharge(left, one, now, zone, table) }
}

/** Lines that are charged now. Where their sum is beyond what can be charged they are given up. */
export const ofLines = (
  known: Subscription,
  lines: ReadonlyArray<WaitingLine>,
  facts: Bills.BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): MidPeriodChange => {
  const left: Subscription = { ...known, linesNow: undefined }
  const without = TermsChanges.declined(left, undefined, now, zone, table)
  const made = ShopLines.billOf(known, lines, facts)
  if (Either.isLeft(made)) return { _tag: "Dropped", transition: without }
  const one = made.right
  return one.bill.total > zero ? charged(known, one, left, without) : { _tag: "Settled", one, transition: without }
}
