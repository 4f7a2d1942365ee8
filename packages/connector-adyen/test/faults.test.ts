import { it } from "@effect/vitest"
import type { AcquirerRequest } from "@florin/core/cards/Acquirer"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import type { Dial, Manner } from "../src/testing/AdyenFake.js"
import { card, charge, child, open, quietly, referenceOf, word } from "./internal/shop.js"

/** The first requests under a key fare so, later ones are answered. */
const first =
  (count: number, manner: Manner): Dial =>
  ({ nth }) =>
    nth <= count ? manner : {}

const always = Number.POSITIVE_INFINITY

// A charge is sent once by the gateway (D40), and twice by the connector where a connection breaks: under one key.
const charges = [
  ["is answered", "Approved", 0, {}, 1, 1],
  ["was lost once on its way there", "Approved", 1, { way: "request-lost" }, 2, 1],
  ["was lost for good on its way there", "NoAnswer", always, { way: "request-lost" }, 2, 0],
  ["was answered once in vain", "Approved", 1, { way: "answer-lost" }, 2, 1],
  ["was answered in vain for good", "NoAnswer", always, { way: "answer-lost" }, 2, 1],
  ["meets a proxy's page", "NoAnswer", always, { way: "html" }, 1, 1],
  ["meets a proxy's page with 200", "NoAnswer", always, { way: "html-as-success" }, 1, 1],
  ["is one too many twice", "Approved", 2, { way: "too-many" }, 3, 1],
  ["is one too many for good", "Declined acquirer-temporary", always, { way: "too-many" }, 4, 0],
  ["finds the store of keys down once", "Approved", 1, { way: "unavailable" }, 2, 1],
  ["finds the store of keys down for good", "Declined acquirer-temporary", always, { way: "unavailable" }, 4, 0],
  ["takes longer than the limit", "NoAnswer", always, { wait: "1 minute" }, 1, 1]
] as const

const followers = [
  ["was lost for good on its way there", { way: "request-lost" }, "NoAnswer", 0],
  ["was answered in vain for good", { way: "answer-lost" }, "NoAnswer", 1],
  ["meets a proxy's page", { way: "html" }, "NoAnswer", 1],
  ["is one too many for good", { way: "too-many" }, "NoAnswer", 0],
  ["finds the store of keys down for good", { way: "unavailable" }, "NoAnswer", 0]
] as const

const movementsOf = (all: ReadonlyArray<{ readonly key: string }>, { key }: AcquirerRequest): number =>
  all.filter((one) => one.key === key).length

describe.concurrent("D57 a request to Adyen that goes wrong", () => {
  it.live.each(charges)("a charge that %s: %s", ([, expected, count, manner, sends, movements]) =>
    Effect.gen(function* () {
      const limit = "wait" in manner ? ({ callLimit: "300 millis" } as const) : {}
      const { acquirer, fake } = yield* open({ dial: first(count, manner) }, limit)
      const request = yield* charge("payment")
      assert.strictEqual(word(yield* acquirer.perform(request)), expected)
      assert.strictEqual(yield* fake.sendsOf(request.key), sends)
      assert.strictEqual(movementsOf(yield* fake.movements(), request), movements)
    }).pipe(Effect.scoped, quietly)
  )

  it.live.each(followers)(
    "a capture that %s is unknown, and done once when it is sent again",
    ([, manner, expected, movements]) =>
      Effect.gen(function* () {
        const { acquirer, fake } = yield* open()
        const hold = yield* charge("authorization")
        const reference = referenceOf(yield* acquirer.perform(hold))
        yield* fake.dial(() => manner)
        const capture = yield* child("Capture", hold, reference)
        assert.strictEqual(word(yield* acquirer.perform(capture)), expected)
        assert.strictEqual(movementsOf(yield* fake.movements(), capture), movements)
        yield* fake.dial(() => ({}))
        assert.strictEqual(word(yield* acquirer.perform(capture)), "Accepted")
        assert.strictEqual(movementsOf(yield* fake.movements(), capture), 1)
      }).pipe(Effect.scoped, quietly)
  )

  it.live("gives an answer that was lost, and then a refusal of our key, no meaning", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open({ dial: first(1, { way: "answer-lost" }) })
      yield* fake.dial(({ nth }) => (nth === 1 ? { way: "answer-lost" } : { way: "too-many" }))
      const request = yield* charge("payment")
      assert.strictEqual(word(yield* acquirer.perform(request)), "NoAnswer")
      assert.strictEqual(movementsOf(yield* fake.movements(), request), 1)
    }).pipe(Effect.scoped, quietly)
  )

  it.live.each([
    ["another API key", "Declined acquirer-temporary", { apiKey: "wrong" }],
    ["another merchant account", "Declined acquirer-temporary", { merchantAccount: "Other" }],
    ["a port where nobody listens", "NotSent", { baseUrl: "http://127.0.0.1:9/v71" }]
  ] as const)("a charge with %s: %s", ([, expected, settings]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open({}, settings)
      assert.strictEqual(word(yield* acquirer.perform(yield* charge("payment"))), expected)
      assert.strictEqual((yield* fake.movements()).length, 0)
    }).pipe(Effect.scoped, quietly)
  )

  it.live.each([
    ["a number without its check digit", "Declined not-allowed", card("4111111111111112")],
    ["an expired card", "Declined card-expired", card("4111111111111111", { expYear: 2001 })],
    ["a wrong security code", "Declined security-code", card("4111111111111111", { holder: "CVC_DECLINED" })],
    [
      "an issuer that cannot be reached",
      "Declined issuer-temporary",
      card("4111111111111111", { holder: "ISSUER_UNAVAILABLE" })
    ]
  ] as const)("%s: %s", ([, expected, from]) =>
    Effect.gen(function* () {
      const { acquirer } = yield* open()
      assert.strictEqual(word(yield* acquirer.perform(yield* charge("payment", from))), expected)
    }).pipe(Effect.scoped, quietly)
  )

  it.live("does no other request under a key that it knows", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open()
      const request = yield* charge("payment")
      yield* acquirer.perform(request)
      const other = yield* charge("payment", card(), { amount: 999 })
      const answer = yield* acquirer.perform({ ...other, key: request.key })
      assert.strictEqual(word(answer), "Declined duplicate-at-acquirer")
      assert.strictEqual((yield* fake.movements()).length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("refuses payouts without asking, and says nothing of what it is asked by key", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* open()
      const request = yield* charge("payment")
      const payout = { ...request, _tag: "Payout" } as const
      assert.strictEqual(word(yield* acquirer.perform(payout)), "Declined not-allowed")
      assert.strictEqual(yield* fake.sendsOf(payout.key), 0)
      const about = { kind: "payment", amount: request.amount, currency: request.currency } as const
      const sentAt = request.transaction.createdAt
      assert.strictEqual((yield* acquirer.status(request.key, { ...about, sentAt }))._tag, "Unknown")
    }).pipe(Effect.scoped)
  )
})
