/** Checkouts of the adapter's tests: they are kept in memory, and nobody pays them. */
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import * as CheckoutRules from "@florin/core/checkouts/CheckoutRules"
import type { CheckoutToken } from "@florin/core/ids/Ids"
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
    create: (shop, request) =>
      Effect.map(DateTime.now, (now) => {
        const token = (kept.size + 1).toString(16).padStart(64, "0") as CheckoutToken
        const { checkout } = CheckoutRules.created({ shop: shop.id, token, now }, request)
        kept.set(token, checkout)
        return checkout
      }),
    find: (shop, token) => own(shop.id, token),
    findPublic: (token) => found(kept.get(token)),
    list: (shop) => Effect.sync(() => [...kept.values()].filter((checkout) => checkout.shop === shop.id).reverse()),
    cancel: (shop, token) =>
      Effect.gen(function* () {
        const { checkout } = yield* CheckoutRules.canceled(yield* own(shop.id, token), yield* DateTime.now)
        kept.set(token, checkout)
        return checkout
      }),
    methods: () => ["credit_card"],
    savedCards: () => Effect.succeed([]),
    pay: (_, checkout) => Effect.succeed(checkout)
  }
}

export const layer = () =>
  Layer.succeedContext(
    Context.merge(
      Context.make(Checkouts, checkoutsOf(new Map())),
      CheckoutDocuments.context({ baseUrl: "https://pay.example" })
    )
  )
