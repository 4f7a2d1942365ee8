import { noReport } from "@florin/core/cards/AcquirerReport"
import { broughtBack, openActionOf, referenceOf } from "@florin/core/cards/AtProvider"
import { apply } from "@florin/core/cards/CardChange"
import { CardEvent } from "@florin/core/cards/CardEvent"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { endOfWait } from "@florin/core/cards/ChargeMachine"
import { AcquirerKey } from "@florin/core/ids/Ids"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"
import { later, now, transactionWith } from "../samples.js"

const action = { _tag: "Redirect", url: "https://bank.example/pay" } as const
const needed = CardEvent.ActionNeeded({ reference: "r1", action })
const report = { ...noReport, refId: "r2" }

const after = (transaction: CardTransaction, ...events: ReadonlyArray<CardEvent>): CardTransaction =>
  events.reduce(
    (current, event, index) => Either.getOrThrow(apply(current, event, later(index * 1000))).transaction,
    transaction
  )

const pending = transactionWith({ status: "pending", report: null })
const minutes15 = 15 * 60_000

describe("what an acquirer says before its decision", () => {
  it("D53: is kept with the charge: the reference, the action, and since when its customer is needed", () => {
    const waiting = after(pending, needed)
    assert.deepStrictEqual(waiting.atProvider, {
      ...{ reference: "r1", action, returns: 0, returned: null },
      waitingSince: now
    })
    assert.deepStrictEqual(endOfWait(waiting), later(minutes15))
    assert.strictEqual(waiting.status, "incomplete")
  })

  it("D15: the time of the customer runs from the first step on, at the issuer and at the acquirer", () => {
    const authentication = { waitingSince: later(-60_000) } as NonNullable<CardTransaction["authentication"]>
    const waiting = after({ ...pending, authentication }, needed)
    assert.deepStrictEqual(endOfWait(waiting), later(minutes15 - 60_000))
    const again = after(pending, needed, CardEvent.ActionReturned({ returned: {} }), needed)
    assert.deepStrictEqual([endOfWait(again), again.atProvider?.returns], [later(minutes15), 1])
  })

  it("D53: what the browser brought is kept until the next word of the acquirer", () => {
    const returned = CardEvent.ActionReturned({ returned: { handle: "abc" } })
    const back = after(pending, needed, returned)
    assert.deepStrictEqual([back.status, back.atProvider?.returned], ["pending", { handle: "abc" }])
    assert.deepStrictEqual(after(back, CardEvent.NoAnswer()).atProvider?.returned, { handle: "abc" })
    for (const event of [
      needed,
      CardEvent.Acknowledged({ reference: "r1" }),
      CardEvent.Approved({ report }),
      CardEvent.Declined({ reason: "funds", report: noReport })
    ]) {
      assert.isNull(after(back, event).atProvider?.returned)
    }
  })

  // Source: D53: one place says what the reference of a transaction is.
  it.each([
    { events: [], expected: undefined },
    { events: [needed], expected: "r1" },
    { events: [CardEvent.Acknowledged({ reference: "r1" })], expected: "r1" },
    { events: [needed, CardEvent.Approved({ report: noReport })], expected: "r1" },
    { events: [needed, CardEvent.Approved({ report })], expected: "r2" },
    {
      events: [CardEvent.Acknowledged({ reference: "r1" }), CardEvent.Acknowledged({ reference: "r3" })],
      expected: "r3"
    }
  ])("D53: after $events the reference is $expected", ({ events, expected }) => {
    assert.strictEqual(referenceOf(after(pending, ...events)), expected)
  })

  it.each([
    { event: CardEvent.Approved({ report }), isOpen: false },
    { event: CardEvent.Declined({ reason: "funds", report: noReport }), isOpen: false },
    { event: CardEvent.Withdrawn(), isOpen: true }
  ])("D53: after $event._tag an action is open: $isOpen", ({ event, isOpen }) => {
    assert.strictEqual(openActionOf(after(pending, needed, event)) !== undefined, isOpen)
  })

  it("D17: the next acquirer has said nothing yet", () => {
    const attempt = {
      step: "charge",
      key: AcquirerKey.make("k:charge-2"),
      gatewayId: 2,
      amount: pending.amount
    } as const
    const passedOn = CardEvent.PassedOn({ attempt, reason: "acquirer-temporary" })
    assert.isUndefined(referenceOf(after(pending, CardEvent.Acknowledged({ reference: "r1" }), passedOn)))
  })

  it("D53: a capture is pending with its reference until the acquirer decides", () => {
    const capture = transactionWith({ type: "capture", status: "pending", report: null })
    const waiting = after(capture, CardEvent.Acknowledged({ reference: "r1" }))
    assert.deepStrictEqual([waiting.status, referenceOf(waiting)], ["pending", "r1"])
    assert.strictEqual(after(waiting, CardEvent.Approved({ report })).status, "successful")
    assert.isTrue(Either.isLeft(apply(capture, needed, now)))
  })

  it("D53: without a customer it is a decline", () => {
    const { reason, status } = after({ ...pending, isByMerchant: true }, needed)
    assert.deepStrictEqual([status, reason], ["failed", "authentication-failed"])
  })
})

describe("what a browser brings back", () => {
  const all = () => true

  it.each([
    { fields: { a: "1", b: undefined }, expected: { a: "1" } },
    { fields: { ["n".repeat(64)]: "1" }, expected: { ["n".repeat(64)]: "1" } },
    { fields: { ["n".repeat(65)]: "1" }, expected: {} },
    { fields: { a: "v".repeat(16_384) }, expected: { a: "v".repeat(16_384) } },
    { fields: { a: "v".repeat(16_385) }, expected: {} },
    { fields: { a: "\u0000", b: "\ud800" }, expected: {} },
    { fields: { "\u0000": "1", "\ud800": "1", "": "1" }, expected: {} },
    { fields: { ["__proto__"]: "1", of: "2" }, expected: { of: "2" } }
  ])("D53: of $fields is kept what a provider can have sent", ({ expected, fields }) => {
    assert.deepStrictEqual(broughtBack(fields, all), expected)
  })

  it("D53: is at most 32 members, without the card's number", () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`f${index}`, ""]))
    assert.strictEqual(Object.keys(broughtBack(many, all)).length, 32)
    assert.deepStrictEqual(
      broughtBack({ a: "1", b: "2" }, (text) => text !== "2"),
      { a: "1" }
    )
  })
})
