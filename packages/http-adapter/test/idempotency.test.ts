import { createHash } from "node:crypto"
import { assert, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { type Commit, CommitStore, commit, decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import {
  AlreadyAnswered,
  type FirstAnswer,
  type FirstDocument,
  type KeyRecord
} from "@florin/core/idempotency/IdempotencyKey"
import { DuplicateRequest, type InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import type { Shop } from "@florin/core/shops/Shop"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Errors from "@florin/wire/Errors"
import * as Idempotent from "@florin/wire/Idempotent"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { keyOf } from "../src/internal/routes/merchant.js"
import * as Memory from "./memory.js"
import { basic, payment, start } from "./server.js"

const pay = "/transactions/payments"

const keyed = (body: string | undefined, key = "k-1", more: Record<string, string> = {}) => ({
  method: "POST",
  ...(body === undefined ? {} : { body }),
  headers: { "idempotency-key": key, ...more }
})

// Source: D13.
describeOnStores("a payment under a key", () => {
  it.scopedLive("is made once; its answer is given again byte for byte", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const first = yield* ask(pay, keyed(payment()))
      const again = yield* ask(pay, keyed(payment()))
      assert.strictEqual(first.headers["idempotency-replayed"], undefined)
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      assert.deepStrictEqual([again.status, again.text], [first.status, first.text])
      assert.strictEqual(store.ran, 1)
    })
  )

  it.scopedLive.each(["Idempotency-Key", "RequestID", "requestid"])("may carry it as %s", (name) =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const sent = { method: "POST", body: payment(), headers: { [name]: "k" } }
      yield* ask(pay, sent)
      assert.strictEqual((yield* ask(pay, sent)).headers["idempotency-replayed"], "true")
    })
  )

  it.scopedLive.each([
    ["another body", pay, payment({ amount: 101 })],
    ["another operation", "/transactions/authorizations", payment()],
    ["what is not even JSON", pay, "{"]
  ] as const)("does not stand for %s", ([, path, body]) =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      yield* ask(pay, keyed(payment()))
      assert.strictEqual((yield* ask(path, keyed(body))).status, 422)
      assert.strictEqual(store.ran, 1)
    })
  )

  it.scopedLive("belongs to its shop", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const other = { authorization: basic("other", Memory.secrets.other!) }
      yield* ask(pay, keyed(payment()))
      assert.strictEqual((yield* ask(pay, keyed(payment(), "k-1", other))).status, 200)
      assert.strictEqual(store.ran, 2)
    })
  )

  it.scopedLive("that is still being made is answered later", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const [started, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      store.interlude = Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(goOn))
      const { ask } = yield* start(store)
      const first = yield* Effect.fork(ask(pay, keyed(payment())))
      yield* Deferred.await(started)
      const second = yield* ask(pay, keyed(payment()))
      assert.deepStrictEqual([second.status, second.headers["retry-after"]], [409, "1"])
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
    })
  )

  it.scopedLive.each([
    ["does not decode", payment({ amount: 0 })],
    ["is not JSON", "{"],
    ["repeats another", payment({ description: "duplicate" })],
    ["is not allowed", payment({ description: "forbidden" })]
  ] as const)("D13 | Idempotency: that %s is refused, and leaves the key free", ([, body]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      for (const _ of ["first", "again"]) {
        const refused = yield* ask(pay, keyed(body))
        assert.deepStrictEqual([refused.status, refused.headers["idempotency-replayed"]], [400, undefined])
      }
      assert.strictEqual((yield* ask(pay, keyed(payment()))).status, 200)
    })
  )

  it.scopedLive.each([
    ["credentials", 401, { authorization: "" }, payment()],
    ["the media type", 415, { "content-type": "text/plain" }, payment()],
    ["the size", 413, {}, `"${"x".repeat(70_000)}"`]
  ] as const)("that is refused for %s leaves the key free", ([, status, headers, body]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      assert.strictEqual((yield* ask(pay, keyed(body, "k-1", headers))).status, status)
      assert.strictEqual((yield* ask(pay, keyed(payment()))).status, 200)
    })
  )
})

