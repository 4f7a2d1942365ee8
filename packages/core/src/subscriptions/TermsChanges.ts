/** The rules by which a subscription changes what it consists of. Source: D60. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type Amount, zero } from "../money/Amount.js"
import type { Plan } from "../plans/Plan.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import * as Change from "../terms/Change.js"
import type { BilledState } from "../terms/ChargedBill.js"
import { type Item, ofPlan, sameCost, sameInterval, type Terms, unitsOf } from "../terms/Item.js"
import { itemOf } from "../terms/ItemRequest.js"
import type { AmountTooLarge } from "../terms/Lines.js"
import { dueAt } from "../time/BillingCalendar.js"
import type { RetryTable } from "../time/RetryTimes.js"
import { chargeableAt, type SubscriptionTransition } from "./Billing.js"
import * as Bills from "./Bills.js"
import type { ChangeRequest } from "./ChangeRequest.js"
import { hasMetered, isOfTrial } from "./MeteredItems.js"
import { isFinal, type QueuedTerms, type Subscription } from "./Subscription.js"
import { periodOverRefusal } from "./SubscriptionRules.js"

/** The terms that a request asks for. `items`: undefined for the plan as one flat item. */
export interface WantedTerms {
  readonly plan: Plan
  readonly items: ReadonlyArray<Item> | undefined
}

const needsItems = invalid(["quantity"], "is not that of one item with a price per unit: send the items")

/** The present items with another quantity of the one that is counted. */
const counted = (
  { dueItems, items, plan }: Subscription,
  quantity: number
): Either.Either<ReadonlyArray<Item>, InvalidRequest> => {
  const present = dueItems ?? items
  if (present === undefined) return Either.right([unitsOf(plan, quantity)])
  const [item, ...others] = present
  const isCounted = item !== undefined && item.price.kind !== "flat" && item.price.kind !== "metered"
  return isCounted && others.length === 0 ? Either.right([{ ...item, quantity }]) : Either.left(needsItems)
}

const withPlan = (plan: Plan, { items, quantity }: ChangeRequest): ReadonlyArray<Item> | undefined =>
  quantity === undefined ? items?.map(itemOf) : [unitsOf(plan, quantity)]

/** `plan`: the stored plan of the request, if it names one. */
export const wantedTerms = (
  subscription: Subscription,
  request: ChangeRequest,
  plan: Plan | undefined
): Either.Either<WantedTerms, InvalidRequest> => {
  if (plan !== undefined) {
    const { plan: present } = subscription
    if (plan.test !== present.test) {
      return Either.left(invalid(["plan", "base"], "must be a test plan exactly if the present one is"))
    }
    if (plan.currency !== present.currency) {
      return Either.left(invalid(["plan", "base"], "must have the currency of the present one"))
    }
    // The plan that it has goes on: its cycles are not counted anew.
    return Either.right({ plan: plan.id === present.id ? present : plan, items: withPlan(plan, request) })
  }
  const { items, quantity } = request
  const changed = quantity === undefined ? Either.right(items!.map(itemOf)) : counted(subscription, quantity)
  return Either.map(changed, (items) => ({ plan: subscription.plan, items }))
}

const sameTerms = (one: Terms, other: Terms): boolean =>
  sameInterval(one, other) &&
  one.items.length === other.items.length &&
  one.items.every((item, index) => item.id === other.items[index]?.id && sameCost(item, other.items[index]))

/** When a change takes effect, and what it moves. */
export const timing = (subscription: Subscription, wanted: WantedTerms, request: ChangeRequest) => {
  const [before, after] = [Bills.dueTermsOf(subscription), Bills.termsOf(wanted)]
  const usual = Change.defaultsOf(before, after)
  // An undo of what would have begun with the renewal moves nothing.
  const when = request.when ?? (sameTerms(before, after) ? "now" : usual.when)
  return { when, proration: request.proration ?? usual.proration, onDecline: request.onDecline ?? "keep_old" } as const
}

/** Whether its terms may change now. */
export const changeRefusal = (subscription: Subscription): InvalidRequest | undefined => {
  if (subscription.ending?.isDue === true) return periodOverRefusal
  return isFinal(subscription) || subscription.state === "redirecting"
    ? invalid([], `Subscription is ${subscription.state.replace("_", " ")}`)
    : undefined
}

