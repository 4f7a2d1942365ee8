/** A change whose charge succeeds after it was told as failed, case by case. Source: D40, D60. */
import { assert, describe, it } from "@effect/vitest"
import * as SubscriptionHook from "@florin/core/billing/SubscriptionHook"
import * as SubscriptionWriter from "@florin/core/billing/SubscriptionWriter"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { Write } from "@florin/core/commits/Write"
import * as Bills from "@florin/core/subscriptions/Bills"
import type { OnDecline, Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import { type Coupon, CouponCode } from "@florin/core/terms/Coupon"
import { unitsOf } from "@florin/core/terms/Item"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { notification, shopWith, transactionWith, uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { berlin, id, paidAt, planWith, renewedWith } from "./given.js"

const context = { shop: shopWith(), encode: () => "", notification }
const wishedAt = at("2026-03-20T10:00Z")
const failedAt = at("2026-03-20T10:01Z")
const lateAt = at("2026-03-22T18:00Z")

/** 10.00 EUR a month, paid on 10 March. */
const before: Subscription = paidAt(planWith(), "2026-03-10T10:00+01:00")

const withSeats = (quantity: number) => ({ plan: before.plan, items: [unitsOf(before.plan, quantity)] })

/** Three times the plan, from the wish on: 21 of 31 days are left. */
const billed = (onDecline: OnDecline) =>
  Either.getOrThrow(
    TermsChanges.billOf(
      before,
      TermsChanges.queuedTerms(before, withSeats(3), { proration: "charge", onDecline }, wishedAt),
      Bills.noFacts,
      berlin
    )
  ).bill

const chargeOf = (changes: Partial<CardTransaction> = {}, onDecline: OnDecline = "keep_old"): CardTransaction => {
  const bill = billed(onDecline)
  return transactionWith({
    ...{ uid: uid("7"), type: "payment", amount: bill.total, createdAt: wishedAt, updatedAt: lateAt },
    subscription: { id, purpose: "change", cycle: before.cycle, bill },
    ...changes
  })
}

const after = (subscription: Subscription, writes: ReadonlyArray<Write>): Subscription => {
  const written = writes.flatMap((write) => (write._tag === "ReplaceSubscription" ? [write.subscription] : []))
  return written.at(-1) ?? subscription
}

/** As it stands after its charge was told as failed. */
const refused = (onDecline: OnDecline = "keep_old"): Subscription => {
  const charging: Subscription = { ...before, charging: uid("7"), renewAt: null }
  const failed = chargeOf({ status: "failed", reason: "funds", updatedAt: failedAt }, onDecline)
  return after(charging, SubscriptionHook.follow(charging, failed, context, berlin))
}

const next = (subscription: Subscription, changed: Subscription): Subscription =>
  SubscriptionWriter.next(subscription, changed)

const ruled = (subscription: Subscription, rule: Either.Either<{ readonly subscription: Subscription }, unknown>) =>
  next(subscription, Either.getOrThrow(rule).subscription)

const money = (writes: ReadonlyArray<Write>) =>
  writes.flatMap((write) => (write._tag === "MoveBalance" ? [`${write.owner} ${write.by}`] : []))

/** What it waits for: `3 seats from 2026-03-22T18:00, by the balance`. */
const wish = ({ wished }: Subscription): string => {
  if (wished === undefined) return "nothing"
  const { at: from, isPaidLate, items } = wished
  const whence = isPaidLate === true ? ", by the balance" : ""
  return `${items?.[0]?.quantity} seats from ${DateTime.formatIso(from).slice(0, 16)}${whence}`
}

const made = "3 seats from 2026-03-22T18:00, by the balance"

interface Row {
  readonly name: string
  /** What happens between the failure and the success. */
  readonly meanwhile?: (failed: Subscription) => Subscription
  readonly onDecline?: OnDecline
  readonly waits: string
}

const rows: ReadonlyArray<Row> = [
  { name: "nothing has changed: it is made again", waits: made },
  {
    name: "it is paused: it is made again",
    meanwhile: (one) => ruled(one, SubscriptionRules.paused(one, failedAt)),
    waits: made
  },
  {
    name: "it is to end with its period: it is made again",
    meanwhile: (one) => ruled(one, SubscriptionRules.endedWithPeriod(one, "Moving", failedAt)),
    waits: made
  },
  {
    name: "a line is charged: it is made again, once that is known",
    meanwhile: (one) => next(one, { ...one, charging: uid("8"), renewAt: null }),
    waits: made
  },
  {
    name: "the change held all the same: the money pays for what waits",
    onDecline: "apply",
    waits: "nothing"
  },
  {
    name: "something else begins with the renewal: the later wish wins",
    meanwhile: (one) => next(one, TermsChanges.fromRenewal(one, withSeats(2), failedAt, berlin).subscription),
    waits: "nothing"
  },
  {
    name: "another plan begins with the renewal: the later wish wins",
    meanwhile: (one) => ruled(one, SubscriptionRules.withNextPlan(one, planWith({ amount: 1 }), failedAt, berlin)),
    waits: "nothing"
  },
  {
    name: "another change waits: the later wish wins",
    meanwhile: (one) => {
      const wanted = TermsChanges.queuedTerms(
        one,
        withSeats(5),
        { proration: "charge", onDecline: "keep_old" },
        failedAt
      )
      return next(one, TermsChanges.withQueuedTerms(one, wanted, failedAt).subscription)
    },
    waits: "5 seats from 2026-03-20T10:01"
  },
  {
    name: "the same change was made once more: it is not made twice",
    meanwhile: (one) => {
      const bill = { bill: billed("keep_old"), gained: 0 as never }
      return next(one, TermsChanges.appliedWithoutCharge(one, bill, failedAt, berlin).subscription)
    },
    waits: "nothing"
  },
  {
    name: "the next period is paid",
    meanwhile: (one) => next(one, renewedWith(one, ["charged"])),
    waits: "nothing"
  },
  {
    name: "it is cancelled",
    meanwhile: (one) => ruled(one, SubscriptionRules.canceled(one, "Moved", failedAt)),
    waits: "nothing"
  }
]

describe("A change that is paid after it was told as failed", () => {
  it.each(rows)("D40, D60: $name; the balance has the money", ({ meanwhile = (one) => one, onDecline, waits }) => {
    const progress = meanwhile(refused(onDecline))
    const late = chargeOf({}, onDecline)
    const writes = SubscriptionHook.follow(progress, late, context, berlin)
    assert.deepStrictEqual(money(writes), [`${id} ${late.amount}`])
    assert.strictEqual(wish(after(progress, writes)), waits)
  })

  it("D60: is not made after the period that it was for, even if the next one is not paid", () => {
    const progress = next(refused(), renewedWith(refused(), ["declined"]))
    assert.isDefined(progress.failedChange)
    const late = chargeOf({ updatedAt: at("2026-04-10T12:00Z") })
    const writes = SubscriptionHook.follow(progress, late, context, berlin)
    assert.deepStrictEqual(money(writes), [`${id} ${late.amount}`])
    assert.strictEqual(wish(after(progress, writes)), "nothing")
  })

  it("D60: of a subscription that was cancelled while it was in doubt leaves the money to the balance", () => {
    const over: Subscription = { ...before, charging: uid("7"), state: "canceled", renewAt: null }
    const writes = SubscriptionHook.follow(over, chargeOf(), context, berlin)
    assert.deepStrictEqual(money(writes), [`${id} ${chargeOf().amount}`])
    assert.strictEqual(after(over, writes).charging, null)
  })

  it.each(["failed", "expired", "pending"] as const)("D40: that is %s moves nothing again", (status) => {
    assert.deepStrictEqual(SubscriptionHook.follow(refused(), chargeOf({ status }), context, berlin), [])
  })

  it("D60: is remembered by the last of several", () => {
    const first = refused()
    const charging: Subscription = { ...first, charging: uid("8"), renewAt: null }
    const second = chargeOf({ uid: uid("8"), status: "failed", reason: "funds", updatedAt: failedAt })
    const progress = after(charging, SubscriptionHook.follow(charging, second, context, berlin))
    assert.strictEqual(progress.failedChange, uid("8"))
    const writes = SubscriptionHook.follow(progress, chargeOf(), context, berlin)
    assert.strictEqual(wish(after(progress, writes)), "nothing")
    assert.strictEqual(money(writes).length, 1)
  })

  // The days in which the old terms held are not charged by the new ones.
  it("D60: costs no more than was charged, for the days that are left then", () => {
    const progress = after(refused(), SubscriptionHook.follow(refused(), chargeOf(), context, berlin))
    const facts = { ...Bills.noFacts, balance: chargeOf().amount }
    const { bill, gained } = Either.getOrThrow(TermsChanges.billOf(progress, progress.wished!, facts, berlin))
    assert.strictEqual(chargeOf().amount, 1355)
    assert.deepStrictEqual([bill.total, gained, bill.taken.balance], [0, 0, 1226])
  })
})

describe("A coupon that no charge has used", () => {
  it("D61: stays uncounted through a change within the period", () => {
    const terms = { code: CouponCode.make("NEW"), discount: { kind: "percent", percent: 1000 } } as const
    const coupon = { ...terms, cyclesLeft: 2, isNew: true } as const
    const held: Subscription = { ...before, coupon }
    const wish = TermsChanges.queuedTerms(held, withSeats(3), { proration: "charge", onDecline: "keep_old" }, wishedAt)
    const stored: Coupon = {
      ...{ ...terms, shop: before.shop, cycles: 2, maxRedemptions: 1, redemptions: 0, createdAt: wishedAt },
      ...{ plans: null, redeemBy: null, firstTimeOnly: false }
    }
    const { bill } = Either.getOrThrow(TermsChanges.billOf(held, wish, { ...Bills.noFacts, coupon: stored }, berlin))
    assert.isUndefined(bill.taken.redeemed)
    assert.strictEqual(bill.after.coupon, coupon)
  })
})
