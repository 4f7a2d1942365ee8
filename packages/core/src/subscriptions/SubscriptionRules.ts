/** The rules that make a subscription and that merchants' commands change it by. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { StoredCustomer } from "../customers/StoredCustomer.js"
import type { CardToken, SubscriptionId, TransactionUid } from "../ids/Ids.js"
import * as Machine from "../machine/Machine.js"
import type { Plan } from "../plans/Plan.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { AppliedCoupon } from "../terms/Coupon.js"
import { type Item, ofPlan, unitsOf } from "../terms/Item.js"
import { itemOf } from "../terms/ItemRequest.js"
import type { RetryTable } from "../time/RetryTimes.js"
import { chargeableAt, isSpent, resumedAt, type SubscriptionTransition } from "./Billing.js"
import { mayOwe } from "./Ending.js"
import { isFinal, type Subscription } from "./Subscription.js"
import * as SubscriptionMachine from "./SubscriptionMachine.js"
import type { SubscriptionRequest } from "./SubscriptionRequest.js"

/** What a new subscription consists of. */
export interface NewSubscription {
  readonly id: SubscriptionId
  readonly plan: Plan
  readonly customer: StoredCustomer | undefined
  /** Checked, and not counted yet. Default: none. */
  readonly coupon?: AppliedCoupon | undefined
  readonly now: DateTime.Utc
}

/** The items of a request. Undefined: the plan, as one flat item. Source: D59. */
export const itemsOf = (
  plan: Plan,
  { items, quantity }: Pick<SubscriptionRequest, "items" | "quantity">
): ReadonlyArray<Item> | undefined => (quantity === undefined ? items?.map(itemOf) : [unitsOf(plan, quantity)])

/** A subscription that waits for its card. */
export const created = (
  { coupon, customer, id, now, plan }: NewSubscription,
  request: Omit<SubscriptionRequest, "plan" | "customer" | "card"> = {}
): Subscription => ({
  shop: plan.shop,
  id,
  state: "redirecting",
  plan,
  nextPlan: null,
  customerId: customer?.id ?? null,
  customer: customer?.customer ?? {},
  billingAddress: customer?.billingAddress ?? {},
  card: null,
  trackingId: request.trackingId,
  returnUrl: request.returnUrl,
  notificationUrl: request.notificationUrl,
  language: request.settings?.language,
  visibleFields: request.settings?.customerFields?.visible,
  additionalData: request.additionalData,
  anchor: null,
  cycle: 0,
  paidCycles: 0,
  attempts: 0,
  hasPaid: false,
  renewAt: null,
  activeTo: null,
  declines: [],
  charging: null,
  checks: undefined,
  gatewayId: null,
  lastTransaction: null,
  cancelReason: null,
  cancelledAt: null,
  pausedAt: null,
  ending: undefined,
  items: itemsOf(plan, request),
  nextItems: undefined,
  dueItems: undefined,
  wished: undefined,
  failedChange: undefined,
  paid: undefined,
  coupon,
  waiting: undefined,
  linesNow: undefined,
  usageCycle: undefined,
  createdAt: now,
  updatedAt: now,
  version: 1
})

const noFacts: SubscriptionMachine.Facts = { hasTrial: false, hasPaid: false, isLast: false, mayRetry: false }

/** Its last period is over, and what is owed of it is being charged: it cannot go on, nor change. */
export const periodOverRefusal = invalid([], "The period that was paid is over")

const allPaid = invalid([], "All billing cycles are paid")

const notEnding = invalid([], "Subscription is not to end with its period")

const refusal = ({ state }: Subscription): InvalidRequest => invalid([], `Subscription is ${state.replace("_", " ")}`)

/** The change that the machine allows, or the refusal that names the state. */
const allowed = (
  subscription: Subscription,
  trigger: SubscriptionMachine.Trigger,
  changed: (state: Subscription["state"]) => Subscription
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  const row = Machine.decide(SubscriptionMachine.machine, subscription.state, trigger, noFacts)
  return Either.mapBoth(row, {
    onLeft: () => refusal(subscription),
    onRight: ({ effects, next }) => ({ effects, trigger, subscription: changed(next as Subscription["state"]) })
  })
}

