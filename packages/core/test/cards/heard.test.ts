import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { answerOf, cleaned, statusOf } from "../../src/card-operations/internal/acquirerCalls.js"

const card = {
  number: Redacted.make("4200000000000000"),
  securityCode: Redacted.make("987"),
  expMonth: 12,
  expYear: 2035
}

describe("what an acquirer says", () => {
  // Source: D41: a malformed answer is no answer.
  it.each([
    { said: undefined, expected: "NoAnswer" },
    { said: null, expected: "NoAnswer" },
    { said: "Approved", expected: "NoAnswer" },
    { said: [], expected: "NoAnswer" },
    { said: {}, expected: "NoAnswer" },
    { said: { _tag: "Settled" }, expected: "NoAnswer" },
    { said: { _tag: "Approved" }, expected: "NoAnswer" },
    { said: { _tag: "Approved", report: null }, expected: "NoAnswer" },
    { said: { _tag: "Approved", report: { ...noReport, authCode: 1 } }, expected: "NoAnswer" },
    { said: { _tag: "Approved", report: { authCode: null } }, expected: "NoAnswer" },
    { said: { _tag: "Approved", report: noReport }, expected: "Approved" },
    { said: { _tag: "Declined", report: noReport }, expected: "NoAnswer" },
    { said: { _tag: "Declined", reason: "bad luck", report: noReport }, expected: "NoAnswer" },
    { said: { _tag: "Declined", reason: "funds", report: noReport }, expected: "Declined" },
    { said: { _tag: "NotSent" }, expected: "NotSent" },
    { said: { _tag: "NoAnswer" }, expected: "NoAnswer" }
  ])("D41: $said is $expected", ({ expected, said }) => {
    assert.strictEqual(answerOf(said)._tag, expected)
  })

  it.each([
    { said: { _tag: "NotFound" }, expected: "NotFound" },
    { said: { _tag: "NotSent" }, expected: "Unknown" },
    { said: undefined, expected: "Unknown" },
    { said: { _tag: "Approved", report: noReport }, expected: "Approved" },
    { said: { _tag: "Declined", reason: "funds", report: {} }, expected: "Unknown" }
  ])("D41: of a key, $said is $expected", ({ expected, said }) => {
    assert.strictEqual(statusOf(said)._tag, expected)
  })

  // Source: D41: numbers, codes and control characters are removed before anything is stored, shown or sent.
  it.each([
    { text: "Approved", expected: "Approved" },
    { text: "Card 4200000000000000 refused", expected: "Card [removed] refused" },
    { text: "Card 4200 0000 0000 0000 refused", expected: "Card [removed] refused" },
    { text: "Card 4200-0000-0000-0000", expected: "Card [removed]" },
    { text: "code 987 is wrong", expected: "code [removed] is wrong" },
    { text: "code ９８７ is wrong", expected: "code [removed] is wrong" },
    { text: "order 19875", expected: "order 19875" },
    { text: "Card 4200 and 0000 and 0000 and 0000", expected: "Card [removed]" },
    { text: "Card 4200:0000:0000:0000", expected: "Card [removed]" },
    { text: "Card 4200\u00a00000\u00a00000\u00a00000", expected: "Card [removed]" },
    { text: `${"x".repeat(250)}4200000000000000`, expected: `${"x".repeat(250)}[remo` },
    { text: "a\ud800b", expected: "a\ufffdb" },
    { text: "a\u0000b\nc\u2028d", expected: "a b c d" },
    { text: "x".repeat(300), expected: "x".repeat(255) }
  ])("D41: $text is kept as $expected", ({ expected, text }) => {
    assert.strictEqual(cleaned(text, card), expected)
  })

  it("D41: a reference number stays, a card number in its place does not", () => {
    const kept = (refId: string) => {
      const heard = answerOf({ _tag: "Approved", report: { ...noReport, refId } }, { source: "card", card })
      return heard._tag === "Approved" ? heard.report.refId : heard._tag
    }
    assert.strictEqual(kept("777888999000111"), "777888999000111")
    for (const spelled of ["4200000000000000", "4200:0000:0000:0000", "420000000000000012345", "4２0000000000000０"]) {
      assert.notMatch(kept(spelled) ?? "", /4[2２].?0/u)
      assert.include(kept(spelled), "[removed]")
    }
    assert.strictEqual(kept("42000000-0000-4000-8000-000000000001"), "42000000-0000-4000-8000-000000000001")
  })
})
