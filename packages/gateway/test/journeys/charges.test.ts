import { assert, it } from "@effect/vitest"
import { Coupons } from "@florin/core/billing/Coupons"
import { Customers } from "@florin/core/billing/Customers"
import { Subscriptions } from "@florin/core/billing/Subscriptions"
import { Usages } from "@florin/core/billing/Usages"
import { CommitStore, commit, decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as BillingRequests from "@florin/wire/BillingRequests"
import * as Effect from "effect/Effect"
import {
  after,
  ahead,
  at,
  billing,
  change,
  charges,
  events,
  look,
  monthly,
  pause,
  playing,
  progress,
  resume,
  subscribe,
  until
} from "../internal/billing.js"
import { pass, shop } from "../internal/world.js"

const amounts = Effect.map(charges, (all) => all.map((one) => Number(one.slice(17))))

const subscribed = (changes: object) =>
  Effect.gen(function* () {
    yield* at("2026-04-01T09:00:00Z")
    const { id } = yield* subscribe(monthly(), changes)
    yield* pass(0)
    yield* events
    return id
  })

const line = (id: Subscription["id"], body: object) =>
  Effect.gen(function* () {
    return yield* (yield* Subscriptions).addLine(yield* shop("plain"), id, yield* BillingRequests.line(body))
  })

const useCoupon = (id: Subscription["id"], coupon?: string) =>
  Effect.gen(function* () {
    return yield* (yield* Subscriptions).useCoupon(yield* shop("plain"), id, coupon === undefined ? {} : { coupon })
  })

const makeCoupon = (body: object) =>
  Effect.gen(function* () {
    return yield* (yield* Coupons).create(yield* shop("plain"), yield* BillingRequests.coupon(body))
  })

const use = (id: Subscription["id"], body: object) =>
  Effect.gen(function* () {
    const items = yield* (yield* Usages).record(yield* shop("plain"), id, yield* BillingRequests.usage(body))
    return items.map(({ amount, item, quantity }) => `${item} ${quantity} ${amount}`)
  })

interface Refused {
  readonly errors: ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly sentence: string }>
}

const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const [first] = (error as unknown as Refused).errors
    return `${first!.path.join(".")} ${first!.sentence}`
  })

const metered = (more: object = {}) => ({
  items: [
    { id: "base", title: "Base", price: { kind: "flat", amount: 1000 } },
    { id: "requests", title: "Requests", price: { kind: "per_unit", unit_amount: 2, metered: {} }, ...more }
  ]
})

