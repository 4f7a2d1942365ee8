import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Requests from "../src/Requests.js"
import { anyText, flag, invalid, pair, type Row, rowsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const largest = 2 ** 53 - 1

const address = {
  accepts: [
    "https://shop.example/notify?a=1#x",
    "http://shop.example:8080/",
    "HTTPS://shop.example",
    "https://[2001:db8::1]/x",
    `https://shop.example/${"x".repeat(2048 - 21)}`
  ],
  refuses: invalid(
    "",
    "shop.example",
    "/notify",
    "ftp://shop.example/",
    "javascript:alert(1)",
    "https://",
    "https://user:secret@shop.example/",
    "https://user@shop.example/",
    `https://shop.example/${"x".repeat(2049 - 21)}`,
    1,
    ["https://shop.example/"]
  ),
  optional: true
}

const utc = (text: string) => DateTime.unsafeMake(text)
const noOffset = "is invalid. Format should be ISO 8601 with a time-zone offset"

const description: Row = {
  field: "description",
  says: "is a text of 1 to 255 characters, required",
  accepts: ["a", "x".repeat(255), "😀".repeat(255)],
  refuses: [
    ["", "can't be blank"],
    ["  ", "can't be blank"],
    ["x".repeat(256), "is too long (maximum is 255 characters)"],
    [7, "is invalid"],
    ["a\u0000", "is invalid"]
  ],
  required: true
}

const currency: Row = {
  field: "currency",
  says: "is an ISO-4217 alpha-3 code, required",
  accepts: ["USD", "EUR", "BYN", "RUB", "JPY", "KWD"],
  refuses: invalid("usd", "US", "USDT", "", "XXX", "XTS", 840, ["USD"]),
  required: true
}

const amount: Row = {
  field: "amount",
  says: "is an integer above 0 in minor units, required",
  accepts: [1, 2, 3245, largest],
  refuses: [
    [0, "must be greater than 0"],
    [-0, "must be greater than 0"],
    ...invalid(-1, 0.5, 1.5, largest + 1, 1e300, "100", "", true, [100], { amount: 1 })
  ],
  required: true
}

const trackingId: Row = {
  field: "tracking_id",
  says: "is a text of at most 255 characters, optional",
  ...anyText(255),
  accepts: ["a;b;c", "x".repeat(255)]
}

const language: Row = {
  field: "language",
  says: "is a language tag, optional",
  accepts: ["en", "ru", "pt-BR", "EN", "sr-Latn-RS"],
  refuses: invalid("", "e", "english", "en_US", "en-", "<b>", 1),
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
      pair("2028-02-29T00:00:00+0300", utc("2028-02-28T21:00:00Z"))
    ],
    refuses: [
      "2030-05-01T12:00:00",
      "2030-05-01",
      "2030-05-01 12:00:00+03:00",
      "2030-02-30T12:00:00Z",
      "2029-02-29T12:00:00Z",
      "2030-13-01T12:00:00Z",
      "2030-05-01T24:00:00Z",
      "2030-05-01T12:60:00Z",
      "2030-05-01T12:00:00+24:00",
      "tomorrow",
      ""
    ]
      .map((value) => [value, noOffset] as const)
      .concat(invalid(1893456000, ["2030-05-01T12:00:00Z"]) as never),
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
    refuses: invalid(true, "advanced", 1, ["advanced"]),
    optional: true
  },
  { field: "additional_data", says: "is an object, optional", refuses: invalid("x", 1, ["x"], true), optional: true },
  { field: "customer", says: "is an object, optional on the wire", refuses: invalid("x", 1, ["x"]), optional: true },
  {
    field: "billing_address",
    says: "is an object, optional on the wire",
    refuses: invalid("x", 1, ["x"]),
    optional: true
  },
  { field: "travel", says: "is an object, optional", refuses: invalid("x", 1, ["x"]), optional: true },
  {
    field: "credit_card",
    says: "is an object with card data or a token, required",
    refuses: invalid("4200000000000000", 1, ["x"]),
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

rowsOf("Tokenization request", {
  decode: Requests.tokenization,
  base: samples.tokenization,
  rows: authorizationRows
    .filter(({ field }) => field !== "amount" && field !== "expired_at")
    .concat({
      ...amount,
      says: "is an integer from 0 in minor units, required (D3)",
      accepts: [0, 1, largest],
      refuses: invalid(-1, 0.5, largest + 1, "100")
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
    { field: "credit_card", says: "is an object with a token, required", refuses: invalid("x", 1), required: true },
    {
      field: "credit_card.token",
      says: "is a token of 64 hex digits, required",
      accepts: [samples.token],
      refuses: [
        ["9f".repeat(31), "does not exist"],
        [4200000000000000, "is invalid"]
      ],
      // A card without a token is an empty object, which counts as absent.
      required: false
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
    { field: "recipient_credit_card", says: "is an object, required", refuses: invalid("x", 1), required: true },
    {
      field: "recipient_credit_card.number",
      says: "is required when no token is sent",
      refuses: invalid("4200000000000001"),
      required: true
    },
    { field: "recipient", says: "is an object, optional", refuses: invalid("x"), optional: true },
    { field: "recipient.email", says: "is an email address", accepts: ["a@b.example"], refuses: invalid("a") },
    { field: "recipient_billing_address", says: "is an object, optional", refuses: invalid("x"), optional: true },
    { field: "recipient_billing_address.city", says: "has the rules of billing_address", ...anyText(60) }
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
      accepts: ["US", "LV"],
      refuses: invalid("USA", "us", "XX", 840)
    }
  ]
})

rowsOf("Limits", {
  decode: Requests.authorization,
  base: samples.charge,
  rows: [
    { ...description, says: "is at most 255 characters" },
    { field: "tracking_id", says: "is at most 255 characters", ...anyText(255) },
    { field: "billing_address.first_name", says: "is at most 30 characters", ...anyText(30) },
    { field: "billing_address.last_name", says: "is at most 30 characters", ...anyText(30) },
    { field: "billing_address.city", says: "is at most 60 characters", ...anyText(60) },
    { field: "billing_address.address", says: "is at most 255 characters", ...anyText(255) },
    { field: "billing_address.phone", says: "is at most 100 characters", ...anyText(100) },
    { field: "customer.external_id", says: "is at most 255 characters", ...anyText(255) }
  ]
})
