import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { answerOf } from "../../src/card-operations/internal/authenticationCalls.js"

const digits = "4012000000001006"
const card = { number: Redacted.make(digits), expMonth: 12, expYear: 2035 }

const proof = { transStatus: "Y", eci: "05", cavv: "AAAB", cavvAlgorithm: "2", xid: "a", message: null }
const challenge = { version: 2, acsUrl: "https://acs.example/", creq: "a", sessionData: "b" }
const older = { version: 1, acsUrl: "https://acs.example/", paReq: "a", md: "b" }
const method = { url: "https://acs.example/", data: "a" }

// Source: D41. What refers to something, or is carried by the browser, is worth nothing once it is changed.
describe("what a 3-D Secure server says of a card", () => {
  it.each<readonly [what: string, reply: object, expected: string]>([
    ["a challenge", { _tag: "ChallengeNeeded", reference: "r", challenge }, "ChallengeNeeded"],
    ["the number as its reference", { _tag: "ChallengeNeeded", reference: digits, challenge }, "NoAnswer"],
    [
      "the number in its creq",
      { _tag: "ChallengeNeeded", reference: "r", challenge: { ...challenge, creq: `{"a":"4012 0000 0000 1006"}` } },
      "NoAnswer"
    ],
    [
      "the number as its md",
      { _tag: "ChallengeNeeded", reference: "r", challenge: { ...older, md: digits } },
      "NoAnswer"
    ],
    [
      "the number in an address",
      { _tag: "ChallengeNeeded", reference: "r", challenge: { ...older, acsUrl: `https://acs.example/?a=${digits}` } },
      "NoAnswer"
    ],
    ["a method step", { _tag: "MethodNeeded", reference: "r", method }, "MethodNeeded"],
    [
      "the number in a method step",
      { _tag: "MethodNeeded", reference: "r", method: { ...method, data: digits } },
      "NoAnswer"
    ],
    [
      "a half of a pair",
      { _tag: "ChallengeNeeded", reference: "r", challenge: { ...challenge, creq: "\ud800" } },
      "NoAnswer"
    ],
    ["a half of a pair as its reference", { _tag: "MethodNeeded", reference: "\udc00", method }, "NoAnswer"]
  ])("D41: %s is %3$s", (_, reply, expected) => {
    assert.strictEqual(answerOf(reply, card)._tag, expected)
  })

  it.each(["Authenticated", "Refused"])("D41: %s is kept without the number", (_tag) => {
    const own = {
      ...proof,
      transStatus: _tag === "Refused" ? "N" : "Y",
      xid: `x ${digits}`,
      message: "4012:0000:0000:1006"
    }
    const received = answerOf({ _tag, reference: digits, version: 2, proof: own }, card)
    assert.strictEqual(received._tag, _tag)
    assert.deepInclude(received, { reference: "[removed]" })
    assert.notMatch(JSON.stringify(received), /4012.?0000/)
  })
})
