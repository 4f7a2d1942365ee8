/** Passwords that many would choose. Source: ASVS 5, 6.2.4 and 6.2.11. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { uncommonLength } from "../src/internal/commonText.js"

describe("what is left of a password without what many choose", () => {
  it.each([
    ["passwordpassword", 0],
    ["Password123456789", 0],
    ["P@ssw0rdP@ssw0rd", 0],
    ["1qaz2wsx3edc4rfv", 0],
    ["zxcvbnmasdfghjkl", 0],
    ["qwertyuiopasdfgh", 0],
    ["poiuytrewqlkjhgfdsa", 0],
    ["123456789012345", 0],
    ["987654321987654321", 0],
    ["abcdefghijklmnop", 0],
    ["йцукенгшщзхъфыва", 0],
    ["iloveyou12345678", 0],
    ["Summer2026!Winter2025!", 2],
    ["FlorinConsole2026", 0],
    ["florin-gateway-admin", 2],
    ["Welcome-Operator-1", 3],
    ["aaaaaaaaaaaaaaaaa", 1],
    ["correct horse battery staple", 28],
    ["a passage of the river", 18],
    ["vX9#kQ2!mZ7$pL4", 15]
  ])("D74: of %s: %i", (text, left) => {
    assert.strictEqual(uncommonLength(text), left)
  })

  it("is never more than there is, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 128 }), (text) => {
        const left = uncommonLength(text)
        assert.isTrue(left >= 0 && left <= Array.from(text.normalize("NFKC").toLowerCase()).length)
      }),
      { numRuns: 200 }
    )
  })
})
