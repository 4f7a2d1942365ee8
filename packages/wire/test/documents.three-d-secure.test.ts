import { assert, describe, it } from "@effect/vitest"
import * as Authentication from "@florin/core/cards/Authentication"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Schema from "effect/Schema"
import * as Documents from "../src/Documents.js"
import * as Schemas from "../src/Schemas.js"
import { charge } from "./internal/transactions.js"

const options = { baseUrl: "https://pay.example" }
const page = "https://pay.example/process/01890a5d-ac96-774b-bcce-b302099a8058"
const describes = Schema.is(Schemas.TransactionDocument, { onExcessProperty: "error" })

const requested = Authentication.begun({ advanced: false, forced: false })
const known = { ...requested, reference: "ref-1", requests: 2 }

const challenge1 = { version: 1, acsUrl: "https://acs.example/one", paReq: "pareq", md: "md-1" } as const
const challenge2 = { version: 2, acsUrl: "https://acs.example/two", creq: "creq", sessionData: "s-1" } as const

const proof = {
  transStatus: "Y",
  eci: "05",
  cavv: "AAABBBCCC=",
  cavvAlgorithm: "2",
  xid: "8f2c",
  message: "Authenticated"
} as const

const refused = { ...proof, transStatus: "N", eci: null, cavv: null, cavvAlgorithm: null, message: "Refused" } as const

/** Where an authentication can stand, with the transaction around it. */
const stages: Record<string, Partial<CardTransaction>> = {
  "about to begin": { status: "pending", authentication: requested },
  "at the method step": {
    status: "incomplete",
    authentication: {
      ...known,
      stage: "method",
      version: 2,
      method: { url: "https://acs.example/method", data: "data" }
    }
  },
  "at a challenge of 3-D Secure 1": {
    status: "incomplete",
    authentication: { ...known, stage: "challenge", version: 1, challenge: challenge1 }
  },
  "at a challenge of 3-D Secure 2": {
    status: "incomplete",
    authentication: { ...known, stage: "challenge", version: 2, challenge: challenge2 }
  },
  authenticated: { status: "successful", authentication: { ...known, stage: "authenticated", version: 2, proof } },
  refused: {
    status: "failed",
    reason: "authentication-failed",
    authentication: { ...known, stage: "failed", version: 2, proof: refused }
  },
  "not enrolled": { status: "successful", authentication: { ...requested, stage: "not-enrolled" } },
  "not enrolled, though mandatory": {
    status: "failed",
    reason: "not-enrolled",
    authentication: { ...requested, stage: "failed" }
  },
  "abandoned at a challenge": {
    status: "expired",
    authentication: { ...known, stage: "challenge", version: 2, challenge: challenge2 }
  },
  "without a server": {
    status: "failed",
    reason: "authentication-unavailable",
    authentication: { ...requested, stage: "failed" }
  }
}

const sectionOf = (stage: string): Record<string, unknown> => {
  const document = JSON.parse(Documents.encode(charge({ type: "authorization", ...stages[stage] }), options))
  assert.isTrue(describes(document), `${stage} is as the schema describes it`)
  return document.transaction.three_d_secure_verification
}

type Expected = Readonly<Record<string, string>>

/** Each member, with the stages at which it is not null. */
const members: ReadonlyArray<{ member: string; at: Expected }> = [
  {
    member: "status",
    at: {
      "about to begin": "incomplete",
      "at the method step": "incomplete",
      "at a challenge of 3-D Secure 1": "incomplete",
      "at a challenge of 3-D Secure 2": "incomplete",
      authenticated: "successful",
      refused: "failed",
      "not enrolled": "not_enrolled",
      "not enrolled, though mandatory": "failed",
      "abandoned at a challenge": "failed",
      "without a server": "failed"
    }
  },
  { member: "message", at: { authenticated: "Authenticated", refused: "Refused" } },
  {
    member: "ve_status",
    at: {
      "at the method step": "Y",
      "at a challenge of 3-D Secure 1": "Y",
      "at a challenge of 3-D Secure 2": "Y",
      "abandoned at a challenge": "Y",
      authenticated: "Y",
      refused: "Y",
      "not enrolled": "N",
      "not enrolled, though mandatory": "N"
    }
  },
  {
    member: "acs_url",
    at: {
      "at a challenge of 3-D Secure 1": "https://acs.example/one",
      "at a challenge of 3-D Secure 2": "https://acs.example/two",
      "abandoned at a challenge": "https://acs.example/two"
    }
  },
  { member: "pa_req", at: { "at a challenge of 3-D Secure 1": "pareq" } },
  // Without it a merchant that drives the steps could not bring the customer through a challenge of version 2.
  {
    member: "md",
    at: {
      "at a challenge of 3-D Secure 1": "md-1",
      "at a challenge of 3-D Secure 2": "s-1",
      "abandoned at a challenge": "s-1"
    }
  },
  {
    member: "pa_res_url",
    at: {
      "at a challenge of 3-D Secure 1": `${page}/return`,
      "at a challenge of 3-D Secure 2": `${page}/return`,
      "abandoned at a challenge": `${page}/return`
    }
  },
  { member: "eci", at: { authenticated: "05" } },
  { member: "pa_status", at: { authenticated: "Y", refused: "N" } },
  { member: "xid", at: { authenticated: "8f2c", refused: "8f2c" } },
  { member: "cavv", at: { authenticated: "AAABBBCCC=" } },
  { member: "cavv_algorithm", at: { authenticated: "2" } },
  {
    member: "fail_reason",
    at: {
      refused: "Refused",
      "not enrolled, though mandatory": "The card does not take part in 3-D Secure",
      "abandoned at a challenge": "The customer did not return in time",
      "without a server": "3-D Secure is not available"
    }
  },
  { member: "method_process_url", at: { "at the method step": `${page}/method` } },
  { member: "creq", at: { "at a challenge of 3-D Secure 2": "creq", "abandoned at a challenge": "creq" } }
]

describe("three_d_secure_verification", () => {
  it.each(members)("three_d_secure_verification object | $member: at each stage", ({ at, member }) => {
    const shown = Object.keys(stages).map((stage) => [stage, sectionOf(stage)[member]])
    const expected = Object.keys(stages).map((stage) => [stage, at[stage] ?? null])
    assert.deepStrictEqual(shown, expected)
  })

  it("has these members and no others", () => {
    for (const stage of Object.keys(stages))
      assert.sameMembers(
        Object.keys(sectionOf(stage)),
        members.map(({ member }) => member)
      )
  })

  it("three_d_secure_verification object | status: and the whole object are absent where no verification was launched", () => {
    const document = JSON.parse(Documents.encode(charge({ type: "payment" }), options))
    assert.notProperty(document.transaction, "three_d_secure_verification")
  })
})
