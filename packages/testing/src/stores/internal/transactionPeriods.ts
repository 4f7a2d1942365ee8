import { leastUidAt, TransactionUid } from "@florin/core/ids/Ids"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { at, insertTransaction, millis, otherShop, type StoreTest, shop } from "../StoreUnderTest.js"

const period = { from: at(1000), to: at(2000) }

/** The greatest uid of an instant. */
const lastUidAt = (offset: number): TransactionUid =>
  TransactionUid.make(leastUidAt(millis(offset)).replace("7000-8000-000000000000", "7fff-bfff-ffffffffffff"))

const uidsOf = Effect.map((found: ReadonlyArray<Transaction>) => found.map(({ uid }) => uid))

/** What is read of a period, and of many uids. */
export const periods = (test: StoreTest): void => {
  for (const [uid, expected] of [
    [lastUidAt(999), false],
    [leastUidAt(millis(1000)), true],
    [lastUidAt(1999), true],
    [leastUidAt(millis(2000)), false]
  ] as const) {
    test(`from 1000 to 2000 ms, ${uid} ${expected ? "was" : "was not"} created, whatever else says when`, () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        yield* insertTransaction({ uid, createdAt: at(5000) })
        const found = expected ? [uid] : []
        assert.deepStrictEqual(yield* uidsOf(store.created(period, { limit: 10 })), found)
        assert.deepStrictEqual(yield* uidsOf(store.moved(shop, period, { limit: 10 })), found)
      }))
  }

  test("what was created is read page by page, in the order of uids, of all shops or of one", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const [first, second, third] = [leastUidAt(millis(1001)), leastUidAt(millis(1002)), leastUidAt(millis(1003))]
      yield* insertTransaction({ uid: third })
      yield* insertTransaction({ uid: first })
      yield* insertTransaction({ uid: second, shop: otherShop })
      assert.deepStrictEqual(yield* uidsOf(store.created(period, { limit: 2 })), [first, second])
      assert.deepStrictEqual(yield* uidsOf(store.created(period, { limit: 2, after: second })), [third])
      assert.deepStrictEqual(yield* uidsOf(store.created(period, { limit: 2, after: third })), [])
      assert.deepStrictEqual(yield* uidsOf(store.moved(shop, period, { limit: 1 })), [first])
      assert.deepStrictEqual(yield* uidsOf(store.moved(shop, period, { limit: 2, after: first })), [third])
    }))

  test("of one shop those are read that have moved money; of all shops, all", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const statuses = ["incomplete", "pending", "successful", "failed", "expired"] as const
      for (const [index, status] of statuses.entries()) {
        yield* insertTransaction({ uid: leastUidAt(millis(1000 + index)), status })
      }
      yield* insertTransaction({ uid: leastUidAt(millis(1006)), type: "tokenization" })
      const found = yield* store.moved(shop, period, { limit: 10 })
      assert.deepStrictEqual(
        found.map(({ status, type }) => `${status} ${type}`),
        ["successful payment"]
      )
      assert.lengthOf(yield* store.created(period, { limit: 10 }), 6)
    }))

  test("transactions are found by many uids at once, of whatever shop", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const own = yield* insertTransaction()
      const other = yield* insertTransaction({ shop: otherShop })
      const none = Array.from({ length: 1200 }, (_, index) => leastUidAt(millis(index)))
      const found = yield* store.findAll([...none.slice(0, 700), own.uid, ...none.slice(700), other.uid])
      assert.sameMembers(
        found.map(({ uid }) => uid),
        [own.uid, other.uid]
      )
      assert.deepStrictEqual(yield* store.findAll([]), [])
    }))
}
