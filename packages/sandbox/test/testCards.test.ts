import { assert, describe, it } from "@effect/vitest"
import { parse } from "@florin/core/cards/CardNumber"
import { about, charge, payOut } from "@florin/testing/acquirers/AcquirerRequests"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { testCards } from "../src/TestCards.js"
import { approved, approving, card, d37, declining, Live, looksAtAmount, pay, refused, seen } from "./paying.js"

describe("A test card", () => {
  it.effect.each(d37)("D37: %s approves", (number) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* pay(number, {}, { amount: 1000 })), approved)
    }).pipe(Effect.provide(Live))
  )

  it.effect("D37: 4005550000000019 declines", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* pay(declining, {}, { amount: 1000 })), refused("unspecified"))
    }).pipe(Effect.provide(Live))
  )

  it("D37: there is no other", () => {
    assert.sameMembers(
      testCards.map(({ number }) => number),
      [...d37, declining]
    )
  })

  it.effect.each([
    { number: approving, expMonth: 9, expected: approved },
    { number: approving, expMonth: 10, expected: refused("unspecified") },
    { number: approving, expMonth: 11, expected: approved },
    { number: "4242424242424242", expMonth: 10, expected: approved },
    { number: looksAtAmount, expMonth: 10, expected: approved }
  ])("D37: $number with the expiry month $expMonth", ({ expMonth, expected, number }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(seen(yield* pay(number, { expMonth }, { amount: 1000 })), expected)
    }).pipe(Effect.provide(Live))
  )

  it("is a number that a merchant can send", () => {
    assert.deepStrictEqual(
      testCards.filter(({ number }) => Option.isNone(parse(number))).map(({ number }) => number),
      []
    )
  })

  it.effect("of another number is not allowed, and nothing of the number is kept", () =>
    Effect.gen(function* () {
      const result = yield* pay("5105105105105100", {}, { amount: 1000 })
      assert.deepStrictEqual(seen(result), refused("not-allowed"))
      assert.notInclude(JSON.stringify(result.answer), "5100")
    }).pipe(Effect.provide(Live))
  )

  // A card is valid until its month has ended everywhere on earth.
  it.effect.each([
    { now: "2031-03-01T11:59:59.999Z", expected: approved },
    { now: "2031-03-01T12:00:00Z", expected: refused("card-expired") }
  ])("that expires 02/2031 at $now", ({ expected, now }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.unsafeMake(now).epochMillis)
      const { perform, status } = yield* SandboxAcquirer.SandboxAcquirer
      const request = yield* charge("payment", card(approving, { expMonth: 2, expYear: 2031 }), { amount: 1000 })
      const answer = yield* perform(request)
      assert.deepStrictEqual(seen({ answer, status: yield* status(request.key, about) }), expected)
    }).pipe(Effect.provide(Live))
  )

  it.effect("can be paid out to, unless it declines", () =>
    Effect.gen(function* () {
      const { perform } = yield* SandboxAcquirer.SandboxAcquirer
      const { movements } = yield* Ledger.Ledger
      yield* perform(yield* payOut("credit", card(approving), { amount: 1 }))
      yield* perform(yield* payOut("payout", card(approving), { amount: 2 }))
      yield* perform(yield* payOut("payout", card(declining), { amount: 3 }))
      assert.deepStrictEqual(
        (yield* movements).map(({ amount, kind }) => [kind, Number(amount)]),
        [
          ["credit", 1],
          ["payout", 2]
        ]
      )
    }).pipe(Effect.provide(Live))
  )
})
