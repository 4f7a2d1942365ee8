import { assert, describe, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as Outlook from "@florin/core/subscriptions/Outlook"
import * as Preview from "@florin/core/subscriptions/Preview"
import { dueIntervalOf, type Subscription } from "@florin/core/subscriptions/Subscription"
import { type AppliedCoupon, CouponCode } from "@florin/core/terms/Coupon"
import { Item, ItemId } from "@florin/core/terms/Item"
import * as Schema from "effect/Schema"
import { uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { berlin, paidAt, planWith, renewedWith, trialOf, waiting } from "./given.js"

const half = (cyclesLeft: number | null): AppliedCoupon => ({
  code: CouponCode.make("HALF"),
  discount: { kind: "percent", percent: 5000 },
  cyclesLeft
})

const seats = (quantity: number): Item =>
  Schema.decodeSync(Item)({
    id: ItemId.make("seats"),
    title: "Seats",
    quantity,
    price: { kind: "per_unit", unitAmount: 400 }
  })

const calls = Schema.decodeSync(Item)({
  id: ItemId.make("calls"),
  title: "Calls",
  quantity: 1,
  price: { kind: "metered", aggregation: "sum", price: { kind: "per_unit", unitAmount: 2 } }
})

const used = new Map([["calls", { sum: 10, max: 10, last: 10, lastAt: at("2026-03-12T10:00Z") }]])

const active = paidAt(planWith(), "2026-03-10T10:00+01:00")
const ended = { ending: { reason: "asked" } } as const
const facts = (more: Partial<Bills.BillFacts>): Bills.BillFacts => ({ ...Bills.noFacts, ...more })

/** `1000 1 month x2, 500 1 month`: the next charge, and what follows. */
const shown = (subscription: Subscription, found: Bills.BillFacts = Bills.noFacts): string => {
  const { isMetered, next, then } = Outlook.of(subscription, berlin, found)
  const steps = then.map(
    ({ amount, interval, times }) =>
      `${amount} ${interval.length} ${interval.unit}${times === null ? "" : ` x${times}`}`
  )
  return [next?.amount ?? "none", ...steps, ...(isMetered ? ["metered"] : [])].join(", ")
}

describe("what a customer is told about the charges that lie ahead", () => {
  const cases: ReadonlyArray<readonly [string, Subscription, string, Partial<Bills.BillFacts>?]> = [
    ["a plan", active, "1000, 1000 1 month"],
    ["items in place of the plan", { ...active, items: [seats(3)] }, "1200, 1200 1 month"],
    ["items that come with the renewal", { ...active, items: [seats(3)], nextItems: [seats(1)] }, "400, 400 1 month"],
    ["another plan", { ...active, nextPlan: planWith({ amount: 90, every: "1 day" }) }, "90, 90 1 day"],
    ["a coupon for ever", { ...active, coupon: half(null) }, "500, 500 1 month"],
    ["a coupon for one charge", { ...active, coupon: half(1) }, "500, 1000 1 month"],
    ["a coupon for three charges", { ...active, coupon: half(3) }, "500, 500 1 month x2, 1000 1 month"],
    ["a coupon for 999 charges", { ...active, coupon: half(999) }, "500, 500 1 month x998, 1000 1 month"],
    [
      "a coupon of the customer for two charges",
      active,
      "500, 500 1 month x1, 1000 1 month",
      { customerCoupon: half(2) }
    ],
    [
      "a balance that lasts for a charge and a half",
      active,
      "0, 500 1 month x1, 1000 1 month",
      { balance: Amount.make(1500) }
    ],
    [
      "a coupon beyond the last cycle",
      { ...paidAt(planWith({ billingCycles: 3 }), "2026-03-10T10:00Z"), coupon: half(9) },
      "500, 500 1 month x1"
    ],
    ["cycles that end", paidAt(planWith({ billingCycles: 12 }), "2026-03-10T10:00Z"), "1000, 1000 1 month x10"],
    ["the last cycle", paidAt(planWith({ billingCycles: 2 }), "2026-03-10T10:00Z"), "1000"],
    ["a failed charge", renewedWith(active, ["declined"]), "1000, 1000 1 month"],
    [
      "a trial that waits for its card",
      { ...waiting(planWith({ trial: trialOf(100), billingCycles: 3 })), renewAt: at("2026-03-10T10:00Z") },
      "100, 1000 1 month x3"
    ],
    [
      "a trial with items",
      { ...waiting(planWith({ trial: trialOf(0) })), items: [seats(2)], renewAt: at("2026-03-10T10:00Z") },
      "0, 800 1 month"
    ],
    ["usage", { ...active, items: [seats(1), calls] }, "400, 400 1 month, metered"],
    ["usage so far", { ...active, items: [seats(1), calls] }, "420, 400 1 month, metered", { usage: used }],
    ["an end of which nothing is owed", { ...active, ...ended }, "none"],
    ["an end with usage", { ...active, ...ended, items: [seats(1), calls] }, "20", { usage: used }],
    ["a pause", { ...active, pausedAt: at("2026-03-20T00:00Z"), renewAt: null }, "none"],
    ["a charge in doubt", { ...active, charging: uid("1"), renewAt: null }, "none"]
  ]

  it.each(cases.map(([what, subscription, expected, found]) => ({ what, subscription, expected, found })))(
    "of $what",
    ({ expected, found, subscription }) => {
      assert.strictEqual(shown(subscription, facts(found ?? {})), expected)
    }
  )

  it.each<[string, Subscription, string]>([
    ["a plan", active, "1000 x*"],
    ["a coupon for one charge", { ...active, coupon: half(1) }, "500 x1, 1000 x*"],
    ["a coupon for three charges", { ...active, coupon: half(3) }, "500 x3, 1000 x*"],
    ["another plan, by the day", { ...active, nextPlan: planWith({ amount: 90, every: "1 day" }) }, "90 x*"],
    ["the last cycle", paidAt(planWith({ billingCycles: 2 }), "2026-03-10T10:00Z"), "1000 x1"],
    [
      "what is owed at an end",
      { ...active, ...ended, waiting: [{ kind: "own", title: "Own", amount: 20 }] as never },
      ""
    ],
    ["a pause", { ...active, pausedAt: at("2026-03-20T00:00Z"), renewAt: null }, ""]
  ])("names each price from the next charge on: of %s", (_, subscription, expected) => {
    const prices = Outlook.pricesFrom(Outlook.of(subscription, berlin), dueIntervalOf(subscription))
    assert.strictEqual(prices.map(({ amount, times }) => `${amount} x${times ?? "*"}`).join(", "), expected)
  })

  it("is what the preview lists, charge by charge", () => {
    const found = facts({ balance: Amount.make(1700), customerCoupon: half(4) })
    const subscription = { ...active, items: [seats(3)], coupon: half(2) }
    const { next, then } = Outlook.of(subscription, berlin, found)
    const listed = Preview.ofSubscription(subscription, at("2027-01-01T00:00Z"), berlin, found)
    const reported = [
      next!.amount,
      ...then.flatMap(({ amount, times }) => Array.from({ length: times ?? 20 }, () => amount))
    ]
    assert.deepStrictEqual(
      listed.map(({ amount }) => amount),
      reported.slice(0, listed.length)
    )
  })
})
