import { WellFormedProgress } from "@florin/core/transfers/TransferProvider"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { now } from "../samples.js"

const report = { refId: "bank-1", message: "Accepted" }
const order = { payload: "https://qr.example/1", account: null, mark: null, bank: null }
const paid = { _tag: "Paid", report, amount: 1, paidAt: now }

describe("what a provider answers", () => {
  it.each<readonly [string, unknown, boolean]>([
    ["that it waits", { _tag: "Waiting", report, order: null }, true],
    ["that it waits, with an order", { _tag: "Waiting", report, order }, true],
    ["a part of an order", { _tag: "Waiting", report, order: { payload: "x" } }, false],
    ["no report", { _tag: "Waiting", order }, false],
    ["a message of any length", { _tag: "Waiting", report: { ...report, message: "x".repeat(2049) }, order }, true],
    ["a message that is no text", { _tag: "Waiting", report: { ...report, message: 1 }, order }, false],
    ["2048 characters to pay by", { _tag: "Waiting", report, order: { ...order, payload: "x".repeat(2048) } }, true],
    ["2049 characters to pay by", { _tag: "Waiting", report, order: { ...order, payload: "x".repeat(2049) } }, false],
    ["an empty text to pay by", { _tag: "Waiting", report, order: { ...order, mark: "" } }, false],
    ["a line break to pay by", { _tag: "Waiting", report, order: { ...order, account: "7\n9" } }, false],
    ["a number to pay by", { _tag: "Waiting", report, order: { ...order, account: 79_990_000_000 } }, false],
    ["that it is paid", paid, true],
    ["that nothing is paid", { ...paid, amount: 0 }, false],
    ["that less than nothing is paid", { ...paid, amount: -1 }, false],
    ["a part of a kopeck", { ...paid, amount: 1.5 }, false],
    ["no amount", { ...paid, amount: undefined }, false],
    ["a text for a date", { ...paid, paidAt: "2026-03-02T09:00:00Z" }, false],
    ["that there is no money", { _tag: "Rejected", report, reason: "account-funds" }, true],
    ["that it refuses", { _tag: "Rejected", report, reason: "provider" }, true],
    ["a reason that is ours", { _tag: "Rejected", report, reason: "unpaid" }, false],
    ["something else", { _tag: "Approved", report }, false],
    ["nothing", undefined, false]
  ])("D41: %s: %#", (_, answer, expected) => {
    assert.strictEqual(Schema.is(WellFormedProgress)(answer), expected)
  })
})
