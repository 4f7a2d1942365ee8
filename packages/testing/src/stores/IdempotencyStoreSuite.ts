/**
 * The contract of a store of idempotency keys, as tests that every store runs.
 *
 * @since 0.1.0
 */
import { assert, describe } from "@effect/vitest"
import { IdempotencyStore } from "@florin/core/idempotency/IdempotencyStore"
import type { ShopId } from "@florin/core/ids/Ids"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { at, onFreshStore, otherShop, run, type StoreLayer, type StoreTest, shop } from "./StoreUnderTest.js"

const key = { key: "key-1", fingerprint: "request" }
const another = { key: "key-1", fingerprint: "another request" }
const given = { status: 200, body: '{"transaction":"é"}' }

interface Circumstances {
  readonly request?: typeof key
  readonly of?: ShopId
  readonly abandonedAfter?: Duration.Duration
}

const claim = (offset: number, { abandonedAfter, of = shop, request = key }: Circumstances = {}) =>
  Effect.flatMap(IdempotencyStore, (store) => run(store.claim(of, request, at(offset), abandonedAfter)))

const answer = (body = given.body, of: ShopId = shop) =>
  Effect.flatMap(IdempotencyStore, (store) => run(store.answer(of, key.key, { ...given, body })))

const tagOf = (offset: number, circumstances?: Circumstances) => Effect.map(claim(offset, circumstances), (_) => _._tag)

const claims = (test: StoreTest): void => {
  test("a key is claimed, then in flight, then answered with the first answer", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* claim(0), { _tag: "Claimed" })
      assert.deepStrictEqual(yield* claim(1), { _tag: "InFlight" })
      yield* answer()
      yield* answer("a later answer")
      assert.deepStrictEqual(yield* claim(2), { _tag: "Answered", answer: given })
    }))

  test("another request under the key is refused, in flight and answered", () =>
    Effect.gen(function* () {
      yield* claim(0)
      assert.strictEqual(yield* tagOf(1, { request: another }), "Mismatch")
      yield* answer()
      assert.strictEqual(yield* tagOf(1, { request: another }), "Mismatch")
    }))

  test("of twenty equal requests at once one claims the key", () =>
    Effect.gen(function* () {
      const tags = yield* Effect.all(
        Array.from({ length: 20 }, () => tagOf(0)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(tags.filter((_) => _ === "Claimed").length, 1)
      assert.strictEqual(tags.filter((_) => _ === "InFlight").length, 19)
    }))

  test("a claim that was taken back leaves the key new", () =>
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      yield* Effect.flip(run(Effect.zipRight(store.claim(shop, key, at(0)), Effect.fail("no"))))
      assert.strictEqual(yield* tagOf(1), "Claimed")
    }))

  test("shops do not share keys", () =>
    Effect.gen(function* () {
      yield* claim(0)
      assert.strictEqual(yield* tagOf(1, { of: otherShop, request: another }), "Claimed")
      yield* answer("of the other shop", otherShop)
      assert.strictEqual(yield* tagOf(2), "InFlight")
    }))
}

const days30 = Duration.toMillis("30 days")
const minute = Duration.minutes(1)

const ages = (test: StoreTest): void => {
  // Source: D13, the first answer is replayed for 30 days.
  for (const [age, expected] of [
    [days30, "Answered"],
    [days30 + 1, "Claimed"]
  ] as const) {
    test(`an answered key ${age} ms old is ${expected}`, () =>
      Effect.gen(function* () {
        yield* claim(0)
        yield* answer()
        assert.strictEqual(yield* tagOf(age), expected)
        assert.strictEqual(yield* tagOf(age, { request: another }), "Mismatch")
      }))
  }

  for (const [age, expected] of [
    [60_000, "InFlight"],
    [60_001, "Claimed"]
  ] as const) {
    test(`a key without an answer, abandoned after a minute, is ${expected} after ${age} ms`, () =>
      Effect.gen(function* () {
        yield* claim(0)
        assert.strictEqual(yield* tagOf(age, { abandonedAfter: minute }), expected)
      }))
  }

  test("an answered key is not abandoned, and an unanswered one only where it may be", () =>
    Effect.gen(function* () {
      yield* claim(0)
      assert.strictEqual(yield* tagOf(days30), "InFlight")
      yield* answer()
      assert.strictEqual(yield* tagOf(days30, { abandonedAfter: minute }), "Answered")
    }))

  test("a key claimed again has lost its old answer", () =>
    Effect.gen(function* () {
      yield* claim(0)
      yield* answer()
      yield* claim(days30 + 1, { request: another })
      assert.strictEqual(yield* tagOf(days30 + 2, { request: another }), "InFlight")
    }))

  test("sweeping removes keys claimed before an instant, oldest first, up to the limit", () =>
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      for (const offset of [1, 2, 3, 4]) yield* claim(offset, { request: { ...key, key: `key-${offset}` } })
      const sweep = (limit: number) => run(store.sweep(at(4), limit))
      const isNew = (name: string) => Effect.map(tagOf(5, { request: { ...key, key: name } }), (_) => _ === "Claimed")
      assert.strictEqual(yield* sweep(2), 2)
      assert.isTrue(yield* isNew("key-2"))
      assert.isFalse(yield* isNew("key-3"))
      assert.strictEqual(yield* sweep(10), 1)
      assert.isFalse(yield* isNew("key-4"))
      assert.strictEqual(yield* sweep(10), 0)
    }))
}

/**
 * Everything `IdempotencyStore` promises.
 *
 * @since 0.1.0
 * @category suites
 */
export const idempotencyStoreSuite = (layer: StoreLayer): void => {
  const test = onFreshStore(layer)
  describe("the store of idempotency keys", () => {
    claims(test)
    ages(test)
  })
}
