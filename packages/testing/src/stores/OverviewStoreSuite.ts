/** The contract of what operators look up, as tests that every store runs. */
import { type NotificationId, newTransactionUid } from "@florin/core/ids/Ids"
import { Amount, zero } from "@florin/core/money/Amount"
import type { Notification } from "@florin/core/notifications/Notification"
import { OperatorStore } from "@florin/core/operator/OperatorStore"
import type { WebhookPageRequest } from "@florin/core/operator/OverviewStore"
import * as Effect from "effect/Effect"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  shop as aShop,
  insertTransaction,
  notificationWith,
  onFreshStore,
  otherShop,
  type StoreLayer,
  write
} from "./StoreUnderTest.js"

const inserted = Effect.fnUntraced(function* (changes: Partial<Notification>) {
  const notification = yield* notificationWith(changes)
  yield* write({ _tag: "InsertNotification", notification })
  return notification
})

const idsOf = (webhooks: ReadonlyArray<Notification>) => webhooks.map(({ id }) => id)

const newestFirst = (webhooks: ReadonlyArray<Notification>) => idsOf(webhooks).toSorted().toReversed()

const webhooks = (page: Partial<WebhookPageRequest>) =>
  Effect.flatMap(OperatorStore, ({ overview }) =>
    Effect.map(overview.webhooks({ sight: "all", status: "exhausted", limit: 10, ...page }), idsOf)
  )

/** Everything that is promised of it. */
export const overviewStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("what operators look up", () => {
    test("what follows a transaction is that of its own shop, oldest first", () =>
      Effect.gen(function* () {
        const { overview } = yield* OperatorStore
        const parent = yield* insertTransaction()
        const children = [
          yield* insertTransaction({ type: "capture", parentUid: parent.uid }),
          yield* insertTransaction({ type: "refund", parentUid: parent.uid })
        ]
        yield* insertTransaction({ shop: otherShop, type: "refund", parentUid: parent.uid })
        yield* insertTransaction()
        assert.deepStrictEqual(yield* overview.followers(aShop, parent.uid, 10), children)
        assert.deepStrictEqual(yield* overview.followers(aShop, parent.uid, 1), children.slice(0, 1))
        assert.deepStrictEqual(yield* overview.followers(aShop, yield* newTransactionUid, 10), [])
      }))

    test("what is taken of a transaction is counted to the end, without what failed and what follows another one", () =>
      Effect.gen(function* () {
        const { overview } = yield* OperatorStore
        const { uid: parentUid } = yield* insertTransaction()
        const refund = { type: "refund", parentUid, amount: Amount.make(4) } as const
        for (let at = 0; at < 3; at++) yield* insertTransaction(refund)
        yield* insertTransaction({ ...refund, status: "pending" })
        yield* insertTransaction({ ...refund, status: "failed" })
        yield* insertTransaction({ ...refund, shop: otherShop })
        yield* insertTransaction({ ...refund, parentUid: yield* newTransactionUid })
        assert.deepStrictEqual(yield* overview.totals(aShop, parentUid), {
          ...{ captured: zero, voided: zero, refunded: Amount.make(16), pending: 1 }
        })
      }))

    test("the webhooks of a record come newest first, by their sequence", () =>
      Effect.gen(function* () {
        const { overview } = yield* OperatorStore
        const subject = yield* newTransactionUid
        const first = yield* inserted({ subject, sequence: 1, status: "delivered" })
        const second = yield* inserted({ subject, sequence: 2 })
        yield* inserted({ shop: otherShop, subject, sequence: 3 })
        yield* inserted({ sequence: 3 })
        assert.deepStrictEqual(yield* overview.webhooksOf(aShop, subject, 10), [second, first])
        assert.deepStrictEqual(yield* overview.webhooksOf(aShop, subject, 1), [second])
      }))

    test("webhooks of a status are those of the shops in sight, newest first and in pages", () =>
      Effect.gen(function* () {
        const all: Array<Notification> = []
        for (const shop of [aShop, otherShop, aShop]) all.push(yield* inserted({ shop, status: "exhausted" }))
        yield* inserted({ status: "waiting" })
        const own = all.filter(({ shop }) => shop === aShop)
        assert.deepStrictEqual(yield* webhooks({}), newestFirst(all))
        assert.deepStrictEqual(yield* webhooks({ sight: [aShop] }), newestFirst(own))
        assert.deepStrictEqual(yield* webhooks({ sight: [otherShop, aShop] }), newestFirst(all))
        assert.deepStrictEqual(yield* webhooks({ sight: [] }), [])
        assert.deepStrictEqual(yield* webhooks({ limit: 2 }), newestFirst(all).slice(0, 2))
        const after = newestFirst(all)[1] as NotificationId
        assert.deepStrictEqual(yield* webhooks({ after }), newestFirst(all).slice(2))
        assert.deepStrictEqual(
          yield* webhooks({ after, sight: [aShop] }),
          newestFirst(own).filter((id) => id < after)
        )
        assert.deepStrictEqual(yield* webhooks({ status: "stopped" }), [])
      }))
  })
}
