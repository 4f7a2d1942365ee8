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
    { reply: undefined, expected: "NoAnswer" },
    { reply: null, expected: "NoAnswer" },
    { reply: "Approved", expected: "NoAnswer" },
    { reply: [], expected: "NoAnswer" },
    { reply: {}, expected: "NoAnswer" },
    { reply: { _tag: "Settled" }, expected: "NoAnswer" },
    { reply: { _tag: "Approved" }, expected: "NoAnswer" },
    { reply: { _tag: "Approved", report: null }, expected: "NoAnswer" },
    { reply: { _tag: "Approved", report: { ...noReport, authCode: 1 } }, expected: "NoAnswer" },
    { reply: { _tag: "Approved", report: { authCode: null } }, expected: "NoAnswer" },
    { reply: { _tag: "Approved", report: noReport }, expected: "Approved" },
    { reply: { _tag: "Declined", report: noReport }, expected: "NoAnswer" },
    { reply: { _tag: "Declined", reason: "bad luck", report: noReport }, expected: "NoAnswer" },
    { reply: { _tag: "Declined", reason: "funds", report: noReport }, expected: "Declined" },
    { reply: { _tag: "Accepted" }, expected: "NoAnswer" },
    { reply: { _tag: "Accepted", reference: "" }, expected: "NoAnswer" },
    { reply: { _tag: "Accepted", reference: "r".repeat(255) }, expected: "Accepted" },
    { reply: { _tag: "Accepted", reference: "r".repeat(256) }, expected: "NoAnswer" },
    { reply: { _tag: "Accepted", reference: "r\u0000" }, expected: "NoAnswer" },
    { reply: { _tag: "NotSent" }, expected: "NotSent" },
    { reply: { _tag: "NoAnswer" }, expected: "NoAnswer" }
  ])("D41: $reply is $expected", ({ expected, reply }) => {
    assert.strictEqual(answerOf(reply)._tag, expected)
  })

  it.each([
    { reply: { _tag: "NotFound" }, expected: "NotFound" },
    { reply: { _tag: "NotSent" }, expected: "Unknown" },
    { reply: undefined, expected: "Unknown" },
    { reply: { _tag: "Approved", report: noReport }, expected: "Approved" },
    { reply: { _tag: "Declined", reason: "funds", report: {} }, expected: "Unknown" },
    { reply: { _tag: "Accepted", reference: "r" }, expected: "Accepted" },
    { reply: { _tag: "Accepted", reference: 1 }, expected: "Unknown" },
    { reply: { _tag: "ActionNeeded", reference: "r" }, expected: "Unknown" }
  ])("D41: of a key, $reply is $expected", ({ expected, reply }) => {
    assert.strictEqual(statusOf(reply)._tag, expected)
  })

  // Source: D41, D53: pages lead there, so that it is nothing but a web address, and fields that a browser can send.
  const url = "https://bank.example/pay?a=1#b"
  const form = (fields: object) => ({ _tag: "Form", url, fields })
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, ""]))
  it.each([
    { action: { _tag: "Redirect", url }, expected: "ActionNeeded" },
    { action: { _tag: "Redirect", url: "http://bank.example" }, expected: "ActionNeeded" },
    { action: { _tag: "Redirect", url: "javascript:alert(1)" }, expected: "NoAnswer" },
    { action: { _tag: "Redirect", url: "//bank.example" }, expected: "NoAnswer" },
    { action: { _tag: "Redirect", url: 'https://bank.example/"><script>' }, expected: "NoAnswer" },
    { action: { _tag: "Redirect", url: "https://bank.example/a\nb" }, expected: "NoAnswer" },
    { action: { _tag: "Redirect", url: `https://${"b".repeat(4000)}` }, expected: "ActionNeeded" },
    { action: { _tag: "Redirect", url: `https://${"b".repeat(4001)}` }, expected: "NoAnswer" },
    { action: { _tag: "Redirect", url: "https://bank.example/4200000000000000" }, expected: "NoAnswer" },
    { action: { _tag: "Redirect", url: "https://bank.example/%34200000000000000" }, expected: "NoAnswer" },
    { action: { _tag: "Page", url }, expected: "NoAnswer" },
    { action: form({}), expected: "ActionNeeded" },
    { action: form({ MD: "a", PaReq: "b".repeat(16_384) }), expected: "ActionNeeded" },
    { action: form({ PaReq: "b".repeat(16_385) }), expected: "NoAnswer" },
    { action: form({ "": "a" }), expected: "NoAnswer" },
    { action: form({ ["n".repeat(129)]: "a" }), expected: "NoAnswer" },
    { action: form({ MD: 1 }), expected: "NoAnswer" },
    { action: form({ MD: "4200 0000 0000 0000" }), expected: "NoAnswer" },
    { action: form({ 4200000000000000: "a" }), expected: "NoAnswer" },
    { action: form(fields(64)), expected: "ActionNeeded" },
    { action: form(fields(65)), expected: "NoAnswer" }
  ])("D41: an action of $action._tag is $expected", ({ action, expected }) => {
    assert.strictEqual(
      answerOf({ _tag: "ActionNeeded", reference: "r", action }, { source: "card", card })._tag,
      expected
    )
  })

  it("D41: nothing else comes with an action", () => {
    const action = { _tag: "Redirect", url, more: "4200000000000000" }
    assert.deepStrictEqual(
      answerOf({ _tag: "ActionNeeded", reference: "r", action, more: 1 }, { source: "card", card }),
      {
        _tag: "ActionNeeded",
        reference: "r",
        action: { _tag: "Redirect", url }
      }
    )
    assert.strictEqual(
      answerOf({ _tag: "ActionNeeded", reference: "4200000000000000", action }, { source: "card", card })._tag,
      "NoAnswer"
    )
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
      const received = answerOf({ _tag: "Approved", report: { ...noReport, refId } }, { source: "card", card })
      return received._tag === "Approved" ? received.report.refId : received._tag
    }
    assert.strictEqual(kept("777888999000111"), "777888999000111")
    for (const spelled of ["4200000000000000", "4200:0000:0000:0000", "420000000000000012345", "4２0000000000000０"]) {
      assert.notMatch(kept(spelled) ?? "", /4[2２].?0/u)
      assert.include(kept(spelled), "[removed]")
    }
    assert.strictEqual(kept("42000000-0000-4000-8000-000000000001"), "42000000-0000-4000-8000-000000000001")
  })
})
