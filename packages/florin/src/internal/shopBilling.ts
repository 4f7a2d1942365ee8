/** A shop's billing over the operations of the gateway. */
import * as Customers from "@florin/core/customers/Customers"
import { CustomerId, PlanId, SubscriptionId } from "@florin/core/ids/Ids"
import * as Plans from "@florin/core/plans/Plans"
import * as Fields from "@florin/core/request/Fields"
import { InvalidRequest } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import * as Subscriptions from "@florin/core/subscriptions/Subscriptions"
import { BillingDocuments, encodeCustomer, encodeCustomers, encodePreview } from "@florin/wire/BillingDocuments"
import * as BillingRequests from "@florin/wire/BillingRequests"
import type { Decoder } from "@florin/wire/Requests"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Billing from "../billing.js"
import { type Answering, type Failure, idOf, pageOf } from "./calls.js"
import { toWire } from "./camelCase.js"
import type { CallError, Effectful, Parts } from "./twoFaces.js"

const planId = idOf(PlanId)
const customerId = idOf(CustomerId)
const subscriptionId = idOf(SubscriptionId)

const readInstant = Schema.decodeUnknownOption(Fields.instant)

const untilOf = (until: string | undefined): Effect.Effect<{ readonly until?: DateTime.Utc }, InvalidRequest> =>
  until === undefined
    ? Effect.succeed({})
    : Option.match(readInstant(until), {
        onNone: () =>
          new InvalidRequest({
            errors: [{ path: ["until"], sentence: "is invalid. Format should be ISO 8601 with a time-zone offset" }]
          }),
        onSome: (instant) => Effect.succeed({ until: instant })
      })

const plans = (answer: Answering): Effectful<Billing.Plans> => ({
  create: (request) =>
    answer("plan", (shop) =>
      Effect.gen(function* () {
        const decoded = yield* BillingRequests.plan(toWire(request))
        return (yield* BillingDocuments).plan(yield* (yield* Plans.Plans).create(shop, decoded))
      })
    ),
  find: (id) =>
    answer("plan", (shop) =>
      Effect.gen(function* () {
        return (yield* BillingDocuments).plan(yield* (yield* Plans.Plans).find(shop, yield* planId(id)))
      })
    ),
  list: (page = {}) =>
    answer("plan", (shop) =>
      Effect.gen(function* () {
        const { list } = yield* Plans.Plans
        return (yield* BillingDocuments).plans(yield* pageOf(planId, page, (options) => list(shop, options)))
      })
    )
})

const customers = (answer: Answering): Effectful<Billing.Customers> => ({
  create: (request) =>
    answer("customer", (shop) =>
      Effect.gen(function* () {
        const decoded = yield* BillingRequests.customer(toWire(request))
        return encodeCustomer(yield* (yield* Customers.Customers).create(shop, decoded))
      })
    ),
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

type Services = Subscriptions.Subscriptions["Type"]

const subscriptions = (answer: Answering): Effectful<Billing.Subscriptions> => {
  const one = (
    call: (
      services: Services,
      shop: Shop
    ) => Effect.Effect<Effect.Effect.Success<ReturnType<Services["find"]>>, Failure>
  ): Effect.Effect<Billing.Subscription, CallError, Parts> =>
    answer("subscription", (shop) =>
      Effect.gen(function* () {
        const services = yield* Subscriptions.Subscriptions
        return (yield* BillingDocuments).subscription(yield* call(services, shop))
      })
    )

  const plainly = (name: "find" | "pause" | "resume" | "charge") => (id: string) =>
    one((services, shop) => Effect.flatMap(subscriptionId(id), (known) => services[name](shop, known)))

  const asked =
    <Request>(
      decoder: Decoder<Request>,
      command: (services: Services, shop: Shop, id: SubscriptionId, request: Request) => ReturnType<Services["cancel"]>
    ) =>
    (id: string, request: unknown) =>
      one((services, shop) =>
        Effect.flatMap(subscriptionId(id), (known) =>
          Effect.flatMap(decoder(toWire(request)), (decoded) => command(services, shop, known, decoded))
        )
      )

  return {
    create: (request) =>
      one(({ create }, shop) =>
        Effect.flatMap(BillingRequests.subscription(toWire(request)), (decoded) => create(shop, decoded))
      ),
    find: plainly("find"),
    pause: plainly("pause"),
    resume: plainly("resume"),
    charge: plainly("charge"),
    cancel: asked(BillingRequests.cancel, ({ cancel }, ...rest) => cancel(...rest)),
    changeCard: asked(BillingRequests.cardChange, ({ changeCard }, ...rest) => changeCard(...rest)),
    changePlan: asked(BillingRequests.planChange, ({ changePlan }, ...rest) => changePlan(...rest)),
    list: (page = {}) =>
      answer("subscription", (shop) =>
        Effect.gen(function* () {
          const { list } = yield* Subscriptions.Subscriptions
          const found = yield* pageOf(subscriptionId, page, (options) => list(shop, options))
          return (yield* BillingDocuments).subscriptions(found)
        })
      ),
    preview: (id, { until } = {}) => {
      const answered = answer<{ readonly charges: ReadonlyArray<Billing.UpcomingCharge> }>("subscription", (shop) =>
        Effect.gen(function* () {
          const { preview } = yield* Subscriptions.Subscriptions
          return encodePreview(yield* preview(shop, yield* subscriptionId(id), yield* untilOf(until)))
        })
      )
      return Effect.map(answered, ({ charges }) => charges)
    }
  }
}

export const make = (answer: Answering): Effectful<Billing.ShopBilling> => ({
  plans: plans(answer),
  customers: customers(answer),
  subscriptions: subscriptions(answer)
})
