import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Requests from "../src/Requests.js"
import { errorsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const refusal = (body: unknown) => errorsOf(Requests.authorization(body))
const accepted = (request: samples.Json) => Either.getOrThrow(Requests.authorization({ request }))

/** A body in which `levels` objects or arrays stand inside each other, the body itself counted. */
const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let inner: unknown = "x"
  for (let level = 0; level < levels - 2; level++) inner = wrap(inner)
  return { request: { ...samples.charge(), deep: inner } }
}

describe("the body", () => {
  it("Conventions | wrapped in request: the fields are wrapped in an object named request", () => {
    assert.deepStrictEqual(refusal({ request: samples.charge() }), [])
    assert.deepStrictEqual(refusal(samples.charge()), [["request", "is missing"]])
  })

  it.each([{}, { request: null }, { request: [] }, { request: [null] }, { Request: samples.charge() }])(
    "D3 | request: %j has none",
    (body) => {
      assert.deepStrictEqual(refusal(body), [["request", "is missing"]])
    }
  )

  it.each([{ request: "x" }, { request: 1 }, { request: true }, { request: [1] }])(
    "Conventions | wrapped in request: %j is no object",
    (body) => {
      assert.deepStrictEqual(refusal(body), [["request", "is invalid"]])
    }
  )

  it.each([null, undefined, 1, "x", true, [], [{ request: {} }]])(
    "Conventions | wrapped in request: %j is no object that could hold one",
    (body) => {
      assert.deepStrictEqual(refusal(body), [["", "Request body must be a JSON object"]])
    }
  )

  it("Authorization request | amount, currency, description, credit_card: are all named when missing", () => {
    assert.deepStrictEqual(refusal({ request: {} }), [
      ["amount", "can't be blank"],
      ["currency", "can't be blank"],
      ["description", "can't be blank"],
      ["credit_card", "can't be blank"]
    ])
  })

  it("D5 | errors: every field that is wrong is named, in every section", () => {
    const request = { ...samples.charge(), amount: 0, customer: { ip: "x", email: "x" }, test: 1 }
    assert.sameDeepMembers(refusal({ request }), [
      ["amount", "must be greater than 0"],
      ["customer.ip", "is invalid"],
      ["customer.email", "is invalid"],
      ["test", "is invalid"]
    ])
  })
})

describe("nesting", () => {
  const shapes = [
    { of: "objects", wrap: (inner: unknown) => ({ inner }) },
    { of: "arrays", wrap: (inner: unknown) => [inner] }
  ]

  it.each(shapes)("D3 | nesting limit: 32 levels of $of are read", ({ wrap }) => {
    assert.deepStrictEqual(refusal(nested(32, wrap)), [])
  })

  it.each(shapes)("D3 | nesting limit: 33 levels of $of are refused", ({ wrap }) => {
    assert.deepStrictEqual(refusal(nested(33, wrap)), [["", "Request body is nested too deeply"]])
  })

  it.each(shapes)("D3 | nesting limit: 200000 levels of $of do not overflow", ({ wrap }) => {
    assert.deepStrictEqual(refusal(nested(200_000, wrap)), [["", "Request body is nested too deeply"]])
  })

  it("D3 | nesting limit: counts outside request too", () => {
    const body = { ...nested(3, (inner) => inner), beside: JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) }
    assert.deepStrictEqual(refusal(body), [["", "Request body is nested too deeply"]])
  })
})