describeOnStores("a key", () => {
  it.scopedLive.each([
    ["k".repeat(255), 200],
    ["!~", 200],
    ["k".repeat(256), 400],
    ["a b", 400],
    ["é", 400]
  ] as const)("%s is %i", ([key, status]) =>
    Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory())
      const answer = yield* ask(pay, keyed(payment(), key))
      assert.strictEqual(answer.status, status)
      if (status === 400) assert.include(JSON.parse(answer.text).response.errors.base[0], "Idempotency-Key")
    })
  )

  // Source: D13, 1 to 255 visible characters.
  it.effect.each([
    { key: "", taken: false },
    { key: "k", taken: true },
    { key: "k".repeat(255), taken: true },
    { key: "k".repeat(256), taken: false },
    { key: " ", taken: false },
    { key: "!", taken: true },
    { key: "~", taken: true },
    { key: "\u007f", taken: false },
    { key: "\u00e9", taken: false }
  ])("$key in either header is taken: $taken", ({ key, taken }) =>
    Effect.gen(function* () {
      for (const [name, spelled] of [
        ["idempotency-key", "Idempotency-Key"],
        ["requestid", "RequestID"]
      ] as const) {
        const read = yield* Effect.either(keyOf({ header: (requested) => (requested === name ? key : undefined) }))
        if (taken) deepStrictEqual(read, Either.right(key))
        else
          assert.include(
            Either.isLeft(read) ? read.left.reply.body : "",
            `${spelled} must be 1 to 255 visible characters`
          )
      }
    })
  )

  it.effect("in Idempotency-Key goes before one in RequestID, and none is none", () =>
    Effect.gen(function* () {
      const both: Record<string, string> = { "idempotency-key": "a", requestid: "b" }
      assert.strictEqual(yield* keyOf({ header: (name) => both[name] }), "a")
      assert.strictEqual(yield* keyOf({ header: () => undefined }), undefined)
    })
  )

  it.scopedLive.each([
    ["a payment", pay, payment()],
    ["a command", "/transactions/{uid}/renotify", undefined]
  ] as const)("D13 | Idempotency: of %s is kept when the shop's secret changes", ([, pattern, body]) =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const { uid } = JSON.parse((yield* ask(pay, { method: "POST", body: payment({ amount: 7 }) })).text).transaction
      const path = pattern.replace("{uid}", uid)
      const first = yield* ask(path, keyed(body))
      store.secrets.shop = "another secret"
      assert.strictEqual((yield* ask(path, keyed(body))).status, 401)
      const again = yield* ask(path, keyed(body, "k-1", { authorization: basic("shop", "another secret") }))
      assert.deepStrictEqual([again.status, again.text], [first.status, first.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
    })
  )

  it.scopedLive(
    "is kept with a digest that differs from shop to shop and cannot be tried out without the key ring",
    () =>
      Effect.gen(function* () {
        const store = Memory.memory()
        const { ask } = yield* start(store)
        const body = payment()
        yield* ask(pay, keyed(body))
        yield* ask(pay, keyed(body, "k-1", { authorization: basic("other", Memory.secrets.other!) }))
        const digests = [...store.keys.values()].map(({ fingerprint }) => fingerprint)
        assert.strictEqual(new Set(digests).size, 2)
        for (const text of [body, `POST ${pay}\n${body}`, `shop\nPOST ${pay}\n${body}`]) {
          assert.notInclude(digests, createHash("sha256").update(text).digest("hex"))
        }
        const elsewhere = Memory.memory()
        const { ask: askElsewhere } = yield* start(elsewhere, { stampKey: 3 })
        yield* askElsewhere(pay, keyed(body))
        assert.notInclude(digests, [...elsewhere.keys.values()][0]?.fingerprint)
      })
  )

  it.scopedLive("whose digest cannot be made, because there is no key ring, is not claimed", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store, { stampKey: "none" })
      assert.strictEqual((yield* ask(pay, keyed(payment()))).status, 500)
      assert.deepStrictEqual([store.keys.size, store.ran], [0, 0])
    })
  )
})

/** The document that a request under a key is answered with, the first one again, or why it is refused. */
const endOf = <E extends { readonly _tag: string }, R>(once: Effect.Effect<FirstDocument, E | AlreadyAnswered, R>) =>
  Effect.match(once, {
    onSuccess: ({ document }) => document,
    onFailure: (error) =>
      error instanceof AlreadyAnswered && "document" in error.answer ? error.answer.document : error._tag
  })

const claimOf = (shop: Shop) =>
  Effect.flatMap(CommitStore, (store) =>
    commit(store)({
      name: "record",
      load: { known: Reads.key(shop.id, "k-1") },
      decide: ({ known }) => decided([], Option.fromNullable(known))
    } satisfies Commit<{ readonly known: KeyRecord | undefined }, Option.Option<KeyRecord>, never>)
  )

