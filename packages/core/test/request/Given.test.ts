import { given } from "@florin/core/request/Given"
import { assert, describe, it } from "vitest"

describe("the members that have a value", () => {
  it.each([
    [{}, []],
    [{ a: undefined }, []],
    [{ a: null, b: 0, c: "", d: false }, ["a", "b", "c", "d"]],
    [{ b: 1, a: undefined, c: 2 }, ["b", "c"]]
  ])("of %j are %j", (members, expected) => {
    assert.deepStrictEqual(Object.keys(given(members)), expected)
  })
})
