import { Amount } from "@florin/core/money/Amount"
import { TransferEvent } from "@florin/core/transfers/TransferEvent"
import { TransferProgress } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"
import { eventOf } from "../../src/transfer-operations/internal/providerQueries.js"
import { answerOf, progressOf, statusOf } from "../../src/transfer-operations/internal/providerReplies.js"
import { now } from "../samples.js"

const report = { refId: "bank-1", message: "Accepted" }
const order = { payload: "https://qr.example/1", account: "+79990000000", mark: "17", bank: "Bank" }
const waiting = { _tag: "Waiting", report, order }
const paid = { _tag: "Paid", report, amount: 100_000, paidAt: now }
const rejected = { _tag: "Rejected", report, reason: "account-funds" }

const without = (value: object, member: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== member))

const malformed: ReadonlyArray<readonly [title: string, reply: unknown]> = [
  ["nothing", undefined],
  ["null", null],
  ["a text", "Paid"],
  ["a number", 1],
  ["a list", [paid]],
  ["an object of nothing", {}],
  ["a tag of cards", { ...paid, _tag: "Approved" }],
  ["a tag in small letters", { ...paid, _tag: "paid" }],
  ["a tag that is no text", { ...paid, _tag: 1 }],
  ["a function", () => paid],
  ["a promise", Promise.resolve(paid)],
  ...[waiting, paid, rejected].flatMap(
    (progress): ReadonlyArray<readonly [string, unknown]> => [
      [`${progress._tag} without a report`, without(progress, "report")],
      [`${progress._tag} with null for a report`, { ...progress, report: null }],
      [`${progress._tag} with a text for a report`, { ...progress, report: "Accepted" }],
      [`${progress._tag} without a refId`, { ...progress, report: { message: null } }],
      [`${progress._tag} without a message`, { ...progress, report: { refId: null } }],
      [`${progress._tag} with a number for a refId`, { ...progress, report: { ...report, refId: 17 } }],
      [`${progress._tag} with an object for a message`, { ...progress, report: { ...report, message: {} } }]
    ]
  ),
  ["waiting without an order", without(waiting, "order")],
  ["waiting with a text for an order", { ...waiting, order: "https://qr.example/1" }],
  ...Object.keys(order).flatMap((member): ReadonlyArray<readonly [string, unknown]> => {
    const having = (value: unknown) => ({ ...waiting, order: { ...order, [member]: value } })
    return [
      [`waiting without its ${member}`, { ...waiting, order: without(order, member) }],
      [`waiting with an empty ${member}`, having("")],
      [`waiting with a number for its ${member}`, having(17)],
      [`waiting with 2049 characters of ${member}`, having("x".repeat(2049))],
      [`waiting with a line break in its ${member}`, having("1\n2")],
      [`waiting with a NUL in its ${member}`, having("1\u0000")],
      [`waiting with a control character of Latin-1 in its ${member}`, having("1\u0085")],
      [`waiting with a line separator in its ${member}`, having("1\u2028")]
    ]
  }),
  ["waiting as of a text", { ...waiting, asOf: "2026-03-02T09:00:00Z" }],
  ["waiting as of a Date", { ...waiting, asOf: new Date(0) }],
  ["paid without an amount", without(paid, "amount")],
  ["paid with nothing", { ...paid, amount: 0 }],
  ["paid with less than nothing", { ...paid, amount: -1 }],
  ["paid with a part of a kopeck", { ...paid, amount: 0.5 }],
  ["paid with no number", { ...paid, amount: Number.NaN }],
  ["paid with more than 2^53 - 1", { ...paid, amount: 2 ** 53 }],
  ["paid with a text for an amount", { ...paid, amount: "100000" }],
  ["paid without a date", without(paid, "paidAt")],
  ["paid at a text", { ...paid, paidAt: "2026-03-02T09:00:00Z" }],
  ["paid at a number", { ...paid, paidAt: now.epochMillis }],
  ["paid at a Date", { ...paid, paidAt: new Date(0) }],
  ["paid at a time of a zone", { ...paid, paidAt: DateTime.unsafeMakeZoned(now, { timeZone: "Europe/Riga" }) }],
  ["rejected without a reason", without(rejected, "reason")],
  ["rejected for a reason that is ours", { ...rejected, reason: "unpaid" }],
  ["rejected for a reason that is Object's", { ...rejected, reason: "toString" }]
]

