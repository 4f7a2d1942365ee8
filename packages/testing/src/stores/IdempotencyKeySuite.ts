/**
 * What a store must keep of idempotency keys, as tests that every store runs: the rule of `refusalOf` over its rows.
 */

import { decided, refuse } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { type FirstAnswer, refusalOf } from "@florin/core/idempotency/IdempotencyKey"
import type { ShopId } from "@florin/core/ids/Ids"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as assert from "../internal/assert.js"
import type { Runner } from "../Runner.js"
import {
  assertStale,
  atOnce,
  look,
  millis,
  onFreshStore,
  otherShop,
  perform,
  type StoreLayer,
  type StoreTest,
  shop,
  write
} from "./StoreUnderTest.js"

const key = { key: "key-1", fingerprint: "request" }
const another = { key: "key-1", fingerprint: "another request" }
const given = '{"transaction":"é"}'

const answers: Readonly<Record<string, FirstAnswer>> = {
  "a document": { document: given },
  "the document of what was created": { document: given, isNew: true },
  "a refusal, field by field,": {
    refused: { _tag: "InvalidRequest", errors: [{ path: ["card", "number"], sentence: "is \u00fcberlong" }] }
  },
  "the refusal of a duplicate": { refused: { _tag: "DuplicateRequest" } },
  "that there was no such record": { refused: { _tag: "NotFound" } },
  "a refusal as an earlier version sent it": { sent: { status: 422, body: '{"response":{"message":"no"}}' } }
}

interface Circumstances {
  readonly request?: typeof key
  readonly of?: ShopId
  readonly abandonedAfter?: Duration.Duration
}

const claiming = (
  offset: number,
  request = key,
  of: ShopId = shop,
  unanswered = false
): Extract<Write, { readonly _tag: "ClaimKey" }> => ({
  _tag: "ClaimKey",
  shop: of,
  ...request,
  now: millis(offset),
  unanswered
})

const keeping = (document = given, of: ShopId = shop): Write => ({
  _tag: "KeepAnswer",
  shop: of,
  key: key.key,
  answer: { document }
})

/** Claims the key where it is new, and writes `more` with it. */
const claim = (
  offset: number,
  { abandonedAfter, of = shop, request = key }: Circumstances = {},
  more: ReadonlyArray<Write> = []
) =>
  Effect.either(
    perform({ known: Reads.key(of, request.key) }, ({ known }) => {
      const refusal = refusalOf(request, known, millis(offset), abandonedAfter)
      if (refusal !== undefined) return refuse(refusal)
      const unanswered = known !== undefined && known.answer === undefined
      return decided([claiming(offset, request, of, unanswered), ...more], undefined)
    })
  )

const answer = (document = given, of: ShopId = shop) => write(keeping(document, of))

/** How a claim ends: `Claimed`, or why not. */
const tagOf = (...claimed: Parameters<typeof claim>) =>
  Effect.map(claim(...claimed), Either.match({ onLeft: ({ _tag }) => _tag, onRight: (): "Claimed" => "Claimed" }))

const assertAnswered = (claimed: Effect.Effect.Success<ReturnType<typeof claim>>): void => {
  const error = Either.isLeft(claimed) ? claimed.left : undefined
  assert.strictEqual(error?._tag, "AlreadyAnswered")
  if (error?._tag === "AlreadyAnswered") assert.deepStrictEqual(error.answer, { document: given })
}

const known = look(Reads.key(shop, key.key))

