import * as Figures from "@florin/crash-tests/Figures"
import type { Visit } from "@florin/crash-tests/Visit"
import { kinds } from "@florin/testing/parties/Auditor"
import { assert, describe, it } from "vitest"

const never = undefined

const visit = (pid: number, at: number, until: number | undefined = at, key = "a"): Visit => ({ key, pid, at, until })
const unanswered = (pid: number, at: number): Visit => ({ ...visit(pid, at), until: never })

const asking = (pid: number, at: number): Visit => ({ ...unanswered(pid, at), mayMeet: true })

const clean = { lost: [], doubled: [], unresolved: [], contradicted: [], unannounced: [], misordered: [] }
const troubles = (unavailable: number, defects: number) => ({ unavailable, defects })

/** Four processes, of which the first was killed at 20 ms and the second was there from 5 ms on. */
const facts = (changes: Partial<Figures.Facts>): Figures.Facts => ({
  ...Figures.facts(4),
  ...{ deaths: new Map([[1, 20]]), births: new Map([[2, 5]]) },
  ...changes
})

describe("the time until work is retaken", () => {
  const left = (pid: number, at: number, subject: string) => ({ left: [{ pid, at, subjects: ["b", subject] }] })
  it.each([
    ["from the death of a third one that had taken it over", left(3, 40, "a"), 30],
    ["not from the death of a third one that held something else", left(3, 40, "c"), 50],
    ["not from the death of a third one that came later", left(3, 71, "a"), 50],
    ["not from its own standstill", left(2, 40, "a"), 50],
    ["not from when the first one was found dead", left(1, 25, "a"), 50]
  ] as const)("%s", (_, more, time) => {
    const [found] = Figures.retakes(facts({ visits: [unanswered(1, 10), visit(2, 70)], ...more }))
    assert.strictEqual(found!.after, time)
  })

  it.each([
    ["by another process, from the death of the first", [unanswered(1, 10), visit(2, 70)], 5, [50]],
    ["from the birth of one that was not there yet", [visit(1, 10, 30), visit(2, 70)], 60, [10]],
    ["not when the first had its answer before it died", [visit(1, 10, 19), visit(2, 70)], 5, []],
    ["not by the same process", [visit(1, 10, 30), visit(1, 70)], 5, []],
    ["not for another key", [visit(1, 10, 30), visit(2, 70, 70, "b")], 5, []],
    ["not when the first only had a payment confirmed", [{ ...visit(1, 10, 30), mayMeet: true }, visit(2, 70)], 5, []],
    ["not when no process died", [visit(3, 10, 30), visit(2, 70)], 5, []]
  ] as const)("%s", (_, visits, born, times) => {
    const found = Figures.retakes(facts({ visits: [...visits], births: new Map([[2, born]]) }))
    assert.deepStrictEqual(
      found.map(({ after }) => after),
      [...times]
    )
  })
})

describe("in a campaign without deaths and stops it was done again", () => {
  it.each([
    ["a key was asked about again", [visit(1, 10, 60), visit(1, 50)], [], ["a: asked for twice at once"]],
    ["not when it had its answer", [visit(1, 10, 40), visit(1, 50)], [], []],
    ["not by two processes", [visit(1, 10, 60), visit(2, 50)], [], []],
    ["a notification was delivered twice", [], ["x", "y", "x"], ["x: delivered 2 times"]]
  ] as const)("%s", (_, visits, ids, lines) => {
    const deliveries = ids.map((id) => ({ id }))
    assert.deepStrictEqual(Figures.again(visits, deliveries), lines)
  })
})

const seized = [visit(3, 10, 60), visit(4, 50)]
const late = [unanswered(1, 10), visit(2, 20 + Figures.retakenWithin + 1)]
const inTime = [unanswered(1, 10), visit(2, 20 + Figures.retakenWithin)]
const isLate = [
  "longest retake: 10.0 s !",
  "a: retaken after 10.0 s",
  "  a: asked by 1 at 00:00:00.010, without an answer, killed at 00:00:00.020",
  "  a: asked by 2 at 00:00:10.021, answered at 00:00:10.021"
]
const away = (from: number, until: number, pid = 3) => [{ pid, from, until }]

type Case = readonly [what: string, changes: Partial<Figures.Facts>, lines: ReadonlyArray<string>]

const isTaken = (what: string, changes: Partial<Figures.Facts>, fate = "", ofOther = ""): Case => {
  const lines = [
    "taken from the living: 1 !",
    "a: taken from a process that works on it",
    `  a: asked by 3 at 00:00:00.010, answered at 00:00:00.060${fate}`,
    `  a: asked by 4 at 00:00:00.050, answered at 00:00:00.050${ofOther}`
  ]
  return [what, { visits: seized, ...changes }, lines]
}

