/** A change of what a customer is entitled to, as passed to the host's listeners. Source: D66. */
import type { CustomerId, ShopId } from "../ids/Ids.js"
import type { Features } from "../plans/Features.js"
import type { Entitlements, OfCustomer } from "./Entitlements.js"

/** What a customer is entitled to after a change, and the change itself. */
export interface EntitlementChange {
  readonly shop: ShopId
  readonly customer: CustomerId
  /** What all subscriptions of the customer give together, from this commit on. */
  readonly features: Features
  readonly change: {
    readonly from: Features
    /** Names of features that were not given before, or less of them. */
    readonly more: ReadonlyArray<string>
    /** Names of features that are not given any more, or less of them. */
    readonly less: ReadonlyArray<string>
  }
}

/** A change as a commit writes it. `from`: what was told before; absent: the customer may use what they could before. */
export interface WrittenEntitlements extends OfCustomer {
  readonly entitlements: Entitlements
  readonly from?: Features | undefined
}

const amountOf = (features: Features, name: string): number => {
  const value = Object.hasOwn(features, name) ? features[name]! : -1
  return value === true ? Number.POSITIVE_INFINITY : value
}

/** The change as the host's listeners receive it. Made only if there are listeners. */
export const make = ({
  customer,
  entitlements: { features },
  from = features,
  shop
}: WrittenEntitlements): EntitlementChange => {
  const names = [...new Set([...Object.keys(from), ...Object.keys(features)])]
  const isMore = (name: string) => amountOf(features, name) > amountOf(from, name)
  const isLess = (name: string) => amountOf(features, name) < amountOf(from, name)
  return { shop, customer, features, change: { from, more: names.filter(isMore), less: names.filter(isLess) } }
}
