import { assert, it } from "@effect/vitest"
import { CommitStore, commitUnguarded, writing } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import { ShopId } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import { BillStore } from "@florin/core/subscriptions/BillStore"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { type Coupon, CouponCode } from "@florin/core/terms/Coupon"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import {
  after,
  ahead,
  at,
  billing,
  charges,
  events,
  look,
  monthly,
  playing,
  progress,
  subscribe
} from "../internal/billing.js"
import { pass } from "../internal/world.js"

const shop = ShopId.make("plain")

const written = (...writes: ReadonlyArray<Write>) =>
  Effect.flatMap(CommitStore, (store) => commitUnguarded(store)(writing("customer-create", writes, undefined)))

const credit = (owner: string, by: number) =>
  written({ _tag: "MoveBalance", shop, owner, currency: "EUR" as never, by })

const balanceOf = (owner: string) =>
  Effect.flatMap(BillStore, (store) =>
    Effect.map(store.account(shop, owner), ({ balances }) => balances[0]?.amount ?? 0)
  )

const coupon = (code: string, changes: Partial<Coupon> = {}): Coupon => ({
  shop,
  code: CouponCode.make(code),
  discount: { kind: "percent", percent: 5000 },
  cycles: 1,
  maxRedemptions: null,
  redeemBy: null,
  plans: null,
  firstTimeOnly: false,
  redemptions: 0,
  createdAt: DateTime.unsafeMake("2026-01-01T00:00:00Z"),
  ...changes
})

const used = (code: string) =>
  Effect.flatMap(BillStore, (store) =>
    Effect.map(Effect.flatten(store.coupon(shop, CouponCode.make(code))), ({ redemptions }) => redemptions)
  )

const paidUntil = ({ paid }: Subscription) =>
  paid && `${DateTime.formatIso(paid.period.from).slice(0, 16)} ${DateTime.formatIso(paid.period.to).slice(0, 16)}`

const start = at("2026-01-31T09:00:00Z")

describeOnContract("a subscription with items", () => {
  it.effect("D59: is charged for its units, and its preview is what happens", () =>
    Effect.gen(function* () {
      yield* start
      const { id } = yield* subscribe(monthly(), { quantity: 3 })
      yield* pass(0)
      assert.deepStrictEqual(yield* charges, ["2026-01-31T09:00 3000"])
      const listed = yield* ahead(id, "2026-03-31T09:00:00Z")
      assert.deepStrictEqual(listed, ["2026-02-28T09:00 3000 cycle", "2026-03-31T09:00 3000 cycle"])
      assert.deepStrictEqual((yield* after("60 days")).charged, ["2026-02-28T09:00 3000", "2026-03-31T09:00 3000"])
      assert.strictEqual(paidUntil(yield* look(id)), "2026-03-31T09:00 2026-04-30T09:00")
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: pays with its balance first, and gets it back when the charge is declined", () => {
    const { acquirers } = playing("approved", "declined", "approved")
    return Effect.gen(function* () {
      yield* start
      const { id } = yield* subscribe(monthly(), { quantity: 1 })
      yield* pass(0)
      yield* credit(id, 400)
      assert.deepStrictEqual(yield* ahead(id, "2026-03-31T09:00:00Z"), [
        "2026-02-28T09:00 600 cycle",
        "2026-03-31T09:00 1000 cycle"
      ])
      yield* after("28 days")
      assert.strictEqual((yield* progress(id)).state, "failed_attempt")
      assert.strictEqual(yield* balanceOf(id), 400)
      assert.deepStrictEqual(
        (yield* after("3 days")).charged.map((one) => one.slice(17)),
        ["600"]
      )
      assert.strictEqual(yield* balanceOf(id), 0)
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D61: asks no acquirer where the balance pays everything", () => {
    const { acquirers, stage } = playing()
    return Effect.gen(function* () {
      yield* start
      const { id } = yield* subscribe(monthly(), { quantity: 1 })
      yield* pass(0)
      yield* events
      yield* credit(id, 1500)
      assert.deepStrictEqual(yield* after("28 days"), { charged: [], reported: ["renewed"] })
      assert.strictEqual(stage.requested, 1)
      assert.strictEqual(yield* balanceOf(id), 500)
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-03-31T09:00" })
      assert.deepStrictEqual((yield* after("31 days")).charged, ["2026-03-31T09:00 500"])
    }).pipe(Effect.provide(billing({ acquirers })))
  })
})

describeOnContract("a subscription with a coupon", () => {
  it.effect("D61: is charged less while it holds, and counts it once", () =>
    Effect.gen(function* () {
      yield* start
      yield* written({ _tag: "InsertCoupon", coupon: coupon("HALF", { cycles: 2, maxRedemptions: 1 }) })
      const { id } = yield* subscribe(monthly(), { coupon: "HALF" })
      yield* pass(0)
      assert.strictEqual(yield* used("HALF"), 1)
      assert.deepStrictEqual((yield* after("60 days")).charged, ["2026-02-28T09:00 500", "2026-03-31T09:00 1000"])
      assert.deepStrictEqual((yield* charges)[0], "2026-01-31T09:00 500")
      assert.strictEqual(yield* used("HALF"), 1)
      assert.strictEqual((yield* look(id)).coupon, undefined)
      const refused = yield* Effect.flip(subscribe(monthly(), { coupon: "HALF" }))
      assert.deepStrictEqual("errors" in refused && refused.errors[0], {
        path: ["coupon"],
        sentence: "has been used up"
      })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D61: is not counted by a charge that was declined", () => {
    const { acquirers } = playing("declined")
    return Effect.gen(function* () {
      yield* start
      yield* written({ _tag: "InsertCoupon", coupon: coupon("HALF", { maxRedemptions: 1 }) })
      const { state } = yield* subscribe(monthly(), { coupon: "HALF" })
      assert.strictEqual(state, "failed")
      assert.strictEqual(yield* used("HALF"), 0)
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D61: is never used more often than it may be, by 8 customers at once", () =>
    Effect.gen(function* () {
      yield* start
      yield* written({ _tag: "InsertCoupon", coupon: coupon("THREE", { maxRedemptions: 3 }) })
      const one = Effect.either(subscribe(monthly(), { coupon: "THREE" }))
      yield* Effect.replicateEffect(one, 8, { concurrency: "unbounded" })
      yield* pass(0)
      assert.strictEqual(yield* used("THREE"), 3)
      assert.deepStrictEqual(
        (yield* charges).map((charge) => charge.slice(17)),
        ["500", "500", "500"]
      )
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D61: checks the card alone where it takes everything off", () =>
    Effect.gen(function* () {
      yield* start
      const free = coupon("FREE", { discount: { kind: "percent", percent: 10_000 } })
      yield* written({ _tag: "InsertCoupon", coupon: free })
      const { id } = yield* subscribe(monthly(), { coupon: "FREE" })
      yield* pass(0)
      assert.deepStrictEqual(yield* charges, [])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2026-02-28T09:00" })
      assert.strictEqual((yield* look(id)).paid?.lines[0]?.amount, 0 as Amount)
    }).pipe(Effect.provide(billing()))
  )
})
