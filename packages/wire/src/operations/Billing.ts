/** Plans, customers and subscriptions. Source: D1, D21, D23. */

import { Customers } from "@florin/core/billing/Customers"
import { Plans } from "@florin/core/billing/Plans"
import { Portals } from "@florin/core/billing/Portals"
import { Subscriptions, type SubscriptionsError } from "@florin/core/billing/Subscriptions"
import { CustomerRequest } from "@florin/core/customers/CustomerRequest"
import { CustomerId, customerIdOf, PlanId, planIdOf, SubscriptionId, subscriptionIdOf } from "@florin/core/ids/Ids"
import { PlanRequest } from "@florin/core/plans/PlanRequest"
import { PortalRequest } from "@florin/core/portals/PortalRequest"
import type { Shop } from "@florin/core/shops/Shop"
import { pageLimit } from "@florin/core/store/Records"
import { ChangeRequest } from "@florin/core/subscriptions/ChangeRequest"
import * as SubscriptionRequests from "@florin/core/subscriptions/SubscriptionRequest"
import { CouponUseRequest } from "@florin/core/terms/CouponRequest"
import { LineRequest } from "@florin/core/terms/LineRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { BillingDocuments, customer, entitlements, portal, preview } from "../BillingDocuments.js"
import * as BillingRequests from "../BillingRequests.js"
import * as Samples from "../internal/billingSamples.js"
import type { Shown } from "../internal/billingSections.js"
import { type Call, command, Existing, read } from "./Operation.js"
import { byId, instantIf, paged, pageQuery } from "./Parts.js"
import { ofBilling, ofPlans } from "./RefusalForm.js"

const page = pageQuery(pageLimit)

const pages = { usual: pageLimit, most: pageLimit }

const idsOn = (document: ReadonlyArray<{ readonly id: string }>) => document.map(({ id }) => id)

const newest = "Newest first. Link leads to the next page."

const until = instantIf("How far to look. Default: a year.")

const planServices = Effect.all({ plans: Plans, subscriptions: Subscriptions, documents: BillingDocuments })

const plans = { group: "plans", permission: "shop", record: "plan", form: ofBilling, uses: planServices } as const

const plan = { ...plans, subject: byId(PlanId, "plan") }

export const planOperations = {
  createPlan: command({
    ...plans,
    form: ofPlans,
    name: "plans.create",
    id: "createPlan",
    at: "POST /plans",
    title: "Create a plan",
    description:
      "A plan says how often and how much a customer is charged. It never changes. With a lookup_key a program may create it at every start: the plan that has the key and the same terms is answered, and other terms are refused. Over HTTP such a plan is answered with 200.",
    body: { schema: PlanRequest, decode: BillingRequests.plan },
    answer: "PlanDocument",
    status: 201,
    mayExist: true,
    example: () => ({ request: Samples.requests.plan, answer: Samples.plan() }),
    run: ({ documents, plans }, { request, shop, subject }) =>
      Effect.map(plans.keep(shop, request, { id: planIdOf(subject) }), ({ isNew, plan }) =>
        isNew ? documents.plan(plan) : new Existing(documents.plan(plan))
      )
  }),
  listPlans: read({
    ...plans,
    isImpersonal: true,
    name: "plans.list",
    id: "listPlans",
    at: "GET /plans",
    title: "List plans",
    description: newest,
    query: {
      ...page,
      lookup_key: Schema.optional(
        Schema.String.annotations({ description: "The shop's own key of a plan: only that plan is listed." })
      )
    },
    page: pages,
    // A key is that of one plan, after which there is no page.
    idsOn: (document, { lookup_key: key }) => (key === undefined ? idsOn(document) : []),
    answer: "PlanList",
    example: () => ({ answer: [Samples.plan()] }),
    run: ({ documents, plans }, { query: { lookup_key: key, ...page }, shop }) => {
      const found =
        key === undefined
          ? paged(PlanId, (options) => plans.list(shop, options))(page)
          : Effect.map(plans.findByLookupKey(shop, key), Option.toArray)
      return Effect.map(found, (all) => all.map(documents.plan))
    }
  }),
  findPlan: read({
    ...plan,
    isImpersonal: true,
    name: "plans.find",
    id: "findPlan",
    at: "GET /plans/:id",
    title: "Get a plan",
    description: "Answers the plan as it was created.",
    answer: "PlanDocument",
    example: () => ({ answer: Samples.plan() }),
    run: ({ documents, plans }, { id, shop }) => Effect.map(plans.find(shop, id), documents.plan)
  }),
  previewPlan: read({
    ...plan,
    isImpersonal: true,
    name: "plans.preview",
    id: "previewPlan",
    at: "GET /plans/:id/preview",
    title: "What a plan would charge",
    description: "Lists what a customer who subscribes at start would be charged, by the rules that charge.",
    query: { until, start: instantIf("When the customer subscribes. Default: now.") },
    answer: "PreviewDocument",
    member: "charges",
    example: () => ({ answer: Samples.preview() }),
    run: ({ subscriptions }, { id, query, shop }) => Effect.map(subscriptions.previewPlan(shop, id, query), preview)
  })
}

