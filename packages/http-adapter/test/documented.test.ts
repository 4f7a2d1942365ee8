import { exampleOf } from "@florin/wire/operations/Operation"
import { table } from "@florin/wire/operations/Table"
import { assert, describe, it } from "vitest"
import { assertDocumented } from "./internal/documented.js"

const document = JSON.parse(JSON.stringify(exampleOf(table.authorize).answer))
const { status: _, ...unsaid } = document.transaction

const held = {
  method: "POST",
  target: "/transactions/authorizations/?a=1",
  status: 200,
  contentType: "application/json",
  text: JSON.stringify(document)
}

const failure = { status: 503, text: '{"message":"Service unavailable","request_id":"1"}' }

const tooLong = { status: 400, text: '{"message":"Form has more than 200 fields"}' }

/** What is said against an answer. */
const problem = (changes: Partial<Parameters<typeof assertDocumented>[0]>): string => {
  try {
    assertDocumented({ ...held, ...changes })
    return "none"
  } catch (error) {
    return (error as Error).message.split("\n")[0]!.replace(/^The answer to \S+ \S+ /, "")
  }
}

describe("an answer that the document", () => {
  it.each([
    ["describes", {}, "none"],
    ["describes, of a mounted adapter", { target: "/pay/transactions/authorizations", prefix: "/pay" }, "none"],
    ["describes as a failure", failure, "none"],
    ["describes, of a page's form with too many fields", { ...tooLong, target: "/process/1/return" }, "none"],
    ["describes, of a plan's form with too many fields", { ...tooLong, target: "/plans/1/pay" }, "none"],
    ["describes, of the simulated issuer's form with too many fields", { ...tooLong, target: "/sandbox/acs" }, "none"],
    ["describes, of its method page's form with too many fields", { ...tooLong, target: "/sandbox/method" }, "none"],
    [
      "need not describe, of a path without a route",
      { target: "/x", status: 404, text: '{"message":"Not found."}' },
      "none"
    ],
    ["does not describe: its route", { target: "/x" }, "is no route of the document"],
    ["does not describe: its method", { method: "PUT" }, "is no route of the document"],
    ["does not describe: its status", { status: 418 }, "is /transactions/authorizations, which declares no 418"],
    [
      "does not describe: its media type",
      { contentType: "text/plain" },
      "is /transactions/authorizations, which declares no text/plain with 200"
    ],
    [
      "describes with a member that it lacks",
      { text: JSON.stringify({ transaction: unsaid }) },
      "is not what /transactions/authorizations declares: data/transaction must have required property 'status'"
    ],
    [
      "describes without a member that it has",
      { text: JSON.stringify({ ...document, more: 1 }) },
      "is not what /transactions/authorizations declares: data must NOT have additional properties"
    ],
    [
      "describes with another value",
      { text: JSON.stringify({ transaction: { ...document.transaction, type: "payment" } }) },
      "is not what /transactions/authorizations declares: data/transaction/type must be equal to one of the allowed values"
    ]
  ] as const)("%s", (_, changes, reply) => {
    assert.strictEqual(problem(changes), reply)
  })
})
