/** The checkout that the examples of the contract are about. */
import type { Checkout } from "@florin/core/checkouts/Checkout"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import type { CheckoutToken } from "@florin/core/ids/Ids"
import type { Shop } from "@florin/core/shops/Shop"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as CheckoutDocuments from "../CheckoutDocuments.js"
import * as CheckoutRequests from "../CheckoutRequests.js"
import { base, card, shop, transaction, uid } from "./cardSamples.js"

const now = DateTime.unsafeMake("2035-01-31T09:00:00.000Z")
const token = "5f1c0b7a9e3d4268".repeat(4) as CheckoutToken

export const request = {
  transaction_type: "payment",
  attempts: 3,
  order: { amount: 1995, currency: "EUR", description: "Order 42", tracking_id: "order-42" },
  settings: {
    return_url: "https://shop.example/orders/42",
    notification_url: "https://shop.example/webhooks",
    customer_fields: { visible: ["email"] }
  },
  customer: { first_name: "Jane", last_name: "Doe", country: "DE" }
}

const made = (): Checkout =>
  CheckoutRules.created({ shop, token, now }, Either.getOrThrow(CheckoutRequests.checkout({ checkout: request })))
    .checkout

const merchant = { id: shop, name: "Books" } as Shop

const status = (checkout: Checkout) =>
  CheckoutDocuments.status({ checkout, shop: merchant, last: undefined, isOwn: true }, ["credit_card"])

export const created = () => CheckoutDocuments.created(base, { checkout: made(), shop: merchant })

export const found = () => status(made())

export const canceled = () => status(Either.getOrThrow(CheckoutRules.canceled(made(), now)).checkout)

export const paymentRequest = {
  token,
  payment_method: "credit_card",
  credit_card: card,
  save_card: true,
  customer: { email: "jane@example.com" }
}

export const paid = () => {
  const begun = Either.getOrThrow(CheckoutRules.begun(made(), uid, now)).checkout
  const { checkout } = CheckoutRules.settled(begun, uid, "AttemptSucceeded", now)!
  return CheckoutDocuments.payment(base, { checkout, last: transaction("payment"), isOwn: true })
}
