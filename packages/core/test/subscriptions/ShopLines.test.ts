/** Lines of a shop's own, and coupons for a subscription that is there. Source: D61, D62. */
import { assert, describe, it } from "@effect/vitest"
import { CustomerId } from "@florin/core/ids/Ids"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as ShopLines from "@florin/core/subscriptions/ShopLines"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { oneOff } from "@florin/core/terms/OneOff"
import * as Either from "effect/Either"
import { uid } from "../samples.js"
import { percentOff } from "../terms/given.js"
import { at } from "../time/clocks.js"
import * as Story from "./story.js"

const { subscription: paid } = Story.begun()
const owned: Subscription = { ...paid, customerId: CustomerId.make("cst_0000000000000001") }
const now = at("2026-01-20T09:00Z")

const lines = Array.from({ length: 100 }, () => oneOff("Own", 1))

describe("D62: a line of a shop", () => {
  const added = (subscription: Subscription, amount: number, when: "next" | "now" | undefined) =>
    Either.match(ShopLines.withLine(subscription, { description: "Own", amount, ...(when && { when }) }, now), {
      onLeft: ({ message }) => message,
      onRight: ({ gained, isCharged, subscription: { linesNow = [], waiting = [] } }) =>
        `${waiting.length} wait, ${linesNow.length} now, ${gained} gained${isCharged ? ", charged" : ""}`
    })

  it.each<[string, Subscription, number, "next" | "now" | undefined, string]>([
    ["waits, unless it says otherwise", paid, 500, undefined, "1 wait, 0 now, 0 gained"],
    ["behind others", { ...paid, waiting: [oneOff("Own", 1)] }, 500, "next", "2 wait, 0 now, 0 gained"],
    ["below 0 waits", owned, -500, "next", "1 wait, 0 now, 0 gained"],
    ["now is charged", paid, 500, "now", "0 wait, 1 now, 0 gained, charged"],
    ["now, while a charge is under way", { ...paid, charging: uid("7") }, 500, "now", "0 wait, 1 now, 0 gained"],
    ["now below 0 goes to the customer's balance", owned, -500, "now", "0 wait, 0 now, 500 gained"],
    ["now below 0 without a customer waits", paid, -500, "now", "1 wait, 0 now, 0 gained"],
    ["now, while it is paused", { ...paid, pausedAt: now }, 500, "now", "Subscription is paused"],
    ["next, while it is paused", { ...paid, pausedAt: now }, 500, "next", "1 wait, 0 now, 0 gained"],
    ["now below 0, while it is paused", { ...owned, pausedAt: now }, -500, "now", "0 wait, 0 now, 500 gained"],
    ["now, before it has begun", { ...paid, state: "redirecting" }, 500, "now", "Subscription is redirecting"],
    ["next, before it has begun", { ...paid, state: "redirecting" }, 500, "next", "1 wait, 0 now, 0 gained"],
    ["after its end", { ...paid, state: "canceled" }, 500, "next", "Subscription is canceled"],
    ["the 100th", { ...paid, waiting: lines.slice(1) }, 1, "next", "100 wait, 0 now, 0 gained"],
    ["the 101st", { ...paid, waiting: lines }, 1, "next", "Subscription can't have more than 100 lines that wait"],
    [
      "the 101st, of which some are charged now",
      { ...paid, waiting: lines.slice(50), linesNow: lines.slice(50) },
      1,
      "now",
      "Subscription can't have more than 100 lines that wait"
    ]
  ])("%s", (_, subscription, amount, when, expected) => {
    assert.strictEqual(added(subscription, amount, when), expected)
  })

  it.each<[string, ReadonlyArray<number>, number, number, number]>([
    ["alone", [500], 0, 500, 0],
    ["several", [500, 300], 0, 800, 0],
    ["with the balance", [500], 300, 200, 300],
    ["by the balance alone", [500], 800, 0, 500]
  ])("is charged %s", (_, amounts, balance, total, taken) => {
    const facts = { ...Bills.noFacts, balance: Story.money(balance), customerCoupon: percentOff(5000) }
    const all = amounts.map((amount) => oneOff("Own", amount))
    const { bill } = Either.getOrThrow(ShopLines.billOf(owned, all, facts))
    assert.strictEqual(bill.total, total)
    assert.strictEqual(bill.taken.balance, taken)
    assert.isUndefined(bill.taken.customerCoupon, "coupons are not for lines")
  })
})

describe("D61: a coupon for a subscription that is there", () => {
  it.each<[string, Partial<Subscription>, string]>([
    ["active", {}, "new"],
    ["with another one", { coupon: percentOff(1) }, "new"],
    ["while a charge is under way", { charging: uid("7") }, "A charge is under way"],
    ["after its end", { state: "expired" }, "Subscription is expired"]
  ])("%s", (_, changes, expected) => {
    const after = ShopLines.withCoupon({ ...paid, ...changes }, percentOff(2500), now)
    const reply = Either.match(after, {
      onLeft: ({ message }) => message,
      onRight: ({ subscription: { coupon } }) => (coupon?.isNew === true ? "new" : "counted")
    })
    assert.strictEqual(reply, expected)
  })

  it("is taken away", () => {
    const after = Either.getOrThrow(ShopLines.withCoupon({ ...paid, coupon: percentOff(1) }, null, now))
    assert.isUndefined(after.subscription.coupon)
  })
})
