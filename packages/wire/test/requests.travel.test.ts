import * as Requests from "../src/Requests.js"
import { anyText, invalid, type Row, rowsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const text = (field: string, says = "is a text, optional"): Row => ({ field, says, ...anyText() })

const airport = (field: string): Row => ({
  field,
  says: "is a 3-letter IATA code",
  accepts: ["MSQ", "RIX"],
  refuses: invalid("MS", "MSQX", "msq", "M5Q", "", 1),
  optional: true
})

const timeSentence = "is invalid. Format should be: yyyy-mm-ddThh:mm:ss"

const localTime = (field: string): Row => ({
  field,
  says: "is YYYY-MM-DDThh:mm:ss without an offset",
  accepts: ["2030-05-26T05:15:00", "2028-02-29T23:59:59", "2030-01-01T00:00:00"],
  refuses: [
    ...[
      "2030-05-26T05:15:00Z",
      "2030-05-26T05:15:00+03:00",
      "2030-05-26T05:15",
      "2030-05-26 05:15:00",
      "2030-05-26T05:15:00.000",
      "2030-05-26T24:00:00",
      "2030-05-26T05:60:00",
      "2030-05-26T05:15:60",
      "2029-02-29T05:15:00",
      "2030-05-26",
      "T05:15:00",
      ""
    ].map((value) => [value, timeSentence] as const),
    [1893456000, "is invalid"]
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
      refuses: invalid("1234567890123", "123456789012345", "1234567890123x", "", 12345678901234),
      optional: true
    },
    text("booking_number"),
    {
      field: "restricted_ticked_indicator",
      says: "is 0 or 1, as a text",
      accepts: ["0", "1"],
      refuses: invalid("2", "", "00", 0, 1, true),
      optional: true
    },
    { field: "legs", says: "is an array", refuses: invalid("x", { airline_code: "B2" }), optional: true },
    { field: "passengers", says: "is an array", refuses: invalid("x", { first_name: "J" }), optional: true }
  ])

  section("legs", "travel.airline.legs.0", [
    {
      field: "airline_code",
      says: "is a 2-letter IATA code, which may hold a digit",
      accepts: ["BA", "B2", "3U"],
      refuses: invalid("B", "BAW", "ba", "", 1),
      optional: true
    },
    {
      field: "stop_over_code",
      says: "is O, empty or X",
      accepts: ["O", "X", ""],
      refuses: invalid("o", "Y", "OX", "0", 0),
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
      accepts: ["Y", "F"],
      refuses: invalid("YY", "y", "1", "", 1),
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
