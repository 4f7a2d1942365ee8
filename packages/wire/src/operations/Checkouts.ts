/** Checkouts: the page for one order. Source: D45, D46. */
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import { CheckoutToken } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import type { Shop } from "@florin/core/shops/Shop"
import * as Effect from "effect/Effect"
import * as CheckoutDocuments from "../CheckoutDocuments.js"
import * as Requests from "../CheckoutRequests.js"
import * as Samples from "../internal/checkoutSamples.js"
import { command, read, type Subject } from "./Operation.js"
import { ofCheckouts } from "./RefusalForm.js"

const byToken: Subject<CheckoutToken> = {
  name: "token",
  schema: CheckoutToken,
  description: "Token of the checkout."
}

const services = Effect.all({
  checkouts: Checkouts,
  options: CheckoutDocuments.CheckoutOptions,
  transactions: Transactions
})

const shared = {
  group: "checkouts",
  permission: "shop",
  record: "checkout",
  form: ofCheckouts,
  uses: services
} as const

const one = { ...shared, subject: byToken, answer: "CheckoutDocument", member: "checkout" } as const

const statusOf = (
  { checkouts, transactions }: Effect.Effect.Success<typeof services>,
  checkout: Checkout,
  shop: Shop
) =>
  Effect.map(checkout.uid === null ? Effect.succeed(undefined) : transactions.find(shop, checkout.uid), (last) =>
    CheckoutDocuments.status({ checkout, shop, last, isOwn: true }, checkouts.methods(checkout))
  )

export const checkoutOperations = {
  createCheckout: command({
    ...shared,
    name: "checkouts.create",
    id: "createCheckout",
    at: "POST /ctp/api/checkouts",
    aliases: { createPaymentToken: "/payments/tokens" },
    title: "Create a checkout",
    description: "Answers the address of a page on which the customer pays for one order, by any method of the shop.",
    body: { schema: CheckoutRequest, decode: Requests.checkout, wrapper: "checkout" },
    answer: "CreatedCheckoutDocument",
    member: "checkout",
    status: 201,
    example: () => ({ request: Samples.request, answer: Samples.created() }),
    run: ({ checkouts, options }, { apiVersion, request, shop, subject }) =>
      Effect.map(checkouts.create(shop, request, subject), (checkout) =>
        CheckoutDocuments.created(options, { checkout, shop }, apiVersion)
      )
  }),
  findCheckout: read({
    ...one,
    name: "checkouts.find",
    id: "findCheckout",
    at: "GET /ctp/api/checkouts/:token",
    title: "Status of a checkout",
    description: "Answers how the order stands, with the result of its last attempt.",
    example: () => ({ answer: Samples.found() }),
    run: (services, { id, shop }) =>
      Effect.flatMap(services.checkouts.find(shop, id), (checkout) => statusOf(services, checkout, shop))
  }),
  cancelCheckout: command({
    ...one,
    name: "checkouts.cancel",
    id: "cancelCheckout",
    at: "POST /ctp/api/checkouts/:token/cancel",
    title: "Cancel a checkout",
    description: "Closes it, where no attempt is under way: the order can be paid no more.",
    example: () => ({ answer: Samples.canceled() }),
    run: (services, { id, shop }) =>
      Effect.flatMap(services.checkouts.cancel(shop, id), (checkout) => statusOf(services, checkout, shop)),
    done: (services, { id, shop }) =>
      Effect.flatMap(services.checkouts.find(shop, id), (checkout) => statusOf(services, checkout, shop))
  })
}
