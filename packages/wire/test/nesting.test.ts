// Bodies that are nested deeper than the stack, wherever a decoder looks before the depth is known. Source: D3.
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as CheckoutRequests from "@florin/wire/CheckoutRequests"
import * as ProductRequests from "@florin/wire/ProductRequests"
import * as Requests from "@florin/wire/Requests"
import * as TransferRequests from "@florin/wire/TransferRequests"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const lists = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)
const objects = JSON.parse(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)

const order = (more: object) => ({
  checkout: { transaction_type: "payment", order: { amount: 1, currency: "EUR", description: "x", ...more } }
})

describe.each([
  ["lists", lists],
  ["objects", objects]
])("D3: a body of too many %s in each other", (_, deep) => {
  it.each([
    ["a checkout", CheckoutRequests.checkout, { checkout: deep }],
    ["the order of a checkout", CheckoutRequests.checkout, order({ attempts: deep })],
    ["a payment by an app", CheckoutRequests.checkoutPayment, { request: deep }],
    ["its card", CheckoutRequests.checkoutPayment, { request: { credit_card: { exp_date: "1/49", exp_month: deep } } }],
    ["a payment", Requests.payment, { request: { credit_card: { skip_three_d_secure_verification: deep } } }],
    ["a transfer", TransferRequests.payment, { request: deep }],
    ["a subscription", BillingRequests.subscription, { plan: deep }],
    ["the customer of one", BillingRequests.subscription, { plan: { id: "x" }, customer: deep }],
    ["a product", ProductRequests.product, { additional_data: deep }]
  ] as const)("is refused as %s", (_, decode, body) => {
    assert.isTrue(Either.isLeft(decode(body) as Either.Either<unknown, unknown>))
  })
})
