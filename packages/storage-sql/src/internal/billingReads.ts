/** Reads of subscriptions. */
import type { Dialect } from "../Dialect.js"
import { couponOf, customerCouponOf, usageOf } from "./accountRows.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import { about } from "./rowNames.js"
import { statement } from "./statement.js"
import { subscriptionOf } from "./subscriptionRow.js"
import { first, number, step } from "./values.js"

const usage = statement(
  "load.usage",
  `SELECT item, total, largest, latest, latest_at FROM {usage_totals}
  WHERE shop_id = [shop] AND subscription = [subscription] AND cycle = [cycle]`
)

export const billingReads = ({ forUpdate }: Dialect) => {
  const named = `FROM {subscriptions} WHERE shop_id = [shop] AND id = [id]${forUpdate}` as const
  const subscription = statement("load.subscription", `SELECT agreement, document ${named}`)
  const subscriptionUnless = statement(
    "load.subscription",
    `SELECT CASE WHEN version = [version] THEN NULL ELSE agreement END AS agreement,
      CASE WHEN version = [version] THEN NULL ELSE document END AS document ${named}`
  )
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
  const subscriptionVersion = statement("load.subscription", `SELECT version ${named}`)
  return {
    Subscription: {
      claims: ({ id, shop }) => about(shop, id),
      rank: lockOrder.subscription,
      step: ({ id, known, shop }) =>
        known === undefined
          ? step(subscription, { shop, id })
          : step(subscriptionUnless, { shop, id, version: known.version }),
      decode: (rows, { known }) => first((row) => (row.agreement === null ? known : subscriptionOf(row)))(rows)
    },
    SubscriptionVersion: {
      claims: ({ id, shop }) => about(shop, id),
      rank: lockOrder.subscription,
      step: (read) => step(subscriptionVersion, read),
      decode: first((row) => number(row, "version"))
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
    Usage: {
      claims: ({ shop, subscription }) => about(shop, subscription),
      rank: lockOrder.parentTotals,
      step: (read) => step(usage, read),
      decode: usageOf
    }
  } satisfies Partial<ReadTable>
}
