// Source: D61, D63. What many writers count at once, on either store.
import { assert, it } from "@effect/vitest"
import { Coupons } from "@florin/core/billing/Coupons"
import { Customers } from "@florin/core/billing/Customers"
import { Usages } from "@florin/core/billing/Usages"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { at, billing, charges, monthly, subscribe } from "../internal/billing.js"
import { pass, shop } from "../internal/world.js"

const writers = 8

/** All at once, each with its number. */
const atOnce = <A, E, R>(work: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: writers }, (_, index) => index),
    (index) => Effect.either(work(index)),
    { concurrency: "unbounded" }
  )

const customer = (index = 0) =>
  Effect.gen(function* () {
    const request = yield* BillingRequests.customer({ email: `jane${index}@shop.example`, ip: "203.0.113.7" })
    return (yield* (yield* Customers).create(yield* shop("plain"), request)).id
  })

const coupon = (body: object) =>
  Effect.gen(function* () {
    yield* (yield* Coupons).create(yield* shop("plain"), yield* BillingRequests.coupon(body))
  })

const give = (of: string, code: string) =>
  Effect.gen(function* () {
    return yield* (yield* Coupons).give(yield* shop("plain"), of as never, { coupon: code })
  })

/** The sentences of the refusals, each once. */
const refusals = (all: ReadonlyArray<Either.Either<unknown, unknown>>) =>
  new Set(
    all.flatMap((one) =>
      Either.isLeft(one) ? [(one.left as { errors: ReadonlyArray<{ sentence: string }> }).errors[0]!.sentence] : []
    )
  )

describeOnStores("what many writers count at once", () => {
  it.effect("D61: of a customer's first charges one gets a coupon for new customers", () =>
    Effect.gen(function* () {
      yield* at("2026-01-31T09:00:00Z")
      yield* coupon({ code: "NEW", percent_off: 5000, first_time_only: true })
      const id = yield* customer()
      const all = yield* atOnce(() => subscribe(monthly(), { coupon: "NEW", customer: { id } }))
      yield* pass(0)
      assert.strictEqual(all.filter(Either.isRight).length, 1)
      assert.deepStrictEqual([...refusals(all)], ["is only for new customers"])
      assert.deepStrictEqual(
        (yield* charges).map((one) => one.slice(17)),
        ["500"]
      )
      const { redemptions } = yield* (yield* Coupons).find(yield* shop("plain"), "NEW" as never)
      assert.strictEqual(redemptions, 1)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D61: a coupon is given to no more customers than may use it", () =>
    Effect.gen(function* () {
      yield* at("2026-01-31T09:00:00Z")
      yield* coupon({ code: "THREE", percent_off: 5000, max_redemptions: 3 })
      const all = yield* atOnce((index) => Effect.flatMap(customer(index), (id) => give(id, "THREE")))
      assert.strictEqual(all.filter(Either.isRight).length, 3)
      assert.deepStrictEqual([...refusals(all)], ["has been used up"])
      const { redemptions } = yield* (yield* Coupons).find(yield* shop("plain"), "THREE" as never)
      assert.strictEqual(redemptions, 3)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D63: each event counts once, and none is lost, whoever sends it", () =>
    Effect.gen(function* () {
      yield* at("2026-01-31T09:00:00Z")
      const calls = {
        ...{ id: "calls", title: "Calls" },
        price: { kind: "per_unit", unit_amount: 2, metered: {} }
      }
      const { id } = yield* subscribe(monthly(), { items: [calls] })
      yield* pass(0)
      const usages = yield* Usages
      const plain = yield* shop("plain")
      // Two writers send each key.
      const all = yield* atOnce((index) =>
        usages.record(plain, id, {
          events: Array.from({ length: 5 }, (_, place) => ({
            ...{ item: "calls", quantity: 3 },
            key: `${index - (index % 2)}-${place}`
          }))
        })
      )
      assert.strictEqual(all.filter(Either.isRight).length, writers)
      const [used] = yield* usages.find(plain, id)
      assert.strictEqual(used?.quantity, (writers / 2) * 5 * 3)
      assert.strictEqual(used?.amount, BigInt((writers / 2) * 5 * 3 * 2))
    }).pipe(Effect.provide(billing()))
  )
})
