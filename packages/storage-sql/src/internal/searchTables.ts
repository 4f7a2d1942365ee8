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
  // Without the status, which changes: each of them would be written anew with it.
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
  // What succeeds has no reason, so that its new status is written to none of them.
  ...["gateway_id", "method", "reason"].map(
    (column) =>
      `CREATE INDEX {name:transactions_by_${column}} ON {transactions} (${column}, shop_id, (uid || ''))
        WHERE ${column} IS NOT NULL`
  )
]

/** The condition of the index of what is not decided. A search by it has the same, so that databases see that it fits. */
export const undecided = "status IN ('incomplete', 'pending')"

/**
 * Few are undecided at a time, so that the index stays small: in SQLite it costs a decision next to nothing. PostgreSQL
 * writes the new row of a decision to all indexes because of it, and did so without it wherever payments come fast: there
 * the row has found no place on the page of the old one (of 4,540 decisions at 32 in flight, 22 have).
 */
export const open = [
  `CREATE INDEX {name:transactions_undecided} ON {transactions} (status, shop_id, (uid || '')) WHERE ${undecided}`
]

/** By what acquirers call them. */
export const references = [
  `CREATE TABLE {acquirer_references} (
    gateway_id BIGINT NOT NULL,
    reference {text} NOT NULL,
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    PRIMARY KEY (gateway_id, reference, shop_id, uid)
  )`,
  // The gateway of a charge that was passed on stands in its attempts: acquirers that told anything are newer than these.
  `INSERT INTO {acquirer_references} (gateway_id, reference, shop_id, uid)
    SELECT CAST({GatewayOfTransaction} AS BIGINT), {ReferenceOfTransaction}, shop_id, uid FROM {transactions}
    WHERE {MethodOfTransaction} IS NULL AND {GatewayOfTransaction} IS NOT NULL
      AND LENGTH({ReferenceOfTransaction}) BETWEEN 1 AND 255 AND document NOT LIKE '%"step":"charge"%'`
]
