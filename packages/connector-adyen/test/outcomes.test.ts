import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import type { Telling } from "../src/testing/AdyenFake.js"
import { card, charge, child, last, open, quietly, referenceOf, untilOutcomes, word } from "./internal/shop.js"

const held = Effect.fnUntraced(function* (kind: "authorization" | "payment", multicapture = false) {
  const shop = yield* open({ multicapture }, { multicapture })
  const request = yield* charge(kind)
  const answer = yield* shop.acquirer.perform(request)
  assert.strictEqual(answer._tag, "Approved")
  yield* untilOutcomes(shop, 1)
  return { shop, request, reference: referenceOf(answer) }
})

const cases = [
  ["a capture", "authorization", "Capture", 1000, "Approved"],
  ["a part of a hold", "authorization", "Capture", 400, "Approved"],
  ["more than is held", "authorization", "Capture", 1001, "Declined not-allowed"],
  ["a void of a hold", "authorization", "Void", 1000, "Approved"],
  ["a refund of what is only held", "authorization", "Refund", 1, "Declined not-allowed"],
  ["a capture of a payment", "payment", "Capture", 1, "Declined not-allowed"],
  ["a refund of a payment", "payment", "Refund", 1000, "Approved"],
  ["a part of a payment", "payment", "Refund", 1, "Approved"],
  ["more than was paid", "payment", "Refund", 1001, "Declined not-allowed"],
  ["a reversal of a payment", "payment", "Void", 1000, "Approved"]
] as const

describe("D57 what follows a charge is received, and its outcome is told", () => {
  it.live.each(cases)("%s (%s, %s of %i): %s", ([, kind, tag, amount, expected]) =>
    Effect.gen(function* () {
      const { reference, request, shop } = yield* held(kind)
      const follower = yield* child(tag, request, reference, amount)
      const answer = yield* shop.acquirer.perform(follower)
      assert.strictEqual(answer._tag, "Accepted")
      yield* untilOutcomes(shop, 2)
      assert.strictEqual(word(last(shop).status), expected)
      assert.deepStrictEqual([last(shop).key, last(shop).reference], [follower.key, referenceOf(answer)!])
      const movements = yield* shop.fake.movements()
      assert.strictEqual(movements.filter(({ key }) => key === follower.key).length, expected === "Approved" ? 1 : 0)
    }).pipe(Effect.scoped)
  )

  it.live("refunds a capture by what was told about it", () =>
    Effect.gen(function* () {
      const { reference, request, shop } = yield* held("authorization", true)
      const capture = yield* child("Capture", request, reference, 600)
      const captured = yield* shop.acquirer.perform(capture)
      yield* untilOutcomes(shop, 2)
      const refund = yield* child("Refund", capture, referenceOf(captured), 600)
      yield* shop.acquirer.perform(refund)
      yield* untilOutcomes(shop, 3)
      assert.strictEqual(word(last(shop).status), "Approved")
      // Nothing is left of it.
      yield* shop.acquirer.perform(yield* child("Void", capture, referenceOf(captured), 1))
      yield* untilOutcomes(shop, 4)
      assert.strictEqual(word(last(shop).status), "Declined not-allowed")
    }).pipe(Effect.scoped)
  )

  it.live("closes by our reference what never answered, and says so under Adyen's", () =>
    Effect.gen(function* () {
      const shop = yield* open()
      yield* shop.fake.dial(({ path }) => (path === "/payments" ? { way: "answer-lost", tells: "never" } : {}))
      const request = yield* charge()
      assert.strictEqual((yield* shop.acquirer.perform(request))._tag, "NoAnswer")
      const closing = yield* child("Void", request, null)
      const answer = yield* shop.acquirer.perform(closing)
      yield* untilOutcomes(shop, 1)
      assert.deepStrictEqual([last(shop).key, last(shop).reference], [undefined, referenceOf(answer)!])
      assert.strictEqual(word(last(shop).status), "Approved")
    }).pipe(Effect.scoped, quietly)
  )

  it.live.each([
    ["once", 1],
    ["twice", 2],
    ["never", 0]
  ] as const)("told %s, the outcome is there %i times and always the same", ([tells, count]) =>
    Effect.gen(function* () {
      const shop = yield* open({ dial: () => ({ tells: tells as Telling }) })
      const request = yield* charge("payment")
      yield* shop.acquirer.perform(request)
      yield* untilOutcomes(shop, count)
      if (count > 0) yield* shop.fake.tellAgain
      const all = shop.outcomes.map(({ key, reference, status }) => JSON.stringify([key, reference, word(status)]))
      assert.isAtMost(new Set(all).size, 1)
      assert.strictEqual(all.length, count * 2)
    }).pipe(Effect.scoped)
  )

  it.live("tells before the answer what the answer then says", () =>
    Effect.gen(function* () {
      const shop = yield* open({ dial: () => ({ tells: "before" }) })
      const request = yield* charge("payment")
      const answer = yield* shop.acquirer.perform(request)
      assert.strictEqual(shop.outcomes.length, 1)
      assert.deepStrictEqual([last(shop).key, last(shop).reference], [request.key, referenceOf(answer)!])
    }).pipe(Effect.scoped)
  )

  it.live("is told of a charge whose answer was lost, under our key", () =>
    Effect.gen(function* () {
      const shop = yield* open({ dial: () => ({ way: "answer-lost" }) })
      for (const from of [card(), card("4111111111111111", { holder: "NOT_ENOUGH_BALANCE" })]) {
        const request = yield* charge("payment", from)
        assert.strictEqual((yield* shop.acquirer.perform(request))._tag, "NoAnswer")
      }
      yield* untilOutcomes(shop, 2)
      assert.sameMembers(
        shop.outcomes.map(({ status }) => word(status)),
        ["Approved", "Declined funds"]
      )
    }).pipe(Effect.scoped, quietly)
  )
})
