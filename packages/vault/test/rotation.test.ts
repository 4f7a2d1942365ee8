import { assert, describe, it } from "@effect/vitest"
import { CardVault } from "@florin/core/cards/CardVault"
import { CardToken, ShopId } from "@florin/core/ids/Ids"
import { DocumentVault, type SealedDocument } from "@florin/core/transfers/DocumentVault"
import * as Rotation from "@florin/vault/Rotation"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as MemoryStore from "./memoryStore.js"
import { numberOf, proofOf, vaultOf } from "./samples.js"

const oldRing = vaultOf("k1", ["k1"])
const bothKeys = vaultOf("k2", ["k1", "k2"])
const newRing = vaultOf("k2", ["k2"])

const digitsOf = (index: number): string => String(400_000_000_000 + index)

/** Cards of two shops, sealed with `k1`. */
const cards = (count: number) =>
  Effect.flatMap(CardVault, (vault) =>
    Effect.forEach(Array.from({ length: count }).keys(), (index) => {
      const shop = ShopId.make(`shop_${index % 2}`)
      const token = CardToken.make(index.toString(16).padStart(64, "0"))
      return Effect.map(vault.seal(shop, token, numberOf(digitsOf(index))), (number) => ({ shop, token, number }))
    })
  ).pipe(Effect.provide(oldRing))

interface Document {
  readonly shop: ShopId
  readonly proof: ReturnType<typeof proofOf>
  readonly sealed: SealedDocument
}

const textOf = (index: number): string => `document ${index}`

/** Documents of two shops, sealed with `k1`. */
const documents = (count: number) =>
  Effect.flatMap(DocumentVault, (vault) =>
    Effect.forEach(Array.from({ length: count }).keys(), (index) => {
      const shop = ShopId.make(`shop_${index % 2}`)
      const proof = proofOf(index)
      const content = Buffer.from(textOf(index))
      return Effect.map(vault.seal(shop, proof, content), (sealed): Document => ({ shop, proof, sealed }))
    })
  ).pipe(Effect.provide(oldRing))

/** What a rotation sees of them. */
const keysOf = (all: ReadonlyArray<Document>) =>
  all.map(({ proof, sealed: { keyId, wrapped }, shop }) => ({ shop, proof, sealed: { keyId, wrapped } }))

const committed = Effect.map(MemoryStore.MemoryStore, (state) => [...state.committed.cards.values()])

const committedKeys = Effect.map(MemoryStore.MemoryStore, (state) => [...state.committed.documents.values()])

const countOf = (keyId: string) =>
  Effect.map(committed, (found) => found.filter(({ number }) => number.keyId === keyId).length)

const openAll = Effect.gen(function* () {
  const vault = yield* CardVault
  return yield* Effect.forEach(yield* committed, (card) =>
    Effect.map(vault.open(card.shop, card.token, card.number), Redacted.value)
  )
})

/** Opens each document with the key that is stored for it now. */
const readAll = (sealed: ReadonlyArray<Document>) =>
  Effect.gen(function* () {
    const vault = yield* DocumentVault
    const keys = yield* committedKeys
    return yield* Effect.forEach(sealed, ({ proof, sealed: { content }, shop }, index) =>
      Effect.map(vault.open(shop, proof, { ...keys[index]!.sealed, content }), (bytes) => Buffer.from(bytes).toString())
    )
  })

const allTexts = (count: number) => Array.from({ length: count }, (_, index) => textOf(index))

const countsOf = (error: unknown) => {
  assert.instanceOf(error, Rotation.RotationIncomplete)
  return { rewrapped: error.rewrapped, damaged: error.damaged }
}

const allDigits = (count: number) => Array.from({ length: count }, (_, index) => digitsOf(index))

