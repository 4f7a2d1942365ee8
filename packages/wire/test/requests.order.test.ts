import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Requests from "../src/Requests.js"
import {
  address,
  anyText,
  flag,
  invalid,
  notInteger,
  notObject,
  notText,
  pair,
  type Row,
  rowsOf,
  saying,
  someText,
  textOrInteger
} from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const largest = 2 ** 53 - 1

const utc = (text: string) => DateTime.unsafeMake(text)
const noOffset = "is invalid. Format should be ISO 8601 with a time-zone offset"

const description: Row = {
  field: "description",
  says: "is a text of 1 to 255 characters, required",
  ...someText(255)
}

const currency: Row = {
  field: "currency",
  says: "is an ISO-4217 alpha-3 code, required",
  accepts: ["AED", "USD", "EUR", "BYN", "RUB", "JPY", "KWD", "ZWG"],
  refuses: invalid(...notText, "usd", "Usd", "US", "USDT", "", " USD", "USD ", "USD\n", "XXX", "XTS", "840", 840, [
    "USD"
  ]),
  required: true
}

const amount: Row = {
  field: "amount",
  says: "is an integer above 0 in minor units, required",
  accepts: [1, 2, 3245, largest, pair("3245", 3245), pair("007", 7), pair(String(largest), largest)],
  refuses: [
    [0, "must be greater than 0"],
    [-0, "must be greater than 0"],
    ...invalid(...notInteger, -1, -largest, 0.5, 1.5, largest + 1, 1e300, "9007199254740992", "32.45", [100], {
      amount: 1
    })
  ],
  required: true
}

const trackingId: Row = {
  field: "tracking_id",
  says: "is a text of at most 255 characters, optional",
  ...textOrInteger(255),
  accepts: [...textOrInteger(255).accepts, "a;b;c", ";", "1;".repeat(127)]
}

const language: Row = {
  field: "language",
  says: "is a language tag, optional",
  accepts: [
    "en",
    "ru",
    "EN",
    "eng",
    "pt-BR",
    "es-419",
    "sr-Latn-RS",
    "en-us",
    "en-abcdefgh",
    "en-aa-bb-cc-dd-ee",
    "en_US"
  ],
  refuses: invalid(
    ...notText,
    ...["", "e", "engl", "english", "e1", "en_", "en__US", "en-", "-en", "en--US", "en-a", "en-abcdefghi", "en-ab-c"],
    ...["en-Üb", "ен", " en", "en ", "en\n", "en;q=1", "<b>"]
  ),
  optional: true
}

