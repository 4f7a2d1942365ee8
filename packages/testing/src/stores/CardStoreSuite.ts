/** The contract of a store of cards, as tests that every store runs. */
import { CardStore, type SavedCard } from "@florin/core/cards/CardStore"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import { decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  assertStorageError,
  at,
  atOnce,
  cardWith,
  look,
  onFreshStore,
  otherShop,
  perform,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

const insertCard = Effect.fnUntraced(function* (changes: Partial<SavedCard> = {}) {
  const card = yield* cardWith(changes)
  yield* write({ _tag: "InsertCard", card })
  return card
})

const find = (card: SavedCard) => Effect.flatMap(CardStore, (store) => store.find(card.shop, card.token))

const present = (card: SavedCard) => look(Reads.card(card.shop, card.token))

const rows = (test: StoreTest): void => {
  test("a card reads as it was written, for its shop only", () =>
    Effect.gen(function* () {
      const card = yield* insertCard({ contracts: ["recurring"], holder: null })
      const missing = yield* cardWith()
      assert.isSome(yield* find(card), card)
      assert.deepStrictEqual(yield* present(card), card)
      for (const other of [{ ...card, shop: otherShop }, missing]) {
        assert.isNone(yield* find(other))
        assert.isUndefined(yield* present(other))
      }
    }))

  test("cards that are looked for at the same time are each found, or missing, for their shop", () =>
    Effect.gen(function* () {
      const cards = yield* Effect.replicateEffect(insertCard(), 50)
      const strangers = cards.slice(0, 20).map((card) => ({ ...card, shop: otherShop }))
      // One of them twice.
      const wanted = [...cards, ...strangers, cards[0]!]
      const found = yield* Effect.forEach(wanted, find, { concurrency: "unbounded" })
      const expected = wanted.map((card) => (card.shop === otherShop ? Option.none() : Option.some(card)))
      assert.deepStrictEqual(found, expected)
    }))

  test("a card is found although the one that was looked for first is no longer wanted", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* insertCard(), yield* insertCard()]
      const requested = yield* Effect.fork(find(first))
      const waiting = yield* Effect.fork(find(second))
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(requested)
      assert.isSome(yield* Fiber.join(waiting), second)
      assert.isSome(yield* find(first), first)
    }))

  test("a token is taken once in a shop", () =>
    Effect.gen(function* () {
      const { token } = yield* insertCard()
      yield* assertStorageError("constraint", insertCard({ token }))
      yield* insertCard({ token, shop: otherShop })
    }))

  test("a card that is replaced keeps its sealed number and the instant it was made", () =>
    Effect.gen(function* () {
      const card = yield* insertCard({ contracts: ["recurring"] })
      const changed: SavedCard = { ...card, contracts: ["recurring", "oneclick"], holder: "Another" }
      const number = { keyId: "key-9", sealed: "not this one" }
      yield* write({ _tag: "ReplaceCard", card: { ...changed, number } })
      assert.deepStrictEqual(yield* present(card), changed)
    }))

  test("another shop's or an unknown card is not replaced", () =>
    Effect.gen(function* () {
      const card = yield* insertCard()
      const missing = yield* cardWith()
      for (const other of [{ ...card, shop: otherShop }, missing]) {
        yield* write({ _tag: "ReplaceCard", card: { ...other, contracts: ["credit"] } })
        assert.isNone(yield* find(other))
      }
      assert.isSome(yield* find(card), card)
    }))

  test("contracts that are added to those there are, at once, are all there", () =>
    Effect.gen(function* () {
      const card = yield* insertCard()
      const contracts = ["recurring", "oneclick", "credit"] as const
      const add = (contract: (typeof contracts)[number]) =>
        perform({ saved: Reads.card(shop, card.token) }, ({ saved }) =>
          decided(
            [{ _tag: "ReplaceCard", card: { ...saved!, contracts: [...saved!.contracts, contract] } } as const],
            undefined
          )
        )
      yield* atOnce(contracts.map(add))
      assert.sameMembers([...((yield* present(card))?.contracts ?? [])], [...contracts])
    }))
}

