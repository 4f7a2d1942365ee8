/** Plans, customers and subscriptions that the examples of the contract are about. */
import { customerOf } from "@florin/core/billing/Customers"
import type { CustomerId, PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import { planOf } from "@florin/core/plans/PlanRules"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Preview from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as BillingDocuments from "../BillingDocuments.js"
import * as BillingRequests from "../BillingRequests.js"
import { base, card, keptCard, shop, uid } from "./cardSamples.js"

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
    trial: { amount: 100, interval: 14, interval_unit: "day" }
  },
  customer: { email: "jane@example.com", ip: "203.0.113.7", first_name: "Jane", last_name: "Doe", country: "DE" },
  subscription: { plan: { id: planId }, customer: { id: customerId }, card, tracking_id: "member-42" },
  change: { quantity: 5 },
  cancel: { cancel_reason: "The customer asked for it" },
  card: { card },
  planChange: { plan: { id: planId } }
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
export const subscription = () => documents().subscription(charged())
export const preview = () =>
  BillingDocuments.preview(Preview.ofSubscription(charged(), DateTime.add(at, { months: 2 }), zone))
