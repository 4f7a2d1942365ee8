/** The columns and indexes by which transactions are searched. Never change a released one. */

export const findable = [
  ...["currency", "email", "last4", "customer", "subscription"].map(
    (column) => `ALTER TABLE {transactions} ADD COLUMN ${column} {text}`
  ),
  `UPDATE {transactions} SET currency = {CurrencyOfTransaction}, email = LOWER({EmailOfTransaction}),
    last4 = {Last4OfTransaction}, customer = {CustomerOfTransaction}, subscription = {SubscriptionOfTransaction}`,
  // Each ends in the order of a list, so that a page of what has one value is read from where it begins: as an expression, by
  // which a planner that knows no more of the values can't take one of the two indexes of uids instead.
  ...["email", "last4", "customer", "subscription"].map(
    (column) =>
      `CREATE INDEX {name:transactions_by_${column}} ON {transactions} (${column}, shop_id, (uid || ''))
        WHERE ${column} IS NOT NULL`
  ),
  "CREATE INDEX {name:transactions_by_amount} ON {transactions} (amount, shop_id, (uid || ''))",
  // Without the status, which changes: a new status would be written to all indexes.
  "CREATE INDEX {name:transactions_by_type} ON {transactions} (type, shop_id, (uid || ''))"
]

/** What more of them are found by, and counted by. */
export const outcomes = [
  ...["gateway_id BIGINT", "method {text}", "reason {text}", "cycle BIGINT"].map(
    (column) => `ALTER TABLE {transactions} ADD COLUMN ${column}`
  ),
  `UPDATE {transactions} SET gateway_id = CAST(COALESCE({GatewayOfLastCharge}, {GatewayOfTransaction}) AS BIGINT),
    method = COALESCE({MethodOfTransaction}, {BrandOfTransaction}),
    reason = CASE status
      WHEN 'expired' THEN CASE WHEN {MethodOfTransaction} IS NULL THEN 'order-expired' ELSE 'unpaid' END
      WHEN 'failed' THEN COALESCE({ReasonOfTransaction},
        CASE WHEN {MethodOfTransaction} IS NULL THEN 'unspecified' ELSE 'provider' END)
    END,
    cycle = CASE {PurposeOfTransaction} WHEN 'renewal' THEN CAST({CycleOfTransaction} AS BIGINT) END`,
  // What succeeds has no reason, so that its new status is written to no index.
  ...["gateway_id", "method", "reason"].map(
    (column) =>
      `CREATE INDEX {name:transactions_by_${column}} ON {transactions} (${column}, shop_id, (uid || ''))
        WHERE ${column} IS NOT NULL`
  )
]
