import { readFileSync } from "node:fs"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import type { Amount } from "@florin/core/money/Amount"
import { type Currency, exponent } from "@florin/core/money/Currency"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { counted, currencies, isOffered, ours } from "../src/internal/amounts.js"
import { reasonOf, reasons, refusalOf } from "../src/internal/declines.js"
import type { Charge, StripeError } from "../src/internal/documents.js"
import { marking, markOf, marksOf } from "../src/internal/marks.js"
import * as Reports from "../src/internal/reports.js"
import * as Texts from "../src/internal/texts.js"

describe("An amount", () => {
  it.each([
    ["EUR", 1999, 1999],
    ["JPY", 500, 500],
    ["ISK", 5, 500],
    ["UGX", 5, 500],
    ["MGA", 500, 5],
    ["MGA", 501, undefined],
    ["KWD", 1230, 1230],
    ["KWD", 1235, undefined],
    ["EUR", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["ISK", Number.MAX_SAFE_INTEGER, undefined]
  ] as const)("of %s %d is %s there", (currency, amount, units) => {
    assert.strictEqual(counted(amount as Amount, currency as Currency), units)
    if (units !== undefined) assert.strictEqual(ours(units, currency as Currency), amount)
  })

  it("of every currency comes back as it went", () => {
    for (const currency of currencies) {
      assert.isTrue(isOffered(currency))
      const amount = (1000 * 10 ** exponent(currency)) as Amount
      const units = counted(amount, currency)
      assert.isDefined(units, currency)
      assert.strictEqual(ours(units, currency), amount, currency)
    }
    assert.isAbove(currencies.length, 120)
  })
})

describe("A decline", () => {
  it.each([
    [{ code: "card_declined", decline_code: "insufficient_funds" }, "funds"],
    [{ code: "card_declined", decline_code: "a_new_one" }, "unspecified"],
    [{ code: "expired_card" }, "card-expired"],
    [{ code: "expired_card", decline_code: "lost_card" }, "fraud-issuer"],
    [{ code: "a_new_one" }, "unspecified"],
    [{ code: "constructor", decline_code: "__proto__" }, "unspecified"],
    [{}, "unspecified"]
  ])("%j is %s", (why, reason) => {
    assert.strictEqual(reasonOf(why), reason)
  })

  it.each([
    [{ code: "parameter_invalid_integer", param: "amount" }, "not-allowed"],
    [{ code: "amount_too_small" }, "not-allowed"],
    [{ code: "parameter_invalid", param: "currency" }, "currency"],
    [{ code: "card_declined" }, "unspecified"],
    [{}, "not-allowed"]
  ])("before anything was processed, %j, is %s", (why, reason) => {
    assert.strictEqual(refusalOf(why), reason)
  })

  it("has a reason of ours for each code, and its line in the README", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const isReason = Schema.is(DeclineReason)
    for (const [code, reason] of Object.entries(reasons)) {
      assert.isTrue(isReason(reason), code)
      const line = readme.split("\n").find((one) => one.startsWith(`| \`${reason}\` (`))
      assert.include(line ?? "", `\`${code}\``)
    }
    const listed = readme.split("\n").filter((line) => /^\| `[a-z-]+` \(F\./.test(line))
    const count = listed.flatMap((line) => [...(line.split("|")[2] ?? "").matchAll(/`[a-z_]+`/g)]).length
    assert.strictEqual(count, Object.keys(reasons).length)
  })
})

const chargeWith = (checks: object): Charge =>
  ({ payment_method_details: { card: { checks } }, calculated_statement_descriptor: "SHOP" }) as unknown as Charge

describe("The report of a charge", () => {
  it.each([
    ["pass", "pass", "pass", "Y", "M"],
    ["pass", "fail", "fail", "A", "N"],
    ["fail", "pass", "unchecked", "Z", "P"],
    ["fail", "fail", "unavailable", "N", "U"],
    ["unavailable", null, null, "U", null],
    [null, null, "a new one", null, null]
  ])("has address %s, postal code %s and security code %s as %s and %s", (line, postal, cvc, avs, code) => {
    const checks = { address_line1_check: line, address_postal_code_check: postal, cvc_check: cvc }
    const { avsResult, cvcResult } = Reports.approved("pi_1", chargeWith(checks))
    assert.deepStrictEqual([avsResult, cvcResult], [avs, code])
  })

  it.each([
    [
      { brand: "mastercard", last4: "4444", exp_month: 1, exp_year: 2030 },
      "Jane",
      { brand: "master", last4: "4444", expMonth: 1, expYear: 2030, holder: "Jane" }
    ],
    [{ brand: "eftpos_au", last4: "44441" }, null, {}],
    [{ brand: "visa", iin: "424242" }, "4242 4242 4242 4242", { brand: "visa", bin: "424242" }],
    [null, "Jane", undefined]
  ])("has the card %j of %s as %j", (facts, name, card) => {
    assert.deepStrictEqual(Reports.cardOf(facts, name), card as ReturnType<typeof Reports.cardOf>)
  })

  it("of a decline has the bank's code, and no text that may hold a number", () => {
    const error = { network_decline_code: "51", message: "Card 4242 4242 4242 4242 was declined." } as StripeError
    const { bankCode, message, refId } = Reports.declined("pi_1", error)
    assert.deepStrictEqual([bankCode, message, refId], ["51", null, "pi_1"])
  })
})

describe("A text", () => {
  it.each([
    ["Your card was declined.", "Your card was declined."],
    ["4242424242424242", null],
    ["the code 123 is wrong", null],
    ["after 10 days", "after 10 days"],
    ["x".repeat(256), null],
    ["", null]
  ])("%s is shown as %s", (text, shown) => {
    assert.strictEqual(Texts.sentence(text), shown)
  })
})

describe("A mark", () => {
  it("is found by its key, whatever else is in the metadata", () => {
    const key = "018f0000-0000-7000-8000-000000000000:reversal:2"
    const metadata = { order: "7", florin_capture_x: "y", ...marking({ kind: "capture", key, amount: 600 }) }
    assert.isTrue(Object.keys(metadata).every((name) => name.length <= 40))
    assert.deepStrictEqual(markOf(metadata, "capture", key), { kind: "capture", key, amount: 600 })
    assert.isUndefined(markOf(metadata, "void", key))
    assert.lengthOf(marksOf(metadata), 1)
  })
})