describe("what counts as absent", () => {
  it.each([null, [], {}, [null], [[]], [{}], { a: null }, { a: { b: [] } }, { a: [{ b: null }] }])(
    "D3 | absent: %j as an optional section or list",
    (value) => {
      for (const field of ["customer", "additional_data", "travel"]) {
        assert.notProperty(accepted({ ...samples.charge(), [field]: value }), field)
      }
    }
  )

  it.each([null, [], {}, [null]])("D3 | absent: %j in a field of text, number or flag", (value) => {
    const absent = accepted({ ...samples.charge(), tracking_id: value, test: value, expired_at: value })
    assert.hasAllKeys(absent, ["amount", "currency", "description", "creditCard"])
  })

  it.each([null, [], {}])("D3 | absent: %j in a required field", (value) => {
    for (const field of ["amount", "currency", "description", "credit_card"]) {
      assert.deepStrictEqual(refusal({ request: { ...samples.charge(), [field]: value } }), [[field, "can't be blank"]])
    }
  })

  it("D3 | absent: an empty text in an optional member; 0 and false are not", () => {
    const sent = { ...samples.charge(), tracking_id: "", test: false, customer: { device_id: "", email: "" } }
    const { customer, test, trackingId } = accepted({ ...sent, billing_address: { zip: 0, city: "" } })
    assert.deepStrictEqual([trackingId, test, customer], [undefined, false, undefined])
    assert.deepStrictEqual(accepted({ ...sent, billing_address: { zip: 0 } }).billingAddress, { zip: "0" })
  })

  it("D3 | absent: an empty text is not where it is required, an element, or a value that the interface names", () => {
    assert.deepStrictEqual(refusal({ request: { ...samples.charge(), description: "" } }), [
      ["description", "can't be blank"]
    ])
    const { additionalData, travel } = accepted({
      ...samples.charge(),
      additional_data: { receipt_text: ["", "a"] },
      travel: { airline: { legs: [{ stop_over_code: "", coupon: "1" }] } }
    })
    assert.deepStrictEqual(additionalData?.receiptText, ["", "a"])
    assert.deepStrictEqual(travel?.airline?.legs, [{ stopOverCode: "", coupon: "1" }])
  })

  it("D3 | absent: elements of lists too", () => {
    const { additionalData } = accepted({
      ...samples.charge(),
      additional_data: { receipt_text: [null, "a", [], "b", {}] }
    })
    assert.deepStrictEqual(additionalData?.receiptText, ["a", "b"])
  })

  it("D3 | absent: an error still names the place where the element was sent", () => {
    const legs = [null, { class: "Y" }, {}, { class: "YY" }, null, { coupon: 1 }]
    const request = { ...samples.charge(), travel: { airline: { legs } } }
    assert.deepStrictEqual(refusal({ request }), [
      ["travel.airline.legs.3.class", "is invalid"],
      ["travel.airline.legs.5.coupon", "is invalid"]
    ])
  })

  it("D3 | unknown members: a member named __proto__ changes nothing", () => {
    const request = JSON.parse(`{"__proto__": {"amount": 1}, "credit_card": {"__proto__": {"token": "x"}}}`)
    assert.deepStrictEqual(
      refusal({ request }).map(([path]) => path),
      ["amount", "currency", "description", "credit_card"]
    )
  })

  it("the body that was sent is left as it was", () => {
    const body = { request: { ...samples.charge(), customer: { ip: null, email: "a@b.example" } } }
    const before = structuredClone(body)
    Requests.authorization(body)
    assert.deepStrictEqual(body, before)
  })
})

describe("3-D Secure flags", () => {
  const flags = [
    { field: "skip_three_d_secure_verification", member: "skipThreeDSecureVerification" },
    { field: "force_three_d_secure_verification", member: "forceThreeDSecureVerification" }
  ] as const
  const operations = [
    { operation: "authorization", decode: Requests.authorization },
    { operation: "payment", decode: Requests.payment },
    { operation: "tokenization", decode: Requests.tokenization }
  ] as const
  const cases = operations.flatMap((operation) => flags.map((flag) => ({ ...operation, ...flag })))
  const inside = (field: string, value: unknown) => ({
    ...samples.charge(),
    credit_card: { ...samples.cardData(), [field]: value }
  })

  it.each(cases)("D3 | $field: is accepted inside credit_card of a $operation", ({ decode, field, member }) => {
    assert.strictEqual(samples.at(Either.getOrThrow(decode({ request: inside(field, true) })), member), true)
  })

  it.each(cases)("D3 | $field: beside credit_card counts in a $operation", ({ decode, field, member }) => {
    const request = { ...inside(field, true), [field]: false }
    assert.strictEqual(samples.at(Either.getOrThrow(decode({ request })), member), false)
  })

  it.each(cases)("D3 | $field: is refused where it was sent in a $operation", ({ decode, field }) => {
    assert.deepStrictEqual(errorsOf(decode({ request: inside(field, "yes") })), [
      [`credit_card.${field}`, "is invalid"]
    ])
    const beside = { ...samples.charge(), [field]: "yes" }
    assert.deepStrictEqual(errorsOf(decode({ request: beside })), [[field, "is invalid"]])
  })
})