const customers = {
  group: "customers",
  permission: "shop",
  record: "customer",
  form: ofBilling,
  uses: Customers
} as const

export const customerOperations = {
  createCustomer: command({
    ...customers,
    name: "customers.create",
    id: "createCustomer",
    at: "POST /customers",
    title: "Create a customer",
    description: "A customer may have any number of subscriptions.",
    body: { schema: CustomerRequest, decode: BillingRequests.customer },
    answer: "CustomerDocument",
    status: 201,
    example: () => ({ request: Samples.requests.customer, answer: Samples.customer() }),
    run: ({ create }, { request, shop, subject }) =>
      Effect.map(create(shop, request, { id: customerIdOf(subject) }), customer)
  }),
  listCustomers: read({
    ...customers,
    name: "customers.list",
    id: "listCustomers",
    at: "GET /customers",
    title: "List customers",
    description: newest,
    query: page,
    page: pages,
    idsOn,
    answer: "CustomerList",
    example: () => ({ answer: [Samples.customer()] }),
    run: ({ list }, { query, shop }) =>
      Effect.map(paged(CustomerId, (options) => list(shop, options))(query), (all) => all.map(customer))
  }),
  findCustomer: read({
    ...customers,
    subject: byId(CustomerId, "customer"),
    name: "customers.find",
    id: "findCustomer",
    at: "GET /customers/:id",
    title: "Get a customer",
    description: "Answers the customer as created.",
    answer: "CustomerDocument",
    example: () => ({ answer: Samples.customer() }),
    run: ({ find }, { id, shop }) => Effect.map(find(shop, id), customer)
  }),
  findEntitlements: read({
    ...customers,
    subject: byId(CustomerId, "customer"),
    name: "customers.entitlements",
    id: "findEntitlements",
    at: "GET /customers/:id/entitlements",
    title: "What a customer may use",
    description:
      "Sums up what the plans of the customer's subscriptions give: a flag that any of them gives, and the sum of numbers. In process can and limit answer about one feature.",
    answer: "EntitlementsDocument",
    example: () => ({ answer: Samples.entitlements() }),
    run: ({ entitlements: find }, { id, shop }) => Effect.map(find(shop, id), (all) => entitlements(id, all))
  }),
  openPortal: command({
    ...customers,
    uses: Portals,
    subject: byId(CustomerId, "customer"),
    name: "portal",
    id: "openPortal",
    at: "POST /customers/:id/portal",
    title: "Open a customer's portal",
    description:
      "Makes a link to a page on which the customer sees subscriptions with their next charges, payments and receipts, changes the card or the plan, cancels, and takes that back. The link opens for 30 minutes and is all that is needed: hand it to nobody but the customer who is signed in.",
    body: { schema: PortalRequest, decode: BillingRequests.portal },
    answer: "PortalDocument",
    member: "url",
    isKeyless: true,
    example: () => ({ request: Samples.requests.portal, answer: Samples.portal() }),
    run: ({ open }, { id, request, shop }) => Effect.map(open(shop, id, request), portal)
  })
}

