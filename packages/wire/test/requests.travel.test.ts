import { assert, it } from "@effect/vitest"
import * as Requests from "../src/Requests.js"
import {
  anyText,
  errorsOf,
  invalid,
  notList,
  notObject,
  notText,
  pair,
  type Row,
  rowsOf,
  saying
} from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const text = (field: string, says = "is a text, optional"): Row => ({ field, says, ...anyText() })

const airport = (field: string): Row => ({
  field,
  says: "is a 3-letter IATA code",
  accepts: ["MSQ", "AAA", "ZZZ"],
  refuses: invalid(
    ...notText,
    "MS",
    "MSQX",
    "msq",
    "MSq",
    "M5Q",
    "",
    " MSQ",
    "MSQ ",
    "MSQ\n",
    "M Q",
    "MÄQ",
    "@AA",
    "ZZ["
  ),
  optional: true
})

const timeSentence = "is invalid. Format should be: yyyy-mm-ddThh:mm:ss"

const localTime = (field: string): Row => ({
  field,
  says: "is YYYY-MM-DDThh:mm:ss without an offset",
  accepts: ["2030-05-26T05:15:00", "2028-02-29T23:59:59", "2030-01-01T00:00:00", "2030-12-31T19:09:09"],
  refuses: [
    ...saying(
      timeSentence,
      "2030-05-26T05:15:00Z",
      "2030-05-26T05:15:00+03:00",
      "2030-05-26T05:15",
      "2030-05-26 05:15:00",
      "2030-05-26T05:15:00.000",
      "2030-05-26T05:15:00.",
      "2030-05-26T05:15:00T",
      "2030-05-26t05:15:00",
      "2030-05-26T5:15:00",
      "2030-05-26T05:15:00\n",
      " 2030-05-26T05:15:00",
      "2030-05-26T24:00:00",
      "2030-05-26T05:60:00",
      "2030-05-26T05:15:60",
      "2029-02-29T05:15:00",
      "2030-04-31T05:15:00",
      "2030-13-01T05:15:00",
      "2030-05-26",
      "2030-05-26T",
      "T05:15:00",
      ""
    ),
    ...invalid(...notText, 1893456000)
  ],
  optional: true
})

const tables = (section: (name: string, inside: string, rows: ReadonlyArray<Row>) => void) => {
  section("travel.airline", "travel.airline", [
    text("agency_code"),
    text("agency_name"),
    {
      field: "ticket_number",
      says: "is a text of 14 digits",
      accepts: ["12345678901234", "00000000000000"],
      refuses: invalid(
        ...notText,
        ...["1234567890123", "123456789012345", "1234567890123x", "123-4567-890123", "１2345678901234"],
        ...["", "12345678901234\n", " 12345678901234"],
        12345678901234
      ),
      optional: true
    },
    text("booking_number"),
    {
      field: "restricted_ticked_indicator",
      says: "is 0 or 1, as a text",
      accepts: ["0", "1"],
      refuses: invalid(...notText, "2", "-1", "", "00", "01", " 0", "O"),
      optional: true
    },
    {
      field: "legs",
      says: "is an array of any length",
      accepts: [[{ class: "Y" }], Array.from({ length: 100 }, () => ({ class: "Y" }))],
      refuses: invalid(...notList, { airline_code: "B2" }),
      optional: true
    },
    {
      field: "passengers",
      says: "is an array of any length",
      accepts: [pair([{ first_name: "J" }], [{ firstName: "J" }])],
      refuses: invalid(...notList, { first_name: "J" }),
      optional: true
    }
  ])

  section("legs", "travel.airline.legs.0", [
    {
      field: "airline_code",
      says: "is a 2-letter IATA code, which may hold a digit",
      accepts: ["BA", "B2", "3U", "A0", "9Z"],
      refuses: invalid(...notText, "B", "BAW", "ba", "Ba", "", "B ", " B", "BA\n", "B-", "@A", "Z[", "/0", "9:", "ÄA"),
      optional: true
    },
    {
      field: "stop_over_code",
      says: "is O, empty or X",
      beside: { coupon: "1" },
      accepts: ["O", "X", ""],
      refuses: invalid(...notText, "o", "x", "Y", "OX", "0", " ", "O "),
      optional: true
    },
    text("flight_number"),
    localTime("departure_date_time"),
    localTime("arrival_date_time"),
    text("originating_country"),
    text("originating_city"),
    airport("originating_airport_code"),
    text("destination_country"),
    text("destination_city"),
    airport("destination_airport_code"),
    text("coupon"),
    {
      field: "class",
      says: "is a 1-letter IATA class",
      accepts: ["A", "F", "Y", "Z"],
      refuses: invalid(...notText, "YY", "y", "1", "", " ", "@", "[", "Ä", "Y\n"),
      optional: true
    }
  ])

  section("passengers", "travel.airline.passengers.0", [text("first_name"), text("last_name")])
}

tables((section, inside, rows) =>
  rowsOf(section, { decode: Requests.authorization, base: samples.charge, inside, rows })
)

// Source: interface, "Tokenization request", "Same shapes as the authorization request".
tables((name, inside, rows) =>
  rowsOf("Tokenization request", {
    decode: Requests.tokenization,
    base: samples.tokenization,
    inside,
    rows: rows.map((row) => ({ ...row, row: `${name}.${row.field}` }))
  })
)

rowsOf("Authorization request", {
  decode: Requests.authorization,
  base: samples.charge,
  rows: [
    {
      row: "travel",
      field: "travel.airline",
      says: "airline is an object that may be absent",
      refuses: invalid(...notObject),
      optional: true
    }
  ]
})

it.each(["legs", "passengers"])("travel.airline | %s: holds objects only", (field) => {
  for (const element of notObject) {
    const request = samples.withAt(samples.charge(), `travel.airline.${field}.0`, element)
    for (const decode of [Requests.authorization, Requests.tokenization]) {
      assert.deepStrictEqual(errorsOf<object>(decode({ request })), [[`travel.airline.${field}.0`, "is invalid"]])
    }
  }
})
