// What the attempt at an order charges, of all that the shop has said of it. Source: D45.
import type { CheckoutRequest } from "@florin/core/checkouts/CheckoutRequest"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import type { CheckoutToken, ShopId } from "@florin/core/ids/Ids"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import { chargeOf } from "../../src/checkout-operations/internal/checkoutPayment.js"

type Attempt = Parameters<typeof chargeOf>[2]
type Card = Parameters<typeof chargeOf>[3]

const now = DateTime.unsafeMake("2035-01-31T09:00:00Z")
const order = { amount: 1995, currency: "EUR", description: "A book" }
const card = { _tag: "CardToken", token: "a".repeat(64) } as unknown as Card
const returnUrl = "https://pay.example/checkout"

const charged = (request: object = {}, attempt: object = {}) => {
  const sent = { transactionType: "payment", order, ...request } as unknown as CheckoutRequest
  const place = { shop: "books" as ShopId, token: "ab".repeat(32) as CheckoutToken, now }
  const { checkout } = CheckoutRules.created(place, sent)
  return chargeOf({}, checkout, { by: card, ...attempt } as Attempt, card, returnUrl)
}

const least = { ...order, expiredAt: DateTime.add(now, { days: 1 }), returnUrl, test: false, creditCard: card }

describe("the charge of an attempt", () => {
  it.each<readonly [what: string, request: object, attempt: object, more: object]>([
    ["nothing but the order, where no more is said", {}, {}, {}],
    ["tracking_id", { order: { ...order, trackingId: "42" } }, {}, { trackingId: "42" }],
    ["expired_at", { order: { ...order, expiredAt: now } }, {}, { expiredAt: now }],
    ["test", { test: true }, {}, { test: true }],
    [
      "dynamic_billing_descriptor",
      { dynamicBillingDescriptor: "SHOP*42" },
      {},
      { dynamicBillingDescriptor: "SHOP*42" }
    ],
    ["travel", { travel: { airline: {} } }, {}, { travel: { airline: {} } }],
    [
      "who hears of it, and who decides",
      { settings: { notificationUrl: "https://shop.example/hook", verificationUrl: "https://shop.example/check" } },
      {},
      { notificationUrl: "https://shop.example/hook", verificationUrl: "https://shop.example/check" }
    ],
    ["the language of the shop", { settings: { language: "de" } }, { language: "ru" }, { language: "de" }],
    ["else that of the page", {}, { language: "ru" }, { language: "ru" }],
    [
      "the whole customer",
      {
        customer: {
          ...{ ip: "203.0.113.7", email: "jane@shop.example", deviceId: "d", birthDate: "1990-01-31" },
          ...{ externalId: "7", taxpayerId: "t", firstName: "Jane", lastName: "Doe", address: "12 Main Street" },
          ...{ city: "Los Angeles", state: "CA", zip: "90001", country: "US", phone: "555" }
        }
      },
      {},
      {
        customer: {
          ...{ ip: "203.0.113.7", email: "jane@shop.example", deviceId: "d", birthDate: "1990-01-31" },
          ...{ externalId: "7", taxpayerId: "t" }
        },
        billingAddress: {
          ...{ firstName: "Jane", lastName: "Doe", address: "12 Main Street" },
          ...{ city: "Los Angeles", state: "CA", zip: "90001", country: "US", phone: "555" }
        }
      }
    ],
    [
      "contracts, and what stands on the receipt",
      { order: { ...order, additionalData: { contract: ["recurring"], receipt_text: "Thank you" } } },
      {},
      { additionalData: { contract: ["recurring"], receiptText: ["Thank you"] } }
    ],
    [
      "the browser, and the customer's wish to keep the card where the page asks",
      { settings: { saveCardToggle: { display: true } } },
      { keeps: true, browser: { acceptHeader: "*/*" } },
      { additionalData: { contract: ["oneclick"], browser: { acceptHeader: "*/*" } } }
    ],
    ["no such wish where it does not ask", {}, { keeps: true }, {}]
  ])("D45: has %s", (_, request, attempt, more) => {
    assert.deepStrictEqual<object>(charged(request, attempt), { ...least, ...more })
  })
})
