/** Plans, customers and subscriptions that the examples of the contract are about. */
import { customerOf } from "@florin/core/billing/Customers"
import * as Entitlements from "@florin/core/entitlements/Entitlements"
import type { CustomerId, PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { planOf } from "@florin/core/plans/PlanRules"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Preview from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import { couponOf } from "@florin/core/terms/CouponRequest"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as BillingDocuments from "../BillingDocuments.js"
import * as BillingRequests from "../BillingRequests.js"
import { base, card, keptCard, shop, uid } from "./cardSamples.js"
import * as Terms from "./termsSections.js"

const at = DateTime.unsafeMake("2035-01-31T09:00:00.000Z")
const zone = DateTime.zoneMakeOffset(0)
const planId = "pln_5f1c0b7a9e3d4268" as PlanId
const customerId = "cst_8c7d0e155f1c0b7a" as CustomerId
const id = "sbs_9e3d42688c7d0e15" as SubscriptionId

export const requests = {
  plan: {
    title: "Basic",
    currency: "EUR",
    plan: { amount: 1995, interval: 1, interval_unit: "month" },
    trial: { amount: 100, interval: 14, interval_unit: "day" },
    features: { export: true, seats: 5 }
  },
  customer: { email: "jane@example.com", ip: "203.0.113.7", first_name: "Jane", last_name: "Doe", country: "DE" },
  subscription: { plan: { id: planId }, customer: { id: customerId }, card, tracking_id: "member-42" },
  change: { quantity: 5 },
  coupon: { code: "SPRING", percent_off: 2500, duration: "cycles:3", max_redemptions: 100 },
  couponUse: { coupon: "SPRING" },
  line: { description: "Setting up", amount: 4900 },
  usage: { item: "requests", quantity: 120, key: "2035-01-31-09" },
  cancel: { cancel_reason: "The customer asked for it" },
  card: { card },
  newPreview: { plan: { id: planId }, quantity: 5, coupon: "SPRING" },
  planChange: { plan: { id: planId } },
  portal: { return_url: "https://shop.example/account", features: { plans: [planId] } }
}

const keptPlan = () => planOf(shop, planId, Either.getOrThrow(BillingRequests.plan(requests.plan)), at)
const keptCustomer = () =>
  customerOf(shop, customerId, Either.getOrThrow(BillingRequests.customer(requests.customer)), at)

const charged = (): Subscription => {
  const created = { id, plan: keptPlan(), customer: keptCustomer(), now: at }
  const paid: Subscription = {
    ...SubscriptionRules.created(created, { trackingId: "member-42" }),
    card: keptCard,
    gatewayId: 1,
    lastTransaction: { uid, type: "payment", status: "successful", createdAt: at }
  }
  return Billing.settle(paid, { _tag: "Charged" }, at, zone)?.subscription ?? paid
}

const documents = () => Context.get(BillingDocuments.context(base), BillingDocuments.BillingDocuments)

export const plan = () => documents().plan(keptPlan())
export const customer = () => BillingDocuments.customer(keptCustomer())
export const entitlements = () => {
  const given = Entitlements.afterChange(Entitlements.none, charged(), undefined, at)
  return BillingDocuments.entitlements(customerId, given?.entitlements ?? Entitlements.none)
}
export const subscription = () => documents().subscription(charged())
export const preview = () =>
  BillingDocuments.preview(Preview.ofSubscription(charged(), DateTime.add(at, { months: 2 }), zone))

export const coupon = () => Terms.coupon(couponOf(shop, Either.getOrThrow(BillingRequests.coupon(requests.coupon)), at))

export const account = () =>
  Terms.account({ balances: [{ currency: "EUR" as Currency, amount: 1250 as Amount }], coupon: null })

export const usage = () => Terms.usage([{ item: "requests", quantity: 120, amount: 240n }])
const link = {
  url: BillingDocuments.portalUrl(
    base,
    "eyJzaG9wIjoiYm9va3MifQ.9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  ),
  endsAt: DateTime.add(at, { minutes: 30 })
}

export const portal = () => BillingDocuments.portal(link)
