/** Usage, one-off lines and the balance in the charge that ends a cycle. Source: D60, D62, D63. */
import { assert, describe, it } from "@effect/vitest"
import * as Charging from "@florin/core/terms/Charging"
import { oneOff } from "@florin/core/terms/OneOff"
import type { Aggregation } from "@florin/core/terms/Price"
import * as Usage from "@florin/core/terms/Usage"
import * as Either from "effect/Either"
import { at } from "../time/clocks.js"
import { begun, changed, empty, flat, heldAfter, item, money, shown, termsOf } from "./given.js"

const cut = at("2026-04-01T00:00Z")

const used = (quantity: number, when: string): Usage.UsageEvent => ({ quantity, at: at(when), key: when })

const totalOf = (...events: ReadonlyArray<Usage.UsageEvent>): Usage.UsageTotal | null =>
  events.reduce<Usage.UsageTotal | null>(Usage.withUsage, null)

const early = used(3, "2026-03-01T00:00Z")
const late = used(4, "2026-03-02T00:00Z")

describe("Usage", () => {
  it.each<[string, Usage.UsageTotal | null, Aggregation, number]>([
    ["none", null, "sum", 0],
    ["the sum", totalOf(early, late), "sum", 7],
    ["the largest", totalOf(late, early), "max", 4],
    ["the last by its instant, whenever it came", totalOf(late, early), "last", 4],
    ["of two at once the one that came last", totalOf(late, used(9, "2026-03-02T00:00Z")), "last", 9],
    ["a correction takes off the sum", totalOf(late, used(-1, "2026-03-02T00:00Z")), "sum", 3],
    ["a correction is the last, and no more than nothing", totalOf(late, used(-1, "2026-03-03T00:00Z")), "last", 0],
    ["a sum below 0 is not charged", totalOf(used(-3, "2026-03-02T00:00Z")), "sum", 0]
  ])("%s", (_, total, aggregation, quantity) => {
    assert.strictEqual(Usage.quantityOf(total, aggregation), quantity)
  })
})

const from = at("2026-03-01T00:00Z")
const period = { from, to: cut }
const calls = item("calls", {
  kind: "metered",
  aggregation: "sum",
  price: { kind: "per_unit", unitAmount: money(2) }
})
const terms = termsOf("1 month", item("a", flat(1000)), calls)
const current = totalOf(used(30, "2026-03-02T00:00Z"))

const renewal = (changes: Partial<Charging.RenewalFacts>): Charging.Bill =>
  Either.getOrThrow(
    Charging.linesOfRenewal({
      ...empty,
      terms,
      usage: new Map([["calls", current]]),
      period: { from: cut, to: at("2026-05-01T00:00Z") },
      ended: { period, items: terms.items },
      ...changes
    })
  )

describe("The charge that ends a cycle", () => {
  it.each<[string, Partial<Charging.RenewalFacts>, ReadonlyArray<string>, number, number]>([
    ["charges items ahead and usage behind", {}, ["item a 1000", "usage calls 60"], 1060, 0],
    [
      "takes lines of the shop",
      { waiting: [oneOff("Setup", 40)] },
      ["item a 1000", "usage calls 60", "one-off 40"],
      1100,
      0
    ],
    ["uses the balance", { balance: money(300) }, ["item a 1000", "usage calls 60", "balance -300"], 760, 0],
    [
      "uses no more of it than it needs",
      { balance: money(1500) },
      ["item a 1000", "usage calls 60", "balance -1060"],
      0,
      440
    ],
    [
      "below 0 fills the balance",
      { waiting: [oneOff("Sorry", -1500)], balance: money(5) },
      ["item a 1000", "usage calls 60", "one-off -1500", "balance 440"],
      0,
      445
    ],
    [
      "leaves out what has a quantity of 0",
      { terms: termsOf("1 month", item("a", flat(1000), 0)) },
      ["usage calls 60"],
      60,
      0
    ]
  ])("%s", (_, changes, lines, total, balance) => {
    const bill = renewal(changes)
    assert.deepStrictEqual(shown(bill.lines), lines)
    assert.strictEqual(bill.total, total)
    assert.strictEqual(bill.balanceAfter, balance)
  })

  it("has the usage of an item that a change has removed", () => {
    const held = heldAfter(begun(terms, from))
    const usage = new Map([["calls", current]])
    const without = termsOf("1 month", item("a", flat(1000)))
    const after = changed({ ...held, account: { ...held.account, usage } }, without, at("2026-03-10T00:00Z")).held
    assert.deepStrictEqual(shown(after.account.waiting), ["usage calls 60"])
    const bill = renewal({
      ...after.account,
      usage: Charging.noUsage,
      terms: without,
      ended: { period, items: without.items }
    })
    assert.deepStrictEqual(shown(bill.lines), ["item a 1000", "usage calls 60"])
  })
})
