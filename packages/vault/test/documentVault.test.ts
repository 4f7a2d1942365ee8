import { assert, describe, it } from "@effect/vitest"
import { Entropy, ShopId } from "@florin/core/ids/Ids"
import { VaultError } from "@florin/core/store/VaultError"
import * as Turn from "@florin/core/time/Turn"
import { DocumentVault } from "@florin/core/transfers/DocumentVault"
import * as Service from "@florin/vault/DocumentVault"
import * as KeyProvider from "@florin/vault/KeyProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { countingBytes, proof, proofOf, ringOf, shop, vaultOf } from "./samples.js"

const text = Buffer.from("%PDF-1.7 a receipt")
const first = vaultOf("k1", ["k1"])
const second = vaultOf("k2", ["k1", "k2"])
const reading = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe("the vault of documents", () => {
  it.effect("takes its randomness from Entropy", () =>
    Effect.gen(function* () {
      const vault = yield* DocumentVault
      const sealed = yield* vault.seal(shop, proof, text).pipe(Effect.provideService(Entropy, countingBytes().random))
      assert.strictEqual(sealed.keyId, "k1")
      assert.isTrue(sealed.wrapped.startsWith("ICEiIyQlJicoKSor"))
      assert.deepStrictEqual([...sealed.content.subarray(0, 3)], [44, 45, 46])
    }).pipe(Effect.provide(first))
  )

  it.effect("opens for the shop and proof it sealed for, and for no other", () =>
    Effect.gen(function* () {
      const vault = yield* DocumentVault
      const sealed = yield* vault.seal(shop, proof, text)
      assert.strictEqual(reading(yield* vault.open(shop, proof, sealed)), text.toString())
      const others = [vault.open(ShopId.make("shop_2"), proof, sealed), vault.open(shop, proofOf(2), sealed)]
      for (const other of others) assert.strictEqual((yield* Effect.flip(other)).reason, "altered")
    }).pipe(Effect.provide(first))
  )

  it.effect("wraps under the current key, and an old ring does not know that key", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.flatMap(DocumentVault, (_) => _.seal(shop, proof, text)).pipe(Effect.provide(first))
      const moved = yield* Effect.flatMap(DocumentVault, (_) => _.rewrap(shop, proof, sealed)).pipe(
        Effect.provide(second)
      )
      assert.strictEqual(moved.keyId, "k2")
      const open = Effect.flatMap(DocumentVault, (_) => _.open(shop, proof, { ...sealed, ...moved }))
      assert.strictEqual(reading(yield* Effect.provide(open, second)), text.toString())
      assert.strictEqual((yield* Effect.flip(Effect.provide(open, first))).reason, "unknown-key")
    })
  )

  it.effect("reads the ring once more for a key that another process has added", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.flatMap(DocumentVault, (_) => _.seal(shop, proof, text)).pipe(
        Effect.provide(vaultOf("k2", ["k2"]))
      )
      const ring = yield* Ref.make(ringOf("k1", ["k1"]))
      const provider = KeyProvider.KeyProvider.of({
        ring: Ref.get(ring),
        reload: Ref.set(ring, ringOf("k1", ["k1", "k2"]))
      })
      const vault = yield* Service.make.pipe(Effect.provideService(KeyProvider.KeyProvider, provider))
      assert.strictEqual(reading(yield* vault.open(shop, proof, sealed)), text.toString())
    })
  )

  it.effect("says so when there are no keys to be had", () =>
    Effect.gen(function* () {
      const vault = yield* DocumentVault
      const sealed = { keyId: "k1", wrapped: "", content: text }
      const outcomes = yield* Effect.all(
        [vault.seal(shop, proof, text), vault.open(shop, proof, sealed), vault.rewrap(shop, proof, sealed)].map(
          (operation) => Effect.flip(operation as Effect.Effect<unknown, VaultError>)
        )
      )
      assert.deepStrictEqual(
        outcomes.map(({ reason }) => reason),
        ["no-key", "no-key", "no-key"]
      )
    }).pipe(
      Effect.provide(
        Layer.provide(
          Layer.effect(DocumentVault, Service.make),
          Layer.succeed(KeyProvider.KeyProvider, { ring: new VaultError({ reason: "no-key" }), reload: Effect.void })
        )
      )
    )
  )
})

describe("a document of 5 MiB", () => {
  const whole = Buffer.alloc(5 * 1024 * 1024, "%PDF-1.7 ")
  const holder = { shop, proof }
  const ring = ringOf("k1", ["k1"])

  /** The result, and in how many steps it came. */
  const counted = <A>(steps: Turn.Steps<A>): readonly [A, number] => {
    for (let count = 1; ; count++) {
      const step = steps.next()
      if (step.done === true) return [step.value, count]
    }
  }

  it("D42: is sealed and opened in steps of 128 KiB, with turns of the loop between them", () => {
    const [sealed, sealing] = counted(Service.sealing(countingBytes().random, ring, holder, whole))
    const [opened, opening] = counted(Service.opening(ring, holder, Either.getOrThrow(sealed)))
    assert.isTrue(whole.equals(Either.getOrThrow(opened)))
    assert.deepStrictEqual([sealing, opening], [whole.length / Turn.bytesPerStep, whole.length / Turn.bytesPerStep])
  })

  it.effect("D42: zeroes its data key when its sealing is interrupted", () =>
    Effect.gen(function* () {
      const { given, random } = countingBytes()
      const vault = yield* DocumentVault
      const sealing = yield* Effect.fork(Effect.provideService(vault.seal(shop, proof, whole), Entropy, random))
      while (given.length === 0) yield* Turn.nextTurn
      yield* Fiber.interrupt(sealing)
      assert.deepStrictEqual([...given[0]!], Array(32).fill(0))
    }).pipe(Effect.provide(first))
  )
})
