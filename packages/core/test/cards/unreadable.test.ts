// What a port says and what throws when it is read is no answer. Source: D41.
import { assert, describe, it } from "@effect/vitest"
import { answerOf, statusOf } from "../../src/card-operations/internal/acquirerCalls.js"
import * as AuthenticationCalls from "../../src/card-operations/internal/authenticationCalls.js"
import { recordOf } from "../../src/card-operations/internal/directories.js"
import { received } from "../../src/receipts/ReceiptMailRules.js"
import * as Transfers from "../../src/transfer-operations/internal/providerReplies.js"

const thrown = (): never => {
  throw new Error("gone")
}

/** An answer one of whose members throws. */
const throwing = (name: string, others: object = {}) =>
  Object.defineProperty({ ...others }, name, { enumerable: true, get: thrown })

const unreadable = [
  throwing("_tag"),
  throwing("report", { _tag: "Approved" }),
  { _tag: "Approved", report: throwing("message") },
  throwing("reason", { _tag: "Declined" }),
  throwing("proof", { _tag: "Authenticated" }),
  { _tag: "Paid", report: throwing("refId") },
  new Proxy({}, { get: thrown, has: thrown, ownKeys: thrown })
]

describe("an answer that throws", () => {
  it.each(unreadable)("is none, of an acquirer, a 3-D Secure server, a bank and a mailer (D41)", (reply) => {
    assert.deepStrictEqual<unknown>(answerOf(reply), { _tag: "NoAnswer" })
    assert.deepStrictEqual<unknown>(statusOf(reply), { _tag: "Unknown" })
    assert.deepStrictEqual<unknown>(AuthenticationCalls.answerOf(reply, undefined as never), { _tag: "NoAnswer" })
    assert.deepStrictEqual<unknown>(Transfers.answerOf(reply), { _tag: "NoAnswer" })
    assert.deepStrictEqual<unknown>(Transfers.statusOf(reply), { _tag: "Unknown" })
    assert.strictEqual(received(reply)._tag, "Deferred")
  })

  it("is none, of a directory of cards (D41)", () => {
    const known = recordOf({ find: () => throwing("issuerName", { issuerCountry: "DE" }) } as never, {} as never)
    assert.deepStrictEqual(known, { product: null, issuerCountry: null, issuerName: null, tokenProvider: null })
  })
})
