/** The tables of docs/calendar.md are what the rules compute. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { dueAt } from "@florin/core/time/BillingCalendar"
import { at, iso, zone } from "../time/clocks.js"
import { berlin, type OutcomeName, paidAt, planWith, settled } from "./given.js"

const page = readFileSync(new URL("../../../../docs/calendar.md", import.meta.url), "utf8")

/** The rows of the table under a title. */
const rowsOf = (title: string): ReadonlyArray<ReadonlyArray<string>> => {
  const section = page.split("\n## ").find((part) => part.startsWith(`${title}\n`)) ?? ""
  const rows = section.split("\n").filter((line) => line.startsWith("| "))
  return rows.slice(2).map((line) => line.slice(2, -2).split(" | "))
}

describe("the page about the calendar", () => {
  const cycles = rowsOf("When cycles are due")
  const charges = rowsOf("What follows from a charge")

  it("has examples", () => {
    assert.isAtLeast(cycles.length, 9)
    assert.isAtLeast(charges.length, 10)
  })

  it.each(cycles)("D24: in %s from %s, every %s is due at %s", (name, first, every, dues) => {
    const { interval } = planWith({ every: every! })
    const expected = dues!.split(", ").map((due) => iso(at(due)))
    const found = expected.map((_, index) => iso(dueAt(at(first!), interval, index + 1, zone(name!))))
    assert.deepStrictEqual(found, expected)
  })

  it.each(charges)(
    "D24, D25: night rule %s: what was charged at %s and ended %s is charged next at %s",
    (night, charged, outcome, next) => {
      const plan = planWith({ preventPaymentsAtNight: night !== "no" })
      const first = paidAt(plan, `2026-03-10T${night!.includes("22:00") ? "22:00" : "10:00"}+01:00`)
      const after = settled(first, outcome as OutcomeName, charged!, berlin)
      assert.strictEqual(iso(after.renewAt!), iso(at(next!)))
    }
  )
})
