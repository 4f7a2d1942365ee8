import * as Authentication from "@florin/core/cards/Authentication"
import * as Rules from "@florin/core/three-d-secure/ThreeDSecureRules"
import { AuthenticationAnswer } from "@florin/core/three-d-secure/ThreeDSecureServer"
import { assert, describe, it } from "vitest"

const requested = Authentication.begun({ advanced: false, forced: false })
const challenge = { version: 2, acsUrl: "https://acs.example", creq: "creq", sessionData: "secret" } as const
const older = { version: 1, acsUrl: "https://acs.example", paReq: "pareq", md: "secret" } as const
const method = { url: "https://acs.example/method", data: "data" }
const challenged = { ...requested, stage: "challenge", challenge, reference: "one", version: 2 } as const
const proof = (transStatus: Authentication.TransStatus, eci: string | null = null): Authentication.Proof => ({
  ...{ transStatus, eci, cavv: null, cavvAlgorithm: null, xid: null, message: null }
})
const done = (transStatus: Authentication.TransStatus, eci: string | null = null) => ({
  ...{ reference: "one", version: 2 as const, proof: proof(transStatus, eci) }
})

// Source: interface, "Authorization request", skip and force; D16: rules override both, force overrides skip.
describe("3-D Secure", () => {
  it.each([
    ["neither", false, false, undefined, "optional"],
    ["skip", true, false, undefined, "skipped"],
    ["force", false, true, undefined, "mandatory"],
    ["both", true, true, undefined, "mandatory"],
    ["skip", true, false, "force", "mandatory"],
    ["force", false, true, "skip", "skipped"],
    ["both", true, true, "skip", "skipped"]
  ] as const)(
    "Authorization request | Smart-routing rules override the skip and force flags: %s (%s, %s), rules %s: %s",
    (_, skip, force, routing, expected) => assert.strictEqual(Rules.decide({ skip, force, routing }), expected)
  )
})

// Source: D16, transStatus; D6, the codes of each reason.
describe("an answer of the server", () => {
  const { Authenticated, ChallengeNeeded, MethodNeeded, NotConcluded, NotEnrolled, Refused } = AuthenticationAnswer

  it.each([
    ["Y", requested, Authenticated(done("Y")), "authenticated go-on"],
    ["A", requested, Authenticated(done("A")), "authenticated go-on"],
    ["N", requested, Refused(done("N")), "failed fail authentication-failed"],
    ["R", requested, Refused(done("R")), "failed fail authentication-failed"],
    ["U", requested, Refused(done("U")), "failed fail authentication-unavailable"],
    ["C", requested, ChallengeNeeded({ reference: "one", challenge }), "challenge wait"],
    ["a method step", requested, MethodNeeded({ reference: "one", method }), "method wait"],
    ["not enrolled", requested, NotEnrolled(), "not-enrolled go-on"],
    ["not enrolled, mandatory", { ...requested, forced: true }, NotEnrolled(), "failed fail not-enrolled"],
    ["nothing concluded, in a challenge", { ...challenged, stage: "asked" as const }, NotConcluded(), "challenge wait"],
    ["nothing concluded, after the method step", { ...requested, method }, NotConcluded(), "method wait"],
    ["nothing concluded, for the 9th time", { ...requested, method, requests: 9 }, NotConcluded(), "method wait"],
    [
      "nothing concluded, for the 10th time",
      { ...requested, method, requests: 10 },
      NotConcluded(),
      "failed fail authentication-technical"
    ],
    ["nothing concluded, at first", requested, NotConcluded(), undefined],
    ["no answer", requested, AuthenticationAnswer.NoAnswer(), undefined],
    ["Y, though nothing was asked", challenged, Authenticated(done("Y")), undefined]
  ] as const)("D16: %s", (_, before, answer, expected) => {
    const progress = Rules.answered(before, answer, "visa")
    const reply = progress && [progress.authentication.stage, progress.then]
    assert.strictEqual(reply && [...reply, ...(progress.then === "fail" ? [progress.reason] : [])].join(" "), expected)
  })

  it.each([
    ["visa", "Y", "05"],
    ["visa", "A", "06"],
    ["master", "Y", "02"],
    ["master", "A", "01"],
    ["maestro", "Y", "02"],
    [null, "Y", "05"],
    ["visa", "N", null]
  ] as const)("D16: ECI of %s, %s: %s, unless the server says another", (brand, transStatus, eci) => {
    assert.strictEqual(Rules.eciOf(brand, transStatus), eci)
    const reply = Rules.answered(requested, Authenticated(done("Y", "07")), brand)
    assert.strictEqual(reply?.authentication.proof?.eci, "07")
  })
})

// Source: D16: forged returns change nothing.
describe("a return", () => {
  const messageOf = (threeDSServerTransID: string) => Buffer.from(JSON.stringify({ threeDSServerTransID, text: "?>?" }))
  const cresOf = (id: string) => messageOf(id).toString("base64url")
  const paddedOf = (id: string) =>
    messageOf(id)
      .toString("base64")
      .replace(/(.{20})/, "$1\n")
  const named = { ...challenged, challenge: { ...challenge, creq: cresOf("t-1") } } as const
  const olderOne = { ...challenged, challenge: older, version: 1 } as const
  it.each([
    ["of the challenge", challenged, { cres: "a", threeDSSessionData: "secret" }, true],
    ["with another secret", challenged, { cres: "a", threeDSSessionData: "guessed" }, false],
    ["without the secret", challenged, { cres: "a" }, false],
    ["without the secret, of this authentication", named, { cres: cresOf("t-1") }, true],
    ["with an empty secret, of this authentication", named, { cres: cresOf("t-1"), threeDSSessionData: "" }, true],
    ["without the secret, padded and in two lines", named, { cres: `${paddedOf("t-1")}\r\n` }, true],
    ["without the secret, of another authentication", named, { cres: cresOf("t-2") }, false],
    ["without the secret, of no authentication", named, { cres: cresOf("") }, false],
    ["without the secret, where the challenge names none", challenged, { cres: cresOf("t-1") }, false],
    ["with another secret, of this authentication", named, { cres: cresOf("t-1"), threeDSSessionData: "b" }, false],
    ["without a result", challenged, { threeDSSessionData: "secret" }, false],
    ["of 3-D Secure 1", olderOne, { PaRes: "a", MD: "secret" }, true],
    ["of 3-D Secure 1 with another MD", olderOne, { PaRes: "a", MD: "guessed" }, false],
    ["of 3-D Secure 2 to a challenge of 1", olderOne, { cres: "a", threeDSSessionData: "secret" }, false],
    ["of the method step", { ...requested, stage: "method" as const, method }, {}, true],
    ["when the server is being asked", requested, { cres: "a", threeDSSessionData: "secret" }, false],
    [
      "when it is over",
      { ...challenged, stage: "authenticated" as const },
      { cres: "a", threeDSSessionData: "secret" },
      false
    ]
  ] as const)("D16: %s", (_, before, fields, expected) => {
    const after = Rules.returned(before, fields)
    assert.strictEqual(after !== undefined, expected)
    if (after === undefined) return
    assert.deepStrictEqual([after.stage, after.requests, after.returned], ["asked", before.requests + 1, fields])
  })
})