const authorizationRows: ReadonlyArray<Row> = [
  amount,
  currency,
  description,
  trackingId,
  {
    field: "expired_at",
    says: "is an ISO 8601 instant with a time-zone offset, optional",
    accepts: [
      pair("2030-05-01T12:00:00Z", utc("2030-05-01T12:00:00Z")),
      pair("2030-05-01T12:00:00+03:00", utc("2030-05-01T09:00:00Z")),
      pair("2030-05-01T12:00:00.123-05:30", utc("2030-05-01T17:30:00.123Z")),
      pair("2028-02-29T00:00:00+0300", utc("2028-02-28T21:00:00Z")),
      pair("2030-12-31T23:59:59Z", utc("2030-12-31T23:59:59Z")),
      pair("2030-05-01T00:00:00+00:00", utc("2030-05-01T00:00:00Z")),
      pair("2030-05-01T12:00:00-00:59", utc("2030-05-01T12:59:00Z")),
      pair("2030-05-01T12:00:00+19:59", utc("2030-04-30T16:01:00Z")),
      pair("2030-05-01T12:00:00+23:59", utc("2030-04-30T12:01:00Z")),
      pair("2030-05-01T12:00:00-2359", utc("2030-05-02T11:59:00Z")),
      pair("2030-05-01T12:00:00.5Z", utc("2030-05-01T12:00:00.500Z")),
      pair("2030-05-01T12:00:00.123456789Z", utc("2030-05-01T12:00:00.123Z")),
      pair("9999-12-31T23:59:59.999Z", utc("9999-12-31T23:59:59.999Z"))
    ],
    refuses: [
      ...saying(
        noOffset,
        "2030-05-01T12:00:00",
        "2030-05-01",
        "2030-05-01 12:00:00+03:00",
        "2030-02-30T12:00:00Z",
        "2029-02-29T12:00:00Z",
        "2030-13-01T12:00:00Z",
        "2030-05-01T24:00:00Z",
        "2030-05-01T12:60:00Z",
        "2030-05-01T12:00:00+24:00",
        ...["2030-05-01T12:00:00+03:60", "2030-05-01T12:00:60Z", "2030-05-00T12:00:00Z", "2030-04-31T12:00:00Z"],
        ...["2030-00-01T12:00:00Z", "2100-02-29T12:00:00Z", "2030-5-01T12:00:00Z", "2030-05-01T9:00:00Z"],
        ...["2030-05-01T12:00:00.Z", "2030-05-01T12:00:00.1234567890Z", "2030-05-01T12:00:00,5Z"],
        ...["2030-05-01T12:00:00+3:00", "2030-05-01T12:00:00+03:0", "2030-05-01T12:00:00 +03:00"],
        ...["2030-05-01t12:00:00Z", "2030-05-01T12:00:00z", "2030-05-01T12:00:00ZZ", "02030-05-01T12:00:00Z"],
        ...[" 2030-05-01T12:00:00Z", "2030-05-01T12:00:00Z\n", "2030-05-01T12:00:00 UTC", "1893456000"],
        // In UTC its year would have five digits, which no timestamp of the interface has.
        ...["9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z"],
        "tomorrow",
        ""
      ),
      ...invalid(...notText, 1893456000, ["2030-05-01T12:00:00Z"])
    ],
    optional: true
  },
  { field: "duplicate_check", says: "is a boolean, optional", ...flag },
  { field: "dynamic_billing_descriptor", says: "is a text, optional", ...anyText() },
  language,
  { field: "notification_url", says: "is a web address, optional", ...address },
  { field: "verification_url", says: "is a web address, optional", ...address },
  { field: "return_url", says: "is a web address, optional on the wire (D16)", ...address },
  { field: "test", says: "is a boolean, optional", ...flag },
  { field: "skip_three_d_secure_verification", says: "is a boolean, optional", ...flag },
  { field: "force_three_d_secure_verification", says: "is a boolean, optional", ...flag },
  {
    row: "three_d_secure",
    field: "three_d_secure.advanced",
    says: "holds the boolean advanced, optional",
    ...flag
  },
  {
    field: "three_d_secure",
    says: "is an object",
    refuses: invalid(...notObject),
    optional: true
  },
  { field: "additional_data", says: "is an object, optional", refuses: invalid(...notObject), optional: true },
  { field: "customer", says: "is an object, optional on the wire", refuses: invalid(...notObject), optional: true },
  {
    field: "billing_address",
    says: "is an object, optional on the wire",
    refuses: invalid(...notObject),
    optional: true
  },
  { field: "travel", says: "is an object, optional", refuses: invalid(...notObject), optional: true },
  {
    field: "credit_card",
    says: "is an object with card data or a token, required",
    refuses: invalid(...notObject, "4200000000000000"),
    required: true
  }
]

rowsOf("Authorization request", {
  decode: Requests.authorization,
  base: samples.charge,
  rows: authorizationRows
})

// Source: D11, "A payment is a charge in one step: same fields as an authorization".
rowsOf("D11 payments", { decode: Requests.payment, base: samples.charge, rows: authorizationRows })

it("D11 payments | card, customer, billing_address, travel, additional_data: are read as an authorization's", () => {
  assert.strictEqual(Requests.payment, Requests.authorization)
})

rowsOf("Tokenization request", {
  decode: Requests.tokenization,
  base: samples.tokenization,
  rows: authorizationRows
    .filter(({ field }) => field !== "amount" && field !== "expired_at")
    .concat({
      ...amount,
      says: "is an integer from 0 in minor units, required (D3)",
      accepts: [0, 1, largest, pair("0", 0), pair("100", 100)],
      refuses: invalid(...notInteger, -1, 0.5, largest + 1)
    })
})

rowsOf("D11 credits", {
  decode: Requests.credit,
  base: samples.credit,
  rows: [
    amount,
    currency,
    description,
    trackingId,
    language,
    { field: "test", says: "is a boolean, optional", ...flag },
    { field: "duplicate_check", says: "is a boolean, optional", ...flag },
    { field: "notification_url", says: "is a web address, optional", ...address },
    {
      field: "credit_card",
      says: "is an object with a token, required",
      refuses: invalid(...notObject, samples.token),
      required: true
    }
  ]
})

