/** Example requests and answers of plans, customers and subscriptions, encoded by the same code as real ones. */

import { customerOf } from "@florin/core/billing/Customers"
import type { CustomerId, PlanId, ShopId, SubscriptionId, TransactionUid } from "@florin/core/ids/Ids"
import { planOf } from "@florin/core/plans/PlanRules"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Preview from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as BillingDocuments from "@florin/wire/BillingDocuments"
import * as BillingRequests from "@florin/wire/BillingRequests"
import { ofBilling } from "@florin/wire/operations/RefusalForm"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { card, type Example } from "./examples.js"

const shop = "shop" as ShopId
const at = DateTime.unsafeMake("2035-01-31T09:00:00.000Z")
const zone = DateTime.zoneMakeOffset(0)
const base = { baseUrl: "https://pay.example" }

const requests = {
  plan: {
    title: "Basic",
    currency: "EUR",
    plan: { amount: 1995, interval: 1, interval_unit: "month" },
    trial: { amount: 100, interval: 14, interval_unit: "day" }
  },
  customer: { email: "jane@example.com", ip: "203.0.113.7", first_name: "Jane", last_name: "Doe", country: "DE" },
  cancel: { cancel_reason: "The customer asked for it" }
}

const planId = "pln_5f1c0b7a9e3d4268" as PlanId
const customerId = "cst_8c7d0e155f1c0b7a" as CustomerId
const id = "sbs_9e3d42688c7d0e15" as SubscriptionId

const plan = planOf(shop, planId, Either.getOrThrow(BillingRequests.plan(requests.plan)), at)
const customer = customerOf(shop, customerId, Either.getOrThrow(BillingRequests.customer(requests.customer)), at)

const shown: NonNullable<Subscription["card"]> = {
  facts: { brand: "visa", first1: "4", last4: "0000", bin: "420000", bin8: "42000000" },
  holder: card.holder,
  expMonth: 12,
  expYear: 2036,
  stamp: "8d5e07c2b41f9a36".repeat(4) as never,
  token: "3f9c1a7be0d24586".repeat(4) as never,
  product: null,
  issuerCountry: null,
  issuerName: null,
  tokenProvider: null
}

const subscription = (): Subscription => {
  const waiting = SubscriptionRules.created({ id, plan, customer, now: at }, { trackingId: "member-42" })
  const charged: Subscription = {
    ...waiting,
    card: shown,
    gatewayId: 1,
    lastTransaction: {
      uid: "0190b6a0-5c3f-7a4e-9d2b-1f0c6e8a7b35" as TransactionUid,
      type: "payment",
      status: "successful",
      createdAt: at
    }
  }
  return Billing.settle(charged, { _tag: "Charged" }, at, zone)?.subscription ?? charged
}

const parsed = (text: string): unknown => JSON.parse(text)

/** The examples, by route. */
export const billingExamples = (): Readonly<Record<string, Example>> => {
  const documents = Context.get(BillingDocuments.context(base), BillingDocuments.BillingDocuments)
  const subscribed = subscription()
  const one = { answer: documents.subscription(subscribed) }
  const planned = documents.plan(plan)
  const known = BillingDocuments.customer(customer)
  const until = DateTime.add(at, { months: 2 })
  const preview = BillingDocuments.preview(Preview.ofSubscription(subscribed, until, zone))
  return {
    createPlan: { request: requests.plan, answer: planned },
    listPlans: { answer: [planned] },
    findPlan: { answer: planned },
    previewPlan: { answer: preview },
    createCustomer: { request: requests.customer, answer: known },
    listCustomers: { answer: [known] },
    findCustomer: { answer: known },
    createSubscription: {
      request: { plan: { id: planId }, customer: { id: customerId }, card, tracking_id: "member-42" },
      ...one
    },
    listSubscriptions: { answer: [one.answer] },
    findSubscription: one,
    previewSubscription: { answer: preview },
    cancelSubscription: { request: requests.cancel, ...one },
    pauseSubscription: one,
    resumeSubscription: one,
    changeCard: { request: { card }, ...one },
    changePlan: { request: { plan: { id: planId } }, ...one },
    chargeSubscription: one
  }
}

/** Example bodies of refusals, by status. Source: D4. */
export const billingRefused = (): Readonly<Record<string, unknown>> => ({
  "400": parsed(ofBilling.malformed.body),
  "401": parsed(ofBilling.unauthorized.body),
  "404": parsed(ofBilling.notFound.body),
  "422": parsed(ofBilling.invalid([{ path: ["title"], sentence: "can't be blank" }]).body)
})
