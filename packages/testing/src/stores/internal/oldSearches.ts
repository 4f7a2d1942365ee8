/** What transactions of an old database are searched and counted by, once it has been brought up to date. */
import { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import * as Findable from "@florin/core/transactions/Findable"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as assert from "../../internal/assert.js"
import { instant, laterRows, rowsOf, text } from "../OldDatabase.js"
import type { StoreTest } from "../StoreUnderTest.js"

/** Transactions of 0.1.0, by columns that a migration has filled. */
export const searches = (test: StoreTest): void => {
  test("every transaction is found by what its document says", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      const found = { email: 0, customer: 0, last4: 0, currency: 0, method: 0, gatewayId: 0, reasons: 0 }
      for (const row of rowsOf("transactions")) {
        const uid = TransactionUid.make(text(row, "uid"))
        const document = JSON.parse(text(row, "document"))
        const { card, currency, details = {}, gatewayId, method, reason, recipient, status } = document
        const party = details.customer ?? recipient
        const known = {
          email: party?.email?.toUpperCase(),
          customer: party?.externalId,
          last4: card?.facts.last4,
          currency,
          method: method ?? card?.facts.brand,
          gatewayId,
          reasons: status === "failed" && reason !== null ? [reason] : undefined
        }
        for (const name of ["email", "customer", "last4", "currency", "method", "gatewayId", "reasons"] as const) {
          if (known[name] === undefined || known[name] === null) continue
          const [one] = yield* store.newest(ShopId.make(text(row, "shop_id")), { uid, [name]: known[name], limit: 1 })
          assert.strictEqual(one?.uid, uid, name)
          const unknown = { gatewayId: 9999, reasons: ["not-enrolled"] }
          const other = yield* store.newest(null, {
            uid,
            [name]: "9999",
            ...(name in unknown && { [name]: unknown[name as keyof typeof unknown] }),
            limit: 1
          })
          assert.deepStrictEqual(other, [], name)
          found[name] += 1
        }
      }
      const { currency, gatewayId, last4, method, reasons } = found
      assert.isTrue(Math.min(currency, gatewayId, last4, method, reasons) > 0, JSON.stringify(found))
    }))
}

/** Transactions that later versions wrote before there were such columns. */
export const columns = (test: StoreTest): void => {
  const first = instant(laterRows[0]!, "created_at")
  const period = { from: DateTime.unsafeMake(first), to: DateTime.unsafeMake(first + laterRows.length * 1000) }
  const read = Effect.flatMap(TransactionStore, (store) =>
    Effect.forEach(laterRows, (row) =>
      Effect.map(
        store.find(ShopId.make(text(row, "shop_id")), TransactionUid.make(text(row, "uid"))),
        Option.getOrThrow
      )
    )
  )

  test("every transaction is counted as what it would be written as today", () =>
    Effect.gen(function* () {
      const { tally } = (yield* OperatorStore).overview
      const { lines } = yield* tally({ ...period, step: 1000, shop: null, limit: 100 })
      const counted = lines
        .toSorted((left, right) => left.at.epochMillis - right.at.epochMillis)
        .map(({ at, gatewayId, method, reason, renewal }) => [at.epochMillis, gatewayId, method, reason, renewal])
      const expected = (yield* read).map((transaction) => {
        const { cycle, gatewayId, method, reason } = Findable.of(transaction)
        const failed = transaction.status === "failed" ? reason : null
        return [transaction.createdAt.epochMillis, gatewayId, method, failed, cycle === null ? null : "first"]
      })
      assert.deepStrictEqual(counted, expected)
      const distinctOf = (place: number) => new Set(expected.map((line) => line[place])).size
      assert.deepStrictEqual([1, 2, 3, 4].map(distinctOf), [4, 2, 4, 2])
    }))

  test("every transaction that came to nothing is found by why", () =>
    Effect.gen(function* () {
      const store = yield* TransactionStore
      for (const transaction of yield* read) {
        const { reason } = Findable.of(transaction)
        const of = (one: NonNullable<typeof reason>) =>
          store.newest(null, { uid: transaction.uid, reasons: [one], limit: 1 })
        if (reason !== null) assert.lengthOf(yield* of(reason), 1)
        for (const other of ["funds", "unspecified", "provider", "order-expired", "unpaid"] as const) {
          if (other !== reason) assert.lengthOf(yield* of(other), 0)
        }
      }
    }))
}
