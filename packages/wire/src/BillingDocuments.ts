/** The documents of plans, customers, subscriptions and previews. */
import type { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import type { Plan } from "@florin/core/plans/Plan"
import type { Otherwise, UpcomingCharge } from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { SubscriptionDocuments, type SubscriptionEvent } from "@florin/core/subscriptions/SubscriptionStore"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Sections from "./internal/billingSections.js"
import { type Members, timestamp } from "./internal/sections.js"

/** Settings of the documents. */
export interface Options {
  /** `{api_url}`, with or without a trailing slash. */
  readonly baseUrl: string
}

const under = ({ baseUrl }: Options, path: string): string =>
  `${baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl}/${path}`

const planUrl = (options: Options, { id }: Pick<Plan, "id">): string => under(options, `plans/${id}/pay`)

/** The page on which a customer pays for a subscription, and sees the result. */
export const payUrl = (options: Options, { id, plan }: Pick<Subscription, "id" | "plan">): string =>
  `${planUrl(options, plan)}?subscription=${id}`

/** Source: interface, "Plan object returned by the service"; D21. */
export const encodePlan = (plan: Plan, options: Options): string =>
  JSON.stringify(Sections.plan(plan, planUrl(options, plan)))

/** Source: D21. */
export const encodePlans = (plans: ReadonlyArray<Plan>, options: Options): string =>
  JSON.stringify(plans.map((plan) => Sections.plan(plan, planUrl(options, plan))))

/** Source: shapes, "Plan, customer, subscription". */
export const encodeCustomer = (customer: StoredCustomer): string => JSON.stringify(Sections.customer(customer))

export const encodeCustomers = (customers: ReadonlyArray<StoredCustomer>): string =>
  JSON.stringify(customers.map(Sections.customer))

const subscriptionMembers = (subscription: Sections.Shown, options: Options): Members => {
  const { nextPlan, plan } = subscription
  return Sections.subscription(subscription, {
    plan: planUrl(options, plan),
    nextPlan: planUrl(options, nextPlan ?? plan),
    pay: payUrl(options, subscription),
    process: (uid) => under(options, `process/${uid}`)
  })
}

/** With the event, as webhooks carry it. Source: shapes, "Plan, customer, subscription"; D23, D26. */
export const encodeSubscription = (
  subscription: Sections.Shown,
  options: Options,
  event?: SubscriptionEvent
): string => {
  const members = subscriptionMembers(subscription, options)
  return JSON.stringify(event === undefined ? members : { event, ...members })
}

export const encodeSubscriptions = (subscriptions: ReadonlyArray<Subscription>, options: Options): string =>
  JSON.stringify(subscriptions.map((subscription) => subscriptionMembers(subscription, options)))

const otherwise = ({ retryAt, state }: Otherwise): Members => ({ state, renew_at: timestamp(retryAt) })

const upcoming = (charge: UpcomingCharge): Members => ({
  at: timestamp(charge.at),
  local_time: charge.localTime,
  amount: charge.amount,
  currency: charge.currency,
  reason: charge.reason.replaceAll("-", "_"),
  cycle: charge.cycle,
  if_declined: otherwise(charge.ifDeclined),
  if_error: otherwise(charge.ifError)
})

/** The charges that lie ahead: `{"charges":[…]}`. */
export const encodePreview = (charges: ReadonlyArray<UpcomingCharge>): string =>
  JSON.stringify({ charges: charges.map(upcoming) })

/** The documents of plans and subscriptions, with this host's addresses. */
export class BillingDocuments extends Context.Tag("@florin/wire/BillingDocuments")<
  BillingDocuments,
  {
    readonly plan: (plan: Plan) => string
    readonly plans: (plans: ReadonlyArray<Plan>) => string
    readonly subscription: (subscription: Sections.Shown) => string
    readonly subscriptions: (subscriptions: ReadonlyArray<Subscription>) => string
  }
>() {}

/** Encodes for the routes, and for core: answers and webhooks use the same text. */
export const context = (options: Options): Context.Context<BillingDocuments | SubscriptionDocuments> =>
  Context.make(BillingDocuments, {
    plan: (plan) => encodePlan(plan, options),
    plans: (plans) => encodePlans(plans, options),
    subscription: (subscription) => encodeSubscription(subscription, options),
    subscriptions: (subscriptions) => encodeSubscriptions(subscriptions, options)
  }).pipe(
    Context.add(SubscriptionDocuments, {
      encode: (subscription, event) => encodeSubscription(subscription, options, event),
      payUrl: (subscription) => payUrl(options, subscription)
    })
  )

export const layer = (options: Options): Layer.Layer<BillingDocuments | SubscriptionDocuments> =>
  Layer.succeedContext(context(options))
