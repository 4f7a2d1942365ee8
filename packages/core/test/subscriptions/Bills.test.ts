/** What bills take, what their commits find, and whose coupons they go by. Source: D60 to D63. */
import { assert, describe, it } from "@effect/vitest"
import { PlanId, ShopId } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Bills from "@florin/core/subscriptions/Bills"
import { nextCycleItems } from "@florin/core/subscriptions/MeteredItems"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import type { ChargedBill } from "@florin/core/terms/ChargedBill"
import { type AppliedCoupon, type Coupon, CouponCode } from "@florin/core/terms/Coupon"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { amountOff, percentOff } from "../terms/given.js"
import { at } from "../time/clocks.js"
import { berlin, planWith, waiting } from "./given.js"
import * as Story from "./story.js"

const { metered, money, seats } = Story

const now = at("2026-02-10T09:00Z")
const plan = planWith()

const renewalOf = ({ facts, subscription }: Story.Reported) =>
  Either.getOrThrow(Bills.ofRenewal(subscription, Billing.renewed(subscription, berlin), facts, now, berlin))

const inRubles: AppliedCoupon = {
  ...amountOff(300, 2),
  discount: { kind: "amount", amount: money(300), currency: Currency.make("RUB") }
}

const stored: Coupon = {
  shop: ShopId.make("shop"),
  code: CouponCode.make("NEW"),
  discount: { kind: "percent", percent: 5000 },
  cycles: null,
  maxRedemptions: 1,
  redeemBy: null,
  plans: null,
  firstTimeOnly: false,
  redemptions: 0,
  createdAt: now
}

const isNew: AppliedCoupon = { code: stored.code, discount: stored.discount, cyclesLeft: null, isNew: true }

describe("D61: the customer's coupon", () => {
  it.each<[string, AppliedCoupon, number, string | undefined]>([
    ["of a part", percentOff(5000, 2), 1000, "PERCENT"],
    ["for ever: no cycle is counted", percentOff(5000), 1000, undefined],
    ["of an amount in the currency", amountOff(300, 2), 1700, "AMOUNT"],
    ["of an amount in another currency: none is used up", inRubles, 2000, undefined]
  ])("%s", (_, customerCoupon, total, used) => {
    const one = Story.begun(plan, [seats(2)])
    const { bill } = renewalOf({ ...one, facts: { ...one.facts, customerCoupon } })!
    assert.strictEqual(bill.total, total)
    assert.strictEqual(bill.taken.customerCoupon, used)
  })

  it("in another currency leaves a plan alone as it is: it has no bill", () => {
    const one = Story.begun(plan)
    assert.isUndefined(renewalOf({ ...one, facts: { ...one.facts, customerCoupon: inRubles } }))
    assert.isDefined(renewalOf({ ...one, facts: { ...one.facts, customerCoupon: percentOff(100) } }))
  })

  it("in another currency is as it was after the charges that a preview lists", () => {
    const one = Story.begun(plan, [seats(2)])
    const facts = { ...one.facts, customerCoupon: inRubles }
    assert.deepStrictEqual(Bills.factsAfter(facts, renewalOf({ ...one, facts })!).customerCoupon, inRubles)
  })
})

describe("D61: a new coupon", () => {
  const first = (changes: Partial<Coupon>, more: Partial<Subscription> = {}, hasPaid = false) => {
    const facts = { ...Bills.noFacts, coupon: { ...stored, ...changes }, hasPaid }
    return Either.match(Bills.ofStart({ ...waiting(plan), coupon: isNew, ...more }, facts, now, berlin), {
      onLeft: ({ message }) => message,
      onRight: (one) => `${one?.bill.total}${one?.isFirstTime === true ? ", looked at again" : ""}`
    })
  }

  const other = PlanId.make("pln_0000000000000009")

  it.each<[string, Partial<Coupon>, Partial<Subscription>, boolean, string]>([
    ["of any plan", {}, {}, false, "500"],
    ["of the plan", { plans: [plan.id] }, {}, false, "500"],
    ["of the plan, which has items of its own", { plans: [plan.id] }, { items: [seats(2)] }, false, "1000"],
    ["of another plan", { plans: [other] }, {}, false, "This coupon is not valid for this plan"],
    ["for new customers", { firstTimeOnly: true }, {}, false, "500, looked at again"],
    [
      "for new customers, of one who has paid",
      { firstTimeOnly: true },
      {},
      true,
      "This coupon is only for new customers"
    ],
    ["of a customer who has paid", {}, {}, true, "500"]
  ])("%s", (_, changes, more, hasPaid, expected) => {
    assert.strictEqual(first(changes, more, hasPaid), expected)
  })

  it("that cannot be used any more is dropped by a renewal", () => {
    const one = Story.begun(plan)
    const withCoupon = { ...one, subscription: { ...one.subscription, coupon: isNew } }
    const total = (redemptions: number) =>
      renewalOf({ ...withCoupon, facts: { ...one.facts, coupon: { ...stored, redemptions } } })!.bill.total
    assert.deepStrictEqual([total(0), total(1)], [500, 1000])
  })
})

