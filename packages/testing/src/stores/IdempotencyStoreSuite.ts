/**
 * The contract of a store of idempotency keys, as tests that every store runs.
 *
 * @since 0.1.0
 */
import { assert, describe } from "@effect/vitest"
import { IdempotencyStore } from "@florin/core/idempotency/IdempotencyStore"
import type { ShopId } from "@florin/core/ids/Ids"
import { decided, refuse } from "@florin/core/store/Operation"
import * as Reads from "@florin/core/store/Reads"
import type { Write } from "@florin/core/store/Write"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import {
  at,
  atOnce,
  look,
  millis,
  onFreshStore,
  otherShop,
  perform,
  run,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

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

const claiming = (offset: number, request = key): Write => ({
  _tag: "ClaimKey",
  shop,
  ...request,
  now: millis(offset)
})

const keeping = (body = given.body): Write => ({ _tag: "KeepAnswer", shop, key: key.key, answer: { ...given, body } })

const known = look(Reads.key(shop, key.key))

const operations = (test: StoreTest): void => {
  test("an operation finds a key as it was claimed, then with the first answer, for its shop only", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* known)
      yield* write(claiming(3))
      const claimed = { fingerprint: key.fingerprint, claimedAt: millis(3), answer: undefined }
      assert.deepStrictEqual(yield* known, claimed)
      yield* write(keeping())
      yield* write(keeping("a later answer"))
      assert.deepStrictEqual(yield* known, { ...claimed, answer: given })
      assert.isUndefined(yield* look(Reads.key(otherShop, key.key)))
      assert.deepStrictEqual(yield* claim(4), { _tag: "Answered", answer: given })
    }))

  test("a key that an operation claims again has lost its answer", () =>
    Effect.gen(function* () {
      yield* write(claiming(0), keeping())
      yield* write(claiming(9, another))
      assert.deepStrictEqual(yield* known, {
        fingerprint: another.fingerprint,
        claimedAt: millis(9),
        answer: undefined
      })
    }))

  test("keys claimed before an instant are found oldest first, up to the limit, and forgotten by name", () =>
    Effect.gen(function* () {
      for (const offset of [3, 1, 2, 4]) yield* write(claiming(offset, { ...key, key: `key-${offset}` }))
      const before = (limit: number) => look(Reads.keysBefore(millis(4), limit))
      assert.deepStrictEqual(yield* before(2), [
        [shop, "key-1"],
        [shop, "key-2"]
      ])
      yield* write({ _tag: "ForgetKeys", keys: yield* before(2) })
      yield* write({ _tag: "ForgetKeys", keys: [[otherShop, "key-3"]] })
      assert.deepStrictEqual(yield* before(10), [[shop, "key-3"]])
      yield* write({ _tag: "ForgetKeys", keys: [] })
    }))

  test("of fifty operations under one key at once exactly one claims it, and the others find it", () =>
    Effect.gen(function* () {
      const claim = (index: number) =>
        Effect.either(
          perform({ known: Reads.key(shop, key.key) }, ({ known }) =>
            known === undefined ? decided([claiming(index)], index) : refuse(known.claimedAt)
          )
        )
      const answers = yield* atOnce(Array.from({ length: 50 }, (_, index) => claim(index)))
      const [claimed, ...more] = answers.filter(Either.isRight)
      assert.deepStrictEqual(more, [])
      for (const one of answers) if (Either.isLeft(one)) assert.strictEqual(one.left, millis(claimed!.right))
    }))
}

/**
 * Everything that is promised of idempotency keys.
 *
 * @since 0.1.0
 * @category suites
 */
export const idempotencyStoreSuite = (layer: StoreLayer): void => {
  const test = onFreshStore(layer)
  describe("the store of idempotency keys", () => {
    claims(test)
    ages(test)
    operations(test)
  })
}