/** Other terms from the next renewal on. Nothing moves today. */
export const fromRenewal = (
  subscription: Subscription,
  { items, plan }: WantedTerms,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): SubscriptionTransition => {
  const isPlain = [items, subscription.items, subscription.dueItems].every((one) => one === undefined)
  const changed: Subscription = {
    ...subscription,
    nextPlan: plan === subscription.plan ? null : plan,
    nextItems: isPlain ? undefined : (items ?? ofPlan(plan).items),
    wished: undefined,
    updatedAt: now
  }
  const { ending, renewAt } = changed
  const due = renewAt === null || ending !== undefined ? renewAt : chargeableAt(changed, renewAt, zone)
  return {
    subscription: { ...changed, renewAt: due },
    effects: ["schedule", "plan_changed.subscription"],
    trigger: "PlanChanged"
  }
}

/** Nothing changes at the next renewal after all. */
export const withoutPendingChange = (
  subscription: Subscription,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  const { charging, nextItems, nextPlan, wished } = subscription
  if (isFinal(subscription)) return Either.left(changeRefusal(subscription)!)
  if (nextPlan === null && nextItems === undefined && wished === undefined) {
    return Either.left(invalid([], "No change is waiting"))
  }
  const changed: Subscription = {
    ...subscription,
    nextPlan: null,
    nextItems: undefined,
    wished: undefined,
    updatedAt: now
  }
  const renewAt = charging === null ? Bills.nextRenewalAt(changed, now, zone, table) : changed.renewAt
  return Either.right({
    subscription: { ...changed, renewAt },
    effects: ["schedule", "plan_changed.subscription"],
    trigger: "PlanChanged"
  })
}

const itemsAfter = (subscription: Subscription, { items, plan = subscription.plan }: QueuedTerms) =>
  items === undefined && subscription.items === undefined ? undefined : (items ?? ofPlan(plan).items)

/** Where nothing is paid, the cycles of another interval count from the start of the period that is to be paid next. */
const anchorAfter = (
  { anchor, cycle, plan: before }: Subscription,
  { plan = before }: QueuedTerms,
  zone: DateTime.TimeZone
) => (anchor === null || sameInterval(before, plan) ? {} : { anchor: dueAt(anchor, before.interval, cycle, zone) })

const stateAfter = (
  subscription: Subscription,
  wish: QueuedTerms,
  bill: Change.ChangeBill,
  zone: DateTime.TimeZone
): BilledState => {
  const { paid = null, usageCycle = 0, waiting = [] } = subscription
  const { isNewAnchor, usageWaiting } = bill
  const items = itemsAfter(subscription, wish)
  // A change within the period uses up no coupon, and counts none.
  const coupon = isNewAnchor ? bill.couponsAfter.subscription : (subscription.coupon ?? null)
  return {
    ...(items === undefined ? {} : { items }),
    ...(wish.plan === undefined ? {} : { plan: wish.plan }),
    ...Bills.pendingOf(subscription),
    // After a charge that failed it still says which cycle the usage is of.
    paid: bill.paid ?? paid,
    ...(coupon === null ? {} : { coupon }),
    linesTaken: isNewAnchor ? waiting.length : 0,
    linesAdded: isNewAnchor ? bill.waitingAfter : bill.waitingAfter.slice(waiting.length),
    ...(isNewAnchor && hasMetered(subscription) ? { usageCycle: usageCycle + 1 } : {}),
    ...(usageWaiting.length > 0 ? { usageForgotten: usageWaiting } : {}),
    ...(isNewAnchor ? { isNewAnchor: true as const } : anchorAfter(subscription, wish, zone))
  }
}

/** The cycle that has ended and that no charge has paid: its usage is still to be charged. A trial's never is. */
const unpaidOf = (subscription: Subscription, at: DateTime.Utc) => {
  const { activeTo, anchor, paid } = subscription
  if (isOfTrial(subscription) || anchor === null) return undefined
  const to = activeTo === null ? at : DateTime.min(activeTo, at)
  return { from: DateTime.min(paid?.period.from ?? anchor, to), to }
}