const services = Effect.all({ subscriptions: Subscriptions, documents: BillingDocuments })

type Services = Effect.Effect.Success<typeof services>

const subscriptions = {
  ...({ group: "subscriptions", permission: "shop", record: "subscription" } as const),
  form: ofBilling,
  uses: services
}

const subscription = { ...subscriptions, subject: byId(SubscriptionId, "subscription") }

/** A command to one subscription, which answers it as it is then. */
const toOne = <Request>(
  of: (
    subscriptions: Subscriptions["Type"]
  ) => (shop: Shop, id: SubscriptionId, request: Request) => Effect.Effect<Shown, SubscriptionsError>,
  sent?: object
) => ({
  ...subscription,
  answer: "SubscriptionDocument" as const,
  example: () => ({ ...(sent && { request: sent }), answer: Samples.subscription() }),
  run: ({ documents, subscriptions }: Services, { id, request, shop }: Call<SubscriptionId, Request>) =>
    Effect.map(of(subscriptions)(shop, id, request), documents.subscription),
  done: ({ documents, subscriptions }: Services, { id, request: made, shop }: Call<SubscriptionId, string>) =>
    Effect.map(subscriptions.done(shop, id, made), documents.subscription)
})

const plainly = (name: "pause" | "resume" | "charge" | "uncancel" | "undoChange") =>
  toOne<never>((subscriptions) => subscriptions[name])