describeOnStores("a command under a key", () => {
  // Source: D13; what leaves no transaction behind can be repeated.
  it.effect.each([
    { wait: "60000 millis", again: "IdempotencyInFlight", ran: 1 },
    { wait: "60001 millis", again: "answered", ran: 2 }
  ] as const)("that never ended is asked for again after $wait: $again", ({ again, ran, wait }) =>
    Effect.gen(function* () {
      const idempotent = yield* Idempotent.make
      const subjects: Array<string> = []
      const work = ({ subject }: Idempotent.Begun) =>
        Effect.suspend(() => (subjects.push(subject) === 1 ? Effect.die("broken") : Effect.succeed({ document: "" })))
      const once = idempotent.once(Memory.shopOf("shop"), { key: "k-1", fingerprint: "a" }, work)
      yield* Effect.exit(once)
      yield* TestClock.adjust(wait)
      assert.deepStrictEqual([yield* endOf(once), subjects.length], [again === "answered" ? "" : again, ran])
      assert.match(subjects[0]!, /^[0-9a-f]{16}$/)
      assert.strictEqual(new Set(subjects).size, 1, "it goes on with what it began")
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("that never ended keeps its key from another request", () =>
    Effect.gen(function* () {
      const idempotent = yield* Idempotent.make
      const ask = (fingerprint: string) =>
        idempotent.once(Memory.shopOf("shop"), { key: "k-1", fingerprint }, () => Effect.die("broken"))
      yield* Effect.exit(ask("a"))
      yield* TestClock.adjust("60001 millis")
      assert.strictEqual(yield* endOf(ask("b")), "IdempotencyMismatch")
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("that ends after a repetition has claimed its key is not kept as that one's answer", () =>
    Effect.gen(function* () {
      const idempotent = yield* Idempotent.make
      const shop = Memory.shopOf("shop")
      const ask = (document: string, ended: Effect.Effect<void>) =>
        endOf(idempotent.once(shop, { key: "k-1", fingerprint: "a" }, () => Effect.as(ended, { document })))
      const first = yield* Deferred.make<void>()
      const second = yield* Deferred.make<void>()
      const slow = yield* Effect.fork(ask("slow", Deferred.await(first)))
      yield* TestClock.adjust("0 millis")
      while (Option.isNone(yield* claimOf(shop))) yield* Effect.yieldNow()
      yield* TestClock.adjust("60001 millis")
      const other = yield* Effect.fork(ask("other", Deferred.await(second)))
      while (Option.exists(yield* claimOf(shop), ({ claimedAt }) => claimedAt === 0)) yield* Effect.yieldNow()
      yield* Deferred.succeed(first, undefined)
      assert.strictEqual(yield* Fiber.join(slow), "slow")
      yield* Deferred.succeed(second, undefined)
      yield* Fiber.join(other)
      assert.strictEqual(yield* ask("again", Effect.void), "other")
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("that is answered while its claim is taken over is not asked for again", () =>
    Effect.gen(function* () {
      const store = yield* CommitStore
      const [shop, key] = [Memory.shopOf("shop"), { key: "k-1", fingerprint: "a" }]
      const broken = yield* Idempotent.make
      yield* Effect.exit(broken.once(shop, key, () => Effect.die("broken")))
      yield* TestClock.adjust("60001 millis")
      const late: Write = { _tag: "KeepAnswer", shop: shop.id, key: key.key, answer: { document: "late" } }
      yield* commit(store)({ name: "record", load: {}, decide: () => decided([late], undefined) })
      let times = 0
      const outdated: typeof store = {
        submit: (operation, done) => {
          const before = { known: { fingerprint: "a", claimedAt: 0, answer: undefined } }
          const decide: typeof operation.decide = (facts) =>
            operation.decide(times++ === 0 ? (before as typeof facts) : facts)
          store.submit({ ...operation, decide }, done)
        }
      }
      const idempotent = yield* Effect.provideService(Idempotent.make, CommitStore, outdated)
      const answer = yield* endOf(idempotent.once(shop, key, () => Effect.dieMessage("it ran again")))
      assert.deepStrictEqual([answer, times], ["late", 2])
    }).pipe(Effect.provide(emptyStore))
  )

  it.scopedLive("runs once", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const { uid } = JSON.parse((yield* ask(pay, { method: "POST", body: payment() })).text).transaction
      const before = store.ran
      const first = yield* ask(`/transactions/${uid}/renotify`, keyed(undefined))
      const again = yield* ask(`/transactions/${uid}/renotify`, keyed(undefined))
      assert.deepStrictEqual([again.status, again.text], [200, first.text])
      assert.strictEqual(again.headers["idempotency-replayed"], "true")
      assert.strictEqual((yield* ask(`/transactions/${uid}/recover`, keyed(undefined))).status, 422)
      assert.strictEqual(store.ran - before, 1)
    })
  )

  it.scopedLive.each([
    [{ document: '{"response":\t{"message":"Kept"}}' }, 200, '{"response":\t{"message":"Kept"}}'],
    [
      { refused: { _tag: "InvalidRequest", errors: [{ path: ["amount"], sentence: "is invalid" }] } },
      400,
      '{"response":{"message":"Amount is invalid.","errors":{"amount":["is invalid"]}}}'
    ],
    [{ refused: { _tag: "DuplicateRequest" } }, 400, Errors.duplicate.body],
    [{ refused: { _tag: "NotFound" } }, 404, Errors.notFound.body],
    [{ sent: { status: 422, body: '{"message":\t"Kept"}' } }, 422, '{"message":\t"Kept"}']
  ] as ReadonlyArray<readonly [FirstAnswer, number, string]>)(
    "D13 | a repeated request: gets the first answer byte for byte: %j",
    ([answer, status, text]) =>
      Effect.gen(function* () {
        const store = Memory.memory()
        const { ask } = yield* start(store)
        const { uid } = JSON.parse((yield* ask(pay, { method: "POST", body: payment() })).text).transaction
        yield* ask(`/transactions/${uid}/renotify`, keyed(undefined))
        for (const [name, record] of store.keys) store.keys.set(name, { ...record, answer })
        const again = yield* ask(`/transactions/${uid}/renotify`, keyed(undefined))
        assert.deepStrictEqual([again.status, again.text], [status, text])
        assert.strictEqual(again.headers["idempotency-replayed"], "true")
      })
  )

  it.scopedLive("D13 | Idempotency: that found nothing leaves the key free", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      for (const path of ["/transactions/x/renotify", "/transactions/y/renotify"]) {
        const answer = yield* ask(path, keyed(undefined))
        assert.deepStrictEqual([answer.status, answer.headers["idempotency-replayed"]], [404, undefined])
      }
    })
  )

  it.effect("D13 | Idempotency: that is refused runs again, until it is accepted", () =>
    Effect.gen(function* () {
      const idempotent = yield* Idempotent.make
      const answers: Array<Either.Either<FirstDocument, InvalidRequest | DuplicateRequest>> = [
        Either.left(invalid("amount", "is refused")),
        Either.left(new DuplicateRequest()),
        Either.right({ document: "done" }),
        Either.right({ document: "never asked for" })
      ]
      const ask = endOf(
        idempotent.once(Memory.shopOf("shop"), { key: "k-1", fingerprint: "a" }, () =>
          Effect.suspend(() => answers.shift()!)
        )
      )
      const ends = [yield* ask, yield* ask, yield* ask, yield* ask]
      assert.deepStrictEqual(ends, ["InvalidRequest", "DuplicateRequest", "done", "done"])
      assert.lengthOf(answers, 1)
    }).pipe(Effect.provide(emptyStore))
  )

  it.effect("D13 | Idempotency: that is refused late does not free the key of a repetition", () =>
    Effect.gen(function* () {
      const idempotent = yield* Idempotent.make
      const shop = Memory.shopOf("shop")
      const first = yield* Deferred.make<void>()
      const ask = (work: Effect.Effect<FirstDocument, NotFound>) =>
        endOf(idempotent.once(shop, { key: "k-1", fingerprint: "a" }, () => work))
      const slow = yield* Effect.fork(ask(Effect.zipRight(Deferred.await(first), Effect.fail(new NotFound()))))
      yield* TestClock.adjust("0 millis")
      while (Option.isNone(yield* claimOf(shop))) yield* Effect.yieldNow()
      yield* TestClock.adjust("60001 millis")
      assert.strictEqual(yield* ask(Effect.succeed({ document: "first" })), "first")
      yield* Deferred.succeed(first, undefined)
      assert.strictEqual(yield* Fiber.join(slow), "NotFound")
      assert.strictEqual(yield* ask(Effect.succeed({ document: "second" })), "first")
    }).pipe(Effect.provide(emptyStore))
  )

  it.scopedLive("that broke on our side keeps no answer", () =>
    Effect.gen(function* () {
      const store = Memory.memory()
      const { ask } = yield* start(store)
      const { uid } = JSON.parse((yield* ask(pay, { method: "POST", body: payment() })).text).transaction
      store.interlude = Effect.die("broken")
      const first = yield* ask(`/transactions/${uid}/recover`, keyed(undefined))
      assert.strictEqual(first.status, 500)
      assert.strictEqual((yield* ask(`/transactions/${uid}/recover`, keyed(undefined))).status, 409)
    })
  )
})
