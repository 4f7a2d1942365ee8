import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { privateText } from "../src/operations/Parts.js"

describe("text of a shop's own", () => {
  it.each([
    ["", true],
    ["Order 1234567890123456", true],
    [`${"4".repeat(12)} is too short`, true],
    ["Paid with 4200000000000000", false],
    ["4200 0000 0000 0000, he said", false],
    ["4200000000000000 12/35 123", false],
    ["2 books, 4200 0000 0000 0000", false],
    ["99 4200000000000000", false],
    [`${"long ".repeat(100)}4200-0000-0000-0000`, false],
    ["x".repeat(2000), true],
    ["x".repeat(2001), false]
  ])("%s is taken: %s", (text, isTaken) => {
    assert.strictEqual(Schema.is(privateText(2000))(text), isTaken)
  })
})
