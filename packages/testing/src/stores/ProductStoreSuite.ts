/** The contract of products, as tests that every store runs. */
import * as Reads from "@florin/core/commits/Reads"
import { Entropy, makeProductId } from "@florin/core/ids/Ids"
import { Product } from "@florin/core/products/Product"
import { ProductStore } from "@florin/core/products/ProductStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import { someOf } from "./internal/anyRecord.js"
import {
  assertStale,
  assertStorageError,
  atOnce,
  look,
  onFreshStore,
  otherShop,
  type StoreLayer,
  shop,
  write
} from "./StoreUnderTest.js"

/** Some products, of which every other one has a number of pieces, and none has been changed yet. */
const some = (count: number) =>
  Effect.map(Entropy, (entropy) =>
    someOf(Product, count).map(
      (one, index): Product => ({
        ...one,
        shop,
        id: makeProductId(entropy),
        stock: { left: index % 2 === 0 ? index : null, reserved: index },
        version: 1
      })
    )
  )

const insert = (product: Product) => write({ _tag: "InsertProduct", product })

const replace = (product: Product) => write({ _tag: "ReplaceProduct", product })

export const productStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("products", () => {
    test("a product reads as it was written and as it was changed, and is listed from the newest on", () =>
      Effect.gen(function* () {
        const store = yield* ProductStore
        const first = yield* some(8)
        yield* Effect.forEach(first, insert)
        const next = first.map((one, index) => ({ ...first.at(index - 1)!, id: one.id, version: 2 }))
        const found = (all: ReadonlyArray<Product>) =>
          Effect.gen(function* () {
            for (const one of all) {
              assert.deepStrictEqual<unknown>(yield* look(Reads.product(shop, one.id)), one)
              assert.deepStrictEqual(yield* store.find(shop, one.id), Option.some(one))
              assert.deepStrictEqual(yield* store.findPublic(one.id), Option.some(one))
            }
            const newest = all.toReversed()
            assert.deepStrictEqual(yield* store.list(shop, { limit: 2 }), newest.slice(0, 2))
            assert.deepStrictEqual(yield* store.list(shop, { limit: 9, after: newest[1]!.id }), newest.slice(2))
          })
        yield* found(first)
        yield* Effect.forEach(next, replace)
        yield* found(next)
      }))

    test("another shop's products are not found, and an id is taken once", () =>
      Effect.gen(function* () {
        const store = yield* ProductStore
        const [one] = yield* some(1)
        yield* insert(one!)
        assert.isTrue(Option.isNone(yield* store.find(otherShop, one!.id)))
        assert.deepStrictEqual(yield* store.list(otherShop, { limit: 9 }), [])
        assert.isUndefined(yield* look(Reads.product(otherShop, one!.id)))
        yield* assertStorageError("constraint", insert({ ...one!, shop: otherShop }))
      }))

    test("of changes to one version one is made, and none leaves less than nothing", () =>
      Effect.gen(function* () {
        const store = yield* ProductStore
        const [one] = yield* some(1)
        yield* insert(one!)
        const having = (left: number | null): Product => ({ ...one!, stock: { left, reserved: 1 }, version: 2 })
        const made = yield* atOnce([3, null, 5].map((left) => Effect.either(replace(having(left)))))
        assert.strictEqual(made.filter(Either.isRight).length, 1)
        const left = [3, null, 5][made.findIndex(Either.isRight)]!
        assert.deepStrictEqual(yield* store.findPublic(one!.id), Option.some(having(left)))
        yield* assertStale(replace(having(1)))
        yield* assertStorageError("constraint", replace({ ...having(-1), version: 3 }))
      }))
  })
}
