import { assert, describe, it } from "@effect/vitest"
import { aboutOf } from "@florin/testing/acquirers/AcquirerRequests"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { createdIn } from "../src/internal/lookups.js"
import { following, quietly, referenceOf, start, tokenCharge } from "./internal/underTest.js"

describe("Asked about a key that it never had", () => {
  it.scoped.each([
    ["agrees with ours", 0, "NotFound"],
    ["is four minutes and a half behind", 270, "NotFound"],
    ["is more than that behind", 271, "Unknown"]
  ] as const)("while its clock %s, says what can be known", ([, apart, expected]) =>
    Effect.gen(function* () {
      // The fake's answers are dated by a clock that stands still.
      const { acquirer } = yield* Effect.withClock(start(), VirtualClock.make(0))
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      const about = yield* aboutOf(request)
      yield* TestClock.adjust(`${apart} seconds`)
      assert.strictEqual((yield* quietly(acquirer.status(request.key, about)))._tag, expected)
    })
  )
})

describe("The lists of the minutes around a request", () => {
  it.each([0, 1, 20, 61, 1800])("have each second once, with a window of %i s", (window) => {
    const [from, to] = [DateTime.unsafeMake(1_000_000_000), DateTime.unsafeMake(1_000_000_000 + window * 1000)]
    const parts = createdIn({ from, to })
    const all = parts.flatMap(({ gte, lte }) => Array.from({ length: lte - gte + 1 }, (_, second) => gte + second))
    assert.deepStrictEqual(
      all,
      Array.from({ length: window + 602 }, (_, second) => 1_000_000 - 300 + second)
    )
  })
})

describe("What is not found by search", () => {
  // One list tells Stripe's clock; the next is of the seconds in which it was most likely made, and six are of the minutes.
  it.scoped.each([
    ["arrived at once", 0, "Approved", 2],
    ["arrived within ten seconds", 10, "Approved", 2],
    ["arrived later", 11, "Approved", 8],
    ["was dated by a clock that was a second ahead", -1, "Approved", 2],
    ["was dated by a clock that was further ahead", -2, "Approved", 8],
    ["never arrived", undefined, "NotFound", 8]
  ] as const)("and %s, is asked for by as few lists as can be", ([, later, expected, lists]) =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      yield* TestClock.adjust("1 hour")
      const request = yield* tokenCharge("payment", "visa", { amount: 1000 })
      if (later !== undefined) yield* acquirer.perform(request)
      const about = yield* aboutOf(request)
      const visits: Array<string> = []
      fake.dials.manner = ({ method, path }) => void visits.push(`${method} ${path.split("?")[0]}`)
      const sentAt = DateTime.subtract(yield* DateTime.now, { seconds: later ?? 0 })
      assert.strictEqual((yield* acquirer.status(request.key, { ...about, sentAt }))._tag, expected)
      assert.strictEqual(visits.filter((visit) => visit === "GET /v1/payment_intents").length, lists, visits.join(", "))
    })
  )
})

describe("After the life of a key", () => {
  it.scoped("a charge, its capture, its refund and a void are still found, and nothing is sent", () =>
    Effect.gen(function* () {
      const { acquirer, fake } = yield* start()
      const hold = yield* tokenCharge("authorization", "visa", { amount: 1000 })
      const reference = referenceOf(yield* acquirer.perform(hold))
      const capture = yield* following("Capture", { key: hold.key, reference, kind: "authorization" }, { amount: 600 })
      yield* acquirer.perform(capture)
      const refund = yield* following("Refund", { key: capture.key, reference, kind: "capture" }, { amount: 600 })
      yield* acquirer.perform(refund)
      const other = yield* tokenCharge("authorization", "visa", { amount: 700 })
      const otherReference = referenceOf(yield* acquirer.perform(other))
      const parent = { key: other.key, reference: otherReference, kind: "authorization" } as const
      const taken = yield* following("Void", parent, { amount: 700 })
      yield* acquirer.perform(taken)
      const abouts = yield* Effect.forEach([hold, capture, refund, other, taken], (request) => aboutOf(request))
      yield* TestClock.adjust("25 hours")
      for (const [index, request] of [hold, capture, refund, other, taken].entries()) {
        const about = { ...abouts[index]!, ...(request === hold ? { reference } : {}) }
        assert.strictEqual((yield* acquirer.status(request.key, about))._tag, "Approved")
        assert.strictEqual(fake.sendsOf(request.key), 1)
      }
      assert.strictEqual(fake.sendsPastKeyLife(), 0)
    })
  )
})
