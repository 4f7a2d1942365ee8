/** Reads of what bills go by besides the subscription. */
import type { Dialect } from "../Dialect.js"
import { couponOf, customerCouponOf, usageEventOf, usageOf } from "./accountRows.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import { about } from "./rowNames.js"
import { statement } from "./statement.js"
import { first, number, step } from "./values.js"

const usage = statement(
  "load.usage",
  `SELECT item, total, largest, latest, latest_at FROM {usage_totals}
  WHERE shop_id = [shop] AND subscription = [subscription] AND cycle = [cycle]`
)

const usageEvent = statement(
  "load.usageEvent",
  `SELECT event_key, item, quantity, happened_at FROM {usage_events}
  WHERE shop_id = [shop] AND subscription = [subscription] AND event_key = [key]`
)

/**
 * The payments for a customer's subscriptions that have succeeded, and of others than `besides` those that may. In this order,
 * and with the type as an expression: SQLite would go through all payments of the shop.
 */
export const hasPaid = statement(
  "load.hasPaid",
  `SELECT 1 AS paid FROM {subscriptions} s CROSS JOIN {transactions} t
  WHERE t.subscription = s.id AND t.shop_id = s.shop_id
    AND s.shop_id = [shop] AND s.customer_id = [customer] AND (t.type || '') = 'payment'
    AND (t.status = 'successful' OR (t.status IN ('pending', 'incomplete') AND s.id <> [besides])) LIMIT 1`
)

export const accountReads = ({ forUpdate }: Dialect) => {
  const balance = statement(
    "load.balance",
    `SELECT amount FROM {balances} WHERE shop_id = [shop] AND owner = [owner] AND currency = [currency]${forUpdate}`
  )
  const coupon = statement(
    "load.coupon",
    `SELECT redemptions, document FROM {coupons} WHERE shop_id = [shop] AND id = [code]${forUpdate}`
  )
  const customerCoupon = statement(
    "load.customerCoupon",
    `SELECT cycles_left AS amount, document FROM {customer_coupons}
    WHERE shop_id = [shop] AND customer = [customer]${forUpdate}`
  )
  return {
    UsageEvents: {
      claims: ({ shop, subscription }) => about(shop, subscription),
      rank: lockOrder.parentTotals,
      // Of no key: there is none.
      step: ({ keys: [key = ""], shop, subscription }) => step(usageEvent, { shop, subscription, key }),
      more: ({ keys: [, ...others], shop, subscription }) =>
        others.map((key) => step(usageEvent, { shop, subscription, key })),
      decode: (rows) => rows.map(usageEventOf)
    },
    Balance: {
      claims: ({ owner, shop }) => about(shop, owner),
      rank: lockOrder.balance,
      step: (read) => step(balance, read),
      decode: (rows) => (rows[0] === undefined ? 0 : number(rows[0], "amount"))
    },
    Coupon: {
      claims: ({ code, shop }) => about(shop, code),
      rank: lockOrder.coupon,
      step: (read) => step(coupon, read),
      decode: first(couponOf)
    },
    CustomerCoupon: {
      claims: ({ customer, shop }) => about(shop, customer),
      rank: lockOrder.customerCoupon,
      step: (read) => step(customerCoupon, read),
      decode: ([row]) => customerCouponOf(row)
    },
    HasPaid: {
      claims: ({ customer, shop }) => about(shop, customer),
      rank: lockOrder.first,
      lock: ({ customer, shop }) => `paid:${shop}:${customer}`,
      step: (read) => step(hasPaid, read),
      decode: (rows) => rows.length > 0
    },
    Usage: {
      claims: ({ shop, subscription }) => about(shop, subscription),
      rank: lockOrder.parentTotals,
      step: (read) => step(usage, read),
      decode: usageOf
    }
  } satisfies Partial<ReadTable>
}
