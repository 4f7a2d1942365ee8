import { assert, describe, it } from "@effect/vitest"
import { CardVault } from "@florin/core/cards/CardVault"
import { CardToken, ShopId } from "@florin/core/ids/Ids"
import * as Rotation from "@florin/vault/Rotation"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as MemoryCards from "./memoryCards.js"
import { numberOf, vaultOf } from "./samples.js"

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

const committed = Effect.map(MemoryCards.MemoryCards, (state) => [...state.committed.values()])

const countOf = (keyId: string) =>
  Effect.map(committed, (found) => found.filter(({ number }) => number.keyId === keyId).length)

const openAll = Effect.gen(function* () {
  const vault = yield* CardVault
  return yield* Effect.forEach(yield* committed, (card) =>
    Effect.map(vault.open(card.shop, card.token, card.number), Redacted.value)
  )
})

const countsOf = (error: unknown) => {
  assert.instanceOf(error, Rotation.RotationIncomplete)
  return { rewrapped: error.rewrapped, damaged: error.damaged }
}

const allDigits = (count: number) => Array.from({ length: count }, (_, index) => digitsOf(index))

// Source: reliability, "Vault": rotation re-wraps online.
describe("a rotation", () => {
  it.effect.each([0, 1, 100, 101, 250])("wraps all of %i cards under the new key and says how many", (count) =>
    Effect.gen(function* () {
      yield* MemoryCards.put(yield* cards(count))
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), count)
      assert.strictEqual(yield* countOf("k2"), count)
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(newRing)), allDigits(count))
      assert.strictEqual(yield* Rotation.rotate.pipe(Effect.provide(bothKeys)), 0)
      const { largestUnit } = yield* MemoryCards.MemoryCards
      assert.strictEqual(largestUnit, Math.min(count, Rotation.batchSize))
    }).pipe(Effect.provide(MemoryCards.layer))
  )

  it.effect("that is killed half-way leaves every card readable, and the next one finishes it", () =>
    Effect.gen(function* () {
      yield* MemoryCards.put(yield* cards(250))
      const state = yield* MemoryCards.MemoryCards
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
    }).pipe(Effect.provide(MemoryCards.layer))
  )

  it.effect("in four processes at once wraps each card once", () =>
    Effect.gen(function* () {
      yield* MemoryCards.put(yield* cards(550))
      ;(yield* MemoryCards.MemoryCards).beforeReplace = Effect.yieldNow()
      const counts = yield* Effect.all(
        Array.from({ length: 4 }, () => Rotation.rotate.pipe(Effect.provide(bothKeys))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        550
      )
      assert.deepStrictEqual(yield* openAll.pipe(Effect.provide(newRing)), allDigits(550))
    }).pipe(Effect.provide(MemoryCards.layer))
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
      yield* MemoryCards.put(bad)
      const error = yield* Effect.flip(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      assert.deepStrictEqual(countsOf(error), { rewrapped: 248, damaged: 2 })
      const left = (yield* committed).filter(({ number }) => number.keyId !== "k2")
      assert.deepStrictEqual(left, [bad[0]!, bad[120]!])
    }).pipe(Effect.provide(MemoryCards.layer))
  )

  it.effect.each([
    { damaged: 100, rewrapped: 150 },
    { damaged: 101, rewrapped: 99 }
  ])("goes on past $damaged damaged cards in front until $rewrapped others are done", ({ damaged, rewrapped }) =>
    Effect.gen(function* () {
      const sealed = yield* cards(250)
      yield* MemoryCards.put(
        sealed.map((card, index) => (index < damaged ? { ...card, number: { ...card.number, keyId: "k9" } } : card))
      )
      const error = yield* Effect.flip(Rotation.rotate.pipe(Effect.provide(bothKeys)))
      assert.deepStrictEqual(countsOf(error), { rewrapped, damaged })
    }).pipe(Effect.provide(MemoryCards.layer))
  )
})
