import { describe } from "@effect/vitest"
import * as Requests from "../src/Requests.js"
import {
  anyText,
  flag,
  invalid,
  notInteger,
  notList,
  notObject,
  notText,
  pair,
  type Row,
  rowsOf,
  tooLong
} from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const largest = 2 ** 53 - 1

// Whether a screen may be narrower than 0 px is left open: the interface says no more than "integer".
const integer = {
  accepts: [0, 1, 1920, largest, pair("1920", 1920)],
  refuses: invalid(...notInteger, 0.5, largest + 1, -largest - 1),
  optional: true
}

const lines = {
  accepts: [["a"], [""], ["First line", "Second line"], ["x".repeat(5000)], Array.from({ length: 1000 }, () => "a")],
  refuses: invalid(...notList),
  optional: true
}

const line = { refuses: invalid(1, true, ["a"], { a: "a" }, "a\u0000b", "\ud800") }

// Source: D3, "An unknown contract value is ignored".
const unknown = ["unscheduled", "Recurring", "CREDIT", "one_click", " credit", "", "constructor"]

const ignoring = (...others: ReadonlyArray<string>) =>
  [...unknown, ...others].map((word) => pair([word, "recurring", word], ["recurring"]))

const rejectCodes = (check: string): Row => ({
  row: "avs_cvc_verification",
  field: `avs_cvc_verification.${check}.reject_codes`,
  says: `reject_codes of ${check} is an array of texts (D18)`,
  accepts: [["N"], ["N", "A"], [""], ["x".repeat(8)], ["😀".repeat(8)]],
  refuses: invalid(...notList),
  optional: true
})

const rejectCode = (check: string): Row => ({
  row: "avs_cvc_verification",
  field: `avs_cvc_verification.${check}.reject_codes.0`,
  says: `a code of ${check} is a text of at most 8 characters`,
  refuses: [...invalid(1, true, ["N"], { N: 1 }, "\u0000"), ...tooLong(8)]
})

rowsOf("additional_data members", {
  decode: Requests.authorization,
  base: samples.charge,
  inside: "additional_data",
  rows: [
    { field: "receipt_text", says: "is an array of texts", ...lines },
    { row: "receipt_text", field: "receipt_text.0", says: "holds texts only", ...line },
    {
      field: "contract",
      says: "holds recurring, oneclick, credit and card_on_file, and is never required (D19)",
      accepts: [
        ...[["recurring"], ["oneclick"], ["credit"], ["card_on_file"]],
        ["recurring", "oneclick", "credit", "card_on_file"],
        ...ignoring("card-on-file", "cardonfile")
      ],
      refuses: invalid(...notList, "recurring"),
      optional: true
    },
    {
      row: "contract",
      field: "contract.0",
      says: "holds texts only",
      refuses: invalid(1, true, ["credit"], { a: "a" })
    },
    {
      field: "card_on_file",
      says: "is an object that may be absent, members too",
      accepts: [{ initiator: "customer" }, { type: "increment" }, { initiator: "merchant", type: "no_show" }],
      refuses: invalid(...notObject, "merchant"),
      optional: true
    },
    {
      field: "card_on_file.initiator",
      says: "is merchant or customer",
      accepts: ["merchant", "customer"],
      refuses: invalid(...notText, "issuer", "", "Merchant", "Customer", "CUSTOMER", "customers", "merchant "),
      optional: true
    },
    {
      field: "card_on_file.type",
      says: "is delayed_charge, increment, resubmission, reauthorization or no_show",
      accepts: ["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"],
      refuses: invalid(
        ...notText,
        "noshow",
        "",
        "delayed-charge",
        "Increment",
        "NO_SHOW",
        "no_shows",
        "no_show ",
        "recurring"
      ),
      optional: true
    },
    {
      field: "card_on_file.type",
      says: "may stand beside the customer as initiator, who makes it meaningless",
      beside: { card_on_file: { initiator: "customer" } },
      accepts: ["increment"],
      refuses: invalid("noshow")
    },
    {
      field: "avs_cvc_verification",
      says: "holds avs_verification and cvc_verification (D18)",
      refuses: invalid(...notObject),
      optional: true
    },
    {
      row: "avs_cvc_verification",
      field: "avs_cvc_verification.avs_verification",
      says: "avs_verification is an object that may be absent",
      refuses: invalid(...notObject),
      optional: true
    },
    {
      row: "avs_cvc_verification",
      field: "avs_cvc_verification.cvc_verification",
      says: "cvc_verification is an object that may be absent",
      refuses: invalid(...notObject),
      optional: true
    },
    rejectCodes("avs_verification"),
    rejectCode("avs_verification"),
    rejectCodes("cvc_verification"),
    rejectCode("cvc_verification"),
    {
      field: "excluded_gateways",
      says: "is an array of gateway ids (D17)",
      accepts: [[1], [1, 7, 123456], [0, largest], pair(["7"], [7])],
      refuses: invalid(...notList),
      optional: true
    },
    {
      row: "excluded_gateways",
      field: "excluded_gateways.0",
      says: "holds integers only",
      refuses: invalid(...notInteger, 0.5, largest + 1)
    },
    { field: "wallet", says: "is an object with params", refuses: invalid(...notObject), optional: true },
    {
      row: "wallet",
      field: "wallet.params",
      says: "params is an object",
      refuses: invalid(...notObject),
      optional: true
    },
    { row: "wallet", field: "wallet.params.session", says: "session is a text", ...anyText() },
    { field: "browser", says: "is an object", refuses: invalid(...notObject), optional: true }
  ]
})

const text = (field: string): Row => ({ field, says: "is a text, optional", ...anyText() })
const pixels = (field: string): Row => ({ field, says: "is an integer in px, optional", ...integer })

rowsOf("browser members", {
  decode: Requests.authorization,
  base: samples.charge,
  inside: "additional_data.browser",
  rows: [
    text("accept_header"),
    pixels("screen_width"),
    pixels("screen_height"),
    {
      field: "screen_color_depth",
      says: "is 1, 4, 8, 15, 16, 24, 32 or 48 bits per pixel, optional",
      accepts: [1, 4, 8, 15, 16, 24, 32, 48, pair("24", 24)],
      refuses: invalid(...notInteger, 0, 2, 3, 5, 7, 9, 14, 17, 23, 24.5, 25, 31, 33, 47, 49, 64, "25", -24),
      optional: true
    },
    pixels("window_width"),
    pixels("window_height"),
    text("language"),
    { field: "java_enabled", says: "is a boolean, optional", ...flag },
    text("user_agent"),
    {
      ...pixels("time_zone"),
      says: "is an integer in minutes, also below 0, optional",
      accepts: [-largest, -840, -1, 0, 1, 720, largest]
    },
    text("time_zone_name")
  ]
})

describe("additional_data of a tokenization", () => {
  rowsOf("Tokenization request", {
    decode: Requests.tokenization,
    base: samples.tokenization,
    inside: "additional_data",
    rows: [
      { row: "additional_data", field: "receipt_text", says: "receipt_text is an array of texts", ...lines },
      {
        row: "contract",
        field: "contract",
        says: "elements are recurring, oneclick and credit",
        accepts: [
          ["recurring"],
          ["oneclick"],
          ["credit"],
          ["recurring", "oneclick", "credit"],
          ...ignoring("card_on_file")
        ],
        refuses: invalid(...notList, "recurring"),
        optional: true
      },
      { row: "contract", field: "contract.0", says: "elements are texts", refuses: invalid(1, true, ["credit"]) },
      { row: "additional_data", field: "receipt_text.0", says: "receipt_text holds texts only", ...line }
    ]
  })
})
