/** What a customer may do with a subscription in the portal: what the shop allows, where the subscription's own rules do. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { Plan } from "../plans/Plan.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import * as SubscriptionRules from "../subscriptions/SubscriptionRules.js"
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
  const { ending, nextPlan, plan } = subscription
  const present = (nextPlan ?? plan).id
  const isPossible = (one: Plan): boolean =>
    one.id !== present && Either.isRight(SubscriptionRules.replanned(subscription, one, now, zone))
  return {
    cancel: features.cancel && ending === undefined ? endOf(subscription, now) : undefined,
    goesOn: features.cancel && Either.isRight(SubscriptionRules.wentOn(subscription, now, zone)),
    card: features.card && SubscriptionRules.mayChangeCard(subscription) === undefined,
    // Nothing is charged any more by the plan of one that is to end.
    plans: ending === undefined ? plans.filter(isPossible) : []
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
