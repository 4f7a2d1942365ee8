// Data of 0.1.0 that needs more than the store: cards and shops' secrets. Runs for every database product.
import { assert, describe, it } from "@effect/vitest"
import { CardStore } from "@florin/core/cards/CardStore"
import { CardVault } from "@florin/core/cards/CardVault"
import { CardToken, ShopId } from "@florin/core/ids/Ids"
import { ShopRecords } from "@florin/storage-sql/ShopRecords"
import { rowsOf } from "@florin/testing/stores/OldDatabase"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as SecretHash from "@florin/vault/SecretHash"
import * as Vault from "@florin/vault/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(2) })
export const vault = Layer.provide(Vault.layer, KeyProvider.layerText(Redacted.make(ring)))

export const secretsSuite = <E>(product: string, oldStore: Layer.Layer<CardStore | ShopRecords, E>): void => {
  describe(`${product}, brought up from 0.1.0, with the keys it was written with`, () => {
    it.effect("every card opens", () =>
      Effect.gen(function* () {
        const cards = yield* CardStore
        const { open } = yield* CardVault
        for (const row of rowsOf("cards")) {
          const [shop, token] = [ShopId.make(String(row.shop_id)), CardToken.make(String(row.token))]
          const { facts, number } = Option.getOrThrow(yield* cards.find(shop, token))
          const digits = Redacted.value(yield* open(shop, token, number!))
          assert.deepStrictEqual([digits.length, digits.slice(0, 6), digits.slice(-4)], [16, facts.bin, facts.last4])
        }
      }).pipe(Effect.provide(Layer.merge(oldStore, vault)))
    )

    it.effect("every shop is found, and is known by its secret", () =>
      Effect.gen(function* () {
        const records = yield* ShopRecords
        for (const { id } of rowsOf("shops")) {
          const { document, secretHash } = Option.getOrThrow(yield* records.find(ShopId.make(String(id))))
          assert.isString(JSON.parse(document).name)
          const hash = Option.some(Schema.decodeUnknownSync(SecretHash.SecretHash)(secretHash))
          assert.strictEqual(SecretHash.verify(Redacted.make(`${id}-secret-0000001`), hash), id !== "demo")
        }
      }).pipe(Effect.provide(oldStore))
    )
  })
}
