/** Plans, customers and subscriptions of a shop. Source: D1, D21, D23. */
import { Customers } from "@florin/core/billing/Customers"
import { Plans } from "@florin/core/billing/Plans"
import { Subscriptions, type SubscriptionsError } from "@florin/core/billing/Subscriptions"
import { CustomerId, customerIdOf, PlanId, planIdOf, SubscriptionId, subscriptionIdOf } from "@florin/core/ids/Ids"
import { NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { BillingDocuments, encodeCustomer, encodeCustomers, encodePreview } from "@florin/wire/BillingDocuments"
import * as BillingErrors from "@florin/wire/BillingErrors"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { pageQuery, planPreviewQuery, planQuery, previewQuery } from "./billingContract.js"
import * as BillingReplies from "./billingReplies.js"
import { json, type Visit } from "./exchange.js"

const pageIn = BillingReplies.queryOf(pageQuery, FieldErrors.decoder(pageQuery))
const plansIn = BillingReplies.queryOf(planQuery, FieldErrors.decoder(planQuery))
const previewIn = BillingReplies.queryOf(previewQuery, FieldErrors.decoder(previewQuery))
const planPreviewIn = BillingReplies.queryOf(planPreviewQuery, FieldErrors.decoder(planPreviewQuery))

/** An ill-formed id is not found, like an unknown one. */
const idIn =
  <Id extends string>(schema: Schema.Schema<Id, string>) =>
  ({ params }: Visit): Effect.Effect<Id, NotFound> => {
    const { id } = params
    return Schema.is(schema)(id) ? Effect.succeed(id) : Effect.fail(new NotFound())
  }

const planId = idIn(PlanId)
const customerId = idIn(CustomerId)
const subscriptionId = idIn(SubscriptionId)

const isPlanId = Schema.is(PlanId)
const isCustomerId = Schema.is(CustomerId)
const isSubscriptionId = Schema.is(SubscriptionId)

interface Page<Id> {
  readonly limit: number
  readonly after?: Id
}

/** A list, page by page. An `after` of another form finds nothing, like an unknown one. */
const listing =
  <Id extends string, A extends { readonly id: string }>(
    isId: (text: unknown) => text is Id,
    list: (shop: Shop, page: Page<Id>) => Effect.Effect<ReadonlyArray<A>, StorageError>,
    encode: (found: ReadonlyArray<A>) => string,
    read: typeof pageIn = pageIn
  ) =>
  (visit: Visit) =>
    Effect.flatMap(read(visit), ({ after, limit }) => {
      const page = after === undefined ? { limit } : isId(after) ? { limit, after } : undefined
      const found = page === undefined ? Effect.succeed<ReadonlyArray<A>>([]) : list(visit.shop, page)
      return Effect.map(found, (found) => BillingReplies.pageOf(encode(found), found, limit))
    })

const planRoutes = Effect.gen(function* () {
  const plans = yield* Plans
  const { previewPlan } = yield* Subscriptions
  const documents = yield* BillingDocuments
  const { posting, querying } = yield* BillingReplies.make
  const listPlans = listing(isPlanId, plans.list, documents.plans, plansIn)
  const byLookupKey = ({ shop }: Visit, key: string) =>
    Effect.map(plans.findByLookupKey(shop, key), (found) => documents.plans(Option.toArray(found)))
  return {
    createPlan: posting({
      decoder: BillingRequests.plan,
      status: 201,
      unauthorized: BillingErrors.planUnauthorized,
      run: ({ shop }, request, subject) =>
        Effect.map(plans.keep(shop, request, { id: planIdOf(subject) }), ({ isNew, plan }) =>
          isNew ? documents.plan(plan) : { stood: documents.plan(plan) }
        )
    }),
    findPlan: querying((visit) =>
      Effect.map(
        Effect.flatMap(planId(visit), (id) => plans.find(visit.shop, id)),
        (plan) => json(documents.plan(plan))
      )
    ),
    listPlans: querying((visit) =>
      Effect.gen(function* () {
        const { lookup_key: key } = yield* plansIn(visit)
        return key === undefined ? yield* listPlans(visit) : json(yield* byLookupKey(visit, key))
      })
    ),
    previewPlan: querying((visit) =>
      Effect.flatMap(planPreviewIn(visit), (options) =>
        Effect.map(
          Effect.flatMap(planId(visit), (id) => previewPlan(visit.shop, id, options)),
          (charges) => json(encodePreview(charges))
        )
      )
    )
  }
})

const customerRoutes = Effect.gen(function* () {
  const customers = yield* Customers
  const { posting, querying } = yield* BillingReplies.make
  return {
    createCustomer: posting({
      decoder: BillingRequests.customer,
      status: 201,
      run: ({ shop }, request, subject) =>
        Effect.map(customers.create(shop, request, { id: customerIdOf(subject) }), encodeCustomer)
    }),
    findCustomer: querying((visit) =>
      Effect.map(
        Effect.flatMap(customerId(visit), (id) => customers.find(visit.shop, id)),
        (customer) => json(encodeCustomer(customer))
      )
    ),
    listCustomers: querying(listing(isCustomerId, customers.list, encodeCustomers))
  }
})

type Command<Request> = (
  shop: Shop,
  id: SubscriptionId,
  request: Request
) => Effect.Effect<Subscription, SubscriptionsError>

const subscriptionRoutes = Effect.gen(function* () {
  const subscriptions = yield* Subscriptions
  const documents = yield* BillingDocuments
  const { commanding, posting, querying } = yield* BillingReplies.make

  const about =
    <Request>(command: Command<Request>) =>
    (visit: Visit, request: Request) =>
      Effect.map(
        Effect.flatMap(subscriptionId(visit), (id) => command(visit.shop, id, request)),
        documents.subscription
      )
  const standing = (visit: Visit, made: string) => about(subscriptions.done)(visit, made)
  const plainly = (command: Command<void>) => commanding((visit) => about(command)(visit, undefined), standing)

  return {
    createSubscription: posting({
      decoder: BillingRequests.subscription,
      status: 201,
      run: ({ shop }, request, subject) =>
        Effect.map(subscriptions.create(shop, request, { id: subscriptionIdOf(subject) }), documents.subscription)
    }),
    findSubscription: querying((visit) =>
      Effect.map(
        Effect.flatMap(subscriptionId(visit), (id) => subscriptions.find(visit.shop, id)),
        (subscription) => json(documents.subscription(subscription))
      )
    ),
    listSubscriptions: querying(listing(isSubscriptionId, subscriptions.list, documents.subscriptions)),
    previewSubscription: querying((visit) =>
      Effect.flatMap(previewIn(visit), (options) =>
        Effect.map(
          Effect.flatMap(subscriptionId(visit), (id) => subscriptions.preview(visit.shop, id, options)),
          (charges) => json(encodePreview(charges))
        )
      )
    ),
    cancelSubscription: posting({ decoder: BillingRequests.cancel, run: about(subscriptions.cancel), standing }),
    changeCard: posting({ decoder: BillingRequests.cardChange, run: about(subscriptions.changeCard), standing }),
    changePlan: posting({ decoder: BillingRequests.planChange, run: about(subscriptions.changePlan), standing }),
    pauseSubscription: plainly(subscriptions.pause),
    resumeSubscription: plainly(subscriptions.resume),
    chargeSubscription: plainly(subscriptions.charge)
  }
})

export const make = Effect.map(
  Effect.all([planRoutes, customerRoutes, subscriptionRoutes]),
  ([plans, customers, subscriptions]) => ({ ...plans, ...customers, ...subscriptions })
)
