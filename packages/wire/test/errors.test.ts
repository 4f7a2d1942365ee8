import { assert, describe, it } from "@effect/vitest"
import { IdempotencyInFlight, IdempotencyMismatch } from "@florin/core/idempotency/IdempotencyKey"
import { DuplicateRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import { Unauthorized } from "@florin/core/shops/Shop"
import { Reason, StorageError } from "@florin/core/store/StorageError"
import { VaultError } from "@florin/core/store/VaultError"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Errors from "../src/Errors.js"
import * as Requests from "../src/Requests.js"
import * as Schemas from "../src/Schemas.js"
import { cardData, charge, type Json, refund, withAt } from "./internal/samples.js"

const parsed = ({ body, ...rest }: Errors.ErrorReply) => ({ ...rest, body: JSON.parse(body) as unknown })
const reply = (error: Errors.Refusal) => parsed(Errors.errorReply(error, "request-1"))
const refused = (...errors: ReadonlyArray<readonly [path: string, sentence: string]>) =>
  parsed(
    Errors.invalidRequest(errors.map(([path, sentence]) => ({ path: path === "" ? [] : path.split("."), sentence })))
  ).body
const answer = (message: string, errors: Json) => ({ response: { message, errors } })

describe("refused requests", () => {
  // Source: shapes, "Errors".
  it("D4 | card route, invalid request: is 400 with message and errors", () => {
    assert.deepStrictEqual(reply(invalid("amount", "can't be greater than 100")), {
      status: 400,
      body: answer("Amount can't be greater than 100.", { amount: ["can't be greater than 100"] })
    })
    assert.deepStrictEqual(reply(invalid(["credit_card", "token"], "does not exist")), {
      status: 400,
      body: answer("Token does not exist.", { credit_card: { token: ["does not exist"] } })
    })
  })

  it("D5 | message: the sentences of several fields are joined and closed by a period", () => {
    assert.deepStrictEqual(
      refused(["amount", "can't be blank"], ["credit_card.exp_month", "is invalid"]),
      answer("Amount can't be blank. Exp month is invalid.", {
        amount: ["can't be blank"],
        credit_card: { exp_month: ["is invalid"] }
      })
    )
  })

  it("D5 | message: one sentence per field, while errors hold them all, each once", () => {
    assert.deepStrictEqual(
      refused(["amount", "is too small"], ["amount", "is odd"], ["amount", "is odd"]),
      answer("Amount is too small.", { amount: ["is too small", "is odd"] })
    )
  })

  it("D5 | message: what is about the whole request has no field name", () => {
    assert.deepStrictEqual(refused(["", "Nothing to do"]), answer("Nothing to do.", { base: ["Nothing to do"] }))
    assert.deepStrictEqual(
      refused(["", "Nothing to do"], ["amount", "is odd"]),
      answer("Nothing to do. Amount is odd.", { base: ["Nothing to do"], amount: ["is odd"] })
    )
  })

  it("D5 | message: what is about an object as a whole has the object's name", () => {
    assert.deepStrictEqual(
      refused(["plan.base", "is not found"], ["lines.0.base", "is empty"]),
      answer("Plan is not found. Lines is empty.", {
        plan: { base: ["is not found"] },
        lines: { "0": { base: ["is empty"] } }
      })
    )
  })

  it("D5 | message: places in lists nest by index and are spoken of by the list's or member's name", () => {
    assert.deepStrictEqual(
      refused(["travel.airline.legs.3.flight_number", "is invalid"], ["additional_data.contract.0", "is invalid"]),
      answer("Flight number is invalid. Contract is invalid.", {
        travel: { airline: { legs: { "3": { flight_number: ["is invalid"] } } } },
        additional_data: { contract: { "0": ["is invalid"] } }
      })
    )
  })

  it("D4 | errors: a section with faults of its own and of its members keeps both", () => {
    const own = ["credit_card", "is odd"] as const
    const member = ["credit_card.number", "is invalid"] as const
    const errors = { credit_card: { base: ["is odd"], number: ["is invalid"] } }
    assert.deepStrictEqual(refused(own, member), answer("Credit card is odd. Number is invalid.", errors))
    assert.deepStrictEqual(refused(member, own), answer("Number is invalid. Credit card is odd.", errors))
  })

  const sent = <A>(decode: Requests.Decoder<A>, request: Json) =>
    Either.match(decode({ request }), {
      onLeft: (error) => (reply(error).body as { response: { message: string } }).response.message,
      onRight: () => "accepted"
    })

  it.each([
    { says: "Reason can't be blank.", text: sent(Requests.refund, { ...refund(), reason: null }) },
    { says: "Reason can't be blank.", text: sent(Requests.refund, { ...refund(), reason: " " }) },
    {
      says: "Parent uid Parent transaction is not found.",
      text: sent(Requests.capture, { amount: 1, parent_uid: "x" })
    },
    { says: "Token does not exist.", text: sent(Requests.payment, { ...charge(), credit_card: { token: "x" } }) },
    {
      says: "Exp year Invalid. Format should be: yyyy. Date is expired.",
      text: sent(Requests.payment, { ...charge(), credit_card: { ...cardData(), exp_year: "30" } })
    },
    { says: "Request is missing.", text: sent(Requests.payment, null as never) },
    {
      says: "Amount can't be blank. Currency can't be blank. Description can't be blank. Credit card can't be blank.",
      text: sent(Requests.payment, {})
    },
    {
      says: "Skip three d secure verification is invalid: expected true or false, got a number.",
      text: sent(Requests.payment, withAt(charge(), "skip_three_d_secure_verification", 1))
    }
  ])("D5 | fixed texts: $says", ({ says, text }) => {
    assert.strictEqual(text, says)
  })

  it("D4 | card route, duplicate inside 30 s: is 400 with its errors under base", () => {
    assert.deepStrictEqual(reply(new DuplicateRequest()), {
      status: 400,
      body: answer("Duplicate transaction.", { base: ["Duplicate transaction"] })
    })
  })

  it("D4 | malformed JSON: is 400 with its errors under base", () => {
    assert.deepStrictEqual(parsed(Errors.malformedJson), {
      status: 400,
      body: answer("Request body is not valid JSON.", { base: ["Request body is not valid JSON"] })
    })
  })
})

describe("other answers", () => {
  it("D4 | unknown uid: is 404", () => {
    assert.deepStrictEqual(reply(new NotFound()), { status: 404, body: { response: { message: "Record not found" } } })
  })

  it("D2 | wrong or missing credentials: is 401 with a challenge", () => {
    assert.deepStrictEqual(reply(new Unauthorized()), {
      status: 401,
      headers: { "WWW-Authenticate": 'Basic realm="Florin"' },
      body: { response: { message: "Unauthorized" } }
    })
  })

  it("D4 | wrong method, media type, size: hold a message only", () => {
    assert.deepStrictEqual(parsed(Errors.methodNotAllowed(["GET", "POST"])), {
      status: 405,
      headers: { Allow: "GET, POST" },
      body: { message: "Method not allowed" }
    })
    assert.deepStrictEqual(parsed(Errors.unsupportedMediaType), {
      status: 415,
      body: { message: "Content type must be application/json" }
    })
    assert.deepStrictEqual(parsed(Errors.tooLarge), { status: 413, body: { message: "Request body is too large" } })
  })

  it.each([
    { seconds: 0, header: "1" },
    { seconds: 0.2, header: "1" },
    { seconds: 1, header: "1" },
    { seconds: 1.2, header: "2" },
    { seconds: 60, header: "60" }
  ])("D4 | too many: Retry-After is $header for $seconds s", ({ header, seconds }) => {
    assert.deepStrictEqual(parsed(Errors.tooManyRequests(seconds)), {
      status: 429,
      headers: { "Retry-After": header },
      body: { message: "Too many requests" }
    })
  })

  it("D13 | another body under one key: is 422", () => {
    assert.deepStrictEqual(reply(new IdempotencyMismatch()), {
      status: 422,
      body: { message: "The idempotency key was used for another request" }
    })
  })

  it("D13 | a key in flight: is 409 with Retry-After", () => {
    assert.deepStrictEqual(reply(new IdempotencyInFlight()), {
      status: 409,
      headers: { "Retry-After": "1" },
      body: { message: "A request with this idempotency key is still being processed" }
    })
  })

  const failure = { status: 500, body: { message: "Internal server error", request_id: "request-1" } }
  const unavailable = {
    status: 503,
    headers: { "Retry-After": "1" },
    body: { message: "Service unavailable", request_id: "request-1" }
  }
  const answers = {
    busy: unavailable,
    full: unavailable,
    readonly: unavailable,
    unavailable,
    "unknown-outcome": failure,
    constraint: failure,
    corrupt: failure,
    unexpected: failure
  } as const

  it.each(Reason.literals.map((reason) => ({ reason, status: answers[reason].status })))(
    "D4 | our own failure: a store that says $reason is $status with the request id, no cause",
    ({ reason }) => {
      assert.deepStrictEqual(reply(new StorageError({ reason, operation: "insert", detail: "X_1" })), answers[reason])
    }
  )

  it.each(["unknown-key", "altered", "no-key"] as const)(
    "D4 | our own failure: a vault that says %s is 500",
    (reason) => {
      assert.deepStrictEqual(reply(new VaultError({ reason })), failure)
    }
  )

  it("D4 | bodies: are as their schemas describe them", () => {
    const errors = Schema.is(Schemas.ErrorDocument, { onExcessProperty: "error" })
    const failures = Schema.is(Schemas.FailureDocument, { onExcessProperty: "error" })
    for (const error of [new NotFound(), new Unauthorized(), new DuplicateRequest(), invalid("a.b", "is odd")]) {
      assert.isTrue(errors(reply(error).body))
    }
    for (const error of [new IdempotencyMismatch(), new IdempotencyInFlight(), new VaultError({ reason: "no-key" })]) {
      assert.isTrue(failures(reply(error).body))
    }
  })
})
