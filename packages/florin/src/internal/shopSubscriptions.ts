/** A shop's subscriptions over the operations of the gateway. */

import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { SubscriptionId, subscriptionIdOf } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { BillingDocuments, encodePreview } from "@florin/wire/BillingDocuments"
import * as BillingRequests from "@florin/wire/BillingRequests"
import type { Decoder } from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import type * as Billing from "../billing.js"
import type { CallOptions } from "../cards.js"
import { type Answering, type Failure, idOf, instantIn, pageOf } from "./calls.js"
import { subscriptionToWire, toWire } from "./camelCase.js"
import { once } from "./keyed.js"
import type { CallError, Effectful, Parts } from "./twoFaces.js"

const idIn = idOf(SubscriptionId)

type Services = Subscriptions["Type"]

const encoded = <E, R>(subscription: Effect.Effect<Subscription, E, R>) =>
  Effect.gen(function* () {
    const documents = yield* BillingDocuments
    return documents.subscription(yield* subscription)
  })

/** What is done to one subscription, once per key. */
const commands = (answer: Answering) => {
  const command = (
    name: string,
    id: string,
    options: CallOptions | undefined,
    request: unknown,
    run: (services: Services, shop: Shop, id: SubscriptionId) => Effect.Effect<Subscription, Failure>
  ): Effect.Effect<Billing.Subscription, CallError, Parts> =>
    answer("subscription", (shop) => {
      const ran = (run: (services: Services, shop: Shop, id: SubscriptionId) => Effect.Effect<Subscription, Failure>) =>
        encoded(
          Effect.gen(function* () {
            return yield* run(yield* Subscriptions, shop, yield* idIn(id))
          })
        )
      return once(
        { shop, name: `subscriptions.${name}`, request: { id, request }, options },
        () => ran(run),
        (made) => ran(({ done }, shop, known) => done(shop, known, made))
      )
    })

  return {
    plainly: (name: "pause" | "resume" | "charge") => (id: string, options?: CallOptions) =>
      command(name, id, options, undefined, (services, shop, known) => services[name](shop, known)),
    asked:
      <Request>(
        name: string,
        decoder: Decoder<Request>,
        run: (
          services: Services,
          shop: Shop,
          id: SubscriptionId,
          request: Request
        ) => Effect.Effect<Subscription, Failure>
      ) =>
      (id: string, said: unknown, options?: CallOptions) => {
        const request = toWire(said)
        return command(name, id, options, request, (services, shop, known) =>
          Effect.flatMap(decoder(request), (decoded) => run(services, shop, known, decoded))
        )
      }
  }
}

export const make = (answer: Answering): Effectful<Billing.Subscriptions> => {
  const { asked, plainly } = commands(answer)
  return {
    create: (said, options) =>
      answer("subscription", (shop) => {
        const request = subscriptionToWire(said)
        return once({ shop, name: "subscriptions.create", request, options }, (subject) =>
          encoded(
            Effect.gen(function* () {
              const decoded = yield* BillingRequests.subscription(request)
              const { create } = yield* Subscriptions
              return yield* create(shop, decoded, subject === undefined ? {} : { id: subscriptionIdOf(subject) })
            })
          )
        )
      }),
    find: (id) =>
      answer("subscription", (shop) =>
        encoded(
          Effect.gen(function* () {
            return yield* (yield* Subscriptions).find(shop, yield* idIn(id))
          })
        )
      ),
    list: (page = {}) =>
      answer("subscription", (shop) =>
        Effect.gen(function* () {
          const { list } = yield* Subscriptions
          const found = yield* pageOf(idIn, page, (options) => list(shop, options))
          return (yield* BillingDocuments).subscriptions(found)
        })
      ),
    pause: plainly("pause"),
    resume: plainly("resume"),
    charge: plainly("charge"),
    cancel: asked("cancel", BillingRequests.cancel, ({ cancel }, ...rest) => cancel(...rest)),
    changeCard: asked("changeCard", BillingRequests.cardChange, ({ changeCard }, ...rest) => changeCard(...rest)),
    changePlan: asked("changePlan", BillingRequests.planChange, ({ changePlan }, ...rest) => changePlan(...rest)),
    preview: (id, { until } = {}) => {
      const answered = answer<Billing.Preview>("subscription", (shop) =>
        Effect.gen(function* () {
          const { preview } = yield* Subscriptions
          return encodePreview(yield* preview(shop, yield* idIn(id), yield* instantIn("until", until)))
        })
      )
      return Effect.map(answered, ({ charges }) => charges)
    }
  }
}
