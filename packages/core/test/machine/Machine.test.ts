import { assert, describe, it } from "@effect/vitest"
import * as Machine from "@florin/core/machine/Machine"
import * as Either from "effect/Either"

type State = "none" | "open" | "shut"
const late = Machine.when<number>("Later than 10", (facts) => facts > 10)
const early = Machine.when<number>("At most 10", (facts) => facts <= 10)
const door = Machine.make<State, "Opened" | "Pushed", number, "ring">("door")((row) => [
  row("none", "Opened", Machine.always, "open"),
  row("open", "Pushed", early, "open"),
  row("open", "Pushed", late, "shut", "ring")
])

describe("a machine", () => {
  it("takes the row whose condition holds", () => {
    const decided = Machine.decide(door, "open", "Pushed", 11)
    assert.deepStrictEqual(Either.getOrThrow(decided).next, "shut")
    assert.deepStrictEqual(Either.getOrThrow(decided).effects, ["ring"])
    assert.deepStrictEqual(Either.getOrThrow(Machine.decide(door, "open", "Pushed", 10)).next, "open")
  })

  it("refuses what the table does not have, and says which machine, state and trigger", () => {
    const refused = Machine.decide(door, "shut", "Pushed", 0)
    assert.isTrue(Either.isLeft(refused))
    if (Either.isLeft(refused)) assert.strictEqual(refused.left.message, "door: Pushed is not allowed when shut")
  })

  it("knows its states, triggers and final states", () => {
    assert.deepStrictEqual(Machine.states(door), ["none", "open", "shut"])
    assert.deepStrictEqual(Machine.triggers(door), ["Opened", "Pushed"])
    assert.deepStrictEqual(Machine.finals(door), ["shut"])
  })

  it("draws its table and its diagram", () => {
    assert.include(Machine.toMarkdown(door), "| open | Pushed | Later than 10 | shut | ring |")
    assert.include(Machine.toMermaid(door), "  [*] --> open: Opened")
    assert.include(Machine.toMermaid(door), "  open --> shut: Pushed [Later than 10]")
    assert.include(Machine.toMermaid(door), "  shut --> [*]")
  })
})
