/** Payments of checkouts by apps, which have pages of their own. Source: D51. */
import { type CheckoutAttempt, Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { CheckoutPaymentRequest } from "@florin/core/checkouts/CheckoutPaymentRequest"
import type { CustomerDetails } from "@florin/core/customers/CustomerRequest"
import { type CheckoutToken, TransactionUid } from "@florin/core/ids/Ids"
import { Transactions } from "@florin/core/queries/Transactions"
import { given } from "@florin/core/request/Given"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { existing } from "@florin/core/store/Records"
import { ofCard } from "@florin/core/transactions/Transaction"
import * as Effect from "effect/Effect"
import * as CheckoutDocuments from "../CheckoutDocuments.js"
import * as Requests from "../CheckoutRequests.js"
import * as Samples from "../internal/checkoutSamples.js"
import { command } from "./Operation.js"
import { ofCheckoutPayments } from "./RefusalForm.js"

const services = Effect.all({
  checkouts: Checkouts,
  directory: ShopDirectory,
  options: CheckoutDocuments.CheckoutOptions,
  transactions: Transactions
})

type Services = Effect.Effect.Success<typeof services>

/** What the shop has sent of its customer stays: only the rest is filled in. */
const missingOf = ({ billingAddress, customer }: Checkout, sent: CustomerDetails): CustomerDetails =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in customer) && !(name in billingAddress)))

const attemptOf = (checkout: Checkout, request: CheckoutPaymentRequest): CheckoutAttempt => {
  const { browser, creditCard, customer, saveCard } = request
  return {
    by: creditCard,
    isByApp: true,
    ...given({ browser, keeps: saveCard }),
    ...(customer === undefined ? {} : { customer: missingOf(checkout, customer) })
  }
}

/** The attempt that a transaction was, with the checkout as it is. */
const answerOf = ({ checkouts, options, transactions }: Services, shop: Shop, uid: TransactionUid, isOwn: boolean) =>
  Effect.gen(function* () {
    const last = ofCard(yield* transactions.find(shop, uid))
    if (last?.checkout === undefined) return yield* new NotFound()
    const checkout = yield* checkouts.find(shop, last.checkout)
    return CheckoutDocuments.payment(options, { checkout, last, isOwn })
  })

const paying = (services: Services, shop: Shop, request: CheckoutPaymentRequest, isOwn: boolean) =>
  Effect.gen(function* () {
    const checkout = yield* services.checkouts.find(shop, request.token)
    const { uid } = yield* services.checkouts.pay(shop, checkout, attemptOf(checkout, request))
    return yield* answerOf(services, shop, uid, isOwn)
  })

const ownerOf = ({ checkouts, directory }: Services, token: CheckoutToken) =>
  Effect.flatMap(checkouts.findPublic(token), ({ shop }) => existing(directory.find(shop)))

export const checkoutPaymentOperations = {
  payCheckoutByApp: command({
    group: "checkouts",
    permission: "capability",
    record: "checkout",
    form: ofCheckoutPayments,
    uses: services,
    owner: (services, { request }) => ownerOf(services, request.token),
    isHttpOnly: true,
    role: "nobody",
    name: "checkouts.payByCard",
    id: "payCheckoutByApp",
    at: "POST /ctp/api/payments",
    title: "Pay a checkout by card",
    description:
      "One attempt at an order, as its page makes it, for apps with a form of their own. The token of the checkout is enough, as is the shop's public key. While it is incomplete the customer confirms the payment at url; result_url shows what became of it. An attempt under way, or an order that can be paid no more, is refused with 422.",
    body: {
      schema: CheckoutPaymentRequest,
      decode: Requests.checkoutPayment,
      wrapper: "request",
      encrypted: "credit_card"
    },
    answer: "CheckoutPaymentDocument",
    example: () => ({ request: Samples.paymentRequest, answer: Samples.paid() }),
    run: (services, { isGuest, request, shop }) => paying(services, shop, request, isGuest !== true),
    done: (services, { isGuest, request: made, shop }) =>
      answerOf(services, shop, TransactionUid.make(made, { disableValidation: true }), isGuest !== true)
  })
}