const keeping = (test: StoreTest): void => {
  test("a card that is erased is found by nothing, and others stay", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const card = yield* insertCard({ customer: "7" })
      const other = yield* insertCard({ customer: "7" })
      const foreign = yield* insertCard({ shop: otherShop, token: card.token })
      yield* write({ _tag: "DeleteCard", shop: card.shop, token: card.token })
      assert.isNone(yield* find(card))
      assert.isUndefined(yield* present(card))
      assert.isNone(yield* store.findByReference(card.shop, card.token.slice(0, 16)))
      assert.deepStrictEqual(yield* store.ofCustomer(shop, "7"), [other])
      assert.isSome(yield* find(foreign), foreign)
      yield* write({ _tag: "DeleteCard", shop: card.shop, token: card.token })
    }))

  test("a card is found by the beginning of its token, for its shop only", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const tokens = ["0", "f"].map((end) => `00000000000000a${end}${"f".repeat(48)}` as SavedCard["token"])
      const cards = yield* Effect.forEach(tokens, (token) => insertCard({ token }))
      for (const card of cards) assert.isSome(yield* store.findByReference(shop, card.token.slice(0, 16)), card)
      for (const reference of ["00000000000000a1", "00000000000000ae", "00000000000000b0"]) {
        assert.isNone(yield* store.findByReference(shop, reference))
      }
      assert.isNone(yield* store.findByReference(otherShop, "00000000000000a0"))
    }))

  test("a customer's cards are listed newest first, for their shop only", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const older = yield* insertCard({ customer: "7", createdAt: at(1) })
      const newer = yield* insertCard({ customer: "7", createdAt: at(2), isKept: true })
      for (const changes of [{}, { customer: "70" }, { customer: "7", shop: otherShop }]) yield* insertCard(changes)
      assert.deepStrictEqual(yield* store.ofCustomer(shop, "7"), [newer, older])
      assert.deepStrictEqual(yield* store.ofCustomer(shop, ""), [])
    }))
}

const tokenOf = (value: string, customer?: string): ProviderToken => ({
  provider: "stripe",
  value: Redacted.make(value),
  ...(customer === undefined ? {} : { customer })
})

const insertTokenCard = Effect.fnUntraced(function* (providerToken: ProviderToken) {
  const { number: _, ...card } = yield* cardWith({ expMonth: null, expYear: null })
  const known: SavedCard = { ...card, providerToken }
  yield* write({ _tag: "InsertCard", card: known })
  return known
})

/** The value of the token of a stored card. Two redacted values are equal to an assertion, whatever they hold. */
const valueOf = (card: SavedCard | undefined) =>
  // biome-ignore lint/plugin/secrets: compares the tokens of a test
  card?.providerToken && Redacted.value(card.providerToken.value)

const provided = (test: StoreTest): void => {
  test("a card by a provider's token reads as it was written, and as another token has replaced it", () =>
    Effect.gen(function* () {
      const card = yield* insertTokenCard(tokenOf("once", "cus_1"))
      const found = Option.getOrThrow(yield* find(card))
      assert.deepStrictEqual([found, valueOf(found)], [card, "once"])
      const next = { ...card, providerToken: tokenOf("reusable"), expMonth: 12, expYear: 2035 }
      yield* write({ _tag: "ReplaceCard", card: next })
      const after = yield* present(card)
      assert.deepStrictEqual([after, valueOf(after)], [next, "reusable"])
      assert.isFalse("number" in after!)
    }))

  test("no rotation of keys meets it, and it is erased like any other", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const card = yield* insertTokenCard(tokenOf("reusable"))
      assert.deepStrictEqual(yield* run(store.notSealedWith("key-2", 10)), [])
      assert.strictEqual(yield* store.countNotSealedWith("key-2"), 0)
      yield* write({ _tag: "DeleteCard", shop: card.shop, token: card.token })
      assert.isNone(yield* find(card))
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
      assert.sameMembers(Array.from(yield* listed(10)), names)
      assert.strictEqual((yield* listed(1)).length, 1)
    }))

  test("a card sealed anew keeps everything else and leaves the list", () =>
    Effect.gen(function* () {
      const store = yield* CardStore
      const card = yield* insertCard({ contracts: ["credit"] })
      const number = { keyId: "key-2", sealed: "sealed anew" }
      yield* run(store.replaceSealed(otherShop, card.token, { keyId: "key-9", sealed: "not mine" }))
      assert.isSome(yield* find(card), card)
      yield* run(store.replaceSealed(shop, card.token, number))
      assert.isSome(yield* find(card), { ...card, number })
      assert.deepStrictEqual(yield* run(store.notSealedWith("key-2", 10)), [])
    }))
}

/** Everything that is promised of cards. */
export const cardStoreSuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("the store of cards", () => {
    rows(test)
    keeping(test)
    provided(test)
    rotation(test)
  })
}