describe("what a provider says", () => {
  // Source: D41: a malformed answer is no answer.
  it.each(malformed)("D41: %s is no answer", (_, reply) => {
    assert.deepStrictEqual(answerOf(reply), { _tag: "NoAnswer" })
    assert.deepStrictEqual(statusOf(reply), { _tag: "Unknown" })
    assert.isUndefined(progressOf(reply))
  })

  it.each<readonly [string, unknown]>([
    ["waiting", waiting],
    ["waiting without an order", { ...waiting, order: null }],
    ["waiting as of an instant", { ...waiting, asOf: now }],
    ["waiting with 2048 characters of each", { ...waiting, order: { ...order, payload: "x".repeat(2048) } }],
    [
      "waiting with no member of an order",
      { ...waiting, order: { payload: null, account: null, mark: null, bank: null } }
    ],
    ["paid", paid],
    ["paid with 1 kopeck", { ...paid, amount: 1 }],
    ["paid with 2^53 - 1 kopecks", { ...paid, amount: 2 ** 53 - 1 }],
    ["rejected", rejected],
    ["rejected by the provider", { ...rejected, reason: "provider" }],
    ["rejected without words", { ...rejected, report: { refId: null, message: null } }]
  ])("D41: %s is what it says", (_, reply) => {
    assert.deepEqual(answerOf(reply) as unknown, reply)
    assert.deepEqual(statusOf(reply) as unknown, reply)
    assert.deepEqual(progressOf(reply) as unknown, reply)
  })

  it.each([
    ["NotSent", "NotSent", "Unknown"],
    ["NotFound", "NoAnswer", "NotFound"],
    ["NoAnswer", "NoAnswer", "Unknown"],
    ["Unknown", "NoAnswer", "Unknown"]
  ])("D41: %s is %s of a request and %s of a key, and no report", (tag, answer, status) => {
    assert.deepStrictEqual([answerOf({ _tag: tag })._tag, statusOf({ _tag: tag })._tag], [answer, status])
    assert.isUndefined(progressOf({ _tag: tag }))
  })

  it("D41: what nobody asked for is left out", () => {
    const reply = { ...paid, status: "failed", report: { ...report, cardNumber: "4200000000000000" } }
    assert.deepEqual(progressOf(reply) as unknown, paid)
  })

  it.each([
    ["Payment to 4200000000000000 accepted", "Payment to [removed] accepted"],
    ["Payment to 4200 0000 0000 0000", "Payment to [removed]"],
    ["Order 17", "Order 17"],
    ["a\u0000b\nc\u2028d\u0085e", "a b c d e"],
    ["x".repeat(256), "x".repeat(255)]
  ])("D41: the message %j is kept as %j", (message, expected) => {
    for (const progress of [waiting, paid, rejected]) {
      assert.strictEqual(progressOf({ ...progress, report: { ...report, message } })?.report.message, expected)
    }
  })

  it.each([
    ["777888999000111", "777888999000111"],
    ["A12345678901234567890", "A12345678901234567890"],
    ["4200000000000000", "[removed]"],
    ["bank\n1", "bank 1"],
    ["x".repeat(256), "x".repeat(255)]
  ])("D41: the refId %s is kept as %s", (refId, expected) => {
    for (const progress of [waiting, paid, rejected]) {
      assert.strictEqual(progressOf({ ...progress, report: { ...report, refId } })?.report.refId, expected)
    }
  })

  it("D28: becomes the event of the same name", () => {
    const [amount, paidAt] = [Amount.make(100_000), now]
    assert.deepStrictEqual(
      eventOf(TransferProgress.Waiting({ report, order, asOf: now })),
      TransferEvent.Waiting({ report, order })
    )
    assert.deepStrictEqual(
      eventOf(TransferProgress.Paid({ report, amount, paidAt })),
      TransferEvent.Paid({ report, amount, paidAt })
    )
    assert.deepStrictEqual(
      eventOf(TransferProgress.Rejected({ report, reason: "provider" })),
      TransferEvent.Rejected({ report, reason: "provider" })
    )
  })
})
