/** Amounts as they are typed and shown. */
import type * as Operation from "@florin/wire/operations/Operation"
import { operatorTable, table } from "@florin/wire/operations/Table"
import * as DateTime from "effect/DateTime"
import * as fc from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { english } from "../src/English.js"
import { minor, money, time, typed } from "../src/internal/values.js"
import { russian } from "../src/Russian.js"

describe("an instant", () => {
  const view = (zone: string, isRussian = false) => ({
    ...(isRussian ? { words: russian, locale: "ru-RU" } : { words: english, locale: "en-GB" }),
    zone: DateTime.zoneUnsafeMakeNamed(zone)
  })
  const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ")

  it.each<readonly [zone: string, at: string, shown: string]>([
    ["Europe/Berlin", "2035-03-01T12:00:00.000Z", "1 Mar 2035, 13:00:00 12:00:00 UTC"],
    ["Europe/Berlin", "2035-07-01T12:00:00.000Z", "1 Jul 2035, 14:00:00 12:00:00 UTC"],
    ["Europe/Berlin", "2035-03-01T23:30:00.000Z", "2 Mar 2035, 00:30:00 1 Mar, 23:30:00 UTC"],
    ["America/New_York", "2035-03-01T02:00:00.000Z", "28 Feb 2035, 21:00:00 1 Mar, 02:00:00 UTC"],
    ["UTC", "2035-03-01T12:00:00.000Z", "1 Mar 2035, 12:00:00 UTC"],
    ["Etc/UTC", "2035-03-01T12:00:00.000Z", "1 Mar 2035, 12:00:00 UTC"]
  ])("in %s of %s is shown as %s, with UTC beside", (zone, at, shown) => {
    const { text } = time(at, view(zone))
    assert.strictEqual(textOf(text), shown)
    assert.include(text, `datetime="${at}"`)
  })

  it("is shown in the language of whoever looks", () => {
    const { text } = time("2035-03-01T12:00:00.000Z", view("Europe/Moscow", true))
    assert.match(textOf(text), /^1 мар\. 2035 г\., 15:00:00 12:00:00 UTC$/)
  })

  it.each([null, undefined, "", "no instant"])("that is none, %j, says so", (at) => {
    assert.strictEqual(textOf(time(at, view("Europe/Berlin")).text), "None")
  })
})

describe("amounts", () => {
  it.each<readonly [text: string, currency: string, amount: number | undefined]>([
    ["12.50", "EUR", 1250],
    ["12,5", "EUR", 1250],
    ["12", "EUR", 1200],
    ["1 234.50", "EUR", 123_450],
    ["1,234.50", "EUR", 123_450],
    ["1.234,50", "EUR", 123_450],
    ["1,234,567", "EUR", 123_456_700],
    ["5,000.000", "KWD", 5_000_000],
    ["5,000", "EUR", undefined],
    ["1.234.50", "EUR", undefined],
    ["1,23.50", "EUR", undefined],
    ["12.505", "EUR", undefined],
    ["12", "JPY", 12],
    ["12.5", "JPY", undefined],
    ["0.001", "KWD", 1],
    ["", "EUR", undefined],
    ["-5", "EUR", undefined],
    ["1e3", "EUR", undefined],
    [".5", "EUR", undefined],
    ["999999999999999", "KWD", undefined],
    ["0x10", "EUR", undefined]
  ])("%s %s is %s", (text, currency, amount) => {
    assert.strictEqual(minor(text, currency), amount)
  })

  it("what is written into a form is read again as the same amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom("EUR", "JPY", "KWD"), (amount, currency) => {
        assert.strictEqual(minor(typed(amount, currency), currency), amount)
      })
    )
  })

  it("of a currency that is not known are shown in minor units", () => {
    assert.strictEqual(money(5, "XXQ", { locale: "en-GB" }), "5 XXQ")
  })
})

// What is asked for is named by the id of its row.
describe("what a second person approves", () => {
  const rows = Object.values<Operation.Any>({ ...table, ...operatorTable })

  it.each([
    ["English", english],
    ["Russian", russian]
  ])("D74: has a word for each operation that moves money, and for no other, in %s", (_, { approvalList }) => {
    const moving = rows.filter(({ moves }) => moves !== undefined).map(({ id }) => id)
    assert.sameMembers(Object.keys(approvalList.operations), moving)
  })
})
