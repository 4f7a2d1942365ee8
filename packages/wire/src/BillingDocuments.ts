/** The documents of plans, customers, subscriptions and previews. */
import type { PortalLink } from "@florin/core/billing/Portals"
import type { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import { EntitlementDocuments } from "@florin/core/entitlements/EntitlementDocuments"
import type { Plan } from "@florin/core/plans/Plan"
import type { Otherwise, UpcomingCharge } from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { SubscriptionDocuments } from "@florin/core/subscriptions/SubscriptionStore"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as Schemas from "./BillingSchemas.js"
import * as Sections from "./internal/billingSections.js"
import { timestamp } from "./internal/sections.js"
import { line } from "./internal/termsSections.js"
import { spelled, type Written } from "./internal/written.js"

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

/** The page on which a customer looks after all subscriptions. */
export const portalUrl = (options: Options, token: string): string => under(options, `portal/${token}`)

const subscriptionOf = (subscription: Sections.Shown, options: Options): Sections.SubscriptionDocument => {
  const { nextPlan, plan } = subscription
  return Sections.subscription(subscription, {
    plan: planUrl(options, plan),
    nextPlan: planUrl(options, nextPlan ?? plan),
    pay: payUrl(options, subscription),
    process: (uid) => under(options, `process/${uid}`)
  })
}

type PreviewDocument = Written<typeof Schemas.PreviewDocument.Encoded>

type Upcoming = PreviewDocument["charges"][number]

const otherwise = ({ retryAt, state }: Otherwise): Upcoming["if_error"] => ({ state, renew_at: timestamp(retryAt) })

const upcoming = (charge: UpcomingCharge): Upcoming => ({
  at: timestamp(charge.at),
  local_time: charge.localTime,
  amount: charge.amount,
  currency: charge.currency,
  reason: spelled(charge.reason),
  cycle: charge.cycle,
  lines: charge.lines?.map(line),
  if_declined: otherwise(charge.ifDeclined),
  if_error: otherwise(charge.ifError)
})

/** The charges that lie ahead. */
export const preview = (charges: ReadonlyArray<UpcomingCharge>): PreviewDocument => ({ charges: charges.map(upcoming) })

/** A link to a customer's portal. Source: D64. */
export const portal = ({ endsAt, url }: PortalLink): Written<typeof Schemas.PortalDocument.Encoded> => ({
  url,
  expires_at: timestamp(endsAt)
})

/** Source: shapes, "Plan, customer, subscription". */
export const customer: (customer: StoredCustomer) => Sections.CustomerDocument = Sections.customer

/** What a customer may use. Source: D66. */
export const { entitlements } = Sections

/** The documents of plans and subscriptions, with this host's addresses. */
export class BillingDocuments extends Context.Tag("@florin/wire/BillingDocuments")<
  BillingDocuments,
  {
    /** Source: interface, "Plan object returned by the service"; D21. */
    readonly plan: (plan: Plan) => Sections.PlanDocument
    /** Source: shapes, "Plan, customer, subscription"; D23. */
    readonly subscription: (subscription: Sections.Shown) => Sections.SubscriptionDocument
  }
>() {}

/** Encodes for the operations, and for core: webhooks carry the same document, with the event. Source: D26. */
export const context = (
  options: Options
): Context.Context<BillingDocuments | SubscriptionDocuments | EntitlementDocuments> =>
  Context.make(BillingDocuments, {
    plan: (plan) => Sections.plan(plan, planUrl(options, plan)),
    subscription: (subscription) => subscriptionOf(subscription, options)
  }).pipe(
    Context.add(SubscriptionDocuments, {
      encode: (subscription, event) => {
        const document = subscriptionOf(subscription, options)
        return JSON.stringify(event === undefined ? document : { event, ...document })
      },
      payUrl: (subscription) => payUrl(options, subscription),
      portalUrl: (token) => portalUrl(options, token)
    }),
    Context.add(EntitlementDocuments, {
      encode: ({ customer }, all) =>
        JSON.stringify({ event: "entitlements.changed", ...Sections.entitlements(customer, all) })
    })
  )

export const layer = (options: Options): Layer.Layer<BillingDocuments | SubscriptionDocuments | EntitlementDocuments> =>
  Layer.succeedContext(context(options))