/** Nothing is charged any more. A charge that is under way ends as it ends. */
export const canceled = (
  subscription: Subscription,
  cancelReason: string,
  now: DateTime.Utc
): Either.Either<SubscriptionTransition, InvalidRequest> =>
  allowed(subscription, "Canceled", (state) => ({
    ...subscription,
    state,
    cancelReason,
    cancelledAt: now,
    renewAt: null,
    nextPlan: null,
    ending: undefined,
    updatedAt: now
  }))

/** The states whose period is paid, or free. */
const isPaid = ({ activeTo, state }: Subscription, now: DateTime.Utc): boolean =>
  (state === "active" || state === "trial") && activeTo !== null && DateTime.greaterThan(activeTo, now)

/**
 * It ends with the period that is paid, at the instant at which the next one would begin. Where none is paid, and no
 * charge is under way that might pay one, it ends now: at once, or when what is owed of the last one is charged, which a
 * retry does as it was to be.
 *
 * Source: D60.
 */
export const endedWithPeriod = (
  subscription: Subscription,
  reason: string,
  now: DateTime.Utc
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  const { activeTo, attempts, charging, ending, renewAt, state } = subscription
  const isCharged = charging !== null && state !== "redirecting"
  const isDue = !isCharged && !isPaid(subscription, now)
  if (ending?.isDue === true) return Either.left(periodOverRefusal)
  if (isDue && (state === "redirecting" || !mayOwe(subscription))) return canceled(subscription, reason, now)
  const endsAt = isDue ? ((attempts > 0 ? renewAt : null) ?? now) : activeTo
  return allowed(subscription, "EndScheduled", () => ({
    ...subscription,
    ending: { ...ending, reason, ...(isDue ? { isDue } : {}) },
    renewAt: isCharged ? renewAt : endsAt,
    updatedAt: now
  }))
}

/** It goes on after all, and is charged as if it had never been to end. Source: D60. */
export const withoutCancellation = (
  subscription: Subscription,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  const { charging, ending, pausedAt, renewAt } = subscription
  if (ending === undefined) return Either.left(isFinal(subscription) ? refusal(subscription) : notEnding)
  if (ending.isComplete === true) return Either.left(allPaid)
  if (ending.isDue === true || (charging === null && !isPaid(subscription, now))) return Either.left(periodOverRefusal)
  const next = charging === null ? resumedAt(subscription, now, zone, table).renewAt : renewAt
  return allowed(subscription, "EndWithdrawn", () => ({
    ...subscription,
    ending: undefined,
    renewAt: pausedAt === null ? next : null,
    updatedAt: now
  }))
}

/** Nothing is charged until it is resumed. */
export const paused = (
  subscription: Subscription,
  now: DateTime.Utc
): Either.Either<SubscriptionTransition, InvalidRequest> =>
  subscription.pausedAt === null
    ? allowed(subscription, "Paused", () => ({
        ...subscription,
        pausedAt: now,
        // What is to end with its period ends all the same.
        renewAt: subscription.ending === undefined ? null : subscription.renewAt,
        updatedAt: now
      }))
    : Either.left(invalid([], "Subscription is paused"))

/** Charges go on; cycles that went by meanwhile are not charged. */
export const resumed = (
  subscription: Subscription,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  if (subscription.pausedAt === null) return Either.left(invalid([], "Subscription is not paused"))
  // A charge under way says itself when the next one is due.
  const { charging, ending } = subscription
  const next = charging === null && ending === undefined ? resumedAt(subscription, now, zone, table) : {}
  return allowed(subscription, "Resumed", () => ({ ...subscription, ...next, pausedAt: null, updatedAt: now }))
}

