import type { Visit } from "@florin/crash-tests/Acquirer"
import * as Figures from "@florin/crash-tests/Figures"
import * as Report from "@florin/crash-tests/Report"
import { assert, describe, it } from "vitest"

const visit = (pid: number, at: number, until: number | "never" = at, key = "a"): Visit => ({
  key,
  pid,
  at,
  until: until === "never" ? undefined : until
})

describe("the time until work is retaken", () => {
  it.each([
    {
      says: "by another process, from the death of the first",
      visits: [visit(1, 10, "never"), visit(2, 70)],
      times: [50]
    },
    { says: "not when the first had its answer before it died", visits: [visit(1, 10, 19), visit(2, 70)], times: [] },
    { says: "not by the same process", visits: [visit(1, 10, 30), visit(1, 70)], times: [] },
    { says: "not for another key", visits: [visit(1, 10, 30), visit(2, 70, 70, "b")], times: [] },
    { says: "not when nobody died", visits: [visit(3, 10, 30), visit(2, 70)], times: [] }
  ])("$says", ({ times, visits }) => {
    assert.deepStrictEqual(Figures.retakes(visits, new Map([[1, 20]])), times)
  })
})

describe("a percentile", () => {
  it.each([
    { values: [], part: 0.5, value: 0 },
    { values: [7], part: 0.99, value: 7 },
    { values: [3, 1, 2], part: 0.5, value: 2 },
    { values: [4, 3, 2, 1], part: 0.5, value: 2 },
    { values: [4, 3, 2, 1], part: 1, value: 4 }
  ])("$part of $values is $value", ({ part, value, values }) => {
    assert.strictEqual(Figures.percentile(values, part), value)
  })
})

const outcome: Figures.Outcome = {
  kills: 1,
  processes: 4,
  orders: [],
  notifications: 0,
  visits: [],
  deaths: new Map([[1, 20]]),
  accidents: [],
  findings: { lost: [], doubled: [], unresolved: [], contradicted: [], unannounced: [], misordered: [] },
  troubles: { unavailable: 0, defects: 0, last: undefined },
  isDisturbed: false,
  resolvedAfter: 0
}

const late = [visit(1, 10, "never"), visit(2, 20 + Figures.retakenWithin + 1)]
const inTime = [visit(1, 10, "never"), visit(2, 20 + Figures.retakenWithin)]

describe("a campaign is faulted for", () => {
  const one = ["order-0"]
  it.each([
    { says: "nothing", changes: {}, faults: 0 },
    { says: "something lost", changes: { findings: { ...outcome.findings, lost: one } }, faults: 2 },
    { says: "something doubled", changes: { findings: { ...outcome.findings, doubled: one } }, faults: 2 },
    { says: "something unresolved", changes: { findings: { ...outcome.findings, unresolved: one } }, faults: 2 },
    { says: "a contradiction", changes: { findings: { ...outcome.findings, contradicted: one } }, faults: 2 },
    { says: "something unannounced", changes: { findings: { ...outcome.findings, unannounced: one } }, faults: 2 },
    { says: "something misordered", changes: { findings: { ...outcome.findings, misordered: one } }, faults: 2 },
    { says: "an answer 500", changes: { troubles: { ...outcome.troubles, defects: 1 } }, faults: 1 },
    { says: "a process that died by itself", changes: { accidents: ["its last words"] }, faults: 2 },
    {
      says: "neither of these when the store was disturbed",
      changes: { accidents: ["x"], isDisturbed: true },
      faults: 0
    },
    { says: "a late retake", changes: { visits: late }, faults: 1 },
    { says: "no retake in time", changes: { visits: inTime }, faults: 0 },
    { says: "no late retake where a process is alone", changes: { visits: late, processes: 1 }, faults: 0 },
    { says: "no answers 503", changes: { troubles: { ...outcome.troubles, unavailable: 9 } }, faults: 0 }
  ])("$says", ({ changes, faults }) => {
    assert.strictEqual(Figures.faults({ ...outcome, ...changes }).length, faults)
  })
})

describe("the report", () => {
  it("sets figures side by side, marks what is off, and says what it is", () => {
    const bad = { ...outcome, findings: { ...outcome.findings, lost: ["order-0: acknowledged, not there"] } }
    const columns = [outcome, bad].map((outcome, index) => ({
      name: `part${index}`,
      figures: Figures.of(outcome),
      faults: Figures.faults(outcome)
    }))
    const lines = Report.render(columns).split("\n")
    assert.match(lines[0] ?? "", /^ +part0 +part1$/)
    assert.include(lines, "part1: order-0: acknowledged, not there")
    assert.match(lines.find((line) => line.startsWith("lost")) ?? "", /^lost +0 +1 !$/)
    assert.isFalse(Report.isGood(columns))
    assert.isTrue(Report.isGood(columns.slice(0, 1)))
  })
})
