/** Who may use a coupon, and what it takes off. Source: D61. */
import { assert, describe, it } from "@effect/vitest"
import { PlanId, ShopId } from "@florin/core/ids/Ids"
import { Currency } from "@florin/core/money/Currency"
import * as Coupon from "@florin/core/terms/Coupon"
import { CouponRequest, couponOf } from "@florin/core/terms/CouponRequest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { at } from "../time/clocks.js"
import { amountOff, begun, eur, flat, item, percentOff, shown, termsOf } from "./given.js"

const now = at("2026-03-01T12:00Z")
const plan = PlanId.make("pln_0000000000000001")
const other = PlanId.make("pln_0000000000000002")

const coupon = couponOf(ShopId.make("shop"), { code: "SPRING", amountOff: 500 as never, currency: eur }, now)
const use: Coupon.CouponUse = { now, currency: eur, plan, hasPaid: true }

describe("A coupon", () => {
  it.each<[string, Partial<Coupon.Coupon>, Partial<Coupon.CouponUse>, Coupon.CouponRefusal | undefined]>([
    ["may be used", {}, {}, undefined],
    ["at its last instant", { redeemBy: now }, {}, undefined],
    ["not after it", { redeemBy: now }, { now: at("2026-03-01T12:00:01Z") }, "expired"],
    ["a last time", { maxRedemptions: 2, redemptions: 1 }, {}, undefined],
    ["not once more", { maxRedemptions: 2, redemptions: 2 }, {}, "exhausted"],
    ["not in another currency", {}, { currency: Currency.make("USD") }, "currency"],
    ["for its plan", { plans: [other, plan] }, {}, undefined],
    ["not for another one", { plans: [other] }, {}, "plan"],
    ["not for terms of no plan", { plans: [other] }, { plan: null }, "plan"],
    ["by a new customer", { firstTimeOnly: true }, { hasPaid: false }, undefined],
    ["not by an old one", { firstTimeOnly: true }, {}, "first-time-only"]
  ])("%s", (_, changes, circumstances, reason) => {
    const outcome = Coupon.redeem({ ...coupon, ...changes }, { ...use, ...circumstances })
    assert.strictEqual(Either.isLeft(outcome) ? outcome.left.reason : undefined, reason)
    if (Either.isLeft(outcome)) assert.strictEqual(outcome.left.message, Coupon.refusals[outcome.left.reason])
  })

  it.each<[string, Partial<Coupon.ChargeCoupons>, ReadonlyArray<string>]>([
    ["percent", { subscription: percentOff(1250) }, ["item a 1000", "discount -125"]],
    ["half to even", { subscription: percentOff(5) }, ["item a 1000"]],
    ["an amount", { subscription: amountOff(300) }, ["item a 1000", "discount -300"]],
    ["never more than all", { subscription: amountOff(3000) }, ["item a 1000", "discount -1000"]],
    [
      "percent before amount, whoever has it",
      { subscription: amountOff(300), customer: percentOff(5000) },
      ["item a 1000", "discount -500", "discount -300"]
    ],
    [
      "a percentage of what the other has left",
      { subscription: percentOff(5000), customer: percentOff(5000) },
      ["item a 1000", "discount -500", "discount -250"]
    ],
    [
      "all by percent, then no amount",
      { subscription: percentOff(10_000), customer: amountOff(1) },
      ["item a 1000", "discount -1000"]
    ]
  ])("takes off %s", (_, coupons, lines) => {
    const bill = begun(termsOf("1 month", item("a", flat(1000))), now, {
      coupons: { ...Coupon.noCoupons, ...coupons }
    })
    assert.deepStrictEqual(shown(bill.lines), lines)
  })

  it("takes nothing off lines of the shop's own", () => {
    const waiting = [{ kind: "one-off", title: "Setup", amount: 500 } as const]
    const coupons = { ...Coupon.noCoupons, subscription: amountOff(3000) }
    const bill = begun(termsOf("1 month", item("a", flat(1000))), now, { waiting, coupons })
    assert.deepStrictEqual(shown(bill.lines), ["item a 1000", "discount -1000", "one-off 500"])
    assert.strictEqual(bill.total, 500)
  })

  it.each<[string, number | null, number | null | undefined]>([
    ["once", 1, undefined],
    ["twice", 2, 1],
    ["for ever", null, null]
  ])("that holds %s has this left after a cycle", (_, before, after) => {
    assert.strictEqual(Coupon.afterCycle(percentOff(100, before))?.cyclesLeft, after)
  })

  it("is spread over lines as they are to each other, and adds up", () => {
    assert.deepStrictEqual(Coupon.spread([1n, 1n, 1n], 2n), [1n, 0n, 0n])
    assert.deepStrictEqual(Coupon.spread([0n, 0n], 0n), [0n, 0n])
    assert.deepStrictEqual(Coupon.spread([300n, 100n], 200n), [150n, 50n])
  })
})

const decode = Schema.decodeUnknownEither(CouponRequest, { errors: "all" })

describe("A coupon of a request", () => {
  it.each<[string, object, ReadonlyArray<string>]>([
    ["percent", { percent_off: 2500 }, []],
    ["of all", { percent_off: 10_000, duration: "cycles:1000" }, []],
    ["of more than all", { percent_off: 10_001 }, ["percent_off must be a whole number from 1 to 10000"]],
    ["nothing", {}, ["percent_off can't be blank"]],
    [
      "both",
      { percent_off: 1, amount_off: 1, currency: "EUR" },
      ["amount_off can't be given together with percent_off"]
    ],
    ["an amount of no currency", { amount_off: 1 }, ["currency can't be blank"]],
    ["too long", { percent_off: 1, duration: "cycles:1001" }, ["duration can't have more than 1000 cycles"]],
    ["for no cycle", { percent_off: 1, duration: "cycles:0" }, ["duration is invalid"]],
    ["a small code", { percent_off: 1, code: "spring" }, ["code is invalid"]]
  ])("%s", (_, body, expected) => {
    const found = Either.match(decode({ code: "SPRING", ...body }), {
      onRight: () => [],
      onLeft: (error) =>
        ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => `${path.join(".")} ${message}`)
    })
    assert.deepStrictEqual(found, expected)
  })
})