const claims = (test: StoreTest): void => {
  test("a key is claimed, then in flight, then answered with the first answer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tagOf(0), "Claimed")
      assert.strictEqual(yield* tagOf(1), "IdempotencyInFlight")
      yield* answer()
      yield* answer("a later answer")
      assertAnswered(yield* claim(2))
    }))

  test("another request under the key is refused, in flight and answered", () =>
    Effect.gen(function* () {
      yield* claim(0)
      assert.strictEqual(yield* tagOf(1, { request: another }), "IdempotencyMismatch")
      yield* answer()
      assert.strictEqual(yield* tagOf(1, { request: another }), "IdempotencyMismatch")
    }))

  test("of twenty equal requests at once one claims the key", () =>
    Effect.gen(function* () {
      const tags = yield* Effect.all(
        Array.from({ length: 20 }, () => tagOf(0)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(tags.filter((_) => _ === "Claimed").length, 1)
      assert.strictEqual(tags.filter((_) => _ === "IdempotencyInFlight").length, 19)
    }))

  test("a claim that was taken back leaves the key new", () =>
    Effect.gen(function* () {
      const notHeld = { shop, kind: "recover", subject: "no job", fence: 1 }
      assert.strictEqual(yield* tagOf(0, {}, [{ _tag: "FinishJob", job: notHeld }]), "Stale")
      assert.isUndefined(yield* known)
      assert.strictEqual(yield* tagOf(1), "Claimed")
    }))

  test("D13: a mark that its command has had its effect survives the next claim, and goes with an expired one", () =>
    Effect.gen(function* () {
      const begun = Effect.map(known, (record) => [record?.subject, record?.made])
      const claimed = { ...claiming(0), subject: "0123456789abcdef" } as const
      yield* write(claimed)
      assert.deepStrictEqual(yield* begun, ["0123456789abcdef", undefined])
      for (const made of ["", "uid"]) {
        yield* write({ _tag: "MarkKey", shop, key: key.key, subject: claimed.subject, made })
        assert.deepStrictEqual(yield* begun, ["0123456789abcdef", made])
      }
      yield* write({ ...claimed, now: millis(1), made: "uid", unanswered: true })
      assert.deepStrictEqual(yield* begun, ["0123456789abcdef", "uid"])
      yield* write(claimed)
      assert.deepStrictEqual(yield* begun, ["0123456789abcdef", undefined])
    }))

  test("D13: a claim keeps the transaction that is made with it", () =>
    Effect.gen(function* () {
      yield* write({ ...claiming(0), made: "a-uid" })
      yield* answer()
      const record = yield* known
      assert.deepStrictEqual([record?.subject, record?.made], [undefined, "a-uid"])
    }))

  for (const [name, first] of Object.entries(answers)) {
    test(`D13: ${name} is kept as it is`, () =>
      Effect.gen(function* () {
        yield* claim(0)
        yield* write({ _tag: "KeepAnswer", shop, key: key.key, answer: first })
        assert.deepStrictEqual((yield* known)?.answer, first)
      }))
  }

  test("shops do not share keys", () =>
    Effect.gen(function* () {
      yield* claim(0)
      assert.strictEqual(yield* tagOf(1, { of: otherShop, request: another }), "Claimed")
      yield* answer("of the other shop", otherShop)
      assert.strictEqual(yield* tagOf(2), "IdempotencyInFlight")
    }))
}

const days30 = Duration.toMillis("30 days")
const minute = Duration.minutes(1)

const ages = (test: StoreTest): void => {
  // Source: D13, the first answer is replayed for 30 days.
  for (const [age, expected] of [
    [days30, "AlreadyAnswered"],
    [days30 + 1, "Claimed"]
  ] as const) {
    test(`an answered key ${age} ms old is ${expected}`, () =>
      Effect.gen(function* () {
        yield* claim(0)
        yield* answer()
        assert.strictEqual(yield* tagOf(age), expected)
        assert.strictEqual(yield* tagOf(age, { request: another }), "IdempotencyMismatch")
      }))
  }

  for (const [age, expected] of [
    [60_000, "IdempotencyInFlight"],
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
      assert.strictEqual(yield* tagOf(days30), "IdempotencyInFlight")
      yield* answer()
      assert.strictEqual(yield* tagOf(days30, { abandonedAfter: minute }), "AlreadyAnswered")
    }))

  test("a key claimed again has lost its old answer", () =>
    Effect.gen(function* () {
      yield* claim(0)
      yield* answer()
      yield* claim(days30 + 1, { request: another })
      assert.strictEqual(yield* tagOf(days30 + 2, { request: another }), "IdempotencyInFlight")
    }))

  test("sweeping removes keys claimed before an instant, oldest first, up to the limit", () =>
    Effect.gen(function* () {
      for (const offset of [1, 2, 3, 4]) yield* claim(offset, { request: { ...key, key: `key-${offset}` } })
      const sweep = (limit: number) =>
        perform({ keys: Reads.keysBefore(millis(4), limit) }, ({ keys }) =>
          decided([{ _tag: "ForgetKeys", keys }], keys.length)
        )
      const isNew = (name: string) => Effect.map(tagOf(5, { request: { ...key, key: name } }), (_) => _ === "Claimed")
      assert.strictEqual(yield* sweep(2), 2)
      assert.isTrue(yield* isNew("key-2"))
      assert.isFalse(yield* isNew("key-3"))
      assert.strictEqual(yield* sweep(10), 1)
      assert.isFalse(yield* isNew("key-4"))
      assert.strictEqual(yield* sweep(10), 0)
    }))
}

