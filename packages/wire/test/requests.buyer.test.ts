import { assert, it } from "@effect/vitest"
import * as Requests from "../src/Requests.js"
import {
  anyText,
  errorsOf,
  invalid,
  notText,
  notTextOrInteger,
  pair,
  type Row,
  rowsOf,
  saying,
  textOrInteger
} from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const daySentence = "is invalid. Format should be: yyyy-mm-dd"
const zipSentence = "is invalid. Format should be: NNNNN or NNNNN-NNNN"
const stateSentence = "is allowed only when country is US or CA"

const customerRows: ReadonlyArray<Row> = [
  {
    field: "ip",
    says: "is an IP address of version 4 or 6",
    accepts: [
      ...["127.0.0.1", "0.0.0.0", "255.255.255.255", "249.199.99.9", "9.99.199.249"],
      ...["::1", "::", "2001:db8::8a2e:370:7334", "2001:DB8::1", "1:2:3:4:5:6:7:8", "ffff::", "1:2:3:4:5:6:7::"],
      ...["::ffff:192.0.2.1", "0000:0000:0000:0000:0000:ffff:255.255.255.255"]
    ],
    refuses: invalid(
      ...notText,
      ...["", "localhost", "256.0.0.1", "1.256.3.4", "1.2.3.256", "1.2.3", "1.2.3.4.5", "1.2.3.", "1..3.4", "-1.2.3.4"],
      ...["01.2.3.4", "1.2.3.04", "1.2.3.4 ", " 1.2.3.4", "1.2.3.4\n", "1.2.3.4/24", "1.2.3.4:80", "0x7f.0.0.1"],
      ...["2001:db8::g", "10000::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", ":", "[::1]"],
      ...["::1\n", "::1/64", "fe80::1%eth0", "::ffff:192.0.2.256", "::ffff:192.0.2"],
      2130706433
    ),
    optional: true
  },
  {
    field: "email",
    says: "is a well-formed email address of at most 254 characters",
    accepts: [
      ...["a@b.co", "john.o'neil+shop@mail.example.com", "ünal@example.com", "😀@example.com", "a@1-b.c2"],
      `${"x".repeat(242)}@example.com`,
      ...["jane@münchen.de", "почта@пример.рф", "用户@例子.广告", "jane@xn--mnchen-3ya.de", "अजय@डाटा.भारत"],
      ...[" john@example.com", "john@example.com ", "john@example.com\n", "\u00a0john@example.com"].map((sent) =>
        pair(sent, "john@example.com")
      )
    ],
    refuses: invalid(
      ...notText,
      ...[
        "",
        "john",
        "john@",
        "@example.com",
        "john@example",
        "john@example.",
        "john@example.com.",
        "john@.example.com"
      ],
      ...["john@-a.example", "john@a-.example", "john@a..example", "john@a_b.example", "a@b@example.com"],
      ...["john @example.com", "john@exa mple.com", "john@münchen", "john@-münchen.de", "john@mün\u200bchen.de"],
      ...["john\u0007@example.com", "john@example.com\u0000", "john@\u0301example.com"],
      ...["john@example.com\nBcc: x@example.com", "John <john@example.com>", "a@b.co,c@d.co", "john@[192.0.2.1]"],
      ...["a\u0000@example.com", "\ud800@example.com"],
      `${"x".repeat(243)}@example.com`
    ),
    optional: true
  },
  { field: "device_id", says: "is a text", ...anyText() },
  {
    field: "birth_date",
    says: "is a day YYYY-MM-DD that exists",
    accepts: [
      ...["1980-01-01", "1980-01-31", "1980-04-30", "1980-12-31", "1900-12-01", "9999-12-31"],
      ...["2000-02-29", "1980-02-29", "1981-02-28", "1900-02-28"]
    ],
    refuses: [
      ...saying(daySentence, "1980-01-00", "1980-01-32", "1980-04-31", "1980-12-32", "1980-00-10", "1980-13-01"),
      ...saying(daySentence, "1980-02-30", "1981-02-29", "1900-02-29", "2100-02-29"),
      ...saying(daySentence, "", "1980-1-31", "1980-01-1", "980-01-31", "19800-01-31", "80-01-31", "1980-001-31"),
      ...saying(daySentence, "31.01.1980", "1980/01/31", "19800131", "1980-01", "１９８０-01-31", "-1980-01-31"),
      ...saying(daySentence, "1980-01-31T00:00:00Z", " 1980-01-31", "1980-01-31 ", "1980-01-31\n"),
      ...invalid(...notText, 19800131)
    ],
    optional: true
  },
  { field: "taxpayer_id", says: "is a text", ...anyText() },
  { field: "external_id", says: "is a text of at most 255 characters, never required", ...textOrInteger(255) }
]

