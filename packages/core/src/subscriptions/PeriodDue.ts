/** How a renewal, and the end of the last period, are carried out when they are due. Source: D25, D60, D61, D62. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type Amount, zero } from "../money/Amount.js"
import type { Plan } from "../plans/Plan.js"
import * as Billing from "./Billing.js"
import * as Bills from "./Bills.js"
import * as Ending from "./Ending.js"
import type { Subscription } from "./Subscription.js"

type Card = NonNullable<Subscription["card"]>

/**
 * By its bill. `subscription`: as it is charged, and its retry will be.
 *
 * - `Waits`: for the morning
 * - `Refused`: its amount is beyond what can be written. Nobody has decided, and it is tried again
 * - `Settled`: it costs nothing, and no acquirer is asked
 * - `Charged`: its card is charged. Without `one` it has no bill but the amount of the plan
 */
export type RenewalDue =
  | { readonly _tag: "Waits"; readonly until: DateTime.Utc }
  | { readonly _tag: "Refused"; readonly subscription: Subscription }
  | { readonly _tag: "Settled"; readonly subscription: Subscription; readonly one: Bills.SubscriptionBill }
  | {
      readonly _tag: "Charged"
      readonly subscription: Subscription
      readonly amount: Amount
      readonly plan: Plan
      readonly one?: Bills.SubscriptionBill
    }

/** Like `RenewalDue`. `Over`: nothing is owed, or there is no card to charge it. */
export type EndDue =
  | Exclude<RenewalDue, { readonly _tag: "Charged" }>
  | { readonly _tag: "Over" }
  | {
      readonly _tag: "Charged"
      readonly subscription: Subscription
      readonly one: Bills.SubscriptionBill
      readonly card: Card
    }

type Waits = Extract<RenewalDue, { readonly _tag: "Waits" }>

/** By the rules of its plan and zone as they are now, it may not be charged yet. */
const waits = (known: Subscription, now: DateTime.Utc, zone: DateTime.TimeZone): Waits | undefined => {
  const until = Billing.chargeableAt(known, now, zone)
  return DateTime.greaterThan(until, now) ? { _tag: "Waits", until } : undefined
}

export const ofRenewal = (
  known: Subscription,
  facts: Bills.BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): RenewalDue => {
  const waiting = waits(known, now, zone)
  if (waiting !== undefined) return waiting
  const subscription = Billing.renewed(known, zone)
  const made = Bills.ofRenewal(known, subscription, facts, now, zone)
  if (Either.isLeft(made)) return { _tag: "Refused", subscription }
  const { right: one } = made
  const { plan } = subscription
  if (one === undefined) return { _tag: "Charged", subscription, plan, amount: plan.amount }
  const { total: amount } = one.bill
  return amount === zero ? { _tag: "Settled", subscription, one } : { _tag: "Charged", subscription, plan, amount, one }
}

/** What is owed when the last period is over. What costs nothing waits for no morning. */
export const ofEnd = (
  known: Subscription,
  facts: Bills.BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): EndDue => {
  const made = Ending.billOf(known, facts, now, zone)
  if (Either.isLeft(made)) return { _tag: "Refused", subscription: known }
  const { right: one } = made
  if (one === undefined) return { _tag: "Over" }
  if (one.bill.total === zero) return { _tag: "Settled", subscription: known, one }
  const { card } = known
  if (card === null) return { _tag: "Over" }
  return waits(known, now, zone) ?? { _tag: "Charged", subscription: Ending.finalChargeDue(known), one, card }
}
