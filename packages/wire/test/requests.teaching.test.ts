// What a refusal teaches: the kind that is wanted and the kind that came, and never what was written there.
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Requests from "../src/Requests.js"
import { charge, fullCharge, type Json, withAt } from "./internal/samples.js"

const sentencesOf = (field: string, value: unknown) =>
  Either.match(Requests.authorization({ request: withAt(fullCharge(), field, value) }), {
    onLeft: ({ errors }) => errors.map(({ path, sentence }) => `${path.join(".")} ${sentence}`),
    onRight: () => []
  })

const integer = "a positive integer in minor units"
const digits = "a card number as a string of 12 to 19 digits"
const country = "an ISO 3166-1 code of two letters such as DE"

describe("a refusal", () => {
  it.each([
    ["amount", "101 EUR", integer, "a string"],
    ["amount", "19.95", integer, "a string"],
    ["amount", 19.95, integer, "a number with a fraction"],
    ["amount", 0.5, integer, "a number with a fraction"],
    ["amount", -0.5, integer, "a number with a fraction"],
    ["amount", -5, integer, "a number below 0"],
    ["amount", -1, integer, "a number below 0"],
    ["amount", 2 ** 53, integer, "a number above 9007199254740991"],
    ["amount", 1e300, integer, "a number above 9007199254740991"],
    ["amount", true, integer, "a boolean"],
    ["amount", [1995], integer, "an array"],
    ["amount", { minor: 1995 }, integer, "an object"],
    ["currency", 978, "an ISO 4217 code such as EUR", "a number"],
    ["currency", "eur", "an ISO 4217 code such as EUR", "another string"],
    ["description", 42, "a string of 1 to 255 characters", "a number"],
    ["tracking_id", 1.5, "a string or an integer", "a number with a fraction"],
    ["tracking_id", 2 ** 53, "a string or an integer", "a number above 9007199254740991"],
    ["tracking_id", true, "a string or an integer", "a boolean"],
    ["language", "english", "a language tag such as en", "another string"],
    ["test", "yes", "true or false", "another string"],
    ["test", 1, "true or false", "a number"],
    ["expired_at", 1893456000, "an instant in ISO 8601 with a time-zone offset", "a number"],
    ["notification_url", "shop.example", "an http or https URL without credentials", "another string"],
    ["notification_url", false, "an http or https URL without credentials", "a boolean"],
    ["credit_card", "4200000000000000", "an object", "a string"],
    ["credit_card.number", 4200000000000000, digits, "a number"],
    ["credit_card.verification_value", 123, "a string of 3 or 4 digits", "a number"],
    ["credit_card.verification_value", "12", "a string of 3 or 4 digits", "another string"],
    ["credit_card.holder", ["Jane"], "a string of at most 35 characters", "an array"],
    ["customer", [{ ip: "x" }], "an object", "an array"],
    ["customer.ip", "300.1.1.1", "an IP address", "another string"],
    ["customer.ip", 3221225985, "an IP address", "a number"],
    ["customer.email", "jane", "an email address", "another string"],
    ["customer.birth_date", 19800229, "a day as yyyy-mm-dd", "a number"],
    ["billing_address.country", "USA", country, "another string"],
    ["billing_address.zip", true, "a string or an integer", "a boolean"],
    ["additional_data.receipt_text", "Thanks", "an array", "a string"],
    ["additional_data.receipt_text.0", 1, "a string", "a number"],
    ["additional_data.contract.0", 1, "a string", "a number"],
    ["additional_data.card_on_file.initiator", 1, "one of merchant, customer", "a number"],
    ["additional_data.browser.screen_color_depth", 25, "one of 1, 4, 8, 15, 16, 24, 32, 48", "another number"],
    ["additional_data.browser.screen_width", "1920px", "an integer", "a string"],
    ["additional_data.browser.screen_width", 1920.5, "an integer", "a number with a fraction"],
    ["additional_data.excluded_gateways.0", "seven", "an integer", "a string"],
    ["travel.airline.ticket_number", "1", "a string of 14 digits", "another string"],
    ["travel.airline.legs", { a: "x" }, "an array", "an object"],
    ["travel.airline.legs.0.class", "y", "one capital letter", "another string"],
    ["travel.airline.legs.0.stop_over_code", "Y", "one of O, X", "another string"],
    ["travel.airline.legs.0.departure_date_time", 1, "a local time as yyyy-mm-ddThh:mm:ss", "a number"]
  ] as const)("of %s with %j: expected %s, got %s", (field, value, wanted, got) => {
    assert.deepStrictEqual(sentencesOf(field, value), [`${field} is invalid: expected ${wanted}, got ${got}`])
  })

  // Source: D47: a wrong check digit is told apart from a wrong length.
  it.each([
    [
      "a digit wrong",
      "4200000000000001",
      "is invalid: its check digit does not fit, so a digit is wrong or two are swapped"
    ],
    ["a digit missing", "420000000000000", "is invalid: it has too few or too many digits"],
    ["a letter", "420000000000000x", `is invalid: expected ${digits}`]
  ])("D47: of a card number with %s says so, and repeats none of it", (_, number, sentence) => {
    assert.deepStrictEqual(sentencesOf("credit_card.number", number), [`credit_card.number ${sentence}`])
  })

  it.each([
    ["an array", []],
    ["a string", "{}"],
    ["a number", 1]
  ] as const)("of a request that is %s says so", (kind, request) => {
    const reply = Either.match(Requests.payment({ request: kind === "an array" ? [1] : request }), {
      onLeft: ({ errors }) => errors,
      onRight: () => []
    })
    assert.deepStrictEqual(reply, [{ path: ["request"], sentence: `is invalid: expected an object, got ${kind}` }])
  })

  // Source: D5, and the limits of the interface; they stay as they are.
  it.each([
    ["amount", 0, "must be greater than 0"],
    ["amount", 1, undefined],
    ["amount", 2 ** 53 - 1, undefined],
    ["credit_card.exp_year", "30", "Invalid. Format should be: yyyy. Date is expired"],
    ["credit_card.exp_year", true, "Invalid. Format should be: yyyy. Date is expired"],
    ["credit_card.exp_month", 13, "Invalid. Format should be: mm"],
    ["description", " ", "can't be blank"],
    ["description", "x".repeat(255), undefined],
    ["description", "x".repeat(256), "is too long (maximum is 255 characters)"],
    ["customer.birth_date", "1981-02-29", "is invalid. Format should be: yyyy-mm-dd"],
    ["expired_at", "2030-05-01T12:00:00", "is invalid. Format should be ISO 8601 with a time-zone offset"]
  ] as const)("of %s with %j has the text it had: %s", (field, value, sentence) => {
    assert.deepStrictEqual(sentencesOf(field, value), sentence === undefined ? [] : [`${field} ${sentence}`])
  })

  it.each([
    [5, "is invalid: expected a token, got a number"],
    ["5", "does not exist"]
  ] as const)("of the token %j says: %s", (token, sentence) => {
    const reply = Either.match(Requests.payment({ request: { ...charge(), credit_card: { token } } }), {
      onLeft: ({ errors }) => errors.map(({ sentence }) => sentence),
      onRight: () => []
    })
    assert.deepStrictEqual(reply, [sentence])
  })
})

