import { assert, describe, it } from "@effect/vitest"
import { notExpired } from "@florin/core/card-operations/ChargeRules"
import * as CardNumber from "@florin/core/cards/CardNumber"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const number = Option.getOrThrow(CardNumber.parse("4200000000000000"))
const sentence = "Invalid. Format should be: yyyy. Date is expired"

// Source: D5, "Date is expired"; D3: a month ends last where clocks are twelve hours behind UTC.
describe("a card's expiry", () => {
  it.effect.each([
    { expMonth: 3, expYear: 2026, now: "2026-03-01T00:00:00.000Z", refused: false },
    { expMonth: 3, expYear: 2026, now: "2026-03-31T23:59:59.999Z", refused: false },
    { expMonth: 3, expYear: 2026, now: "2026-04-01T11:59:59.999Z", refused: false },
    { expMonth: 3, expYear: 2026, now: "2026-04-01T12:00:00.000Z", refused: true },
    { expMonth: 12, expYear: 2026, now: "2026-12-31T23:59:59.999Z", refused: false },
    { expMonth: 12, expYear: 2026, now: "2027-01-01T11:59:59.999Z", refused: false },
    { expMonth: 12, expYear: 2026, now: "2027-01-01T12:00:00.000Z", refused: true },
    { expMonth: 1, expYear: 2027, now: "2026-12-31T23:59:59.999Z", refused: false },
    { expMonth: 1, expYear: 9999, now: "2026-03-01T00:00:00.000Z", refused: false },
    { expMonth: 12, expYear: 0, now: "2026-03-01T00:00:00.000Z", refused: true }
  ])("credit_card object | exp_month, exp_year: $expMonth/$expYear at $now is refused: $refused", (row) =>
    Effect.sync(() => {
      const { expMonth, expYear, now, refused } = row
      const card = { _tag: "CardData", number, expMonth, expYear } as const
      const errors = notExpired("credit_card", card, DateTime.unsafeMake(now))?.errors ?? []
      assert.deepStrictEqual(errors, refused ? [{ path: ["credit_card", "exp_year"], sentence }] : [])
    })
  )
})
