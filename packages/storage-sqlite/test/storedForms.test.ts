// Rows in the formats of earlier versions are readable.
import { assert, describe, it } from "@effect/vitest"
import { CardStore } from "@florin/core/cards/CardStore"
import { CardStamp, CardToken, ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { execute, run } from "@florin/testing/stores/StoreUnderTest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const shop = ShopId.make("one")
const token = CardToken.make("a".repeat(64))
const createdAt = 1_800_000_000_000

const document = JSON.stringify({
  shop,
  token,
  stamp: "b".repeat(64),
  facts: { brand: "visa", first1: "4", bin: "420000", last4: "0000", bin8: "42000000" },
  holder: "Jane Doe",
  expMonth: 12,
  expYear: 2035,
  contracts: ["recurring"],
  createdAt
})

describe("a stored card", () => {
  it.effect("of 0.1.0 opens", () =>
    Effect.gen(function* () {
      const insert =
        "INSERT INTO florin_cards (shop_id, token, key_id, sealed, created_at, document) VALUES (?, ?, ?, ?, ?, ?)"
      yield* run(execute(insert, shop, token, "k1", "sealed", createdAt, document))
      const store = yield* CardStore
      const card = Option.getOrThrow(yield* store.find(shop, token))
      assert.strictEqual(DateTime.toEpochMillis(card.createdAt), createdAt)
      assert.deepStrictEqual(card.contracts, ["recurring"])
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )
})

describe("a stored subscription", () => {
  const id = SubscriptionId.make("sbs_0000000000000001")
  const stamp = CardStamp.make("b".repeat(64))
  const agreed = { shop, id, plan: { createdAt }, nextPlan: null, createdAt }
  const progress = {
    ...{ state: "error", anchor: createdAt, cycle: 1, paidCycles: 1, attempts: 2, hasPaid: true, renewAt: createdAt },
    ...{ activeTo: createdAt, charging: null, gatewayId: null, lastTransaction: null, cancelReason: null },
    ...{ cancelledAt: null, pausedAt: null, updatedAt: createdAt, version: 1 }
  }

  const declinesOf = (card: object | null, document: object) =>
    Effect.gen(function* () {
      const insert =
        "INSERT INTO florin_subscriptions (shop_id, id, state, place, version, agreement, document) VALUES (?, ?, ?, ?, ?, ?, ?)"
      const texts = [JSON.stringify({ ...agreed, card }), JSON.stringify({ ...progress, ...document })] as const
      yield* run(execute(insert, shop, id, "error", 1, 1, ...texts))
      const found = Option.getOrThrow(yield* Effect.flatMap(SubscriptionStore, (store) => store.find(shop, id)))
      return found.declines.map(({ at, card }) => [DateTime.toEpochMillis(at), card])
    }).pipe(Effect.provide(SqliteStore.layerTemporary))

  const other = "d".repeat(64)

  it.effect.each<[string, object | null, object, ReadonlyArray<unknown>]>([
    [
      "says which card failed",
      { stamp },
      { declines: [1, 2], declinedCards: [other, stamp] },
      [
        [1, other],
        [2, stamp]
      ]
    ],
    [
      "that does not say it means its card",
      { stamp },
      { declines: [1, 2] },
      [
        [1, stamp],
        [2, stamp]
      ]
    ],
    ["without a failure opens", null, { declines: [] }, []]
  ])("%s (D25)", ([_, card, document, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* declinesOf(card, document), expected)
    })
  )
})