/** The plan from the next cycle on. */
export const withNextPlan = (
  subscription: Subscription,
  plan: Plan,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  if (plan.test !== subscription.plan.test) {
    return Either.left(invalid(["plan", "base"], "must be a test plan exactly if the present one is"))
  }
  const { dueItems, items, nextItems } = subscription
  const isOnlyPlan = [dueItems, items, nextItems].every((one) => one === undefined)
  const changed = {
    ...subscription,
    nextPlan: plan,
    ...(isOnlyPlan ? {} : { nextItems: ofPlan(plan).items }),
    updatedAt: now
  }
  const { ending, renewAt: planned } = changed
  const renewAt = planned === null || ending !== undefined ? planned : chargeableAt(changed, planned, zone)
  // The job that is due earlier finds the later instant.
  return allowed(subscription, "PlanChanged", () => ({ ...changed, renewAt }))
}

/**
 * Its card is erased. It goes on, and is told: its next charge counts as declined, and is retried, until it has another
 * card. Undefined: nothing is charged by that card any more. Source: D51a.
 */
export const cardDeleted = (
  subscription: Subscription,
  cards: ReadonlySet<CardToken>,
  now: DateTime.Utc
): SubscriptionTransition | undefined =>
  subscription.card !== null && cards.has(subscription.card.token)
    ? Option.getOrUndefined(
        Either.getRight(allowed(subscription, "CardDeleted", () => ({ ...subscription, updatedAt: now })))
      )
    : undefined

/** Whether another card may be checked for it. */
export const cardChangeRefusal = (subscription: Subscription): InvalidRequest | undefined =>
  Option.getOrUndefined(Either.getLeft(allowed(subscription, "CardChanged", () => subscription)))

/** Beyond this number of checks that have not succeeded the oldest wish is forgotten. */
const mostChecks = 20

/**
 * The subscription after a check of another card began. Checks are kept in the order of their commits: the latest one
 * decides which card is charged.
 */
export const withCheck = (subscription: Subscription, check: TransactionUid): Subscription => ({
  ...subscription,
  checks: [...(subscription.checks ?? []), check].slice(-mostChecks)
})

/**
 * The subscription with another card, once it is checked. Undefined: the check has not succeeded, a later wish for a card is
 * fulfilled already, or nothing is charged any more.
 */
export const withCheckedCard = (
  subscription: Subscription,
  { card, status, uid, updatedAt }: Pick<CardTransaction, "card" | "status" | "uid" | "updatedAt">
): Subscription | undefined => {
  const { checks } = subscription
  const place = checks?.indexOf(uid)
  if (status !== "successful" || card === undefined || isFinal(subscription) || place === -1) return undefined
  const left = checks === undefined || place === undefined ? {} : { checks: checks.slice(place + 1) }
  return { ...subscription, ...left, card, updatedAt }
}

/**
 * Whether the merchant may charge it now: a charge has failed and waits for its retry. The night rule and the card
 * network's limit bind the merchant too.
 */
export const chargeNowRefusal = (
  subscription: Subscription,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): InvalidRequest | undefined => {
  const { charging, pausedAt, state } = subscription
  if (state !== "failed_attempt" && state !== "error") return refusal(subscription)
  if (pausedAt !== null) return invalid([], "Subscription is paused")
  if (charging !== null) return invalid([], "A charge is under way")
  if (isSpent(subscription, now)) return invalid([], "Card was charged too often without success")
  const isNight = DateTime.greaterThan(chargeableAt(subscription, now, zone), now)
  return isNight ? invalid([], "Plan prevents payments at night") : undefined
}

/** Whether the customer may pay for it: it waits for its card, and no charge is under way. */
export const paymentRefusal = (subscription: Subscription): InvalidRequest | undefined => {
  if (subscription.state !== "redirecting") return refusal(subscription)
  return subscription.charging === null ? undefined : invalid([], "A charge is under way")
}

/** One that waits for its card, as if its customer paid at that instant; any other as it is. For previews. */
export const paidNow = (subscription: Subscription, now: DateTime.Utc): Subscription =>
  paymentRefusal(subscription) === undefined ? { ...subscription, renewAt: now } : subscription

/** A subscription that a customer would begin at that instant, for previews. */
export const previewOf = (plan: Plan, at: DateTime.Utc): Subscription =>
  created({ id: "sbs_0000000000000000" as SubscriptionId, plan, customer: undefined, now: at })

/** How far a preview looks by default. */
export const defaultPreviewEnd = (from: DateTime.Utc): DateTime.Utc => DateTime.add(from, { years: 1 })
