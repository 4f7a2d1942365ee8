// Source: D60, D62, D63. What is owed when a subscription ends is charged.
import { assert, it } from "@effect/vitest"
import { Usages } from "@florin/core/billing/Usages"
import { SubscriptionId } from "@florin/core/ids/Ids"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import {
  ahead,
  at,
  billing,
  cancel,
  events,
  look,
  monthly,
  playing,
  progress,
  subscribe,
  until
} from "../internal/billing.js"
import { pass, shop } from "../internal/world.js"

const calls = { ...{ id: "calls", title: "Calls" }, price: { kind: "per_unit", unit_amount: 2, metered: {} } }
const seat = { ...{ id: "seat", title: "Seat" }, price: { kind: "flat", amount: 1000 } }

const api = (plan: object = {}) =>
  Effect.gen(function* () {
    yield* at("2026-03-10T10:00:00Z")
    const { id } = yield* subscribe(monthly(plan), { items: [seat, calls] })
    yield* pass(0)
    yield* events
    return id
  })

const use = (id: string, quantity: number, key: string) =>
  Effect.gen(function* () {
    const request = { item: "calls", quantity, key }
    return yield* (yield* Usages).record(yield* shop("plain"), SubscriptionId.make(id), request)
  })

describeOnContract("a subscription that ends", () => {
  it.effect("D63: is charged for what was used in its last period, as its preview says", () =>
    Effect.gen(function* () {
      const id = yield* api()
      yield* use(id, 30, "a")
      yield* cancel(id, { at_period_end: true })
      yield* use(id, 10, "b")
      assert.deepStrictEqual(yield* ahead(id, "2027-01-01T00:00:00Z"), ["2026-04-10T10:00 80 end"])
      assert.deepStrictEqual(yield* until("2026-04-10T11:00:00Z"), {
        charged: ["2026-04-10T10:00 80"],
        reported: ["end_scheduled", "canceled"]
      })
      assert.isTrue(Either.isLeft(yield* Effect.either(use(id, 1, "c"))))
      assert.deepStrictEqual((yield* until("2026-08-01T00:00:00Z")).charged, [])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D63: is retried for it, and ends when it is paid", () => {
    const { acquirers } = playing("approved", "declined", "error", "approved")
    return Effect.gen(function* () {
      const id = yield* api()
      yield* use(id, 30, "a")
      yield* cancel(id, { at_period_end: true })
      assert.deepStrictEqual(yield* until("2026-04-10T11:00:00Z"), {
        charged: [],
        reported: ["end_scheduled", "failed_attempt"]
      })
      assert.strictEqual((yield* progress(id)).state, "failed_attempt")
      // What comes late is of the last period all the same.
      yield* Effect.flatMap(shop("plain"), (plain) =>
        Effect.flatMap(Usages, (usages) =>
          usages.record(plain, id, { item: "calls", quantity: 5, key: "b", at: "2026-04-09T10:00:00Z" as never })
        )
      ).pipe(Effect.either)
      const { charged, reported } = yield* until("2026-04-12T00:00:00Z")
      assert.deepStrictEqual(reported, ["failed_attempt", "canceled"])
      assert.strictEqual(charged.length, 1)
      assert.deepInclude(yield* look(id), { state: "canceled", cancelReason: "The period that was paid is over" })
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D63: with its billing cycles counts the usage of the last one, too", () =>
    Effect.gen(function* () {
      const id = yield* api({ infinite: false, billing_cycles: 2 })
      yield* use(id, 30, "a")
      assert.deepStrictEqual((yield* until("2026-04-10T11:00:00Z")).charged, ["2026-04-10T10:00 1060"])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
      yield* use(id, 40, "b")
      assert.deepStrictEqual(yield* until("2026-05-10T11:00:00Z"), {
        charged: ["2026-05-10T10:00 80"],
        reported: ["expired"]
      })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D63: at once is charged for nothing more", () =>
    Effect.gen(function* () {
      const id = yield* api()
      yield* use(id, 30, "a")
      yield* cancel(id, { cancel_reason: "Fraud" })
      assert.deepStrictEqual((yield* until("2026-05-10T11:00:00Z")).charged, [])
      const [used] = yield* (yield* Usages).find(yield* shop("plain"), id)
      assert.deepStrictEqual(used, { item: "calls", quantity: 30, amount: 60n })
    }).pipe(Effect.provide(billing()))
  )
})