describe("a campaign is faulted for", () => {
  const cases: ReadonlyArray<Case> = [
    ["nothing", { findings: [clean], troubles: troubles(9, 0) }, []],
    ...kinds.map((kind): Case => [kind, { findings: [clean, { ...clean, [kind]: ["x"] }] }, [`${kind}: 1 !`, "x"]]),
    ["an answer 500", { troubles: troubles(0, 1) }, ["answers 500: 1 !"]],
    ["a process that died by itself", { accidents: ["its last words"] }, ["died by themselves: 1 !", "its last words"]],
    ["neither when the store was disturbed", { troubles: troubles(0, 1), accidents: ["x"], isDisturbed: true }, []],
    ["a late retake", { visits: late }, isLate],
    [
      "a late retake, and how the store fared meanwhile",
      { visits: late, returns: [4], cuts: [25, 20_000] },
      [
        isLate[0]!,
        `${isLate[1]}, the store was back at 00:00:00.004, connections were cut at 00:00:00.025`,
        ...isLate.slice(2)
      ]
    ],
    ["no retake in time", { visits: inTime }, []],
    ["no late retake by one that had been away", { visits: late, stops: away(20, 25, 2) }, []],
    ["no late retake where the store had been away", { visits: late, returns: [25] }, []],
    [
      "a late retake by one that was away afterwards",
      { visits: late, stops: away(20, 90_000, 2) },
      [...isLate.slice(0, -1), `${isLate.at(-1)}, stood still from 00:00:00.020 to 00:01:30.000`]
    ],
    ["no late retake where nobody is in a hurry", { visits: late, retakenBy: Number.POSITIVE_INFINITY }, []],
    ["no late retake where a process is alone", { visits: late, processes: 1 }, []],
    ["something done again", { again: ["x"] }, ["taken from the living: 1 !", "x"]],
    isTaken("work taken from the living", {}),
    isTaken(
      "work of one that went away later",
      { stops: away(51, 55) },
      ", stood still from 00:00:00.051 to 00:00:00.055"
    ),
    isTaken("work of one that was away long before", { stops: away(-20_000, -10_001) }),
    isTaken(
      "work taken by one that went on more than a second before",
      { stops: away(-2000, -951, 4) },
      "",
      ", stood still from 23:59:58.000 to 23:59:59.049"
    ),
    ["no work that one sends late that goes on", { visits: seized, stops: away(0, 49, 4) }, []],
    ["no work that one sends late within a second", { visits: seized, stops: away(-2000, -950, 4) }, []],
    ["no work of one that was away and came back", { visits: seized, stops: away(0, 5) }, []],
    ["no work of one that had no processor, by its own account", { visits: seized, absences: away(20, 55) }, []],
    ["no work that a process works on while a payment is confirmed", { visits: [visit(3, 10, 60), asking(4, 50)] }, []],
    ["no payment that is confirmed meanwhile", { visits: [asking(3, 10), visit(4, 10)] }, []],
    ["no work of the dead", { visits: [unanswered(1, 10), visit(4, 50)] }, []],
    ["no work that was done", { visits: [visit(3, 10, 40), visit(4, 50)] }, []],
    ["no work of its own", { visits: [visit(3, 10, 60), visit(3, 50)] }, []],
    ["no work under another key", { visits: [visit(3, 10, 60), visit(4, 50, 50, "b")] }, []]
  ]
  it.each(cases)("%s", (_, changes, lines) => {
    assert.deepStrictEqual(Figures.faults(facts({ visits: [], ...changes })), lines)
  })
})

describe("the report", () => {
  it("sets figures side by side and marks what is off; a process alone has no peers", () => {
    const b = Figures.of(facts({ findings: [{ ...clean, lost: ["x"] }] }))
    const rows = Figures.table({ a: Figures.of(facts({ processes: 1 })), b })
    assert.deepStrictEqual(
      [rows.lost, rows.stops],
      [
        { a: "0", b: "1 !" },
        { a: "", b: "0" }
      ]
    )
  })

  it("says how long processes stood still at most, and how far clocks are apart", () => {
    const stops = [...away(0, 6_000), ...away(0, 42_500)]
    assert.deepInclude(Figures.of(facts({ stops, apart: 1_200_000, resolvedMeanwhile: 7 })), {
      ...{ stops: "2", "longest stop": "42.5 s", "clocks apart": "1200.0 s", "resolved meanwhile": "7" }
    })
  })
})

describe("a finding", () => {
  it("is followed by whoever asked the acquirer about it, and by what became of each", () => {
    const says = "uid-1: payment failed, and 100 of it stands at the acquirer"
    const visits = [
      visit(1, 10, 15, "uid-1"),
      visit(2, 40, 50, "uid-2"),
      { ...unanswered(4, 90), key: "uid-1:reverse" }
    ]
    const found = {
      visits,
      findings: [{ ...clean, contradicted: [says] }],
      stops: away(30, 80, 4),
      absences: away(85, 95, 4)
    }
    const lines = [...Figures.faults(facts(found))]
    assert.includeMembers(lines, [
      "  uid-1: asked by 1 at 00:00:00.010, answered at 00:00:00.015, killed at 00:00:00.020",
      "  uid-1:reverse: asked by 4 at 00:00:00.090, without an answer, stood still from 00:00:00.030 to 00:00:00.080, had no processor from 00:00:00.085 to 00:00:00.095"
    ])
    assert.notInclude(lines.join("\n"), "uid-2")
  })
})
