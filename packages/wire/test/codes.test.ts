import { assert, describe, it } from "@effect/vitest"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import * as Codes from "../src/Codes.js"

// Source: D6.
const table: ReadonlyArray<readonly [Codes.DeclineCode, DeclineReason]> = [
  ["F.0104", "not-allowed"],
  ["F.0105", "do-not-honour"],
  ["F.0108", "duplicate-at-acquirer"],
  ["F.0109", "order-expired"],
  ["F.0111", "card-expired"],
  ["F.0112", "security-code"],
  ["F.0113", "currency"],
  ["F.0114", "funds"],
  ["F.0115", "fraud-acquirer"],
  ["F.0116", "fraud-issuer"],
  ["F.0117", "acquirer-temporary"],
  ["F.0118", "acquirer-permanent"],
  ["F.0119", "issuer-temporary"],
  ["F.0120", "issuer-permanent"],
  ["F.0124", "issuer-limit"],
  ["F.0999", "unspecified"],
  ["F.2006", "routing-rules"],
  ["F.2011", "no-acquirer"],
  ["F.4001", "authentication-failed"],
  ["F.4002", "not-enrolled"],
  ["F.4005", "authentication-technical"],
  ["F.4007", "authentication-unavailable"],
  ["F.6001", "avs-cvc"],
  ["F.7001", "verification-refused"]
]

describe("codes", () => {
  it.each(table)("D6 | %s: stands for %s", (code, reason) => {
    assert.strictEqual(Codes.ofReason(reason), code)
    assert.strictEqual(Codes.reasonOf(code), reason)
  })

  it("D6 | codes: every reason has one and every code a reason", () => {
    assert.sameMembers(
      table.map(([, reason]) => reason),
      [...DeclineReason.literals]
    )
    assert.sameMembers(
      table.map(([code]) => code),
      [...Codes.DeclineCode.literals]
    )
  })

  it.each([
    { status: "successful", reason: null, code: "S.0000" },
    { status: "incomplete", reason: null, code: "P.4012" },
    { status: "pending", reason: null, code: "P.9999" },
    { status: "expired", reason: null, code: "F.0109" },
    { status: "failed", reason: null, code: "F.0999" },
    { status: "failed", reason: "funds", code: "F.0114" },
    { status: "failed", reason: "routing-rules", code: "F.2006" }
  ] as const)("Transaction | code: is $code when $status for $reason", ({ code, ...transaction }) => {
    assert.strictEqual(Codes.ofTransaction(transaction), code)
  })
})
