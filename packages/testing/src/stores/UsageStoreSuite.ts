/** The contract of what is used of subscriptions' items, as tests that every store runs. */
import * as Reads from "@florin/core/commits/Reads"
import { type ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import type { ItemEvent } from "@florin/core/subscriptions/UsageRules"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { assertStorageError, look, onFreshStore, otherShop, type StoreLayer, shop, write } from "./StoreUnderTest.js"

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

export const usageStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
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
        const total = { sum: 4, max: 3, last: 1, lastAt: DateTime.unsafeMake(9) }
        yield* write({ _tag: "SetUsage", shop, subscription: first, cycle: 0, item: "calls", total })
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
        assert.deepStrictEqual<unknown>(yield* look(Reads.usage(shop, first, 0)), { calls: total })
      }))
  })
}
