/** What a body can cost, whatever it holds. Work is counted, not timed. */
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Errors from "../src/Errors.js"
import { Findings, readerOf, wrong } from "../src/internal/reader.js"
import * as Requests from "../src/Requests.js"
import { charge, type Json, withAt } from "./internal/samples.js"

const errorsOf = (request: Json) =>
  Either.match(Requests.authorization({ request }), { onLeft: ({ errors }) => errors, onRight: () => [] })

const bodyOf = (request: Json) => Errors.invalidRequest(errorsOf(request)).body

/** Every place of the schema where a list can stand, with what its elements are not. */
const lists = [
  { list: "additional_data.receipt_text", element: 1 },
  { list: "additional_data.contract", element: 1 },
  { list: "additional_data.excluded_gateways", element: "x" },
  { list: "additional_data.avs_cvc_verification.avs_verification.reject_codes", element: 1 },
  { list: "additional_data.avs_cvc_verification.cvc_verification.reject_codes", element: "x".repeat(9) },
  { list: "travel.airline.legs", element: { class: 1, coupon: 1, flight_number: 1, airline_code: 1 } },
  { list: "travel.airline.passengers", element: { first_name: 1 } }
]

// Source: D4, "At most 100 errors are listed, and an error body has at most 64 KiB".
describe("a request with much that is wrong", () => {
  it.each(lists)("D4 | errors: at most 100 of those in $list are listed", ({ element, list }) => {
    const request = withAt(charge(), list, Array(31_000).fill(element))
    assert.lengthOf(errorsOf(request), 100)
    assert.isAtMost(Buffer.byteLength(bodyOf(request)), 64 * 1024)
  })

  it.each([
    { wrong: 99, listed: 99 },
    { wrong: 100, listed: 100 },
    { wrong: 101, listed: 100 }
  ])("D4 | errors: of $wrong, $listed are listed", ({ listed, wrong }) => {
    const request = withAt(charge(), "additional_data.excluded_gateways", Array(wrong).fill("x"))
    assert.lengthOf(errorsOf(request), listed)
    const { errors } = JSON.parse(bodyOf(request)).response
    assert.lengthOf(Object.keys(errors.additional_data.excluded_gateways), listed)
  })

  it.each([
    { letters: 300, listed: 100 },
    { letters: 30_000, listed: 1 },
    { letters: 40_000, listed: 0 }
  ])("D4 | errors: of 1000 with sentences of $letters letters, $listed have room in 64 KiB", ({ letters, listed }) => {
    const errors = Array.from({ length: 1000 }, (_, at) => ({ path: [`f${at}`], sentence: "ä".repeat(letters / 2) }))
    const { body } = Errors.invalidRequest(errors)
    assert.isAtMost(Buffer.byteLength(body), 64 * 1024)
    assert.lengthOf(Object.keys(JSON.parse(body).response.errors), listed)
  })
})

describe("reading", () => {
  const counting = () => {
    const count = { looks: 0 }
    const element = Schema.String.pipe(Schema.filter((text) => ++count.looks > 0 && text === "right"))
    return { count, read: readerOf(Schema.Struct({ list: Schema.Array(element) }).ast) }
  }

  it.each([
    { element: "right", looks: 31_000 },
    { element: "wrong", looks: 200 }
  ])("D4 | errors: looks $looks times at 31,000 elements that are $element", ({ element, looks }) => {
    const { count, read } = counting()
    const value = read({ list: Array(31_000).fill(element) }, new Findings())
    assert.strictEqual(value === wrong, element === "wrong")
    // A wrong element is looked at once more, for the sentence.
    assert.strictEqual(count.looks, looks)
  })

  /** Counts how often an element is taken out of a list. */
  const counted = (elements: ReadonlyArray<unknown>) => {
    const count = { taken: 0 }
    const list = new Proxy(elements, {
      get: (target, name) => {
        if (typeof name === "string" && /^\d+$/.test(name)) count.taken++
        return Reflect.get(target, name)
      }
    })
    return { count, list }
  }

  it.each([
    ...lists.flatMap((_) => [null, {}, [[[]]]].map((absent) => ({ ..._, absent }))),
    ...[null, {}].map((absent) => ({ list: "tracking_id", absent })),
    ...[null, 1].map((absent) => ({ list: "nobody_knows", absent }))
  ])("D3 | absent: a list of 10,000 times $absent in $list is gone through a few times", ({ absent, list }) => {
    const elements = counted(Array(10_000).fill(absent))
    assert.lengthOf(errorsOf(withAt(charge(), list, elements.list)), 0)
    assert.isAtMost(elements.count.taken, 6 * 10_000)
  })
})