rowsOf("customer", { decode: Requests.authorization, base: samples.charge, inside: "customer", rows: customerRows })

rowsOf("Tokenization request", {
  decode: Requests.tokenization,
  base: samples.tokenization,
  inside: "customer",
  rows: customerRows
    .filter(({ field }) => field !== "taxpayer_id")
    .map((row) => ({ ...row, row: `customer.${row.field}` }))
})

rowsOf("D11 card payouts", {
  decode: Requests.payout,
  base: samples.payout,
  inside: "recipient",
  rows: customerRows
})

const addressRows: ReadonlyArray<Row> = [
  { field: "first_name", says: "is a text of at most 30 characters", ...anyText(30) },
  { field: "last_name", says: "is a text of at most 30 characters", ...anyText(30) },
  {
    field: "country",
    says: "is an ISO 3166-1 alpha-2 code",
    accepts: ["AD", "US", "BY", "LV", "GB", "ZW"],
    refuses: invalid(...notText, "us", "Us", "USA", "U", "", " US", "US ", "UK", "EU", "XX", "643"),
    optional: true
  },
  { field: "city", says: "is a text of at most 60 characters", ...anyText(60) },
  { field: "address", says: "is a text of at most 255 characters", ...anyText(255) },
  { field: "phone", says: "is a text of at most 100 characters", ...textOrInteger(100) },
  {
    field: "state",
    says: "is two letters when country is US",
    beside: { country: "US" },
    accepts: ["AA", "ZZ", "CO", "ny"],
    refuses: invalid(...notText, "C", "COL", "", "C0", "0C", " CO", "CO ", "CO\n", "C-", "ÜB", "[A", "aZ["),
    optional: true
  },
  {
    field: "state",
    says: "is two letters when country is CA",
    beside: { country: "CA" },
    accepts: ["BC", "on"],
    refuses: invalid("B", "BCD", "", "B1"),
    optional: true
  },
  {
    field: "state",
    says: "is refused when country is another one (D3)",
    beside: { country: "GB" },
    refuses: [...saying(stateSentence, "CO", "BC"), ...invalid("London", "C", "")],
    optional: true
  },
  {
    field: "state",
    says: "is refused when country is absent (D3)",
    refuses: [...saying(stateSentence, "CO", "BC"), ...invalid("London")],
    optional: true
  },
  {
    field: "zip",
    says: "is NNNNN or NNNNN-NNNN when country is US",
    beside: { country: "US" },
    accepts: ["96002", "96002-1234", "00000", "99999-9999"],
    refuses: [
      ...saying(zipSentence, "", "9600", "960022", "96002-", "96002-123", "96002-12345", "960021234", "96002 1234"),
      ...saying(zipSentence, "9600-1234", "960022-1234", "96002-1234-1234", "ABCDE", "9600A", "９６００２", "-1234"),
      ...saying(zipSentence, " 96002", "96002 ", "96002\n"),
      ...saying(zipSentence, 0, 1, 9600, 960021),
      ...invalid(...notTextOrInteger)
    ],
    optional: true
  },
  {
    field: "zip",
    says: "is any text when country is CA",
    beside: { country: "CA" },
    accepts: ["K1A 0B1", "96002-", pair(96002, "96002")],
    refuses: invalid(...notTextOrInteger),
    optional: true
  },
  { field: "zip", says: "is any text when country is absent", ...textOrInteger() }
]

rowsOf("billing_address", {
  decode: Requests.authorization,
  base: samples.charge,
  inside: "billing_address",
  rows: addressRows
})

rowsOf("Tokenization request", {
  decode: Requests.tokenization,
  base: samples.tokenization,
  inside: "billing_address",
  rows: addressRows.map((row) => ({ ...row, row: `billing_address.${row.field}` }))
})

rowsOf("D11 card payouts", {
  decode: Requests.payout,
  base: samples.payout,
  inside: "recipient_billing_address",
  rows: addressRows
})

it("billing_address | state, zip: the country decides only where it is one", () => {
  const request = { ...samples.charge(), billing_address: { country: "us", state: "CO", zip: "9" } }
  assert.deepStrictEqual(errorsOf(Requests.authorization({ request })), [["billing_address.country", "is invalid"]])
})
