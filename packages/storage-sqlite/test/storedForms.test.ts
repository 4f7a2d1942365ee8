// Rows in the formats of earlier versions are readable.
import { assert, describe, it } from "@effect/vitest"
import { CardStore } from "@florin/core/cards/CardStore"
import { CardToken, ShopId } from "@florin/core/ids/Ids"
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
        "INSERT INTO cards (shop_id, token, key_id, sealed, created_at, document) VALUES (?, ?, ?, ?, ?, ?)"
      yield* run(execute(insert, shop, token, "k1", "sealed", createdAt, document))
      const store = yield* CardStore
      const card = Option.getOrThrow(yield* store.find(shop, token))
      assert.strictEqual(DateTime.toEpochMillis(card.createdAt), createdAt)
      assert.deepStrictEqual(card.contracts, ["recurring"])
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )
})
