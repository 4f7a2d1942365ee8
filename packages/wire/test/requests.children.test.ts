import * as Requests from "../src/Requests.js"
import { anyText, flag, invalid, type Row, rowsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const notFound = "Parent transaction is not found"

const rows: ReadonlyArray<Row> = [
  {
    field: "parent_uid",
    says: "is the uid of a transaction, required",
    accepts: [samples.parentUid, "00000000-0000-0000-0000-000000000000"],
    refuses: [
      ["", notFound],
      ["x", notFound],
      [samples.parentUid.toUpperCase(), notFound],
      [`${samples.parentUid}0`, notFound],
      [samples.parentUid.slice(1), notFound],
      ["4200000000000000", notFound],
      ...invalid(1, [samples.parentUid], true)
    ],
    required: true
  },
  {
    field: "amount",
    says: "is an integer above 0 in minor units, required",
    accepts: [1, 100, 2 ** 53 - 1],
    refuses: [[0, "must be greater than 0"], ...invalid(-1, 1.5, 2 ** 53, "100", true)],
    required: true
  },
  { field: "duplicate_check", says: "is a boolean, optional", ...flag },
  { field: "tracking_id", says: "is a text of at most 255 characters, optional", ...anyText(255) }
]

rowsOf("D10 captures", { decode: Requests.capture, base: samples.child, rows })
rowsOf("D10 voids", { decode: Requests.void, base: samples.child, rows })
rowsOf("D10 refunds", {
  decode: Requests.refund,
  base: samples.refund,
  rows: [
    ...rows,
    {
      field: "reason",
      says: "is a text of 1 to 255 characters, required",
      accepts: ["a", "x".repeat(255)],
      refuses: [
        ["", "can't be blank"],
        ["\t ", "can't be blank"],
        ["x".repeat(256), "is too long (maximum is 255 characters)"],
        ...invalid(1, true)
      ],
      required: true
    }
  ]
})
