import { assert, it } from "@effect/vitest"
import { Cards } from "@florin/core/card-operations/Cards"
import { CommitStore, commit, decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { type IdempotencyKey, IdempotencyMismatch } from "@florin/core/idempotency/IdempotencyKey"
import { ShopId } from "@florin/core/ids/Ids"
import { DuplicateRequest } from "@florin/core/request/InvalidRequest"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Requests from "@florin/wire/Requests"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as TestClock from "effect/TestClock"
import {
  authorize,
  card,
  charge,
  holder,
  morning,
  movements,
  pass,
  pay,
  shop,
  tokenize,
  verdict,
  world
} from "./internal/world.js"

describeOnContract("the duplicate window", () => {
  // Source: D12, the scope.
  it.effect.each([
    { name: "another amount", again: authorize(charge({ amount: 1001 })), refused: false },
    {
      name: "another card",
      again: authorize(charge({ credit_card: { ...card, number: "9112300000000000" } })),
      refused: false
    },
    { name: "another operation", again: pay(charge()), refused: false },
    { name: "another shop", again: authorize(charge(), { shop: "flags" }), refused: false },
    { name: "another description", again: authorize(charge({ description: "Else" })), refused: true },
    {
      name: "another holder and expiry",
      again: authorize(charge({ credit_card: { ...card, holder: "X", exp_year: "2031" } })),
      refused: true
    },
    { name: "no check asked for", again: authorize(charge({ duplicate_check: false })), refused: false }
  ])(
    "Errors | Duplicate card request within 30 seconds while duplicate_check is true: $name is refused: $refused (D12)",
    ({ again, refused }) =>
      Effect.gen(function* () {
        yield* morning
        yield* authorize(charge())
        const second = yield* Effect.either(again)
        assert.strictEqual(Either.isLeft(second) && second.left instanceof DuplicateRequest, refused)
      }).pipe(Effect.provide(world()))
  )

  it.effect("D12: the number and the token of one card are the same card", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorize(charge())
      const error = yield* Effect.flip(authorize(charge({ credit_card: { token: first.card?.token } })))
      assert.instanceOf(error, DuplicateRequest)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D12: a request without the check is still an original for later ones", () =>
    Effect.gen(function* () {
      yield* morning
      yield* authorize(charge({ duplicate_check: false }))
      assert.instanceOf(yield* Effect.flip(authorize(charge())), DuplicateRequest)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D12: a declined original counts, a refused request does not", () =>
    Effect.gen(function* () {
      yield* morning
      const declined = charge({ credit_card: { ...card, number: "4005550000000019" } })
      yield* authorize(declined)
      assert.instanceOf(yield* Effect.flip(authorize(declined)), DuplicateRequest)
      yield* Effect.flip(pay(charge({ credit_card: { ...card, exp_year: "2020" } })))
      assert.strictEqual((yield* pay(charge())).status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("Tokenization request | duplicate_check: compares amount and card number only", () =>
    Effect.gen(function* () {
      yield* morning
      yield* tokenize(charge())
      const error = yield* Effect.flip(tokenize(charge({ description: "Else", credit_card: { ...card, holder: "Y" } })))
      assert.instanceOf(error, DuplicateRequest)
      assert.strictEqual((yield* tokenize(charge({ amount: 1001 }))).status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D12: of twenty equal authorizations at once exactly one is accepted", () =>
    Effect.gen(function* () {
      yield* morning
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => Effect.either(authorize(charge()))),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(all.filter(Either.isRight).length, 1)
      assert.strictEqual((yield* movements).length, 1)
    }).pipe(Effect.provide(world()))
  )
})

/** An authorization with its whole answer. */
const authorized = (body: { readonly request: object }, key: IdempotencyKey) =>
  Effect.gen(function* () {
    const cards = yield* Cards
    return yield* cards.authorize(yield* shop(), yield* Requests.authorization(body), key)
  })

describeOnContract("an idempotency key", () => {
  const key = { key: "order-1", fingerprint: "a" }

  it.effect("D13: a repetition gets the first answer and does nothing", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorized(charge(), key)
      yield* pass("29 days")
      const again = yield* authorized(charge(), key)
      assert.strictEqual(again.document, first.document)
      assert.deepStrictEqual([first.replayed, again.replayed], [undefined, true])
      assert.strictEqual((yield* movements).filter(({ kind }) => kind === "authorization").length, 1)
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    ["~".repeat(255), "accepted"],
    ["order-\u00e9", "refused"]
  ] as const)("D13: %j as a key in process is %s", ([text, expected]) =>
    Effect.gen(function* () {
      yield* morning
      const reply = yield* verdict(authorize(charge(), { key: { ...key, key: text } }))
      assert.strictEqual(
        reply,
        expected === "accepted" ? expected : "idempotency_key must be 1 to 255 visible characters"
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("D13: the first answer stays the answer, also when the transaction goes on", () =>
    Effect.gen(function* () {
      yield* morning
      const first = yield* authorized(holder("LATE"), key)
      yield* pass("2 seconds")
      const again = yield* authorized(holder("LATE"), key)
      assert.strictEqual(again.document, first.document)
      assert.strictEqual(JSON.parse(again.document).transaction.status, "pending")
      assert.strictEqual(again.transaction.status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D13: of twenty requests at once under one key one is made; the others wait for its answer", () =>
    Effect.gen(function* () {
      yield* morning
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => verdict(authorize(charge(), { key }))),
        { concurrency: "unbounded" }
      )
      assert.includeMembers(["accepted", "IdempotencyInFlight"], all)
      assert.strictEqual((yield* authorized(charge(), key)).replayed, true)
      assert.strictEqual((yield* movements).length, 1)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D13: another request under the key is refused, in this shop alone", () =>
    Effect.gen(function* () {
      yield* morning
      yield* authorize(charge(), { key })
      const error = yield* Effect.flip(authorize(charge({ amount: 5 }), { key: { ...key, fingerprint: "b" } }))
      assert.instanceOf(error, IdempotencyMismatch)
      assert.strictEqual((yield* authorize(charge(), { key, shop: "flags" })).status, "successful")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D13: it is kept for 30 days and then forgotten", () =>
    Effect.gen(function* () {
      yield* morning
      yield* authorize(charge(), { key })
      yield* pass("30 days")
      assert.strictEqual((yield* authorized(charge(), key)).replayed, true)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* authorized(charge(), key)).replayed, undefined)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D13: the weekly sweep removes every key that is older than 30 days, and none of 30 days", () =>
    Effect.gen(function* () {
      yield* morning
      const perform = commit(yield* CommitStore)
      const claims = Effect.fnUntraced(function* (count: number, name: string) {
        const now = DateTime.toEpochMillis(yield* DateTime.now)
        const writes = Array.from(
          { length: count },
          (_, index): Write => ({
            _tag: "ClaimKey",
            shop: ShopId.make("plain"),
            key: `${name}-${index}`,
            fingerprint: "a",
            now
          })
        )
        yield* perform({ name: "record", load: {}, decide: () => decided(writes, undefined) })
      })
      const removable = (before: DateTime.Utc) =>
        perform({
          name: "sweep",
          load: { keys: Reads.keysBefore(DateTime.toEpochMillis(before), 1) },
          decide: ({ keys }) => decided([{ _tag: "ForgetKeys", keys }], keys.length)
        })
      yield* pass(Duration.subtract("5 days", "1 millis"))
      // One more than the sweep removes per commit.
      yield* claims(501, "older")
      yield* pass("1 millis")
      yield* claims(1, "kept")
      yield* pass("30 days")
      const now = yield* DateTime.now
      assert.strictEqual(yield* removable(DateTime.subtract(now, { days: 30 })), 0)
      assert.strictEqual(yield* removable(now), 1)
      assert.strictEqual(yield* removable(now), 0)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D13: a refused request leaves the key free for the caller who keeps its answer", () =>
    Effect.gen(function* () {
      yield* morning
      yield* Effect.flip(authorize(charge({ credit_card: { ...card, exp_year: "2020" } }), { key }))
      assert.strictEqual((yield* authorize(charge(), { key })).status, "successful")
    }).pipe(Effect.provide(world()))
  )
})
