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
      "processes, transactions, amounts",
      ["bank", "void 9 for void-1: funds"],
      ["bank", "void 1 for void-7: funds"]
    ],
    [
      "same",
      "identifiers",
      ["gate-1", "commits v1 00000000-aaaa-bbbb-cccc-000000000000"],
      ["gate-2", "commits v2 11111111-aaaa-cccc-dddd-000000000000"]
    ],
    ["other", "operations", ["gate-1", "answers payment"], ["gate-1", "answers refund"]],
    ["other", "answers", ["bank", "void 1 for void-1: approved"], ["bank", "void 1 for void-1: funds"]],
    ["other", "fates at a fault point", ["gate-1", "die before commit.record"], ["gate-1", "die after commit.record"]],
    ["other", "times that pass", ["time", "29999 ms pass"], ["time", "30000 ms pass"]],
    ["other", "numbers of attempts", ["gate-1", "has notify of x: held #0"], ["gate-1", "has notify of x: held #1"]],
    ["other", "long standstills", ["gate-1", "stands still for 4999 ms"], ["gate-1", "stands still for 5000 ms"]],
    ["other", "longer standstills", ["gate-1", "stands still for 29999 ms"], ["gate-1", "stands still for 30000 ms"]]
  ] as const)("is the %s with other %s", (expected, _, left, right) => {
    assert.strictEqual(reached(left).join() === reached(right).join() ? "same" : "other", expected)
  })

  it("is what follows what in the life of a transaction, by the same actor or by another", () => {
    const begin = ["gate-1", "sends payment-1 to bank: lost"] as const
    const other = ["gate-1", "sends payment-2 to bank: lost"] as const
    const followed = (actor: string) => reached(begin, other, [actor, "asks about payment-1"]).at(-1)
    assert.strictEqual(followed("gate-1"), "gate sends transaction to bank: lost, then gate asks about transaction")
    assert.strictEqual(
      followed("gate-2"),
      "gate sends transaction to bank: lost, then another: gate asks about transaction"
    )
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
})
