import { assert, it } from "@effect/vitest"
import { Customers } from "@florin/core/billing/Customers"
import { Plans } from "@florin/core/billing/Plans"
import { customerIdOf, planIdOf, subscriptionIdOf } from "@florin/core/ids/Ids"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import { after, at, billing, charges, events, monthly, progress, subscribe } from "./internal/billing.js"
import { pass, shop } from "./internal/world.js"

// Source: D13. A request that is repeated runs again under the id that it had.
describeOnContract("a request that runs again under its id", () => {
  it.effect("charges a subscription once, one after another or at once", () =>
    Effect.gen(function* () {
      yield* at("2026-01-31T09:00:00Z")
      const named = { id: subscriptionIdOf("00112233445566aa") }
      const atOnce = yield* Effect.all(
        [subscribe(monthly(), {}, "plain", named), subscribe(monthly(), {}, "plain", named)],
        {
          concurrency: "unbounded"
        }
      )
      yield* pass(0)
      const again = yield* subscribe(monthly(), {}, "plain", named)
      assert.deepStrictEqual(
        [...atOnce, again].map(({ id }) => id),
        [named.id, named.id, named.id]
      )
      assert.deepStrictEqual(yield* charges, ["2026-01-31T09:00 1000"])
      assert.strictEqual(again.state, "active")
      const ahead = yield* subscribe(monthly(), { card: undefined }, "plain", {
        id: subscriptionIdOf("00112233445566bb")
      })
      assert.strictEqual((yield* subscribe(monthly(), {}, "plain", { id: ahead.id })).state, "redirecting")
      assert.strictEqual((yield* charges).length, 1)
      const { list } = yield* Plans
      assert.strictEqual((yield* list(yield* shop("plain"))).length, 2)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("creates a plan and a customer once", () =>
    Effect.gen(function* () {
      const merchant = yield* shop("plain")
      const [plans, customers] = [yield* Plans, yield* Customers]
      const request = yield* BillingRequests.plan(monthly())
      const plan = () => plans.create(merchant, request, { id: planIdOf("00112233445566aa") })
      const customer = () =>
        customers.create(
          merchant,
          { email: "a@b.example", ip: "203.0.113.7" },
          { id: customerIdOf("0011223344556677") }
        )
      for (const create of [plan, customer] as const) {
        const made = yield* Effect.all([create(), create()], { concurrency: "unbounded" })
        const [first, ...others] = [...made, yield* create()]
        assert.deepStrictEqual(others, [first, first])
      }
      assert.strictEqual((yield* plans.list(merchant)).length, 1)
      assert.strictEqual((yield* customers.list(merchant)).length, 1)
    }).pipe(Effect.provide(billing()))
  )
})

describeOnContract("a subscription", () => {
  it.effect("is charged at once, and every month from then on", () =>
    Effect.gen(function* () {
      yield* at("2026-01-31T09:00:00Z")
      const { id } = yield* subscribe(monthly())
      yield* pass(0)
      assert.deepStrictEqual(yield* charges, ["2026-01-31T09:00 1000"])
      assert.deepStrictEqual(yield* events, ["created"])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2026-02-28T09:00" })
      assert.deepStrictEqual(yield* after("60 days"), {
        charged: ["2026-02-28T09:00 1000", "2026-03-31T09:00 1000"],
        reported: ["renewed", "renewed"]
      })
    }).pipe(Effect.provide(billing()))
  )
})
