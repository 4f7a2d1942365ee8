/** Items, changes and bills in short, for tests of billing with items. */
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Change from "@florin/core/terms/Change"
import * as Charging from "@florin/core/terms/Charging"
import { type AppliedCoupon, CouponCode, noCoupons } from "@florin/core/terms/Coupon"
import { type Item, ItemId, type Terms } from "@florin/core/terms/Item"
import type { Line } from "@florin/core/terms/Lines"
import type { Price } from "@florin/core/terms/Price"
import { dueAt } from "@florin/core/time/BillingCalendar"
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { zone } from "../time/clocks.js"

export const eur = Currency.make("EUR")
export const berlin = zone("Europe/Berlin")
export const money = (value: number): Amount => Amount.make(value)

export const flat = (amount: number): Price => ({ kind: "flat", amount: money(amount) })
export const seats = (unitAmount: number): Price => ({ kind: "per_unit", unitAmount: money(unitAmount) })

export const item = (id: string, price: Price, quantity = 1): Item => ({
  id: ItemId.make(id),
  title: id,
  price,
  quantity
})

/** An interval as text: `1 month`. */
export const termsOf = (every: string, ...items: ReadonlyArray<Item>): Terms => {
  const [length, unit] = every.split(" ")
  return { currency: eur, interval: { length: Number(length), unit: unit as "hour" | "day" | "month" }, items }
}

export const percentOff = (percent: number, cyclesLeft: number | null = null): AppliedCoupon => ({
  code: CouponCode.make("PERCENT"),
  discount: { kind: "percent", percent },
  cyclesLeft
})

export const amountOff = (amount: number, cyclesLeft: number | null = null): AppliedCoupon => ({
  code: CouponCode.make("AMOUNT"),
  discount: { kind: "amount", amount: money(amount), currency: eur },
  cyclesLeft
})

export const empty: Charging.BillingFacts = {
  coupons: noCoupons,
  balance: money(0),
  waiting: [],
  usage: Charging.noUsage
}

/** The charge of a first period. */
export const begun = (
  terms: Terms,
  from: DateTime.Utc,
  account: Partial<Charging.BillingFacts> = {},
  tz: DateTime.TimeZone = berlin
): Charging.Bill => {
  const period = { from, to: dueAt(from, terms.interval, 1, tz) }
  return Either.getOrThrow(Charging.linesOfRenewal({ ...empty, ...account, terms, period, ended: null }))
}

/** A subscription between charges. */
export interface Held {
  readonly terms: Terms
  readonly paid: Charging.PaidPeriod | null
  readonly account: Charging.BillingFacts
}

export const heldAfter = ({ balanceAfter, couponsAfter, paid, termsAfter }: Charging.Bill): Held => ({
  terms: termsAfter,
  paid,
  account: { ...empty, balance: balanceAfter, coupons: couponsAfter }
})

/** A change that succeeds, and the subscription after it. */
export const changed = (
  held: Held,
  after: Terms,
  at: DateTime.Utc,
  options: Partial<Pick<Change.TermsChange, "proration" | "isPaused" | "zone">> = {}
): { readonly bill: Change.ChangeBill; readonly held: Held } => {
  const change = { before: held.terms, after, paid: held.paid, isPaused: false, at, zone: berlin }
  const bill = Either.getOrThrow(Change.linesOfChange({ ...held.account, ...change, proration: "charge", ...options }))
  const { balanceAfter, couponsAfter, paid, termsAfter, waitingAfter } = bill
  const account = { ...held.account, balance: balanceAfter, coupons: couponsAfter, waiting: waitingAfter }
  return { bill, held: { terms: termsAfter, paid, account } }
}

/** Lines in short: `item a 1000`. */
export const shown = (lines: ReadonlyArray<Pick<Line, "kind" | "item" | "amount">>): ReadonlyArray<string> =>
  lines.map(({ amount, item: id, kind }) => [kind, id, amount].filter((part) => part !== undefined).join(" "))
