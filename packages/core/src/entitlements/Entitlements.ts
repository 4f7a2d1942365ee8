/**
 * What a customer may use: the sum of what the plans of their subscriptions give. Pure functions of subscriptions, an
 * instant and the shop's setting. Source: D66.
 */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { type CustomerId, type ShopId, SubscriptionId } from "../ids/Ids.js"
import { Features } from "../plans/Features.js"
import type { Subscription } from "../subscriptions/Subscription.js"

/** What one subscription gives. */
export const Grant = Schema.Struct({
  subscription: SubscriptionId,
  features: Features,
  /** When it ends if nothing else happens. Null: it does not end by itself. */
  until: Schema.NullOr(Schema.DateTimeUtc)
})

export interface Grant extends Schema.Schema.Type<typeof Grant> {}

/** What a customer's subscriptions give, as stored beside the customer. */
export const Entitlements = Schema.Struct({
  /** In the order in which they began to give. */
  grants: Schema.Array(Grant),
  /** What webhooks and listeners have been told of. */
  features: Features,
  /** Increases with every change of `grants` or `features`; 0: there was none. Webhooks carry it as the sequence. */
  version: Schema.Int
})

export interface Entitlements extends Schema.Schema.Type<typeof Entitlements> {}

/** A customer to whom no subscription gives anything yet. */
export const none: Entitlements = { grants: [], features: {}, version: 0 }

/** A customer of a shop. */
export interface OfCustomer {
  readonly shop: ShopId
  readonly customer: CustomerId
}

/** The setting of a shop. `undefined`: for as long as the charge is retried. Unit: whole days. */
export type GraceDays = number | undefined

type State = Pick<Subscription, "id" | "state" | "plan" | "activeTo" | "pausedAt" | "ending">

/** The end of what a subscription gives; null: none that is known. Undefined: it gives nothing, whatever its plan says. */
const endOf = ({ activeTo, ending, pausedAt, state }: State, grace: GraceDays): DateTime.Utc | null | undefined => {
  const paid = activeTo ?? undefined
  // What is owed of its last period gives nothing any more.
  if (ending?.isDue === true && state !== "canceled") return paid
  switch (state) {
    case "redirecting":
    case "failed":
    case "canceled":
      return undefined
    // All cycles are paid, the last one for the time to come.
    case "expired":
      return paid
    case "trial":
    case "active":
      return pausedAt === null ? null : paid
    case "failed_attempt":
    case "error":
      if (pausedAt !== null) return undefined
      return grace === undefined || paid === undefined ? null : DateTime.add(paid, { days: grace })
  }
}

/** What a subscription gives from `now` on. Undefined: nothing. */
export const grantOf = (subscription: State, grace: GraceDays, now: DateTime.Utc): Grant | undefined => {
  const { id, plan } = subscription
  const { features = {} } = plan
  const until = endOf(subscription, grace)
  if (until === undefined || Object.keys(features).length === 0) return undefined
  return until !== null && DateTime.lessThanOrEqualTo(until, now) ? undefined : { subscription: id, features, until }
}

/** A sum beyond what numbers hold exactly stays at the greatest. */
const added = (one: number, other: number): number => Math.min(one + other, Number.MAX_SAFE_INTEGER)

const together = (all: ReadonlyArray<Features>): Features => {
  const sum: Record<string, true | number> = {}
  for (const features of all) {
    for (const [name, value] of Object.entries(features)) {
      const before = Object.hasOwn(sum, name) ? sum[name]! : 0
      sum[name] = value === true || before === true ? true : added(before, value)
    }
  }
  return sum
}

const holdsAt =
  (now: DateTime.Utc) =>
  ({ until }: Grant): boolean =>
    until === null || DateTime.greaterThan(until, now)

/** What is given at that instant: a flag that any subscription gives, and the sum of numbers. */
export const featuresAt = ({ grants }: Entitlements, now: DateTime.Utc): Features => {
  const holding = grants.filter(holdsAt(now))
  return holding.length === 1 ? holding[0]!.features : together(holding.map(({ features }) => features))
}

/** The entitlements as they stand at that instant. */
export const asOf = (entitlements: Entitlements, now: DateTime.Utc): Entitlements => {
  const grants = entitlements.grants.filter(holdsAt(now))
  return { grants, features: featuresAt({ ...entitlements, grants }, now), version: entitlements.version }
}

/** How much of a feature is given: 0 is none, null has no limit. */
export const limitIn = (features: Features, name: string): number | null => {
  const value = Object.hasOwn(features, name) ? features[name]! : 0
  return value === true ? null : value
}

/** Whether a feature is given: `true`, or a number above 0. */
export const hasFeature = (features: Features, name: string): boolean => limitIn(features, name) !== 0

/** When the next grant ends by itself. Undefined: none does. */
export const nextEnd = ({ grants }: Pick<Entitlements, "grants">): DateTime.Utc | undefined => {
  const ends = grants.flatMap(({ until }) => (until === null ? [] : [until]))
  return ends.length === 0 ? undefined : ends.reduce((one, other) => DateTime.min(one, other))
}

const sameFeatures = Schema.equivalence(Features)
const sameGrants = Schema.equivalence(Schema.Array(Grant))

/** Entitlements that have changed. */
export interface EntitlementsChanged {
  readonly entitlements: Entitlements
  /** Whether the customer may use something else than was told last. */
  readonly isAnnounced: boolean
}

const changedTo = (before: Entitlements, grants: ReadonlyArray<Grant>, now: DateTime.Utc) => {
  const held = grants.filter(holdsAt(now))
  const features = featuresAt({ ...before, grants: held }, now)
  const isAnnounced = !sameFeatures(features, before.features)
  if (!isAnnounced && sameGrants(held, before.grants)) return undefined
  return { entitlements: { grants: held, features, version: before.version + 1 }, isAnnounced }
}

/** The entitlements after a subscription of the customer has changed. Undefined: they are as before. */
export const afterChange = (
  before: Entitlements,
  subscription: State,
  grace: GraceDays,
  now: DateTime.Utc
): EntitlementsChanged | undefined => {
  const grant = grantOf(subscription, grace, now)
  const at = before.grants.findIndex((one) => one.subscription === subscription.id)
  const [earlier, later] = at === -1 ? [before.grants, []] : [before.grants.slice(0, at), before.grants.slice(at + 1)]
  return changedTo(before, [...earlier, ...(grant === undefined ? [] : [grant]), ...later], now)
}

/** The entitlements at an instant at which nothing has happened but time. Undefined: they are as before. */
export const afterTime = (before: Entitlements, now: DateTime.Utc): EntitlementsChanged | undefined =>
  changedTo(before, before.grants, now)
