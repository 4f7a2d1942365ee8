import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as HostSql from "@florin/storage-sql/HostSql"
import * as WebhookReceipts from "@florin/storage-sql/WebhookReceipts"
import { otherShop, shop } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { describeOnStores, emptyStore } from "./internal/eitherStore.js"

const reported = (sequence: number, changes: Partial<WebhookReceipts.Receipt> = {}): WebhookReceipts.Receipt => ({
  ...{ shop, subject: "a payment", sequence, id: `msg_${sequence}` },
  ...changes
})

const inStore = <A, E>(test: Effect.Effect<A, E, WebhookReceipts.WebhookReceipts | HostSql.LentClient>) =>
  Effect.provide(test, emptyStore)

/** Acts on an event, if it is claimed. */
const act = (receipts: WebhookReceipts.WebhookReceipts["Type"], receipt: WebhookReceipts.Receipt) =>
  Effect.gen(function* () {
    const claimed = yield* receipts.claim(receipt, "me")
    if (claimed === "claimed") yield* receipts.settle(receipt, "me")
    return claimed
  })

const subjects = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = yield* sql<{ subject: string }>`SELECT subject FROM florin_webhook_receipts ORDER BY subject`
  return rows.map(({ subject }) => subject)
}).pipe(Effect.provide(HostSql.layer))

describeOnStores("what a host has acted on (D34)", () => {
  it.effect("an event is claimed if it is newer than what was acted on, in its shop and of its subject", () =>
    Effect.gen(function* () {
      const receipts = yield* WebhookReceipts.WebhookReceipts
      const table = [
        [reported(9), "claimed"],
        [reported(9), "handled"],
        [reported(8), "handled"],
        [reported(10), "claimed"],
        [reported(10, { id: "msg_0" }), "handled"],
        [reported(10, { id: "msg_2" }), "claimed"],
        [reported(1, { subject: "another payment" }), "claimed"],
        [reported(1, { shop: otherShop }), "claimed"]
      ] as const
      for (const [receipt, expected] of table) {
        assert.strictEqual(yield* act(receipts, receipt), expected, JSON.stringify(receipt))
      }
    }).pipe(inStore)
  )

  it.effect("of ten claims at once one is given", () =>
    Effect.gen(function* () {
      const { claim } = yield* WebhookReceipts.WebhookReceipts
      const claims = Array.from({ length: 10 }, (_, index) => claim(reported(1), `holder ${index}`))
      const given = yield* Effect.all(claims, { concurrency: "unbounded" })
      assert.deepStrictEqual(given.sort(), ["claimed", ...Array<string>(9).fill("held")])
    }).pipe(inStore)
  )

  it.effect("a claim keeps others from its subject until it is released, settled or over", () =>
    Effect.gen(function* () {
      const { claim, release, settle } = yield* WebhookReceipts.WebhookReceipts
      assert.strictEqual(yield* claim(reported(1), "one"), "claimed")
      assert.strictEqual(yield* claim(reported(2), "two"), "held")
      yield* release(reported(1), "two")
      assert.strictEqual(yield* claim(reported(2), "two"), "held")
      yield* release(reported(1), "one")
      assert.strictEqual(yield* claim(reported(1), "two"), "claimed")
      yield* TestClock.adjust("239999 millis")
      assert.strictEqual(yield* claim(reported(1), "three"), "held")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* claim(reported(1), "three"), "claimed")
      yield* settle(reported(1), "two")
      assert.strictEqual(yield* claim(reported(1), "four"), "held")
      yield* settle(reported(1), "three")
      assert.strictEqual(yield* claim(reported(1), "four"), "handled")
    }).pipe(inStore)
  )

  it.effect("what nothing came of for more than 30 days is forgotten, twenty at a time", () =>
    Effect.gen(function* () {
      const receipts = yield* WebhookReceipts.WebhookReceipts
      for (let index = 0; index < 25; index++) yield* act(receipts, reported(1, { subject: `old ${index}` }))
      yield* TestClock.adjust("1 millis")
      yield* act(receipts, reported(1, { subject: "young" }))
      yield* TestClock.adjust("30 days")
      yield* receipts.sweep
      assert.lengthOf(yield* subjects, 6)
      yield* receipts.sweep
      yield* receipts.sweep
      assert.deepStrictEqual(yield* subjects, ["young"])
      assert.strictEqual(yield* act(receipts, reported(1, { subject: "old 1" })), "claimed")
    }).pipe(inStore)
  )
})
