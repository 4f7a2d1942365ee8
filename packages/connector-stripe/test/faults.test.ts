import { assert, describe, it } from "@effect/vitest"
import { aboutOf } from "@florin/testing/acquirers/AcquirerRequests"
import * as Effect from "effect/Effect"
import type { Manner } from "../src/Testing.js"
import { following, quietly, referenceOf, start, tokenCharge } from "./internal/underTest.js"

/** What becomes of each sending of the main request, in their order; the rest goes as it should. */
const cases: ReadonlyArray<
  readonly [name: string, sendings: ReadonlyArray<Manner>, answer: string, status: string, done: number, sends: number]
> = [
  ["is lost once", ["lost-request"], "Approved", "Approved", 1, 2],
  ["is lost twice", ["lost-request", "lost-request"], "NoAnswer", "NotFound", 0, 2],
  ["is done, and its answer lost once", ["lost-answer"], "Approved", "Approved", 1, 2],
  ["is done, and its answer lost twice", ["lost-answer", "lost-answer"], "NoAnswer", "Approved", 1, 2],
  ["meets a proxy's page", ["html"], "NoAnswer", "NotFound", 0, 1],
  ["is done behind a proxy's page", ["html-after"], "NoAnswer", "Approved", 1, 1],
  ["is done, and answered with a page and 200", ["html-200"], "NoAnswer", "Approved", 1, 1],
  ["is too much once", ["rate-limited"], "Approved", "Approved", 1, 2],
  ["is too much, again and again", ["rate-limited", "rate-limited", "rate-limited"], "NoAnswer", "NotFound", 0, 3],
  ["fails there", ["error"], "NoAnswer", "NotFound", 0, 1],
  ["is done, and fails there", ["error-after"], "NoAnswer", "Approved", 1, 1]
]

const settings = { callLimit: "10 seconds", inFlightWindow: "1 second" } as const

/** Dials what becomes of the sendings under a key. */
const dialing = (key: string, sendings: ReadonlyArray<Manner>) => {
  return (visit: { readonly key: string; readonly nth: number }) =>
    visit.key === key ? sendings[visit.nth - 1] : undefined
}

describe.concurrent("A charge that", () => {
  it.scoped.each(cases)("%s", ([, sendings, answer, status, done, sends]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start(settings)
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      fake.dials.manner = dialing(request.key, sendings)
      assert.strictEqual((yield* quietly(acquirer.perform(request)))._tag, answer)
      assert.strictEqual((yield* quietly(acquirer.status(request.key, yield* aboutOf(request))))._tag, status)
      assert.deepStrictEqual([fake.movementsOf(request.key), fake.sendsOf(request.key)], [done, sends])
    })
  )

  it.scoped("is declined, and whose answer is lost, is declined by key for the same reason", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start(settings)
      const request = yield* tokenCharge("payment", "chargeDeclinedInsufficientFunds", { amount: 1000 })
      fake.dials.manner = dialing(request.key, ["lost-answer", "lost-answer"])
      assert.strictEqual((yield* quietly(acquirer.perform(request)))._tag, "NoAnswer")
      const status = yield* acquirer.status(request.key, yield* aboutOf(request))
      assert.deepInclude(status, { _tag: "Declined", reason: "funds" })
    })
  )

  it.scoped("nobody listens to was not sent", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start({ ...settings, baseUrl: "http://127.0.0.1:1" })
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      assert.strictEqual((yield* quietly(acquirer.perform(request)))._tag, "NotSent")
      assert.strictEqual(fake.sendsOf(request.key), 0)
    })
  )

  it.scoped("needs something first that is lost was not sent", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start(settings)
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 }, { onFile: "first" })
      fake.dials.manner = ({ path }) => (path === "/v1/customers" ? "lost-answer" : undefined)
      assert.strictEqual((yield* quietly(acquirer.perform(request)))._tag, "NotSent")
      assert.strictEqual(fake.sendsOf(request.key), 0)
    })
  )

  it.scoped("is still worked on is waited for, under the same key", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start({ ...settings, callLimit: "2 seconds" })
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      // The fake's clock stands still, so that it never answers.
      fake.dials.manner = dialing(request.key, [{ slow: "1 minute" }])
      const both = [quietly(acquirer.perform(request)), quietly(acquirer.perform(request))]
      const answers = yield* Effect.all(both, { concurrency: "unbounded" })
      assert.deepStrictEqual([answers[0]?._tag, answers[1]?._tag], ["NoAnswer", "NoAnswer"])
      assert.strictEqual(fake.movementsOf(request.key), 1)
    })
  )

  it.scoped("is of an account that refuses our key is unknown, whatever is asked", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start({ ...settings, apiKey: "sk_test_another" })
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      assert.strictEqual((yield* quietly(acquirer.perform(request)))._tag, "NoAnswer")
      assert.strictEqual((yield* quietly(acquirer.status(request.key, yield* aboutOf(request))))._tag, "Unknown")
      assert.strictEqual(fake.movementsOf(request.key), 0)
    })
  )
})