describeOnContract("lines of a shop's own", () => {
  it.effect("D62: wait for the next charge, which takes them all", () =>
    Effect.gen(function* () {
      const id = yield* subscribed({})
      yield* line(id, { description: "Setting up", amount: 4900 })
      yield* line(id, { description: "Sorry", amount: -900 })
      assert.deepStrictEqual(yield* ahead(id, "2026-06-01T09:00:00Z"), [
        "2026-05-01T09:00 5000 cycle",
        "2026-06-01T09:00 1000 cycle"
      ])
      assert.deepStrictEqual((yield* until("2026-06-01T10:00:00Z")).charged, [
        "2026-05-01T09:00 5000",
        "2026-06-01T09:00 1000"
      ])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D62: are charged at once, and move no date; below 0 they go to the balance", () => {
    const { acquirers } = playing("approved", "approved", "declined", "approved")
    return Effect.gen(function* () {
      const id = yield* subscribed({})
      yield* after("1 day")
      yield* line(id, { description: "A book", amount: 700, when: "now" })
      assert.deepStrictEqual(yield* amounts, [1000, 700])
      const declined = yield* line(id, { description: "A book", amount: 800, when: "now" })
      assert.strictEqual(declined.lastTransaction?.status, "failed")
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2026-05-01T09:00" })
      yield* line(id, { description: "Sorry", amount: -300, when: "now" })
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 700"])
    }).pipe(Effect.provide(billing({ acquirers })))
  })
})

describeOnContract("lines of a paused subscription", () => {
  it.effect("D62: are not charged now, but with the charge that follows the pause", () =>
    Effect.gen(function* () {
      const id = yield* subscribed({})
      yield* pause(id)
      const now = line(id, { description: "A book", amount: 700, when: "now" })
      assert.strictEqual(yield* refusal(now), " Subscription is paused")
      yield* line(id, { description: "A book", amount: 700 })
      yield* resume(id)
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 1700"])
    }).pipe(Effect.provide(billing()))
  )
})

describeOnContract("usage", () => {
  it.effect("D63: is charged with the renewal that ends its cycle, once for each key", () =>
    Effect.gen(function* () {
      const id = yield* subscribed(metered())
      assert.deepStrictEqual(yield* amounts, [1000])
      yield* after("10 days")
      assert.deepStrictEqual(yield* use(id, { item: "requests", quantity: 100, key: "a" }), ["requests 100 200"])
      assert.deepStrictEqual(
        yield* use(id, { item: "requests", quantity: 100, key: "b", at: "2026-04-05T00:00:00Z" }),
        ["requests 200 400"]
      )
      assert.deepStrictEqual(
        yield* use(id, {
          events: [
            { item: "requests", quantity: 5, key: "c" },
            { item: "requests", quantity: 5, key: "c" }
          ]
        }),
        ["requests 205 410"]
      )
      assert.strictEqual(
        yield* refusal(use(id, { item: "requests", quantity: 101, key: "b", at: "2026-04-05T00:00:00Z" })),
        "key is that of another event"
      )
      assert.strictEqual(
        yield* refusal(use(id, { item: "base", quantity: 1, key: "d" })),
        "item is no metered item of the subscription"
      )
      assert.strictEqual(
        yield* refusal(use(id, { events: [{ item: "requests", quantity: 1, key: "d", at: "2026-04-12T00:00:00Z" }] })),
        "events.0.at can't be in the future"
      )
      assert.deepStrictEqual(yield* ahead(id, "2026-06-01T09:00:00Z"), [
        "2026-05-01T09:00 1410 cycle",
        "2026-06-01T09:00 1000 cycle"
      ])
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 1410"])
      // Late: its cycle is charged already.
      assert.deepStrictEqual(
        yield* use(id, { item: "requests", quantity: 7, key: "late", at: "2026-04-30T00:00:00Z" }),
        ["requests 7 14"]
      )
      assert.deepStrictEqual((yield* until("2026-06-01T10:00:00Z")).charged, ["2026-06-01T09:00 1014"])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D63: is counted once however often it is sent, is remembered for 100 days, and not after that", () =>
    Effect.gen(function* () {
      const id = yield* subscribed(metered())
      const [now, dated] = [
        { item: "requests", quantity: 3, key: "now" },
        { item: "requests", quantity: 4, key: "dated", at: "2026-04-01T09:00:00Z" }
      ]
      yield* use(id, { events: [now, dated] })
      yield* after("1 hour")
      assert.deepStrictEqual(yield* use(id, now), ["requests 7 14"])
      assert.deepStrictEqual(yield* use(id, dated), ["requests 7 14"])
      // The sweep comes once a week.
      yield* until("2026-07-10T08:00:00Z")
      yield* use(id, dated)
      const kept = Effect.map(
        Effect.flatMap(CommitStore, (store) =>
          commit(store)({
            name: "sweep",
            load: { events: Reads.usageEventsAfter(null, 9) },
            decide: ({ events }) =>
              decided(
                [],
                events.map(({ key }) => key)
              )
          })
        ),
        (keys) => keys.toSorted()
      )
      assert.deepStrictEqual(yield* kept, ["dated", "now"])
      yield* until("2026-07-18T09:00:00Z")
      assert.deepStrictEqual(yield* kept, [])
      assert.strictEqual(yield* refusal(use(id, dated)), "at can't be more than 100 days ago")
      assert.deepStrictEqual(yield* amounts, [1000, 1014, 1000, 1000])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D63: is charged by the retry of a renewal that was declined, and not twice", () => {
    const { acquirers } = playing("approved", "declined", "approved")
    return Effect.gen(function* () {
      const id = yield* subscribed(metered())
      yield* after("10 days")
      yield* use(id, { item: "requests", quantity: 50, key: "a" })
      yield* until("2026-05-01T10:00:00Z")
      assert.strictEqual((yield* look(id)).state, "failed_attempt")
      assert.deepStrictEqual(yield* use(id, { item: "requests", quantity: 9, key: "next" }), ["requests 50 100"])
      yield* after("5 days")
      assert.deepStrictEqual(yield* amounts, [1000, 1100])
      assert.deepStrictEqual((yield* until("2026-06-01T10:00:00Z")).charged, ["2026-06-01T09:00 1018"])
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D63: of an item that is removed after a declined renewal is charged with the retry", () => {
    const { acquirers } = playing("approved", "declined", "approved")
    return Effect.gen(function* () {
      const id = yield* subscribed(metered())
      yield* after("10 days")
      yield* use(id, { item: "requests", quantity: 50, key: "a" })
      yield* until("2026-05-01T10:00:00Z")
      yield* change(id, { items: [metered().items[0]], when: "now" })
      yield* after("5 days")
      assert.deepStrictEqual(yield* amounts, [1000, 1100])
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D63: of an item that a change removes waits for the next charge, and begins anew", () =>
    Effect.gen(function* () {
      const id = yield* subscribed(metered())
      yield* after("10 days")
      yield* use(id, { item: "requests", quantity: 50, key: "a" })
      const { items } = metered()
      yield* change(id, { items: [items[0]], when: "now" })
      yield* change(id, { items, when: "now" })
      assert.deepStrictEqual(yield* use(id, { item: "requests", quantity: 1, key: "b" }), ["requests 1 2"])
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 1102"])
    }).pipe(Effect.provide(billing()))
  )
})

describeOnContract("coupons", () => {
  it.effect("D61: are used by a subscription from its next charge on, and by a customer for all", () =>
    Effect.gen(function* () {
      yield* at("2026-04-01T09:00:00Z")
      yield* makeCoupon({ code: "HALF", percent_off: 5000, duration: "cycles:2" })
      yield* makeCoupon({ code: "TEN", amount_off: 100, currency: "EUR", duration: "forever", max_redemptions: 1 })
      const again = yield* makeCoupon({
        code: "TEN",
        amount_off: 100,
        currency: "EUR",
        duration: "forever",
        max_redemptions: 1
      })
      assert.strictEqual(again.code, "TEN")
      assert.strictEqual(yield* refusal(makeCoupon({ code: "TEN", percent_off: 1 })), "code is that of another coupon")
      const merchant = yield* shop("plain")
      const { id: customer } = yield* (yield* Customers).create(merchant, { email: "a@b.example", ip: "203.0.113.7" })
      const { give } = yield* Coupons
      assert.strictEqual((yield* give(merchant, customer, { coupon: "TEN" })).coupon?.code, "TEN")
      assert.strictEqual(yield* refusal(give(merchant, customer, { coupon: "TEN" })), "coupon has been used up")
      const { id } = yield* subscribe(monthly(), { customer: { id: customer } })
      yield* pass(0)
      yield* useCoupon(id, "HALF")
      assert.deepStrictEqual(yield* amounts, [900])
      assert.deepStrictEqual(yield* ahead(id, "2026-07-01T09:00:00Z"), [
        "2026-05-01T09:00 400 cycle",
        "2026-06-01T09:00 400 cycle",
        "2026-07-01T09:00 900 cycle"
      ])
      yield* until("2026-07-01T10:00:00Z")
      yield* give(merchant, customer, {})
      yield* until("2026-08-01T10:00:00Z")
      assert.deepStrictEqual(yield* amounts, [900, 400, 400, 900, 1000])
    }).pipe(Effect.provide(billing()))
  )
})