const linesOf = (
  subscription: Subscription,
  wish: QueuedTerms,
  facts: Bills.BillFacts,
  use: Bills.CouponInUse,
  proration: Change.Proration,
  zone: DateTime.TimeZone
) =>
  Change.linesOfChange({
    before: Bills.termsOf(subscription),
    after: Bills.termsOf({ plan: wish.plan ?? subscription.plan, items: wish.items }),
    paid: Bills.paidPeriodOf(subscription, zone),
    unpaid: unpaidOf(subscription, wish.at),
    isPaused: subscription.pausedAt !== null,
    at: wish.at,
    zone,
    proration,
    coupons: { subscription: use.coupon, customer: Bills.customersCoupon(subscription, facts) },
    balance: facts.balance,
    waiting: subscription.waiting ?? [],
    usage: facts.usage
  })

/**
 * The bill of a change that takes effect at once, with how the subscription stands if it is declined and the change holds
 * all the same: the difference then waits for the next charge.
 *
 * Errors: an amount is beyond 2^53 − 1; a change of interval while paused, or without a charge.
 */
export const billOf = (
  subscription: Subscription,
  wish: QueuedTerms,
  facts: Bills.BillFacts,
  zone: DateTime.TimeZone
): Either.Either<Bills.SubscriptionBill, InvalidRequest | AmountTooLarge> =>
  Either.gen(function* () {
    const use = Bills.couponIfUsable(subscription, facts, wish.at)
    const bill = yield* linesOf(subscription, wish, facts, use, wish.proration, zone)
    const holds = wish.onDecline === "apply" && bill.total > 0 && !bill.isNewAnchor
    const declined = holds ? yield* linesOf(subscription, wish, facts, use, "credit", zone) : undefined
    const moved: Bills.CouponInUse = bill.isNewAnchor ? use : { coupon: use.coupon }
    return {
      bill: {
        lines: bill.lines,
        total: bill.total,
        taken: Bills.takenOf(subscription, facts, bill, moved, bill.isNewAnchor),
        after: stateAfter(subscription, wish, bill, zone),
        ...(declined && { ifDeclined: stateAfter(subscription, wish, declined, zone) })
      },
      gained: (bill.balanceAfter > facts.balance ? bill.balanceAfter - facts.balance : zero) as Amount,
      ...(moved.isFirstTime === true ? { isFirstTime: true } : {})
    }
  })

/** The wish of terms, kept until a charge that is in doubt is known, or until it is carried out. */
export const queuedTerms = (
  { plan }: Subscription,
  wanted: WantedTerms,
  { onDecline, proration }: Pick<QueuedTerms, "proration" | "onDecline">,
  at: DateTime.Utc
): QueuedTerms => ({
  ...(wanted.plan === plan ? {} : { plan: wanted.plan }),
  ...(wanted.items === undefined ? {} : { items: wanted.items }),
  proration,
  onDecline,
  at
})

/** Carried out as soon as no charge is under way. */
export const withQueuedTerms = (
  subscription: Subscription,
  wish: QueuedTerms,
  now: DateTime.Utc
): SubscriptionTransition => ({
  subscription: {
    ...subscription,
    wished: wish,
    updatedAt: now
  },
  effects: ["schedule"],
  // Nothing has changed yet.
  trigger: null
})

/** The subscription after a change that asks no acquirer. */
export const appliedWithoutCharge = (
  subscription: Subscription,
  { bill }: Bills.SubscriptionBill,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): SubscriptionTransition => {
  const changed = Bills.changed({ ...subscription, updatedAt: now }, bill, now, zone)
  return {
    subscription: { ...changed, renewAt: Bills.nextRenewalAt(changed, now, zone, table) },
    effects: ["schedule", "changed.subscription"],
    trigger: "TermsChanged"
  }
}

/** The subscription after a change was declined, or refused. */
export const declined = (
  subscription: Subscription,
  ifDeclined: BilledState | undefined,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): SubscriptionTransition => {
  const before = { ...subscription, wished: undefined, updatedAt: now }
  const after = ifDeclined === undefined ? before : Bills.applied(before, { after: ifDeclined }, now)
  return {
    subscription: { ...after, renewAt: Bills.nextRenewalAt(after, now, zone, table) },
    ...(ifDeclined === undefined
      ? { effects: ["schedule"], trigger: null }
      : { effects: ["schedule", "changed.subscription"], trigger: "TermsChanged" })
  }
}
