/** The product that the examples of the contract are about. */
import type { ProductId } from "@florin/core/ids/Ids"
import * as ProductRules from "@florin/core/products/ProductRules"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as ProductDocuments from "../ProductDocuments.js"
import * as ProductRequests from "../ProductRequests.js"
import { base, shop } from "./cardSamples.js"

const now = DateTime.unsafeMake("2035-01-31T09:00:00.000Z")

export const request = {
  name: "Poster",
  description: "Poster, 50 by 70 cm",
  currency: "EUR",
  amount: 1995,
  quantity: 50,
  expired_at: "2035-12-31T23:59:59Z",
  visible_fields: ["email", "address"],
  notification_url: "https://shop.example/webhooks",
  return_url: "https://shop.example/thanks"
}

export const change = { amount: 1795, quantity: 20 }

export const product = () => {
  const made = Either.getOrThrow(ProductRequests.product(request))
  return ProductDocuments.product(base, ProductRules.productOf(shop, "prd_9e3d42685f1c0b7a" as ProductId, made, now))
}
