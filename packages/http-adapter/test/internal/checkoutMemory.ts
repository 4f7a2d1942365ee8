/** Checkouts of the adapter's tests: they are kept in memory, and nobody pays them. */
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import { type CheckoutToken, productIdOf } from "@florin/core/ids/Ids"
import { Products } from "@florin/core/product-operations/Products"
import type { Product } from "@florin/core/products/Product"
import * as ProductRules from "@florin/core/products/ProductRules"
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as CheckoutDocuments from "@florin/wire/CheckoutDocuments"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const checkoutsOf = (kept: Map<string, Checkout>): Checkouts["Type"] => {
  const found = (checkout: Checkout | undefined) => (checkout === undefined ? new NotFound() : Effect.succeed(checkout))
  const own = (shop: string, token: string) => {
    const checkout = kept.get(token)
    return found(checkout?.shop === shop ? checkout : undefined)
  }
  return {
    create: (shop, request, _, origin) =>
      Effect.map(DateTime.now, (now) => {
        const token = (kept.size + 1).toString(16).padStart(64, "0") as CheckoutToken
        const { checkout } = CheckoutRules.created({ shop: shop.id, token, now, ...origin }, request)
        kept.set(token, checkout)
        return checkout
      }),
    find: (shop, token) => own(shop.id, token),
    findPublic: (token) => found(kept.get(token)),
    list: (shop, { after, limit = 1000 } = {}) =>
      Effect.sync(() => {
        const all = [...kept.values()].filter((checkout) => checkout.shop === shop.id).reverse()
        const from = after === undefined ? 0 : all.findIndex(({ token }) => token === after) + 1
        return all.slice(from, from + limit)
      }),
    cancel: (shop, token) =>
      Effect.gen(function* () {
        const { checkout } = yield* CheckoutRules.canceled(yield* own(shop.id, token), yield* DateTime.now)
        kept.set(token, checkout)
        return checkout
      }),
    methods: () => ["credit_card"],
    cardEntry: () => ({ _tag: "Numbers" }),
    savedCards: () => Effect.succeed([]),
    pay: () => new NotFound()
  }
}

const productsOf = (kept: Map<string, Product>, { create }: Checkouts["Type"]): Products["Type"] => {
  const found = (product: Product | undefined) => (product === undefined ? new NotFound() : Effect.succeed(product))
  const own = (shop: string, id: string) => {
    const product = kept.get(id)
    return found(product?.shop === shop ? product : undefined)
  }
  return {
    create: (shop, request) =>
      Effect.map(DateTime.now, (now) => {
        const id = productIdOf((kept.size + 1).toString(16).padStart(16, "0"))
        const product = ProductRules.productOf(shop.id, id, request, now)
        kept.set(id, product)
        return product
      }),
    find: (shop, id) => own(shop.id, id),
    findPublic: (id) => found(kept.get(id)),
    list: (shop) => Effect.sync(() => [...kept.values()].filter((product) => product.shop === shop.id).reverse()),
    update: (shop, id, change) =>
      Effect.gen(function* () {
        const product = yield* ProductRules.changed(yield* own(shop.id, id), change, yield* DateTime.now)
        kept.set(id, product)
        return product
      }),
    buy: (shop, product) =>
      Effect.flatMap(DateTime.now, (now) =>
        create(shop, ProductRules.orderOf(product, now), undefined, { product: product.id })
      )
  }
}

export const layer = () => {
  const checkouts = checkoutsOf(new Map())
  return Layer.succeedContext(
    Context.make(Checkouts, checkouts).pipe(
      Context.add(Products, productsOf(new Map(), checkouts)),
      Context.merge(CheckoutDocuments.context({ baseUrl: "https://pay.example" }))
    )
  )
}