// Source: reliability, "Vault": rotation re-wraps online.
describe("a rotation", () => {
  it.effect.each([0, 1, 100, 101, 250])("wraps all of %i cards under the new key and says how many", (count) =>
    Effect.gen(function* () {
      yield* MemoryStore.put(yield* cards(count))
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), count)
      assert.strictEqual(yield* countOf("k2"), count)
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(newRing)), allDigits(count))
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), 0)
      const { largestUnit } = yield* MemoryStore.MemoryStore
      assert.strictEqual(largestUnit, Math.min(count, Rotation.batchSize))
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect.each([0, 100, 250])("of %i cards tells how far it is, from none to all", (count) =>
    Effect.gen(function* () {
      yield* MemoryStore.put(yield* cards(count))
      const reported: Array<Rotation.Progress> = []
      const show = (progress: Rotation.Progress) => Effect.sync(() => void reported.push(progress))
      assert.strictEqual(yield* Rotation.rotateShowing(show).pipe(Effect.provide(bothKeys)), count)
      const expected = [0, 100, 200, 250].filter((rewrapped) => rewrapped < count).concat(count, count)
      assert.deepStrictEqual(
        reported,
        (count === 0 ? [0, 0] : expected).map((rewrapped) => ({ rewrapped, total: count }))
      )
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect("that is killed half-way leaves every card readable, and the next one finishes it", () =>
    Effect.gen(function* () {
      yield* MemoryStore.put(yield* cards(250))
      const state = yield* MemoryStore.MemoryStore
      const reached = yield* Deferred.make<void>()
      let count = 0
      state.beforeReplace = Effect.suspend(() =>
        ++count === 150 ? Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never) : Effect.void
      )
      const rotation = yield* Effect.fork(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(rotation)

      assert.deepStrictEqual([yield* countOf("k1"), yield* countOf("k2")], [150, 100])
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(bothKeys)), allDigits(250))

      state.beforeReplace = Effect.void
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), 150)
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(newRing)), allDigits(250))
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect("in four processes at once wraps each card once", () =>
    Effect.gen(function* () {
      yield* MemoryStore.put(yield* cards(550))
      ;(yield* MemoryStore.MemoryStore).beforeReplace = Effect.yieldNow()
      const counts = yield* Effect.all(
        Array.from({ length: 4 }, () => Rotation.rotate.pipe(Effect.provide(bothKeys))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        550
      )
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(newRing)), allDigits(550))
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect("steps over cards that cannot be re-wrapped, leaves them as they are and says how many", () =>
    Effect.gen(function* () {
      const sealed = yield* cards(250)
      const bad = sealed.map((card, index) =>
        index === 0
          ? { ...card, number: { ...card.number, sealed: `${card.number.sealed}A` } }
          : index === 120
            ? { ...card, number: { ...card.number, keyId: "k9" } }
            : card
      )
      yield* MemoryStore.put(bad)
      const error = yield* Effect.flip(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      assert.deepStrictEqual(countsOf(error), { rewrapped: 248, damaged: 2 })
      const left = (yield* committed).filter(({ number }) => number.keyId !== "k2")
      assert.deepStrictEqual(left, [bad[0]!, bad[120]!])
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect.each([
    { damaged: 100, rewrapped: 150 },
    { damaged: 101, rewrapped: 99 }
  ])("goes on past $damaged damaged cards in front until $rewrapped others are done", ({ damaged, rewrapped }) =>
    Effect.gen(function* () {
      const sealed = yield* cards(250)
      yield* MemoryStore.put(
        sealed.map((card, index) => (index < damaged ? { ...card, number: { ...card.number, keyId: "k9" } } : card))
      )
      const error = yield* Effect.flip(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      assert.deepStrictEqual(countsOf(error), { rewrapped, damaged })
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect.each([
    { cards: 0, documents: 1 },
    { cards: 0, documents: 100 },
    { cards: 0, documents: 101 },
    { cards: 99, documents: 1 },
    { cards: 99, documents: 2 },
    { cards: 100, documents: 1 },
    { cards: 150, documents: 250 }
  ])("wraps the keys of $documents documents besides $cards cards, and counts both", (counts) =>
    Effect.gen(function* () {
      const sealed = yield* documents(counts.documents)
      const count = counts.cards + counts.documents
      yield* MemoryStore.put(yield* cards(counts.cards), keysOf(sealed))
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), count)
      assert.deepStrictEqual(yield* readAll(sealed).pipe(Effect.provide(newRing)), allTexts(counts.documents))
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(newRing)), allDigits(counts.cards))
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), 0)
      const { largestUnit } = yield* MemoryStore.MemoryStore
      assert.strictEqual(largestUnit, Math.min(count, Rotation.batchSize))
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect("that is killed among the documents leaves each readable, and the next one finishes it", () =>
    Effect.gen(function* () {
      const sealed = yield* documents(250)
      yield* MemoryStore.put(yield* cards(50), keysOf(sealed))
      const state = yield* MemoryStore.MemoryStore
      const reached = yield* Deferred.make<void>()
      let count = 0
      state.beforeReplace = Effect.suspend(() =>
        ++count === 150 ? Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never) : Effect.void
      )
      const rotation = yield* Effect.fork(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(rotation)
      const moved = (yield* committedKeys).filter((_) => _.sealed.keyId === "k2")
      assert.deepStrictEqual([yield* countOf("k2"), moved.length], [50, 50])
      assert.deepStrictEqual(yield* readAll(sealed).pipe(Effect.provide(bothKeys)), allTexts(250))

      state.beforeReplace = Effect.void
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), 200)
      assert.deepStrictEqual(yield* readAll(sealed).pipe(Effect.provide(newRing)), allTexts(250))
    }).pipe(Effect.provide(MemoryStore.layer))
  )

  it.effect("steps over documents whose keys cannot be re-wrapped, as over cards, and counts both", () =>
    Effect.gen(function* () {
      const keys = keysOf(yield* documents(120))
      const bad = keys.map((document, index) =>
        index === 3
          ? { ...document, sealed: { ...document.sealed, wrapped: `${document.sealed.wrapped}A` } }
          : index === 110
            ? { ...document, sealed: { ...document.sealed, keyId: "k9" } }
            : document
      )
      const [card, ...others] = yield* cards(3)
      yield* MemoryStore.put([{ ...card!, number: { ...card!.number, keyId: "k9" } }, ...others], bad)
      const error = yield* Effect.flip(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      assert.deepStrictEqual(countsOf(error), { rewrapped: 120, damaged: 3 })
      const left = (yield* committedKeys).filter(({ sealed }) => sealed.keyId !== "k2")
      assert.deepStrictEqual(left, [bad[3]!, bad[110]!])
    }).pipe(Effect.provide(MemoryStore.layer))
  )
})