rowsOf("D11 card payouts", {
  decode: Requests.payout,
  base: samples.payout,
  rows: [
    amount,
    currency,
    description,
    trackingId,
    language,
    { field: "test", says: "is a boolean, optional", ...flag },
    { field: "duplicate_check", says: "is a boolean, optional", ...flag },
    { field: "notification_url", says: "is a web address, optional", ...address },
    { field: "recipient_credit_card", says: "is an object, required", refuses: invalid(...notObject), required: true },
    { field: "recipient", says: "is an object, optional", refuses: invalid(...notObject), optional: true },
    {
      field: "recipient_billing_address",
      says: "is an object, optional",
      refuses: invalid(...notObject),
      optional: true
    }
  ]
})

describe("what one operation does not have, it ignores", () => {
  const decoded = (decode: Requests.Decoder<object>, request: samples.Json) => {
    const result = decode({ request })
    assert.strictEqual(result._tag, "Right")
    return result._tag === "Right" ? result.right : {}
  }

  it("Tokenization request | expired_at: is not present", () => {
    assert.notProperty(decoded(Requests.tokenization, { ...samples.charge(), expired_at: "never" }), "expiredAt")
  })

  it("Tokenization request | customer.taxpayer_id: is not present", () => {
    const request = { ...samples.charge(), customer: { ip: "203.0.113.7", taxpayer_id: 1 } }
    assert.deepStrictEqual(samples.at(decoded(Requests.tokenization, request), "customer"), { ip: "203.0.113.7" })
  })

  it.each([
    { row: "card_on_file", value: { initiator: "nobody" } },
    { row: "avs_cvc_verification", value: 1 },
    { row: "browser", value: { screen_color_depth: 7 } },
    { row: "excluded_gateways", value: ["x"] },
    { row: "wallet", value: { params: { session: 1 } } }
  ])("Tokenization request | $row: is not present", ({ row, value }) => {
    const request = { ...samples.charge(), additional_data: { receipt_text: ["a"], [row]: value } }
    assert.deepStrictEqual(samples.at(decoded(Requests.tokenization, request), "additionalData"), {
      receiptText: ["a"]
    })
  })

  it("D3 | unknown members: are ignored", () => {
    const request = { ...samples.charge(), colour: "red", customer: { ip: "203.0.113.7", colour: "red" } }
    const charge = decoded(Requests.authorization, request)
    assert.notProperty(charge, "colour")
    assert.deepStrictEqual(samples.at(charge, "customer"), { ip: "203.0.113.7" })
  })

  it("D11 credits | credit_card.number: is not read", () => {
    const card = { ...samples.cardData(), token: samples.token }
    assert.deepStrictEqual(
      samples.at(decoded(Requests.credit, { ...samples.credit(), credit_card: card }), "creditCard") as object,
      { _tag: "CardToken", token: samples.token }
    )
  })
})

rowsOf("Conventions", {
  decode: Requests.authorization,
  base: samples.charge,
  rows: [
    { ...amount, row: "Monetary amounts" },
    { ...currency, row: "Currency" },
    {
      row: "Country",
      field: "billing_address.country",
      says: "is two capital letters of ISO 3166-1",
      accepts: ["US", "LV", "AD", "ZW"],
      refuses: invalid(...notText, "USA", "U", "us", "XX", "")
    }
  ]
})

rowsOf("Limits", {
  decode: Requests.authorization,
  base: samples.charge,
  rows: [
    { ...description, says: "is at most 255 characters" },
    { ...trackingId, says: "is at most 255 characters" },
    { field: "billing_address.first_name", says: "is at most 30 characters", ...anyText(30) },
    { field: "billing_address.last_name", says: "is at most 30 characters", ...anyText(30) },
    { field: "billing_address.city", says: "is at most 60 characters", ...anyText(60) },
    { field: "billing_address.address", says: "is at most 255 characters", ...anyText(255) },
    { field: "billing_address.phone", says: "is at most 100 characters", ...textOrInteger(100) },
    { field: "customer.external_id", says: "is at most 255 characters", ...textOrInteger(255) }
  ]
})
