import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { ShopRecords } from "@florin/storage-sql/ShopRecords"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import { assertStorageError, at, otherShop, run, shop } from "@florin/testing/stores/StoreUnderTest"
import * as Effect from "effect/Effect"

describe("the records of shops", () => {
  it.effect("a shop is kept once, and found by its id only", () =>
    Effect.gen(function* () {
      const records = yield* ShopRecords
      const record = { id: shop, secretHash: "hash", document: '{"name":"Чай"}', openKey: null, createdAt: at(0) }
      assert.strictEqual(yield* records.count, 0)
      yield* run(records.insert(record))
      yield* assertStorageError("constraint", run(records.insert(record)))
      assert.strictEqual(yield* records.count, 1)
      const { document, secretHash } = record
      assertSome(yield* records.find(shop), { secretHash, document })
      assertNone(yield* records.find(otherShop))
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )

  it.effect("a unit that counts before it inserts sees its own", () =>
    Effect.gen(function* () {
      const records = yield* ShopRecords
      const record = { id: shop, secretHash: "hash", document: "{}", openKey: null, createdAt: at(0) }
      assert.strictEqual(yield* run(Effect.zipRight(records.insert(record), records.count)), 1)
    }).pipe(Effect.provide(SqliteStore.layerTemporary))
  )
})
