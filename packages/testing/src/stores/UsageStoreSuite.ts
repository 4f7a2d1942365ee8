/** The contract of what bills go by besides the subscription, as tests that every store runs. */
import * as Reads from "@florin/core/commits/Reads"
import { type ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import type { Currency } from "@florin/core/money/Currency"
import { BillStore, type CustomerAccount } from "@florin/core/subscriptions/BillStore"
import type { ItemEvent } from "@florin/core/subscriptions/UsageRules"
import { type AppliedCoupon, CouponCode } from "@florin/core/terms/Coupon"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  assertStorageError,
  look,
  onFreshStore,
  otherShop,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

const first = SubscriptionId.make("sbs_0000000000000001")
const second = SubscriptionId.make("sbs_0000000000000002")

const event = (key: string, at: number): ItemEvent => ({
  item: "calls",
  quantity: -3,
  key,
  at: DateTime.unsafeMake(at)
})

const byKey = (events: ReadonlyArray<ItemEvent>): ReadonlyArray<ItemEvent> =>
  events.toSorted((one, other) => (one.key < other.key ? -1 : 1))

const insert = (of: ShopId, subscription: SubscriptionId, ...events: ReadonlyArray<ItemEvent>) =>
  write({
    _tag: "InsertUsageEvents",
    shop: of,
    subscription,
    events: events.map((one) => ({ ...one, cycle: 0 }))
  })

const coupon: AppliedCoupon = {
  code: CouponCode.make("HALF"),
  discount: { kind: "percent", percent: 5000 },
  cyclesLeft: 1
}

const byCurrency = ({ balances, ...rest }: CustomerAccount) => ({
  ...rest,
  balances: balances.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
})

const total = (sum: number) => ({ sum, max: 3, last: 1, lastAt: DateTime.unsafeMake(9) })

/** Fibers that ask at the same time may share a statement: each hears of its own alone. */
const facts = (test: StoreTest): void => {
  test("accounts are found of all who ask at once, each with its balances that are not used up and its coupon", () =>
    Effect.gen(function* () {
      const { account } = yield* BillStore
      const gains = (of: ShopId, owner: string, currency: string, by: number) =>
        write({ _tag: "MoveBalance", shop: of, owner, currency: currency as Currency, by })
      yield* gains(shop, "one", "EUR", 500)
      yield* gains(shop, "one", "USD", 7)
      yield* gains(shop, "spent", "EUR", 3)
      yield* gains(shop, "spent", "EUR", -3)
      yield* gains(otherShop, "two", "EUR", 9)
      yield* write({ _tag: "GiveCoupon", shop, customer: "one", coupon })
      yield* write({ _tag: "GiveCoupon", shop, customer: "two", coupon: { ...coupon, cyclesLeft: null } })
      yield* write({ _tag: "GiveCoupon", shop, customer: "spent", coupon })
      yield* write({ _tag: "UseCustomerCoupon", shop, customer: "spent", code: coupon.code, by: 1 })
      const requested = [
        [shop, "one"],
        [shop, "two"],
        [otherShop, "two"],
        [shop, "spent"],
        [shop, "nobody"],
        [shop, "one"]
      ] as const
      const found = yield* Effect.forEach(requested, ([of, owner]) => account(of, owner), { concurrency: "unbounded" })
      const one = {
        coupon,
        balances: [
          { currency: "EUR", amount: 500 },
          { currency: "USD", amount: 7 }
        ]
      }
      const nothing = { coupon: null, balances: [] }
      assert.deepStrictEqual<unknown>(found.map(byCurrency), [
        one,
        { ...nothing, coupon: { ...coupon, cyclesLeft: null } },
        { ...nothing, balances: [{ currency: "EUR", amount: 9 }] },
        nothing,
        nothing,
        one
      ])
    }))

  test("usage is found of all who ask at once, of each cycle by itself and of all its items", () =>
    Effect.gen(function* () {
      const { usage } = yield* BillStore
      const sets = (of: ShopId, subscription: SubscriptionId, cycle: number, item: string, sum: number) =>
        write({ _tag: "SetUsage", shop: of, subscription, cycle, item, total: total(sum) })
      yield* sets(shop, first, 0, "calls", 4)
      yield* sets(shop, first, 0, "bytes", -5)
      yield* sets(shop, first, 11, "calls", 6)
      yield* sets(shop, second, 1, "calls", 7)
      yield* sets(otherShop, first, 0, "calls", 8)
      const requested = [
        [shop, first, 0],
        [shop, first, 11],
        [shop, first, 1],
        [shop, second, 1],
        [otherShop, first, 0]
      ] as const
      const found = yield* Effect.forEach(requested, ([of, id, cycle]) => usage(of, id, cycle), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual<unknown>(found, [
        new Map([
          ["bytes", total(-5)],
          ["calls", total(4)]
        ]),
        new Map([["calls", total(6)]]),
        new Map(),
        new Map([["calls", total(7)]]),
        new Map([["calls", total(8)]])
      ])
    }))
}

export const usageStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("what bills go by", () => facts(test))
  runner.describe("usage", () => {
    test("an event is found by its key, of its subscription only, and a key is taken once", () =>
      Effect.gen(function* () {
        yield* insert(shop, first, event("a", 7), event("b", 8))
        const found = (of: ShopId, subscription: SubscriptionId) =>
          look(Reads.usageEvents(of, subscription, ["b", "c", "a"]))
        assert.deepStrictEqual(byKey(yield* found(shop, first)), [event("a", 7), event("b", 8)])
        assert.deepStrictEqual(yield* found(shop, second), [])
        assert.deepStrictEqual(yield* found(otherShop, first), [])
        yield* assertStorageError("constraint", insert(shop, first, event("c", 9), event("a", 9)))
        assert.deepStrictEqual(yield* look(Reads.usageEvents(shop, first, ["c"])), [])
      }))

    test("events are passed in the order of their places, and forgotten one by one; what is counted stays", () =>
      Effect.gen(function* () {
        yield* write({ _tag: "SetUsage", shop, subscription: first, cycle: 0, item: "calls", total: total(4) })
        yield* insert(shop, first, event("b", 2), event("a", 9))
        yield* insert(shop, second, event("a", 1))
        yield* insert(otherShop, first, event("a", 3))
        const all = yield* look(Reads.usageEventsAfter(null, 9))
        assert.strictEqual(all.length, 4)
        const names = all.map(({ at, key, shop: of, subscription }) => `${of === shop} ${subscription} ${key} ${at}`)
        assert.deepStrictEqual(names.toSorted(), [
          `false ${first} a 3`,
          `true ${first} a 9`,
          `true ${first} b 2`,
          `true ${second} a 1`
        ])
        assert.deepStrictEqual(yield* look(Reads.usageEventsAfter(null, 2)), all.slice(0, 2))
        assert.deepStrictEqual(yield* look(Reads.usageEventsAfter(all[1]!, 9)), all.slice(2))
        assert.deepStrictEqual(yield* look(Reads.usageEventsAfter(all[3]!, 9)), [])
        yield* write({ _tag: "ForgetUsageEvents", events: [all[1]!, all[2]!] })
        assert.deepStrictEqual(yield* look(Reads.usageEventsAfter(null, 9)), [all[0]!, all[3]!])
        assert.deepStrictEqual<unknown>(yield* look(Reads.usage(shop, first, 0)), new Map([["calls", total(4)]]))
      }))
  })
}
