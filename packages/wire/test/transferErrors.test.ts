import { assert, describe, it } from "@effect/vitest"
import { type FieldError, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import type { ErrorReply } from "../src/Errors.js"
import { ofBilling, ofTransfers } from "../src/operations/RefusalForm.js"
import * as TransferRequests from "../src/TransferRequests.js"

const parsed = ({ body, ...rest }: ErrorReply) => ({ ...rest, body: JSON.parse(body) as unknown })

const errorsOf = (...errors: ReadonlyArray<readonly [path: string, sentence: string]>): ReadonlyArray<FieldError> =>
  errors.map(([path, sentence]) => ({ path: path === "" ? [] : path.split("."), sentence }))

type Row = readonly [
  title: string,
  errors: ReadonlyArray<readonly [path: string, sentence: string]>,
  message: string,
  tree: object
]

describe("what a transfer route refuses", () => {
  // Source: shapes, "Transfer | errors"; D5.
  it.each<Row>([
    ["a field", [["amount", "is missing"]], "Amount is missing.", { request: { amount: ["is missing"] } }],
    [
      "a field of an object",
      [["method.bank_code", "is unknown"]],
      "Bank code is unknown.",
      { request: { method: { bank_code: ["is unknown"] } } }
    ],
    [
      "two fields",
      [
        ["amount", "is odd"],
        ["document.file_size", "is not the size of the content"]
      ],
      "Amount is odd. File size is not the size of the content.",
      { request: { amount: ["is odd"], document: { file_size: ["is not the size of the content"] } } }
    ],
    [
      "a field twice",
      [
        ["amount", "is small"],
        ["amount", "is odd"],
        ["amount", "is odd"]
      ],
      "Amount is small.",
      { request: { amount: ["is small", "is odd"] } }
    ],
    ["all of it", [["", "Only RUB is"]], "Only RUB is.", { base: ["Only RUB is"] }],
    ["what is no request", [["request", "is missing"]], "Request is missing.", { request: ["is missing"] }],
    [
      "all of it and a field",
      [
        ["", "Nothing to do"],
        ["amount", "is odd"]
      ],
      "Nothing to do. Amount is odd.",
      { base: ["Nothing to do"], request: { amount: ["is odd"] } }
    ],
    [
      "the request and a field of it",
      [
        ["request", "is odd"],
        ["amount", "is odd"]
      ],
      "Request is odd. Amount is odd.",
      { request: { base: ["is odd"], amount: ["is odd"] } }
    ],
    ["what is named already", [["request.amount", "is odd"]], "Amount is odd.", { request: { amount: ["is odd"] } }]
  ])("D4, D5: transfer route, invalid request: %s: nests as it was sent", (_, errors, message, tree) => {
    const reply = parsed(ofTransfers.invalid(errorsOf(...errors)))
    assert.deepStrictEqual(reply, { status: 422, body: { message, errors: tree } })
  })

  it("D4, D5: is what the decoder found, bare or wrapped", () => {
    const replyTo = (body: unknown) =>
      Either.match(TransferRequests.confirm(body), {
        onLeft: ({ errors }) => parsed(ofTransfers.invalid(errors)).body,
        onRight: () => "taken"
      })
    const sentence = "is invalid: expected true or false, got a number"
    const expected = {
      message: `Skip duplicate check ${sentence}.`,
      errors: { request: { skip_duplicate_check: [sentence] } }
    }
    assert.deepStrictEqual(replyTo({ skip_duplicate_check: 1 }), expected)
    assert.deepStrictEqual(replyTo({ request: { skip_duplicate_check: 1 } }), expected)
  })

  it("D4: lists at most 100 errors in at most 64 KiB", () => {
    const many = Array.from({ length: 101 }, (_, index): FieldError => ({ path: [`f${index}`], sentence: "is odd" }))
    const { body } = parsed(ofTransfers.invalid(many))
    const { errors } = body as { readonly errors: { readonly request: object } }
    assert.deepStrictEqual(
      Object.keys(errors.request),
      many.slice(0, 100).map(({ path }) => path[0])
    )
    const long = many.map(({ path }) => ({ path: [...path, "x".repeat(900)], sentence: "y".repeat(900) }))
    assert.isAtMost(Buffer.byteLength(ofTransfers.invalid(long).body), 64 * 1024)
  })

  it("D4: malformed JSON: is 400 with its errors under base", () => {
    const sentence = "Request body is not valid JSON"
    assert.deepStrictEqual(parsed(ofTransfers.malformed), {
      status: 400,
      body: { message: sentence, errors: { base: [sentence] } }
    })
  })

  it("Errors | Proof or confirm request repeated within 30 seconds with skip_duplicate_check false: is 422 under base (D12)", () => {
    const expected = { message: "Duplicate transaction.", errors: { base: ["Duplicate transaction"] } }
    assert.deepStrictEqual(parsed(ofTransfers.duplicate), { status: 422, body: expected })
  })

  it("D4: unknown uid, transfer: is 404 without a response around it", () => {
    assert.deepStrictEqual(parsed(ofTransfers.notFound), { status: 404, body: { message: "Not found." } })
  })

  it("D2: without a shop, is 401 without a response around it, and names the scheme", () => {
    assert.deepStrictEqual(parsed(ofTransfers.unauthorized), {
      status: 401,
      headers: { "WWW-Authenticate": 'Basic realm="Florin"' },
      body: { message: "Unauthorized" }
    })
  })

  it("D5: closes its message with a period, which the routes of plans do not", () => {
    const { errors } = invalid("amount", "is odd")
    const message = ({ body }: ErrorReply) => (JSON.parse(body) as { readonly message: string }).message
    assert.strictEqual(message(ofTransfers.invalid(errors)), "Amount is odd.")
    assert.strictEqual(message(ofBilling.invalid(errors)), "Amount is odd")
  })
})
