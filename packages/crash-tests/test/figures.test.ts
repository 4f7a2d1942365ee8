import type { Visit } from "@florin/crash-tests/Environment"
import * as Figures from "@florin/crash-tests/Figures"
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
    { says: "not when no process died", visits: [visit(3, 10, 30), visit(2, 70)], times: [] }
  ])("$says", ({ times, visits }) => {
    assert.deepStrictEqual(Figures.retakes({ visits, deaths: new Map([[1, 20]]), births: new Map([[2, 5]]) }), times)
  })

  it("counts from the birth of one that was not there yet", () => {
    const visits = [visit(1, 10, 30), visit(2, 70)]
    assert.deepStrictEqual(Figures.retakes({ visits, deaths: new Map([[1, 20]]), births: new Map([[2, 60]]) }), [10])
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
  births: new Map(),
  accidents: [],
  findings: { lost: [], doubled: [], unresolved: [], contradicted: [], unannounced: [], misordered: [] },
  troubles: { unavailable: 0, defects: 0, last: undefined },
  isDisturbed: false,
  resolvedAfter: 0
}

const late = [visit(1, 10, "never"), visit(2, 20 + Figures.retakenWithin + 1)]
const inTime = [visit(1, 10, "never"), visit(2, 20 + Figures.retakenWithin)]

const seized = [visit(3, 10, 60), visit(4, 50)]
const ofTheDead = [visit(1, 10, "never"), visit(4, 50)]
const away: Figures.Estranged = { ...Figures.close, stops: [{ pid: 3, from: 20, until: 55 }] }

describe("work is taken", () => {
  it.each([
    { says: "from a process that still waits for its answer", visits: seized, keys: 1 },
    { says: "not when that has its answer", visits: [visit(3, 10, 40), visit(4, 50)], keys: 0 },
    { says: "not by itself", visits: [visit(3, 10, 60), visit(3, 50)], keys: 0 },
    { says: "not for another key", visits: [visit(3, 10, 60), visit(4, 50, 50, "b")], keys: 0 }
  ])("$says", ({ keys, visits }) => {
    assert.strictEqual(Figures.taken(visits, []).length, keys)
  })

  it.each([
    { says: "was away before it asked, and not long ago", absence: { from: 0, until: 5 }, keys: 0 },
    { says: "went away later", absence: { from: 51, until: 55 }, keys: 1 },
    { says: "was away long before", absence: { from: -20_000, until: -10_001 }, keys: 1 }
  ])("$keys times when its holder $says", ({ absence, keys }) => {
    assert.strictEqual(Figures.taken(seized, [{ pid: 3, ...absence }]).length, keys)
  })
})

describe("a key is asked for twice at once", () => {
  it.each([
    { says: "by a process that still waits", visits: [visit(1, 10, 60), visit(1, 50)], keys: 1 },
    { says: "not when it has its answer", visits: [visit(1, 10, 40), visit(1, 50)], keys: 0 },
    { says: "not by two processes", visits: [visit(1, 10, 60), visit(2, 50)], keys: 0 }
  ])("$says", ({ keys, visits }) => {
    assert.strictEqual(Figures.askedAtOnce(visits).length, keys)
  })
})

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
    { says: "work taken from the living", changes: { estranged: Figures.close, visits: seized }, faults: 2 },
    { says: "no work taken from a process that stood still", changes: { estranged: away, visits: seized }, faults: 0 },
    { says: "no work taken from the dead", changes: { estranged: Figures.close, visits: ofTheDead }, faults: 0 },
    { says: "something done again", changes: { estranged: { ...Figures.close, again: one } }, faults: 2 },
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
    const lines = Figures.render(columns).split("\n")
    assert.match(lines[0] ?? "", /^ +part0 +part1$/)
    assert.include(lines, "part1: order-0: acknowledged, not there")
    assert.match(lines.find((line) => line.startsWith("lost")) ?? "", /^lost +0 +1 !$/)
    assert.isUndefined(lines.find((line) => line.startsWith("stops")))
    assert.isFalse(Figures.isGood(columns))
    assert.isTrue(Figures.isGood(columns.slice(0, 1)))
  })

  it("says how often processes stood still, how long at most, and how far their clocks are apart", () => {
    const stops = [6_000, 42_500].map((until) => ({ pid: 3, from: 0, until }))
    const estranged = { ...Figures.close, stops, apart: 1_200_000, resolvedMeanwhile: 7 }
    const text = Figures.render([{ name: "part", figures: Figures.of({ ...outcome, estranged }), faults: [] }])
    for (const line of [
      /^stops +2$/m,
      /^longest stop +42\.5 s$/m,
      /^clocks apart +1200\.0 s$/m,
      /^resolved meanwhile +7$/m
    ]) {
      assert.match(text, line)
    }
  })
})
