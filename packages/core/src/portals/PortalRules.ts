/** What a customer may do with a subscription in the portal: what the shop allows, where the subscription's own rules do. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { Plan } from "../plans/Plan.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import * as SubscriptionRules from "../subscriptions/SubscriptionRules.js"
import * as TermsChanges from "../subscriptions/TermsChanges.js"
import type { PortalFeatures } from "./Portal.js"

/** What may be done with one subscription. */
export interface PortalOffers {
  /** It can be cancelled: it ends at that instant, `now`, or with the period that a charge under way pays. */
  readonly cancel: { readonly at: DateTime.Utc | "now" | "unknown" } | undefined
  /** Its end can be taken back. */
  readonly goesOn: boolean
  /** It can get another card. */
  readonly card: boolean
  /** The plans that it can get, in the shop's order. */
  readonly plans: ReadonlyArray<Plan>
}

/** Why a subscription was cancelled whose customer has done so here. */
export const cancelReason = "Cancelled by the customer"

/** When a subscription ends that is cancelled. */
const endOf = (subscription: Subscription, now: DateTime.Utc): PortalOffers["cancel"] => {
  const ended = SubscriptionRules.endedWithPeriod(subscription, cancelReason, now)
  if (Either.isLeft(ended)) return undefined
  const { activeTo, charging, state } = ended.right.subscription
  if (state === "canceled") return { at: "now" }
  return { at: charging === null && activeTo !== null ? activeTo : "unknown" }
}

/**
 * Whether a subscription can get a plan with its renewal. The present one is a choice while another one waits. One that
 * consists of items keeps them: a plan says nothing of their quantities.
 */
const canGet = (subscription: Subscription, one: Plan): boolean => {
  const { dueItems, ending, items, nextItems, nextPlan, plan } = subscription
  // Nothing is charged any more by the plan of one that is to end.
  if ([ending, dueItems, items, nextItems].some((one) => one !== undefined)) return false
  if (TermsChanges.changeRefusal(subscription) !== undefined) return false
  const isChoice = one.id === plan.id ? nextPlan !== null : one.id !== nextPlan?.id
  return isChoice && Either.isRight(TermsChanges.wantedTerms(subscription, { plan: one }, one))
}

/**
 * What may be done at that instant. `plans`: those that the shop allows.
 *
 * Source: D64.
 */
export const offersOf = (
  subscription: Subscription,
  features: PortalFeatures,
  plans: ReadonlyArray<Plan>,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): PortalOffers => {
  return {
    cancel: features.cancel && subscription.ending === undefined ? endOf(subscription, now) : undefined,
    goesOn: features.cancel && Either.isRight(SubscriptionRules.withoutCancellation(subscription, now, zone)),
    card: features.card && SubscriptionRules.cardChangeRefusal(subscription) === undefined,
    plans: plans.filter((one) => canGet(subscription, one))
  }
}

/** The answer to what is not offered, or no longer. */
export const notOffered: InvalidRequest = invalid([], "This is not possible")

/** How many of the charges that lie ahead are shown. */
export const chargesShown = 3

const units = { hour: "hours", day: "days", month: "months" } as const

/** Until when to look for as many charges as are shown. A day more, because none is made at night where the plan says so. */
export const chargesUntil = (
  { plan: { interval }, renewAt }: Pick<Subscription, "plan" | "renewAt">,
  now: DateTime.Utc
): DateTime.Utc => {
  const from = renewAt === null ? now : DateTime.max(renewAt, now)
  const last = DateTime.add(from, { [units[interval.unit]]: interval.length * (chargesShown - 1) })
  return DateTime.add(last, { days: 1 })
}
