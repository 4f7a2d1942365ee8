/** A shop's billing over the operations of the gateway. */
import * as Customers from "@florin/core/billing/Customers"
import * as Plans from "@florin/core/billing/Plans"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { CustomerId, customerIdOf, PlanId, planIdOf } from "@florin/core/ids/Ids"
import { BillingDocuments, encodeCustomer, encodeCustomers, encodePreview } from "@florin/wire/BillingDocuments"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Billing from "../billing.js"
import { type Answering, idOf, instantIn, pageOf, textOf } from "./calls.js"
import { toWire } from "./camelCase.js"
import { once } from "./keyed.js"
import * as ShopSubscriptions from "./shopSubscriptions.js"
import type { Effectful } from "./twoFaces.js"

const planId = idOf(PlanId)
const customerId = idOf(CustomerId)

const plans = (answer: Answering): Effectful<Billing.Plans> => ({
  create: (said, options) =>
    answer("plan", (shop) => {
      const request = toWire(said)
      return once({ shop, name: "plans.create", request, options }, (subject) =>
        Effect.gen(function* () {
          const decoded = yield* BillingRequests.plan(request)
          const { create } = yield* Plans.Plans
          const named = subject === undefined ? {} : { id: planIdOf(subject) }
          return (yield* BillingDocuments).plan(yield* create(shop, decoded, named))
        })
      )
    }),
  find: (id) =>
    answer("plan", (shop) =>
      Effect.gen(function* () {
        return (yield* BillingDocuments).plan(yield* (yield* Plans.Plans).find(shop, yield* planId(id)))
      })
    ),
  list: ({ lookupKey, ...page } = {}) =>
    answer("plan", (shop) =>
      Effect.gen(function* () {
        const { findByLookupKey, list } = yield* Plans.Plans
        const found =
          lookupKey === undefined
            ? yield* pageOf(planId, page, (options) => list(shop, options))
            : Option.toArray(yield* findByLookupKey(shop, yield* textOf("lookup_key", lookupKey)))
        return (yield* BillingDocuments).plans(found)
      })
    ),
  preview: (id, { start, until } = {}) => {
    const answered = answer<Billing.Preview>("plan", (shop) =>
      Effect.gen(function* () {
        const { previewPlan } = yield* Subscriptions
        const options = { ...(yield* instantIn("start", start)), ...(yield* instantIn("until", until)) }
        return encodePreview(yield* previewPlan(shop, yield* planId(id), options))
      })
    )
    return Effect.map(answered, ({ charges }) => charges)
  }
})

const customers = (answer: Answering): Effectful<Billing.Customers> => ({
  create: (said, options) =>
    answer("customer", (shop) => {
      const request = toWire(said)
      return once({ shop, name: "customers.create", request, options }, (subject) =>
        Effect.gen(function* () {
          const decoded = yield* BillingRequests.customer(request)
          const { create } = yield* Customers.Customers
          const named = subject === undefined ? {} : { id: customerIdOf(subject) }
          return encodeCustomer(yield* create(shop, decoded, named))
        })
      )
    }),
  find: (id) =>
    answer("customer", (shop) =>
      Effect.gen(function* () {
        return encodeCustomer(yield* (yield* Customers.Customers).find(shop, yield* customerId(id)))
      })
    ),
  list: (page = {}) =>
    answer("customer", (shop) =>
      Effect.gen(function* () {
        const { list } = yield* Customers.Customers
        return encodeCustomers(yield* pageOf(customerId, page, (options) => list(shop, options)))
      })
    )
})

export const make = (answer: Answering): Effectful<Billing.ShopBilling> => ({
  plans: plans(answer),
  customers: customers(answer),
  subscriptions: ShopSubscriptions.make(answer)
})
