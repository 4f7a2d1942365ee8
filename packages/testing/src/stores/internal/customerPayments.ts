import type { SubscriptionCharge } from "@florin/core/cards/CardTransaction"
import * as Reads from "@florin/core/commits/Reads"
import { CustomerId, SubscriptionId, type TransactionUid } from "@florin/core/ids/Ids"
import { BillStore } from "@florin/core/subscriptions/BillStore"
import { Subscription } from "@florin/core/subscriptions/Subscription"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as assert from "../../internal/assert.js"
import { insertTransaction, look, otherShop, type StoreTest, shop, write } from "../StoreUnderTest.js"
import { someOf } from "./anyRecord.js"

const customer = CustomerId.make("cst_0000000000000001")
const stranger = CustomerId.make("cst_0000000000000002")

const idOf = (digit: number) => SubscriptionId.make(`sbs_${String(digit).padStart(16, "0")}`)

/** Payments for the subscriptions of a customer. */
export const customerPayments = (test: StoreTest): void => {
  const subscribed = (digit: number, customerId: CustomerId | null) => {
    const subscription = { ...someOf(Subscription, 1)[0]!, shop, id: idOf(digit), customerId }
    return write({ _tag: "InsertSubscription", subscription })
  }

  const charged = (digit: number, purpose: SubscriptionCharge["purpose"], more: object = {}) =>
    Effect.map(
      insertTransaction({ type: "payment", subscription: { id: idOf(digit), purpose, cycle: 0 }, ...more }),
      ({ uid }) => uid
    )

  const found = (limit: number, after?: TransactionUid, of = customer, where = shop) =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      return (yield* store.ofCustomer(where, of, { limit, after })).map(({ uid }) => uid)
    })

  test("D61: a customer has paid by a payment that has succeeded, or by another one that may", () =>
    Effect.gen(function* () {
      const paid = (besides?: number, of: string = customer, where = shop) =>
        Effect.gen(function* () {
          const id = besides === undefined ? undefined : idOf(besides)
          const found = yield* (yield* BillStore).hasPaid(where, of, id)
          assert.strictEqual(yield* look(Reads.hasPaid(where, of, id)), found)
          return found
        })
      yield* subscribed(1, customer)
      yield* subscribed(2, customer)
      yield* subscribed(3, stranger)
      yield* charged(1, "start", { status: "failed" })
      yield* charged(1, "start", { type: "tokenization", status: "successful" })
      yield* charged(3, "start", { status: "successful" })
      assert.isFalse(yield* paid())
      yield* charged(1, "start", { status: "pending" })
      assert.deepStrictEqual(yield* Effect.all([paid(), paid(1), paid(2)]), [true, false, true])
      yield* charged(2, "renewal", { status: "successful" })
      assert.deepStrictEqual(yield* Effect.all([paid(1), paid(2)]), [true, true])
      assert.isFalse(yield* paid(undefined, customer, otherShop))
      assert.isFalse(yield* paid(undefined, "cst_0000000000000009"))
    }))

  test("D64: the payments for a customer's subscriptions are found, the newest first, page by page, and no other's", () =>
    Effect.gen(function* () {
      yield* subscribed(1, customer)
      yield* subscribed(2, customer)
      yield* subscribed(3, stranger)
      yield* subscribed(4, null)
      const own = [
        yield* charged(1, "start"),
        yield* charged(2, "start", { status: "failed" }),
        yield* charged(1, "renewal")
      ]
        .toSorted()
        .toReversed()
      yield* charged(1, "card", { type: "tokenization" })
      yield* charged(2, "start", { type: "tokenization" })
      const other = yield* charged(3, "start")
      yield* charged(4, "start")
      yield* insertTransaction({ type: "payment" })
      assert.deepStrictEqual(yield* found(10), own)
      assert.deepStrictEqual(yield* found(2), own.slice(0, 2))
      assert.deepStrictEqual(yield* found(2, own[1]), own.slice(2))
      assert.deepStrictEqual(yield* found(2, own[2]), [])
      assert.deepStrictEqual(yield* found(10, undefined, stranger), [other])
      assert.deepStrictEqual(yield* found(10, undefined, customer, otherShop), [])
    }))
}
