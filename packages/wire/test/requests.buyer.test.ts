import { assert, describe, it } from "@effect/vitest"
import * as Requests from "../src/Requests.js"
import { anyText, errorsOf, invalid, type Row, rowsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const daySentence = "is invalid. Format should be: yyyy-mm-dd"
const zipSentence = "is invalid. Format should be: NNNNN or NNNNN-NNNN"
const stateSentence = "is allowed only when country is US or CA"

const customerRows: ReadonlyArray<Row> = [
  {
    field: "ip",
    says: "is an IP address of version 4 or 6",
    accepts: ["127.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "::", "2001:db8::8a2e:370:7334", "::ffff:192.0.2.1"],
    refuses: invalid(
      "",
      "256.0.0.1",
      "1.2.3",
      "1.2.3.4.5",
      "01.2.3.4",
      "1.2.3.4 ",
      "1.2.3.4/24",
      "2001:db8::g",
      "1::2::3",
      "[::1]",
      ":",
      "localhost",
      2130706433
    ),
    optional: true
  },
  {
    field: "email",
    says: "is a well-formed email address",
    accepts: ["a@b.co", "john.o'neil+shop@mail.example.com", "ünal@example.com", `${"x".repeat(242)}@example.com`],
    refuses: invalid(
      "",
      "john",
      "john@",
      "@example.com",
      "john@example",
      "john@-a.example",
      "john@a..example",
      "john @example.com",
      "a@b@example.com",
      "john@example.com\nBcc: x@example.com",
      "John <john@example.com>",
      `${"x".repeat(243)}@example.com`,
      1
    ),
    optional: true
  },
  { field: "device_id", says: "is a text", ...anyText() },
  {
    field: "birth_date",
    says: "is a day YYYY-MM-DD that exists",
    accepts: ["1980-01-31", "2000-02-29", "1900-12-01"],
    refuses: [
      ...[
        "1980-1-31",
        "31.01.1980",
        "1980-02-30",
        "1900-02-29",
        "1980-13-01",
        "1980-00-10",
        "1980-01-00",
        "1980-01-31T00:00:00Z",
        ""
      ].map((value) => [value, daySentence] as const),
      [19800131, "is invalid"]
    ],
    optional: true
  },
  { field: "taxpayer_id", says: "is a text", ...anyText() },
  { field: "external_id", says: "is a text of at most 255 characters, never required", ...anyText(255) }
]

rowsOf("customer", {
  decode: Requests.authorization,
  base: samples.charge,
  inside: "customer",
  rows: customerRows
})

rowsOf("Tokenization request", {
  decode: Requests.tokenization,
  base: samples.tokenization,
  inside: "customer",
  rows: customerRows
    .filter(({ field }) => field !== "taxpayer_id")
    .map((row) => ({ ...row, row: `customer.${row.field}` }))
})

const inCountry = (country: string | undefined) => (): samples.Json => ({
  ...samples.charge(),
  billing_address: country === undefined ? {} : { country }
})

const addressRows: ReadonlyArray<Row> = [
  { field: "first_name", says: "is a text of at most 30 characters", ...anyText(30) },
  { field: "last_name", says: "is a text of at most 30 characters", ...anyText(30) },
  {
    field: "country",
    says: "is an ISO 3166-1 alpha-2 code",
    accepts: ["US", "BY", "LV", "GB"],
    refuses: invalid("us", "USA", "U", "", "UK", "EU", "XX", 1),
    optional: true
  },
  { field: "city", says: "is a text of at most 60 characters", ...anyText(60) },
  { field: "address", says: "is a text of at most 255 characters", ...anyText(255) },
  { field: "phone", says: "is a text of at most 100 characters", ...anyText(100) },
  { field: "zip", says: "is a text where the country is not US, optional", ...anyText() }
]

const address = (base: () => samples.Json, rows: ReadonlyArray<Row>) =>
  rowsOf("billing_address", { decode: Requests.authorization, base, inside: "billing_address", rows })

address(samples.charge, addressRows)

describe("what depends on the country", () => {
  for (const country of ["US", "CA"]) {
    address(inCountry(country), [
      {
        field: "state",
        says: `is two letters when country is ${country}`,
        accepts: ["CO", "BC", "ny"],
        refuses: invalid("C", "COL", "", "C0", 1),
        optional: true
      }
    ])
  }

  for (const country of ["GB", undefined]) {
    address(inCountry(country), [
      {
        field: "state",
        says: `is refused when country is ${country ?? "absent"} (D3)`,
        refuses: [["CO", stateSentence]],
        optional: true
      }
    ])
  }

  address(inCountry("US"), [
    {
      field: "zip",
      says: "is NNNNN or NNNNN-NNNN when country is US, optional",
      accepts: ["96002", "96002-1234"],
      refuses: [
        ...["9600", "960022", "96002-", "96002-123", "96002-12345", "960021234", "ABCDE", " 96002", ""].map(
          (value) => [value, zipSentence] as const
        ),
        [96002, "is invalid"]
      ],
      optional: true
    }
  ])

  address(inCountry("CA"), [
    { field: "zip", says: "is free text when country is CA", accepts: ["K1A 0B1", "96002-"], optional: true }
  ])

  it("billing_address | state: a malformed one is refused for its form before its country", () => {
    const request = { ...samples.charge(), billing_address: { country: "GB", state: "London" } }
    assert.deepStrictEqual(errorsOf(Requests.authorization({ request })), [["billing_address.state", "is invalid"]])
  })

  it("Tokenization request | billing_address.zip: has the same form; an acquirer may require it", () => {
    const request = { ...samples.charge(), billing_address: { country: "US", zip: "9" } }
    assert.deepStrictEqual(errorsOf(Requests.tokenization({ request })), [["billing_address.zip", zipSentence]])
  })
})