describe("The commit of a charge", () => {
  const taken = { owner: "cst", currency: plan.currency, balance: money(500) }
  const billOf = (more: object = {}): ChargedBill => ({
    ...{ lines: [], total: money(0), taken: { ...taken, ...more } },
    after: { paid: null, linesTaken: 0, linesAdded: [] }
  })
  const total = (sum: number) => ({ sum, max: 1, last: 1, lastAt: now })
  const usage = (sum: number) => new Map([["calls", total(sum)]])
  const facts: Bills.BillFacts = { ...Bills.noFacts, usage: usage(3) }

  it.each<[string, ChargedBill, Bills.FoundFacts, boolean]>([
    ["finds nothing else", billOf(), {}, true],
    ["finds the balance", billOf(), { balance: money(500) }, true],
    ["finds more balance", billOf(), { balance: money(501) }, true],
    ["finds less balance", billOf(), { balance: money(499) }, false],
    ["finds the usage", billOf(), { usage: usage(3) }, true],
    ["finds more usage", billOf(), { usage: usage(4) }, false],
    ["finds usage of another item", billOf(), { usage: new Map([...usage(3), ["bytes", total(1)]]) }, false],
    ["finds no usage any more", billOf(), { usage: new Map() }, false],
    ["finds the coupon", billOf({ redeemed: stored.code }), { coupon: stored }, true],
    ["finds the coupon used up", billOf({ redeemed: stored.code }), { coupon: { ...stored, redemptions: 1 } }, false],
    ["finds no coupon", billOf({ redeemed: stored.code }), { coupon: undefined }, false],
    ["finds a customer who has not paid", billOf({ redeemed: stored.code }), { coupon: stored, hasPaid: false }, true],
    ["finds a customer who has paid", billOf({ redeemed: stored.code }), { coupon: stored, hasPaid: true }, false],
    ["finds the customer's coupon", billOf({ customerCoupon: "PERCENT" }), { customerCoupon: percentOff(1) }, true],
    ["finds another one", billOf({ customerCoupon: "PERCENT" }), { customerCoupon: amountOff(1) }, false],
    ["finds none any more", billOf({ customerCoupon: "PERCENT" }), { customerCoupon: null }, false]
  ])("%s", (_, bill, found, expected) => {
    assert.strictEqual(Bills.isUpToDate(bill, facts, found), expected)
  })
})

describe("What is paid of the present period", () => {
  const { subscription: plain } = Story.begun(plan)

  it.each<[string, Partial<Subscription>, string | undefined]>([
    ["of a plan alone", {}, "2026-01-10 to 2026-02-10"],
    ["in a trial", { state: "trial" }, undefined],
    ["after a charge that failed", { state: "failed_attempt" }, undefined],
    ["before it has begun", { anchor: null }, undefined]
  ])("%s", (_, changes, expected) => {
    const period = Bills.paidPeriodOf({ ...plain, ...changes }, berlin)?.period
    const reply = period && [period.from, period.to].map((one) => DateTime.formatIso(one).slice(0, 10)).join(" to ")
    assert.strictEqual(reply, expected)
  })

  it.each<[string, Partial<Subscription>, ReadonlyArray<string> | undefined]>([
    ["nothing else", {}, undefined],
    ["items for the renewal", { nextItems: [seats(1)] }, ["seat"]],
    ["items of a renewal that is retried", { dueItems: [metered(1)], nextItems: [seats(1)], attempts: 1 }, ["calls"]],
    ["items for the renewal after a retry", { items: [metered(1)], nextItems: [seats(1)], attempts: 1 }, ["calls"]]
  ])("is followed by %s", (_, changes, expected) => {
    assert.deepStrictEqual<unknown>(
      nextCycleItems({ ...plain, ...changes })?.map(({ id }) => id),
      expected
    )
  })
})
