/** Customers of two processes who buy the last pieces of a product at the same moment. */
import { it } from "@effect/vitest"
import type { CardInput } from "@florin/core/cards/CardInput"
import { Checkouts } from "@florin/core/checkout-operations/Checkouts"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import { Products } from "@florin/core/product-operations/Products"
import { describeOnStores, newPlace } from "@florin/storage-postgres/testing/eitherStore"
import * as ProductRequests from "@florin/wire/ProductRequests"
import * as Requests from "@florin/wire/Requests"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"
import { card, charge, movements, shop, world } from "./internal/world.js"

const customers = 32
const pieces = 7

const cardOf = (changes: object): Effect.Effect<CardInput> =>
  Effect.orDie(
    Effect.map(Requests.payment(charge({ credit_card: { ...card, ...changes } })), ({ creditCard }) => creditCard)
  )

const pay = (checkout: Checkout, number: string) =>
  Effect.gen(function* () {
    const own = yield* shop()
    const by = yield* cardOf({ number })
    const { status } = yield* (yield* Checkouts).pay(own, checkout, { by })
    return status
  }).pipe(Effect.catchTag("InvalidRequest", ({ message }) => Effect.succeed(message)))

const declined = "4005550000000019"

describeOnStores("the last pieces of a product", () => {
  it.scopedLive("D51: are never oversold, however many customers of two processes pay at once", () =>
    Effect.gen(function* () {
      const { store } = yield* newPlace
      const processes = [yield* Layer.build(world({ store })), yield* Layer.build(world({ store }))] as const
      const [first] = processes
      const product = yield* Effect.gen(function* () {
        const request = { name: "Poster", description: "A poster", currency: "EUR", amount: 1000, quantity: pieces }
        return yield* (yield* Products).create(yield* shop(), yield* ProductRequests.product(request))
      }).pipe(Effect.provide(first))
      const begun = Effect.gen(function* () {
        const own = yield* shop()
        const { buy } = yield* Products
        return yield* Effect.replicateEffect(buy(own, product), customers)
      })
      const checkouts = yield* Effect.provide(begun, first)
      const look = Effect.gen(function* () {
        const { stock } = yield* (yield* Products).find(yield* shop(), product.id)
        return stock
      }).pipe(Effect.provide(first))
      assert.deepStrictEqual(yield* look, { left: pieces, reserved: 0 })

      // A decline gives its piece back, in whichever order all of them come.
      const states = yield* Effect.forEach(
        checkouts,
        (checkout, index) =>
          Effect.provide(pay(checkout, index % 4 === 3 ? declined : card.number), processes[index % 2]!),
        { concurrency: "unbounded" }
      )
      const paid = states.filter((state) => state === "successful").length
      const { left, reserved } = yield* look
      assert.strictEqual(reserved, 0)
      assert.strictEqual(paid + left!, pieces)
      assert.isAbove(paid, 0)

      // Whoever comes later takes what is left, and no more.
      const open = checkouts.filter((_, index) => states[index] === "Product is sold out")
      const later = yield* Effect.forEach(
        open,
        (checkout, index) => Effect.provide(pay(checkout, card.number), processes[index % 2]!),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(paid + later.filter((state) => state === "successful").length, pieces)
      assert.deepStrictEqual(yield* look, { left: 0, reserved: 0 })
      const booked = yield* Effect.forEach(processes, (process) => Effect.provide(movements, process))
      assert.lengthOf(booked.flat(), pieces)
    })
  )
})