const operations = (test: StoreTest): void => {
  test("an operation finds a key as it was claimed, then with the first answer, for its shop only", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* known)
      yield* write(claiming(3))
      const claimed = { fingerprint: key.fingerprint, claimedAt: millis(3), answer: undefined }
      assert.deepStrictEqual(yield* known, claimed)
      yield* write(keeping())
      yield* write(keeping("a later answer"))
      assert.deepStrictEqual(yield* known, { ...claimed, answer: { document: given } })
      assert.isUndefined(yield* look(Reads.key(otherShop, key.key)))
      assertAnswered(yield* claim(4))
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

const job = { shop, kind: "recover", subject: "a subject" }

const overUnanswered = (test: StoreTest): void => {
  test("a claim over one without an answer is refused when there is an answer by then, or no claim at all", () =>
    Effect.gen(function* () {
      const over = write(claiming(9, another, shop, true), {
        _tag: "EnqueueJob",
        job,
        runAt: millis(0),
        share: "a share"
      })
      yield* assertStale(over)
      assert.isUndefined(yield* known)
      yield* write(claiming(0), keeping())
      yield* assertStale(over)
      assert.deepStrictEqual(yield* known, {
        fingerprint: key.fingerprint,
        claimedAt: millis(0),
        answer: { document: given }
      })
      assert.isUndefined(yield* look(Reads.job(job)), "nothing is written with it")
      yield* write(claiming(1))
      yield* over
      const claimed = { fingerprint: another.fingerprint, claimedAt: millis(9), answer: undefined }
      assert.deepStrictEqual(yield* known, claimed)
    }))

  test("a claim keeps its subject, whether it is the first, over one without an answer, or over an old one", () =>
    Effect.gen(function* () {
      for (const [offset, subject, unanswered] of [
        [0, "first", false],
        [1, "second", true],
        [2, "third", false]
      ] as const) {
        yield* write({ ...claiming(offset, key, shop, unanswered), subject } as Write)
        const claimed = { fingerprint: key.fingerprint, claimedAt: millis(offset), subject, answer: undefined }
        assert.deepStrictEqual(yield* known, claimed)
      }
      yield* write(claiming(3))
      assert.deepStrictEqual(yield* known, { fingerprint: key.fingerprint, claimedAt: millis(3), answer: undefined })
    }))
}

/** Everything that is promised of idempotency keys. */
export const idempotencyKeySuite = (runner: Runner, layer: StoreLayer): void => {
  const test = onFreshStore(runner, layer)
  runner.describe("idempotency keys", () => {
    claims(test)
    ages(test)
    operations(test)
    overUnanswered(test)
  })
}
