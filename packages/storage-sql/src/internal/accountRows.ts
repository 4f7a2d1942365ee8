/** The rows of coupons, balances and usage. */
import type { Row } from "@florin/core/store/UnitOfWork"
import type { CustomerAccount } from "@florin/core/subscriptions/BillStore"
import type { ItemEvent } from "@florin/core/subscriptions/UsageRules"
import type { Balance } from "@florin/core/terms/Balance"
import type { UsageByItem } from "@florin/core/terms/Charging"
import { AppliedCoupon, type Coupon } from "@florin/core/terms/Coupon"
import * as DateTime from "effect/DateTime"
import * as Records from "./records.js"
import { codecOf, instant, number, text } from "./values.js"

/** How the coupon of a customer is stored. */
export const applied = codecOf(AppliedCoupon, DateTime.toEpochMillis)

export const couponOf = (row: Row): Coupon => ({ ...Records.couponOf(row), redemptions: number(row, "redemptions") })

export const usageOf = (rows: ReadonlyArray<Row>): UsageByItem =>
  new Map(
    rows.map((row) => [
      text(row, "item"),
      {
        sum: number(row, "total"),
        max: number(row, "largest"),
        last: number(row, "latest"),
        lastAt: instant(row, "latest_at")
      }
    ])
  )

export const usageEventOf = (row: Row): ItemEvent => ({
  key: text(row, "event_key"),
  item: text(row, "item"),
  quantity: number(row, "quantity"),
  at: instant(row, "happened_at")
})

/** A row with `amount`, the cycles that are left, and `document`. Null when none is left. */
export const customerCouponOf = (row: Row | undefined): CustomerAccount["coupon"] => {
  if (row === undefined) return null
  const cyclesLeft = row.amount === null ? null : number(row, "amount")
  return cyclesLeft === 0 ? null : { ...applied.read(text(row, "document")), cyclesLeft }
}

/** Rows with the columns `currency`, `amount` and `document`; that of the coupon has no currency. */
export const accountOf = (rows: ReadonlyArray<Row>): CustomerAccount => ({
  balances: rows
    .filter(({ currency }) => currency !== null)
    .map((row) => ({ currency: text(row, "currency"), amount: number(row, "amount") }) as Balance),
  coupon: customerCouponOf(rows.find(({ currency }) => currency === null))
})
