/**
 * The contract of a store of cards, as tests that every store runs.
 *
 * @since 0.1.0
 */
import { assert, describe } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { CardStore, type SavedCard } from "@florin/core/cards/CardStore"
import * as Effect from "effect/Effect"
import {
  assertStorageError,
  cardWith,
  onFreshStore,
  otherShop,
  run,
  type StoreLayer,
  type StoreTest,
  shop
} from "./StoreUnderTest.js"

const insertCard = Effect.fnUntraced(function* (changes: Partial<SavedCard> = {}) {
  const store = yield* CardStore
  const card = yield* cardWith(changes)
  yield* run(store.insert(card))
  return card
})

const find = (card: SavedCard) => Effect.flatMap(CardStore, (store) => run(store.find(card.shop, card.token)))

const rows = (test: StoreTest): void => {
  test("a card reads as it was written, for its shop only", () =>
    Effect.gen(function* () {
      const card = yield* insertCard({ contracts: ["recurring"], holder: null })
      assertSome(yield* find(card), card)
      assertNone(yield* find({ ...card, shop: otherShop }))
      assertNone(yield* find(yield* cardWith()))
    }))

  test("a token is taken once in a shop", () =>
    Effect.gen(function* () {
      const { token } = yield* insertCard()
      yield* assertStorageError("constraint", insertCard({ token }))
      yield* insertCard({ token, shop: otherShop })
    }))

  test("contracts are added to those there are, each once", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const card = yield* insertCard({ contracts: ["recurring"] })
      yield* run(store.addContracts(shop, card.token, ["oneclick", "recurring"]))
      const contracts = ["recurring", "oneclick"] as const
      assertSome(yield* find(card), { ...card, contracts })
    }))

  test("contracts of another shop's or an unknown card change nothing", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const card = yield* insertCard()
      yield* run(store.addContracts(otherShop, card.token, ["credit"]))
      yield* run(store.addContracts(shop, (yield* cardWith()).token, ["credit"]))
      assertSome(yield* find(card), card)
    }))
}

const rotation = (test: StoreTest): void => {
  test("cards that other keys wrap are listed, of any shop, up to the limit", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const sealedWith = (keyId: string, sealed = "…") => ({ number: { keyId, sealed } })
      yield* insertCard(sealedWith("key-2"))
      const older = yield* insertCard(sealedWith("key-1"))
      const newer = yield* insertCard({ ...sealedWith("key-3"), shop: otherShop })
      const listed = (limit: number) => run(store.notSealedWith("key-2", limit))
      const names = [older, newer].map(({ number, shop, token }) => ({ shop, token, number }))
      assert.sameDeepMembers(Array.from(yield* listed(10)), names)
      assert.strictEqual((yield* listed(1)).length, 1)
    }))

  test("a card sealed anew keeps everything else and leaves the list", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const card = yield* insertCard({ contracts: ["credit"] })
      const number = { keyId: "key-2", sealed: "sealed anew" }
      yield* run(store.replaceSealed(otherShop, card.token, { keyId: "key-9", sealed: "not mine" }))
      assertSome(yield* find(card), card)
      yield* run(store.replaceSealed(shop, card.token, number))
      assertSome(yield* find(card), { ...card, number })
      assert.deepStrictEqual(yield* run(store.notSealedWith("key-2", 10)), [])
    }))
}

/**
 * Everything `CardStore` promises.
 *
 * @since 0.1.0
 * @category suites
 */
export const cardStoreSuite = (layer: StoreLayer): void => {
  const test = onFreshStore(layer)
  describe("the store of cards", () => {
    rows(test)
    rotation(test)
  })
}
