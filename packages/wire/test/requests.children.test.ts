import * as Requests from "../src/Requests.js"
import {
  address,
  flag,
  invalid,
  notInteger,
  notText,
  pair,
  type Row,
  rowsOf,
  saying,
  someText,
  textOrInteger
} from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const notFound = "Parent transaction is not found"

const rows: ReadonlyArray<Row> = [
  {
    field: "parent_uid",
    says: "is the uid of a transaction, required",
    accepts: [samples.parentUid, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    refuses: [
      ...saying(
        notFound,
        ...["", "x", "4200000000000000", samples.parentUid.toUpperCase(), samples.parentUid.replaceAll("-", "")],
        ...[
          `${samples.parentUid}0`,
          `0${samples.parentUid}`,
          samples.parentUid.slice(1),
          samples.parentUid.slice(0, -1)
        ],
        ...[` ${samples.parentUid}`, `${samples.parentUid}\n`, samples.parentUid.replace(/.$/, "g")],
        ...["01890a5d-ac9-774b-bcce-b302099a8057", "01890a5d-ac966-774b-bcce-b302099a8057"],
        ...["01890a5d-ac96-774-bcce-b302099a8057", "01890a5d-ac96-774b-bccee-b302099a8057"]
      ),
      ...invalid(...notText, [samples.parentUid])
    ],
    required: true
  },
  {
    field: "amount",
    says: "is an integer above 0 in minor units, required",
    accepts: [1, 2, 100, 2 ** 53 - 1, pair("100", 100), pair("007", 7)],
    refuses: [[0, "must be greater than 0"], ...invalid(...notInteger, -1, 0.5, 1.5, 2 ** 53, "9007199254740992")],
    required: true
  },
  { field: "duplicate_check", says: "is a boolean, optional", ...flag },
  { field: "tracking_id", says: "is a text of at most 255 characters, optional", ...textOrInteger(255) },
  { field: "notification_url", says: "is a web address, optional", ...address }
]

rowsOf("D10 captures", { decode: Requests.capture, base: samples.child, rows })
rowsOf("D10 voids", { decode: Requests.void, base: samples.child, rows })
rowsOf("D10 refunds", {
  decode: Requests.refund,
  base: samples.refund,
  rows: [...rows, { field: "reason", says: "is a text of 1 to 255 characters, required", ...someText(255) }]
})
