import { assert, describe, it } from "@effect/vitest"
import * as Coverage from "../src/Coverage.js"

type Line = readonly [actor: string, what: string]

const reached = (...lines: ReadonlyArray<Line>) => [
  ...Coverage.reached(lines.map(([actor, what]) => ({ actor, what })))
]

describe("a situation", () => {
  it.each([
    [
      "same",
      "gate-1",
      "commits v1 00000000-aaaa-bbbb-cccc-000000000000",
      "commits v2 11111111-aaaa-cccc-dddd-000000000000"
    ],
    ["same", "bank", "void 9 for void-1: funds", "void 1 for void-7: funds"],
    ["other", "bank", "void 1 for void-1: approved", "void 1 for void-1: funds"],
    ["other", "gate-1", "answers payment", "answers refund"],
    ["other", "gate-1", "die before commit.record", "die after commit.record"],
    ["other", "time", "29999 ms pass", "30000 ms pass"],
    ["other", "gate-1", "has notify of x: held #0", "has notify of x: held #1"],
    ["other", "gate-1", "stands still for 4999 ms", "stands still for 5000 ms"],
    ["other", "gate-1", "stands still for 29999 ms", "stands still for 30000 ms"]
  ] as const)("is the %s: %s %s, %s", (expected, actor, left, right) => {
    assert.strictEqual(reached([actor, left]).join() === reached([actor, right]).join() ? "same" : "other", expected)
  })

  it("is what follows what in the life of a transaction, by the same actor or by another", () => {
    const lost = (of: string) => ["gate-1", `sends ${of} to bank: lost`] as const
    const followed = (actor: string) =>
      reached(lost("payment-1"), lost("payment-2"), [actor, "asks about payment-1"]).at(-1)
    const first = "gate sends transaction to bank: lost, then"
    assert.strictEqual(followed("gate-1"), `${first} gate asks about transaction`)
    assert.strictEqual(followed("gate-2"), `${first} another: gate asks about transaction`)
  })
})

describe("a kind of thing that happens", () => {
  it.each([
    ["same", ["bank", "void 1 for void-1: approved"], ["sandbox", "refund 1 for refund-1: approved"]],
    ["same", ["gate-1", "sends payment-1 to bank: lost"], ["gate-1", "sends void-1 to other bank: lost"]],
    ["other", ["gate-1", "sends payment-1 to bank: lost"], ["gate-1", "sends payment-1 to bank: twice"]],
    ["other", ["gate-1", "die before commit.record"], ["gate-1", "die after commit.record"]],
    ["other", ["gate-1", "die before commit.record"], ["gate-1", "pause before commit.record"]]
  ] as const)("is the %s: %s, %s", (expected, left, right) => {
    const kinds = (line: Line) => [...Coverage.kindsOf(new Set(reached(line)))].join()
    assert.strictEqual(kinds(left) === kinds(right) ? "same" : "other", expected)
  })

  it("is not what follows what", () => {
    const sequence = reached(["gate-1", "sends payment-1 to bank: lost"], ["gate-1", "asks about payment-1"])
    assert.strictEqual(sequence.length, 3)
    assert.strictEqual(Coverage.kindsOf(new Set(sequence)).size, 2)
  })
})

describe("chosen seeds", () => {
  const candidate = (seed: number, cost: number, ...situations: ReadonlyArray<string>) => ({
    ...{ seed, cost },
    situations: new Set(situations)
  })

  it.each([
    ["reach what all reach", [candidate(1, 1, "a", "b"), candidate(2, 1, "b", "c"), candidate(3, 1, "c", "d")], [1, 3]],
    ["cost least", [candidate(1, 9, "a", "b"), candidate(2, 1, "a"), candidate(3, 1, "b")], [2, 3]],
    ["are none where nothing is reached", [candidate(1, 1)], []]
  ])("%s", (_, candidates, expected) => {
    assert.deepStrictEqual(Coverage.choose(candidates), expected)
  })

  it("are those first that reach most", () => {
    const candidates = [candidate(1, 1, "a"), candidate(2, 1, "b", "c"), candidate(3, 1, "d")]
    assert.deepStrictEqual(Coverage.choose(candidates, 1), [2])
  })
})
