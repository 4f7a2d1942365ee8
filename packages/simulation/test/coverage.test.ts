import { assert, describe, it } from "@effect/vitest"
import * as Coverage from "../src/Coverage.js"

const notes = (...lines: ReadonlyArray<readonly [actor: string, what: string]>) =>
  lines.map(([actor, what]) => ({ actor, what }))

const reached = (...lines: ReadonlyArray<readonly [actor: string, what: string]>) =>
  [...Coverage.reached(notes(...lines))].sort()

describe("a situation", () => {
  it("is the same for every process, transaction and amount", () => {
    assert.deepStrictEqual(
      reached(["bank", "payment 2500 for payment-1: approved"], ["gate-1", "starts"]),
      reached(["bank", "payment 100 for payment-7: approved"], ["gate-3", "starts"])
    )
  })

  it.each([
    ["of each operation", ["gate-1", "answers payment"], ["gate-1", "answers refund"]],
    ["of each answer", ["bank", "void 1 for void-1: approved"], ["bank", "void 1 for void-1: funds"]],
    ["of each fate at a fault point", ["gate-1", "die before commit.record"], ["gate-1", "die after commit.record"]],
    ["of each time that passes", ["time", "29999 ms pass"], ["time", "30000 ms pass"]],
    ["of each number of attempts", ["gate-1", "has notify of x: held #0"], ["gate-1", "has notify of x: held #1"]],
    ["of long standstills", ["gate-1", "stands still for 4900 ms"], ["gate-1", "stands still for 8000 ms"]]
  ] as const)("is its own: %s", (_, left, right) => {
    assert.notDeepEqual(reached(left), reached(right))
  })

  it("is what follows what in the life of a transaction, by the same actor or by another", () => {
    const begin = ["gate-1", "sends payment-1 to bank: lost"] as const
    const other = ["gate-1", "sends payment-2 to bank: lost"] as const
    const same = reached(begin, other, ["gate-1", "asks about payment-1"])
    const another = reached(begin, other, ["gate-2", "asks about payment-1"])
    assert.include(same, "gate sends transaction to bank: lost, then gate asks about transaction")
    assert.include(another, "gate sends transaction to bank: lost, then another: gate asks about transaction")
    assert.lengthOf(same, 3)
    assert.lengthOf(another, 3)
  })

  it("is not how far a simulation has come", () => {
    assert.deepStrictEqual(reached(["step", "1 of 7"]), [])
  })
})

describe("chosen seeds", () => {
  const candidate = (seed: number, cost: number, ...situations: ReadonlyArray<string>) => ({
    seed,
    cost,
    situations: new Set(situations)
  })

  it("reach what all reach", () => {
    const candidates = [candidate(1, 1, "a", "b"), candidate(2, 1, "b", "c"), candidate(3, 1, "c", "d")]
    assert.deepStrictEqual(Coverage.choose(candidates), [1, 3])
  })

  it("are those that cost least", () => {
    const candidates = [candidate(1, 9, "a", "b"), candidate(2, 1, "a"), candidate(3, 1, "b")]
    assert.deepStrictEqual(Coverage.choose(candidates), [2, 3])
  })

  it("are none that later ones have made needless", () => {
    const candidates = [
      candidate(1, 4, "a", "b", "c", "d"),
      candidate(2, 4, "a", "b", "e"),
      candidate(3, 4, "c", "d", "f")
    ]
    assert.deepStrictEqual(Coverage.choose(candidates), [2, 3])
  })

  it("are none where nothing is reached", () => {
    assert.deepStrictEqual(Coverage.choose([candidate(1, 1)]), [])
  })
})
