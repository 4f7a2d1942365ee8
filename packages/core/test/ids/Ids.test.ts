import { assert, describe, it } from "@effect/vitest"
import * as Ids from "@florin/core/ids/Ids"
import { Entropy } from "@florin/core/ids/Ids"
import { LastId } from "@florin/core/ids/LastId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"

const many = (count: number) => Effect.all(Array.from({ length: count }, () => Ids.newTransactionUid))

describe("a transaction uid", () => {
  it.effect(
    "Transaction | uid: is a UUID of version 7, unique, and greater than the one before, in one millisecond too",
    () =>
      Effect.gen(function* () {
        const uids = yield* many(2000)
        for (const uid of uids) assert.isTrue(Schema.is(Ids.TransactionUid)(uid))
        assert.match(uids[0] ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.deepStrictEqual([...uids].sort(), uids)
        assert.strictEqual(new Set(uids).size, uids.length)
      }).pipe(Effect.provideService(LastId, { millis: 0, count: 0 }))
  )

  it.effect("is greater than the one before when the clock goes back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const before = yield* Ids.newTransactionUid
      yield* TestClock.setTime(0)
      assert.isTrue((yield* Ids.newTransactionUid) > before)
    }).pipe(Effect.provideService(LastId, { millis: 0, count: 0 }))
  )

  it.effect("carries its instant in its first 48 bits", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(0x0123456789ab)
      assert.strictEqual((yield* Ids.newTransactionUid).slice(0, 13), "01234567-89ab")
    }).pipe(Effect.provideService(LastId, { millis: 0, count: 0 }))
  )

  it.effect("keeps 48 bits of its own, whatever was made in the same millisecond", () =>
    Effect.gen(function* () {
      const uids = yield* many(50)
      assert.strictEqual(new Set(uids.map((uid) => uid.slice(-12))).size, 50)
    })
  )

  it.effect("is the same for the same clock and bytes", () =>
    Effect.gen(function* () {
      const one = yield* Ids.newTransactionUid.pipe(Effect.provideService(LastId, { millis: 0, count: 0 }))
      const two = yield* Ids.newTransactionUid.pipe(Effect.provideService(LastId, { millis: 0, count: 0 }))
      assert.strictEqual(one, two)
    }).pipe(Effect.provideService(Entropy, (bytes) => new Uint8Array(bytes).fill(7)))
  )
})

describe("the least uid of an instant", () => {
  it.effect("is at most any uid of that instant, and greater than any before", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_799_999_999_999)
      const before = yield* Ids.newTransactionUid
      yield* TestClock.setTime(1_800_000_000_000)
      const uid = yield* Ids.newTransactionUid
      const least = Ids.leastUidAt(1_800_000_000_000)
      assert.isTrue(Schema.is(Ids.TransactionUid)(least))
      assert.isTrue(before < least && least <= uid)
      assert.deepStrictEqual([before, least, uid].map(Ids.millisOf), [1_799_999_999_999, 1.8e12, 1.8e12])
    }).pipe(Effect.provideService(LastId, { millis: 0, count: 0 }))
  )

  it.each([
    [-1, 0],
    [0, 0],
    [1.9, 1],
    [2 ** 48 - 1, 2 ** 48 - 1],
    [2 ** 48, 2 ** 48 - 1]
  ])("of %d ms is that of %d ms", (millis, expected) => {
    assert.strictEqual(Ids.millisOf(Ids.leastUidAt(millis)), expected)
  })
})

describe("a card token", () => {
  it.effect("is 256 random bits as 64 hex digits (D14)", () =>
    Effect.gen(function* () {
      const token = yield* Ids.newCardToken
      assert.isTrue(Schema.is(Ids.CardToken)(token))
      assert.notStrictEqual(yield* Ids.newCardToken, token)
    })
  )
})

describe("the default source of randomness", () => {
  it.effect("gives as many bytes as asked for, never the same ones twice", () =>
    Effect.gen(function* () {
      const entropy = yield* Entropy
      for (const size of [0, 1, 16, 8191, 8192, 8193, 20_000]) assert.strictEqual(entropy(size).length, size)
      const given = Array.from({ length: 5000 }, () => Buffer.from(entropy(16)).toString("hex"))
      assert.strictEqual(new Set(given).size, given.length)
      assert.isFalse(given.includes("0".repeat(32)))
    })
  )
})
