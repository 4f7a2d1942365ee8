// What an acquirer says beside its report is read member by member: what is malformed is not known. Source: D41, D53.

import { noReport } from "@florin/core/cards/AcquirerReport"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { answerOf } from "../../src/card-operations/internal/acquirerCalls.js"

const token = { provider: "stripe", value: Redacted.make("tok_secret") }
const sent = { source: "token", token } as const
const number = Redacted.make("4242424242424242")
const byCard = { source: "card", card: { number, expMonth: 12, expYear: 2035 } } as const

const approved = (more: object, source: typeof sent | typeof byCard = sent) => {
  const answer = answerOf({ _tag: "Approved", report: noReport, ...more }, source)
  assert.strictEqual(answer._tag, "Approved")
  return answer as typeof answer & { readonly _tag: "Approved" }
}

const whole = { brand: "visa", bin: "42424242", last4: "4242", expMonth: 1, expYear: 2031, holder: "Jane Doe" }

describe("what an approval says of the card", () => {
  it.each<readonly [says: unknown, taken: object | undefined]>([
    [whole, whole],
    [{ ...whole, more: "x" }, whole],
    [undefined, undefined],
    ["visa", undefined],
    [null, undefined],
    [{ brand: "eftpos" }, {}],
    [{ bin: "424242" }, { bin: "424242" }],
    [{ bin: "42424" }, {}],
    [{ bin: "4242424" }, {}],
    [{ bin: "424242424" }, {}],
    [{ bin: 424242 }, {}],
    [{ last4: "424" }, {}],
    [{ last4: "42424" }, {}],
    [{ expMonth: 0, expYear: 999 }, {}],
    [{ expMonth: 13, expYear: 10000 }, {}],
    [{ expMonth: 1.5, expYear: "2031" }, {}],
    [{ holder: "4242 4242 4242 4242" }, {}],
    [{ holder: " " }, {}],
    [{ holder: "J".repeat(40) }, { holder: "J".repeat(35) }]
  ])("D41: of %j it takes %j", (says, taken) => {
    assert.deepStrictEqual(approved({ card: says }).card, taken)
  })

  it.each<readonly [says: unknown, taken: string | undefined]>([
    ["MCC123456789", "MCC123456789"],
    ["016153570198200", "016153570198200"],
    ["x".repeat(64), "x".repeat(64)],
    ["x".repeat(65), undefined],
    ["", undefined],
    [" N1", undefined],
    ["N\n1", undefined],
    [17, undefined],
    // The number that was sent is no id.
    ["4242424242424242", undefined]
  ])("D53: the network calls the charge %j, which is %s", (says, taken) => {
    assert.strictEqual(approved({ networkTransactionId: says }, byCard).networkTransactionId, taken)
  })

  it.each<readonly [what: string, says: unknown, value: string | undefined]>([
    ["redacted", { provider: "stripe", value: Redacted.make("pm_1") }, "pm_1"],
    ["as a plain text, which could be logged", { provider: "stripe", value: "pm_1" }, undefined],
    ["empty", { provider: "stripe", value: Redacted.make("") }, undefined],
    ["too long", { provider: "stripe", value: Redacted.make("x".repeat(8193)) }, undefined],
    ["no text", { provider: "stripe", value: Redacted.make(1) }, undefined],
    ["a card number", { provider: "stripe", value: Redacted.make("4242424242424242") }, undefined],
    ["nobody's", { value: Redacted.make("pm_1") }, undefined]
  ])("D53: a token that is %s", (_, says, value) => {
    const { token } = approved({ token: says })
    assert.strictEqual(token && Redacted.value(token.value), value)
  })

  it("D53: a report in which the token stands is kept without it", () => {
    const report = { ...noReport, message: "No such token: 'tok_secret'", refId: "tok_secret" }
    const answer = answerOf({ _tag: "Declined", reason: "not-allowed", report }, sent)
    assert.deepInclude(answer, { report: { ...noReport, message: "No such token: '[removed]'", refId: "[removed]" } })
  })

  it("D53: a decline may say which card it was, and nothing else", () => {
    const says = { card: whole, networkTransactionId: "N1", token }
    const answer = answerOf({ _tag: "Declined", reason: "funds", report: noReport, ...says }, sent)
    assert.deepStrictEqual(answer, {
      _tag: "Declined",
      reason: "funds",
      report: noReport,
      card: whole
    } as typeof answer)
  })
})
