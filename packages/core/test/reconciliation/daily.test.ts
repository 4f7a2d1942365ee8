/** When the daily reconciliation runs, and for which days. Source: D38. */
import { daysDue, nextRun } from "@florin/core/reconciliation/DailyReconciliation"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const at = DateTime.unsafeMake
const iso = DateTime.formatIso

describe("the next run (D38)", () => {
  it.each([
    ["2026-03-02T00:00:00.000Z", "2026-03-02T01:00:00.000Z"],
    ["2026-03-02T00:59:59.999Z", "2026-03-02T01:00:00.000Z"],
    ["2026-03-02T01:00:00.000Z", "2026-03-03T01:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2027-01-01T01:00:00.000Z"]
  ])("after %s is at %s", (now, expected) => assert.strictEqual(iso(nextRun(at(now))), expected))
})

describe("the days that are due (D38)", () => {
  it.each([
    ["the day before, in time", "2026-03-03T01:00:00Z", "2026-03-03T01:00:00Z", "2026-03-02", "2026-03-03"],
    [
      "the day before, to the end of the day",
      "2026-03-03T01:00:00Z",
      "2026-03-03T23:59:59Z",
      "2026-03-02",
      "2026-03-03"
    ],
    ["two days after one night", "2026-03-03T01:00:00Z", "2026-03-04T00:00:00Z", "2026-03-02", "2026-03-04"],
    ["31 days at most", "2026-01-01T01:00:00Z", "2026-03-03T01:00:00Z", "2026-01-31", "2026-03-03"],
    [
      "the day before, on a clock that was set back",
      "2026-03-09T01:00:00Z",
      "2026-03-03T01:00:00Z",
      "2026-03-02",
      "2026-03-03"
    ]
  ])("are %s", (_, runAt, now, from, to) => {
    const due = daysDue(at(runAt), at(now))
    assert.deepStrictEqual([iso(due.from), iso(due.to)], [`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`])
  })
})
