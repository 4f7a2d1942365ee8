import { assert, it } from "@effect/vitest"
import { ShopId } from "@florin/core/ids/Ids"
import { ShopDirectory } from "@florin/core/shops/Shop"
import * as Shops from "@florin/gateway/Shops"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")
const ring = JSON.stringify({ current: "k1", keys: { k1: key(1) }, stamp: key(9) })

const database = Layer.orDie(
  Layer.provideMerge(Shops.layerStored, Layer.merge(emptyStore, KeyProvider.layerText(Redacted.make(ring))))
)

const isLetIn = (id: string, secret: Redacted.Redacted<string>) =>
  Effect.flatMap(ShopDirectory, (directory) => Effect.isSuccess(directory.authenticate(id, secret)))

const books = ShopId.make("books")

describeOnContract("the shops of the database", () => {
  it.scoped("are added with secrets of their own, once per id", () =>
    Effect.gen(function* () {
      const added = yield* Shops.add(books, "Books")
      const other = yield* Shops.add(ShopId.make("music"), "Music")
      assert.isTrue(yield* isLetIn("books", added.secretKey))
      assert.isFalse(yield* isLetIn("books", other.secretKey))
      assert.notStrictEqual(Redacted.value(added.webhookSecret), Redacted.value(other.webhookSecret))
      const shop = Option.getOrThrow(yield* (yield* ShopDirectory).find(books))
      assert.strictEqual(shop.name, "Books")
      assert.strictEqual(Redacted.value(shop.webhookSecret!), Redacted.value(added.webhookSecret))
      const again = yield* Effect.either(Shops.add(books, "Another"))
      assert.deepInclude(Either.isLeft(again) && again.left, { _tag: "ShopRefused", reason: "exists" })
      assert.isTrue(yield* isLetIn("books", added.secretKey))
    }).pipe(Effect.provide(database))
  )

  it.scoped("get a new secret, with which the old one ends; the webhook secret stays", () =>
    Effect.gen(function* () {
      const { secretKey, webhookSecret } = yield* Shops.add(books, "Books")
      const rotated = yield* Shops.rotate(books)
      assert.deepStrictEqual(
        [yield* isLetIn("books", secretKey), yield* isLetIn("books", rotated.secretKey)],
        [false, true]
      )
      assert.strictEqual(Redacted.value(rotated.webhookSecret), Redacted.value(webhookSecret))
      const none = yield* Effect.either(Shops.rotate(ShopId.make("nobody")))
      assert.deepInclude(Either.isLeft(none) && none.left, { _tag: "ShopRefused", reason: "not-found" })
    }).pipe(Effect.provide(database))
  )

  it.scoped("are listed in order, without a secret, and leave no room for a demo shop", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Shops.list, [])
      const { secretKey, webhookSecret } = yield* Shops.add(books, 'A "name"')
      yield* Shops.add(ShopId.make("another"), "Another")
      const listed = yield* Shops.list
      assert.deepStrictEqual(listed.map(({ id, name }) => [id, name]).sort(), [
        ["another", "Another"],
        ["books", 'A "name"']
      ])
      for (const secret of [secretKey, webhookSecret]) {
        assert.notInclude(JSON.stringify(listed), Redacted.value(secret))
      }
      assert.isTrue(Option.isNone(yield* Shops.makeDemo))
    }).pipe(Effect.provide(database))
  )
})
