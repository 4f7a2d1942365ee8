import { assert, describe, it } from "@effect/vitest"
import * as Requests from "../src/Requests.js"
import { anyText, errorsOf, flag, invalid, type Row, rowsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const integer = {
  accepts: [0, 1, 1920, 2 ** 53 - 1],
  refuses: invalid("1920", 1.5, 2 ** 53, true, [1]),
  optional: true
}

const lines = {
  accepts: [["a"], ["First line", "Second line"]],
  refuses: invalid("a", 1, { a: "a" }),
  optional: true
}

rowsOf("additional_data members", {
  decode: Requests.authorization,
  base: samples.charge,
  inside: "additional_data",
  rows: [
    { field: "receipt_text", says: "is an array of texts", ...lines },
    { row: "receipt_text", field: "receipt_text.0", says: "holds texts only", refuses: invalid(1, true, ["a"]) },
    {
      field: "contract",
      says: "holds recurring, oneclick, credit and card_on_file, and is never required (D19)",
      accepts: [["recurring"], ["oneclick"], ["credit"], ["card_on_file"], ["recurring", "oneclick", "credit"]],
      refuses: invalid("recurring", 1, true),
      optional: true
    },
    {
      row: "contract",
      field: "contract.0",
      says: "holds no other value",
      refuses: invalid("unscheduled", "Recurring", "", 1, ["recurring"])
    },
    {
      field: "card_on_file",
      says: "is an object that may be absent, members too",
      accepts: [{ initiator: "customer" }, { type: "increment" }, { initiator: "merchant", type: "no_show" }],
      refuses: invalid("merchant", 1),
      optional: true
    },
    {
      field: "card_on_file.initiator",
      says: "is merchant or customer",
      accepts: ["merchant", "customer"],
      refuses: invalid("issuer", "", "Merchant", 1),
      optional: true
    },
    {
      field: "card_on_file.type",
      says: "is delayed_charge, increment, resubmission, reauthorization or no_show",
      accepts: ["delayed_charge", "increment", "resubmission", "reauthorization", "no_show"],
      refuses: invalid("noshow", "", "delayed-charge", 1),
      optional: true
    },
    {
      field: "avs_cvc_verification",
      says: "holds avs_verification and cvc_verification (D18)",
      refuses: invalid("N", 1),
      optional: true
    },
    {
      row: "avs_cvc_verification",
      field: "avs_cvc_verification.avs_verification.reject_codes",
      says: "reject_codes of the address check are texts",
      accepts: [["N"], ["N", "A"], ["x".repeat(8)]],
      refuses: invalid("N", 1),
      optional: true
    },
    {
      row: "avs_cvc_verification",
      field: "avs_cvc_verification.cvc_verification.reject_codes",
      says: "reject_codes of the security code check are texts",
      accepts: [["N"], ["N", "P"]],
      refuses: invalid("N", 1),
      optional: true
    },
    {
      field: "excluded_gateways",
      says: "is an array of gateway ids (D17)",
      accepts: [[1], [1, 7, 123456]],
      refuses: invalid(1, "1", { id: 1 }),
      optional: true
    },
    {
      row: "excluded_gateways",
      field: "excluded_gateways.0",
      says: "holds integers only",
      refuses: invalid("1", 1.5, true, [1])
    },
    { field: "wallet", says: "is an object with params", refuses: invalid("x", 1), optional: true },
    { row: "wallet", field: "wallet.params", says: "params is an object", refuses: invalid("x", 1), optional: true },
    { row: "wallet", field: "wallet.params.session", says: "session is a text", ...anyText() },
    { field: "browser", says: "is an object", refuses: invalid("x", 1, ["x"]), optional: true }
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
      accepts: [1, 4, 8, 15, 16, 24, 32, 48],
      refuses: invalid(0, 2, 3, 5, 7, 9, 14, 17, 23, 25, 31, 33, 47, 49, 64, "24", -24),
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
      accepts: [-840, -1, 0, 1, 720]
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
        accepts: [["recurring"], ["oneclick"], ["credit"], ["recurring", "credit"]],
        optional: true
      }
    ]
  })

  it("Tokenization request | contract: card_on_file is refused", () => {
    const request = { ...samples.charge(), additional_data: { contract: ["recurring", "card_on_file"] } }
    assert.deepStrictEqual(errorsOf(Requests.tokenization({ request })), [["additional_data.contract.1", "is invalid"]])
  })
})