export const subscriptionOperations = {
  createSubscription: command({
    ...subscriptions,
    role: "nobody",
    name: "subscriptions.create",
    id: "createSubscription",
    at: "POST /subscriptions",
    title: "Create a subscription",
    description:
      "With a card it is charged at once; without one the customer pays on the page at redirect_url. A declined first charge is no error but a subscription that failed.",
    body: { schema: SubscriptionRequests.SubscriptionContract, decode: BillingRequests.subscription },
    answer: "SubscriptionDocument",
    status: 201,
    example: () => ({ request: Samples.requests.subscription, answer: Samples.subscription() }),
    run: ({ documents, subscriptions }, { request, shop, subject }) =>
      Effect.map(subscriptions.create(shop, request, { id: subscriptionIdOf(subject) }), documents.subscription)
  }),
  listSubscriptions: read({
    ...subscriptions,
    name: "subscriptions.list",
    id: "listSubscriptions",
    at: "GET /subscriptions",
    title: "List subscriptions",
    description: newest,
    query: page,
    page: pages,
    idsOn,
    answer: "SubscriptionList",
    example: () => ({ answer: [Samples.subscription()] }),
    run: ({ documents, subscriptions }, { query, shop }) =>
      Effect.map(paged(SubscriptionId, (options) => subscriptions.list(shop, options))(query), (all) =>
        all.map(documents.subscription)
      )
  }),
  findSubscription: read({
    ...subscription,
    name: "subscriptions.find",
    id: "findSubscription",
    at: "GET /subscriptions/:id",
    title: "Get a subscription",
    description: "Answers the subscription as it stands: its state, its card, its cycles and when it is charged next.",
    answer: "SubscriptionDocument",
    example: () => ({ answer: Samples.subscription() }),
    run: ({ documents, subscriptions }, { id, shop }) =>
      Effect.map(subscriptions.find(shop, id), documents.subscription)
  }),
  cancelSubscription: command({
    ...toOne((subscriptions) => subscriptions.cancel, Samples.requests.cancel),
    name: "subscriptions.cancel",
    id: "cancelSubscription",
    at: "POST /subscriptions/:id/cancel",
    title: "Cancel a subscription",
    description:
      "Nothing is charged from then on. What is cancelled cannot be resumed. With at_period_end it stays in force until the end of the period that is paid, which can be taken back; where no period is paid it ends now.",
    body: { schema: SubscriptionRequests.CancelRequest, decode: BillingRequests.cancel }
  }),
  uncancelSubscription: command({
    ...plainly("uncancel"),
    name: "subscriptions.uncancel",
    id: "uncancelSubscription",
    at: "POST /subscriptions/:id/uncancel",
    title: "Take back that a subscription ends",
    description: "It goes on after the period with which it was to end, and is charged as before."
  }),
  changeSubscription: command({
    ...toOne((subscriptions) => subscriptions.change, Samples.requests.change),
    name: "subscriptions.change",
    id: "changeSubscription",
    at: "POST /subscriptions/:id/change",
    title: "Change what a subscription consists of",
    description:
      "Other items, another quantity or another plan. What costs more begins now, and the difference for what is left of the period is charged at once; what costs less begins with the next renewal. A charge that is declined changes nothing. While a charge is in doubt the change waits for it. With preview it says what would happen, and nothing changes.",
    body: { schema: ChangeRequest, decode: BillingRequests.change }
  }),
  undoSubscriptionChange: command({
    ...plainly("undoChange"),
    name: "subscriptions.undoChange",
    id: "undoSubscriptionChange",
    at: "POST /subscriptions/:id/undo_change",
    title: "Take back a change of a subscription",
    description:
      "Takes back a change that has not taken effect: one that begins with the next renewal, or waits for a charge."
  }),
  useCoupon: command({
    ...toOne((subscriptions) => subscriptions.useCoupon, Samples.requests.couponUse),
    name: "subscriptions.useCoupon",
    id: "useCoupon",
    at: "POST /subscriptions/:id/coupon",
    title: "Use a coupon for a subscription",
    description:
      "Takes something off from its next charge on, which counts it. Without a coupon it has none from then on.",
    body: { schema: CouponUseRequest, decode: BillingRequests.couponUse }
  }),
  addLine: command({
    ...toOne((subscriptions) => subscriptions.addLine, Samples.requests.line),
    name: "subscriptions.addLine",
    id: "addLine",
    at: "POST /subscriptions/:id/lines",
    title: "Charge something once",
    description:
      "A line of the shop's own: with the next charge, or charged now by the subscription's card. An amount below 0 takes something off the next charge; now, it goes to the customer's balance.",
    body: { schema: LineRequest, decode: BillingRequests.line }
  }),
  pauseSubscription: command({
    ...plainly("pause"),
    name: "subscriptions.pause",
    id: "pauseSubscription",
    at: "POST /subscriptions/:id/pause",
    title: "Pause a subscription",
    description: "Nothing is charged until it is resumed; cycles that go by meanwhile are not charged afterwards."
  }),
  resumeSubscription: command({
    ...plainly("resume"),
    name: "subscriptions.resume",
    id: "resumeSubscription",
    at: "POST /subscriptions/:id/resume",
    title: "Resume a subscription",
    description:
      "It is charged when it would have been, or else with the next cycle; a failed charge is retried. Cycles that went by while it was paused are not charged."
  }),
  changeCard: command({
    ...toOne((subscriptions) => subscriptions.changeCard, Samples.requests.card),
    role: "nobody",
    name: "subscriptions.changeCard",
    id: "changeCard",
    at: "POST /subscriptions/:id/card",
    title: "Change the card",
    description:
      "Checks the card with an amount of 0, through 3-D Secure where it is needed, and charges it from then on.",
    body: { schema: SubscriptionRequests.CardChangeRequest, decode: BillingRequests.cardChange }
  }),
  changePlan: command({
    ...toOne((subscriptions) => subscriptions.changePlan, Samples.requests.planChange),
    name: "subscriptions.changePlan",
    id: "changePlan",
    at: "POST /subscriptions/:id/plan",
    title: "Change the plan",
    description: "Charges by another plan from the next cycle on.",
    body: { schema: SubscriptionRequests.PlanChangeRequest, decode: BillingRequests.planChange }
  }),
  chargeSubscription: command({
    ...plainly("charge"),
    name: "subscriptions.charge",
    id: "chargeSubscription",
    at: "POST /subscriptions/:id/charge",
    title: "Charge now",
    description: "After a failed charge: tries again now, without waiting for the retry."
  })
}