const leaves = (value: unknown, path = ""): ReadonlyArray<string> =>
  typeof value === "object" && value !== null
    ? Object.entries(value as Json).flatMap(([name, inner]) => leaves(inner, path === "" ? name : `${path}.${name}`))
    : [path]

// Whatever came and wherever, something is taught, and nothing of it is repeated.
describe("every field teaches", () => {
  const secret = "4929939187355598"
  const kinds =
    "a string|another string|a number(?: with a fraction| above \\d+| below 0)?|another number|a boolean|an array|an object"
  const teaching = new RegExp(`^is invalid: expected .+, got (?:${kinds})$`)
  const fixed =
    /^(?:Invalid\. Format should be: |is invalid\. Format should be|is invalid: expected a (?:string without|card number))/

  it.each(leaves(fullCharge()))("%s", (path) => {
    // An unknown word is ignored (D3).
    const texts = path.includes(".contract.") ? [] : ["\u0000"]
    for (const value of [1234.5, -1.5, [secret], { [secret]: secret }, ...texts]) {
      const errors = Either.match(Requests.authorization({ request: withAt(fullCharge(), path, value) }), {
        onLeft: ({ errors }) => errors,
        onRight: () => []
      })
      assert.isAtLeast(errors.length, 1, path)
      for (const { sentence } of errors) {
        assert.isTrue(teaching.test(sentence) || fixed.test(sentence), `${path}: ${sentence}`)
        assert.notInclude(sentence, secret)
      }
    }
  })
})
