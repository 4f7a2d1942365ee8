import { assert, describe, it } from "@effect/vitest"
import { closest } from "../src/internal/closest.js"
import * as Requests from "../src/Requests.js"
import * as samples from "./internal/samples.js"

const reported = (
  body: unknown,
  decode: { unknownMembers: (typeof Requests.refund)["unknownMembers"] } = Requests.payment
) => decode.unknownMembers(body).map(({ meant, path }) => [path.join("."), meant])

const inRequest = (more: samples.Json) => reported({ request: { ...samples.fullCharge(), ...more } })

// Source: D3, "members that nobody knows".
describe("members that nobody knows", () => {
  it.each([
    { operation: "authorization", decode: Requests.authorization, request: samples.fullCharge() },
    { operation: "capture", decode: Requests.capture, request: { ...samples.child(), tracking_id: "a" } },
    { operation: "refund", decode: Requests.refund, request: samples.refund() },
    { operation: "credit", decode: Requests.credit, request: samples.credit() },
    { operation: "payout", decode: Requests.payout, request: { ...samples.payout(), recipient: { email: "x" } } }
  ])("D3 | unknown members: none of a $operation is one of them", ({ decode, request }) => {
    assert.deepStrictEqual(reported({ request }, decode), [])
  })

  it("D3 | unknown members: are told with their paths, in the order in which they were sent", () => {
    const card = { ...samples.cardData(), cvv: "123", skip_three_d_secure_verification: true }
    const travel = { airline: { legs: [{ class: "Y" }, { clas: "Y" }] } }
    assert.deepStrictEqual(inRequest({ creditCard: {}, credit_card: card, travel, amont: 1 }), [
      ["request.credit_card.cvv", undefined],
      ["request.travel.airline.legs.1.clas", "class"],
      ["request.creditCard", "credit_card"],
      ["request.amont", "amount"]
    ])
  })

  it("D3 | unknown members: a word that a list does not know is told like one, and its probable meaning", () => {
    const contract = ["recuring", "card_on_file", "unscheduled", "4200000000000000", "recurring", 5]
    assert.deepStrictEqual(inRequest({ additional_data: { contract } }), [
      ["request.additional_data.contract.recuring", "recurring"],
      ["request.additional_data.contract.unscheduled", undefined]
    ])
  })

  it("D3 | unknown members: beside request too, and in a body without one", () => {
    assert.deepStrictEqual(reported({ request: samples.charge(), other: 1 }), [["other", undefined]])
    assert.deepStrictEqual(reported({ requst: samples.charge() }), [["requst", "request"]])
    for (const body of [null, 1, "x", [], [{ a: 1 }], { request: 1 }]) assert.deepStrictEqual(reported(body), [])
  })

  it("D3 | unknown members: a flag of 3-D Secure inside the card is known in a charge only", () => {
    const credit_card = { token: samples.token, skip_three_d_secure_verification: true }
    assert.deepStrictEqual(reported({ request: { ...samples.charge(), credit_card } }), [])
    assert.deepStrictEqual(reported({ request: { ...samples.credit(), credit_card } }, Requests.credit), [
      ["request.credit_card.skip_three_d_secure_verification", undefined]
    ])
  })

  it.each([
    { name: "x".repeat(64), tells: true },
    { name: "x".repeat(65), tells: false },
    { name: "_", tells: true },
    { name: "A_z", tells: true },
    { name: "", tells: false },
    { name: "a1", tells: false },
    { name: "4200000000000000", tells: false },
    { name: "a-b", tells: false },
    { name: "a b", tells: false },
    { name: "a.b", tells: false },
    { name: "a\r\nb", tells: false },
    { name: "é", tells: false }
  ])("D3 | unknown members: $name is told: $tells", ({ name, tells }) => {
    assert.lengthOf(inRequest({ [name]: 1 }), tells ? 1 : 0)
  })

  it.each([
    { sent: 10, names: 10 },
    { sent: 11, names: 10 },
    { sent: 31_000, names: 10 }
  ])("D3 | unknown members: of $sent, $names are told", ({ names, sent }) => {
    const legs = Array.from({ length: sent }, () => ({ seat: "1" }))
    assert.lengthOf(inRequest({ travel: { airline: { legs } } }), names)
  })
})

describe("the name that was probably meant", () => {
  const names = ["amount", "credit_card", "zip", "ip", "city", "state", "description", "test"]
  it.each([
    { name: "amount", meant: "amount" },
    { name: "Amount", meant: "amount" },
    { name: "creditCard", meant: "credit_card" },
    { name: "creditcart", meant: "credit_card" },
    { name: "descripton", meant: "description" },
    { name: "desciptoin", meant: undefined },
    { name: "decripton", meant: "description" },
    { name: "amunt", meant: "amount" },
    { name: "mount", meant: "amount" },
    { name: "zap", meant: "zip" },
    { name: "zo", meant: undefined },
    { name: "xx", meant: undefined },
    { name: "stat", meant: "state" },
    { name: "nonsense", meant: undefined }
  ])("of $name is $meant", ({ meant, name }) => {
    assert.strictEqual(closest(name, names), meant)
  })
})