describe.concurrent("A refund that", () => {
  it.scoped.each(cases)("%s", ([, sendings, answer, status, done]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start(settings)
      const charge = yield* tokenCharge("payment", "visa", { amount: 1000 })
      const reference = referenceOf(yield* acquirer.perform(charge))
      const refund = yield* following("Refund", { key: charge.key, reference, kind: "payment" }, { amount: 400 })
      fake.dials.manner = dialing(refund.key, sendings)
      assert.strictEqual((yield* quietly(acquirer.perform(refund)))._tag, answer)
      assert.strictEqual((yield* quietly(acquirer.status(refund.key, yield* aboutOf(refund))))._tag, status)
      assert.strictEqual(fake.movementsOf(refund.key), done)
    })
  )
})

describe("A charge without a reference", () => {
  it.scoped("is found by its key where the search lags, and where it does not", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      for (const lag of [0, 3600]) {
        fake.dials.searchLag = lag
        const request = yield* tokenCharge("authorization", "visa", { amount: 1000 })
        yield* acquirer.perform(request)
        assert.strictEqual((yield* acquirer.status(request.key, yield* aboutOf(request)))._tag, "Approved")
      }
    })
  )

  it.scoped("is found among hundreds", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      fake.dials.searchLag = 3600
      const first = yield* tokenCharge("payment", "visa", { amount: 1000 })
      yield* acquirer.perform(first)
      const others = yield* Effect.replicateEffect(tokenCharge("payment", "visa", { amount: 1 }), 120)
      yield* Effect.forEach(others, acquirer.perform, { concurrency: 10 })
      assert.strictEqual((yield* acquirer.status(first.key, yield* aboutOf(first)))._tag, "Approved")
    })
  )
})

describe("A question about what never arrived", () => {
  it.scoped.each<[string, ReadonlyArray<Manner>, string]>([
    ["is lost once", ["lost-request"], "NotFound"],
    ["is lost twice", ["lost-request", "lost-request"], "Unknown"],
    ["is answered in vain", ["lost-answer"], "NotFound"],
    ["meets a proxy's page twice", ["html", "html"], "NotFound"],
    ["meets a proxy's page three times", ["html", "html", "html"], "Unknown"],
    ["fails there twice", ["error", "error"], "NotFound"],
    ["is too much twice", ["rate-limited", "rate-limited"], "NotFound"]
  ])("one of whose pages %s (%j), has the answer %s", ([, sendings, status]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start(settings)
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      const left = [...sendings]
      fake.dials.manner = ({ method, path }) =>
        method === "GET" && path.split("?")[0] === "/v1/payment_intents" ? left.shift() : undefined
      assert.strictEqual((yield* quietly(acquirer.status(request.key, yield* aboutOf(request))))._tag, status)
      assert.deepStrictEqual(left, [])
    })
  )
})

describe("What has our key, but", () => {
  it.scoped.each([
    ["another amount", { amount: 999 }],
    ["another currency", { currency: "USD" }]
  ] as const)("is of %s than what is asked about, decides nothing", ([, other]) =>
    Effect.gen(function* () {
      const { acquirer } = yield* start(settings)
      const hold = yield* tokenCharge("authorization", "visa", { amount: 1000 })
      const reference = referenceOf(yield* acquirer.perform(hold))
      const parent = { key: hold.key, reference, kind: "authorization" } as const
      const capture = yield* following("Capture", parent, { amount: 1000 })
      yield* acquirer.perform(capture)
      const refund = yield* following("Refund", parent, { amount: 400 })
      yield* acquirer.perform(refund)
      const voided = yield* tokenCharge("authorization", "visa", { amount: 1000 })
      const released = yield* following(
        "Void",
        { key: voided.key, reference: referenceOf(yield* acquirer.perform(voided)), kind: "authorization" },
        { amount: 1000 }
      )
      yield* acquirer.perform(released)
      for (const request of [hold, capture, refund, released]) {
        const about = yield* aboutOf(request)
        assert.strictEqual((yield* acquirer.status(request.key, about))._tag, "Approved", request._tag)
        const requested = { ...about, ...other } as typeof about
        assert.strictEqual((yield* quietly(acquirer.status(request.key, requested)))._tag, "Unknown", request._tag)
        const byReference = { ...requested, reference }
        assert.strictEqual((yield* quietly(acquirer.status(request.key, byReference)))._tag, "Unknown", request._tag)
      }
    })
  )
})
