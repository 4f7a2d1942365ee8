import type { TransactionUid } from "@florin/core/ids/Ids"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { insertTransaction, type StoreTest, shop, write } from "../StoreUnderTest.js"

/** What is found by what an acquirer calls it. */
export const references = (test: StoreTest): void => {
  const kept = (uid: TransactionUid, gatewayId: number, reference: string) =>
    write({ _tag: "KeepReference", gatewayId, reference, shop, uid })

  const found = (gatewayId: number, reference: string, limit = 10) =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      return (yield* store.findByReference(gatewayId, reference, limit)).map((_) => _.uid)
    })

  test("D53 an acquirer's own reference finds its transactions, the newest first, and none of another acquirer", () =>
    Effect.gen(function* () {
      const made = [(yield* insertTransaction({})).uid, (yield* insertTransaction({})).uid].sort()
      const [first, second] = made as [TransactionUid, TransactionUid]
      yield* kept(first, 1, "pi_1")
      // Again, as its reference of another acquirer, and as that of another transaction.
      yield* kept(first, 1, "pi_1")
      yield* kept(first, 2, "pi_2")
      yield* kept(second, 1, "pi_1")
      assert.deepStrictEqual(yield* found(1, "pi_1"), [second, first])
      assert.deepStrictEqual(yield* found(1, "pi_1", 1), [second])
      assert.deepStrictEqual(yield* found(2, "pi_2"), [first])
      for (const [gatewayId, reference] of [
        [2, "pi_1"],
        [1, "pi_2"],
        [1, "PI_1"],
        [1, "pi_1 "],
        [1, ""]
      ] as const) {
        assert.deepStrictEqual(yield* found(gatewayId, reference), [], reference)
      }
    }))

  test("D53 the longest reference is found again, in any script", () =>
    Effect.gen(function* () {
      const { uid } = yield* insertTransaction({})
      const reference = "Ж".repeat(255)
      yield* kept(uid, 1, reference)
      assert.deepStrictEqual(yield* found(1, reference), [uid])
    }))
}
