/** The tables of coupons, balances and usage, and what customers are entitled to. Never change a released one. */

export const billing = [
  "ALTER TABLE {subscriptions} ADD COLUMN customer_id {text}",
  "UPDATE {subscriptions} SET customer_id = {CustomerOfAgreement}",
  `CREATE INDEX {name:subscriptions_by_customer} ON {subscriptions} (shop_id, customer_id, id)
    WHERE customer_id IS NOT NULL`,
  `CREATE TABLE {coupons} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    redemptions BIGINT NOT NULL,
    max_redemptions BIGINT CHECK (redemptions <= max_redemptions),
    place BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE INDEX {name:coupons_by_place} ON {coupons} (shop_id, place, id)",
  `CREATE TABLE {balances} (
    shop_id {text} NOT NULL,
    owner {text} NOT NULL,
    currency {text} NOT NULL,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (shop_id, owner, currency)
  )`,
  `CREATE TABLE {customer_coupons} (
    shop_id {text} NOT NULL,
    customer {text} NOT NULL,
    code {text} NOT NULL,
    cycles_left BIGINT CHECK (cycles_left >= 0),
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, customer)
  )`,
  `CREATE TABLE {usage_totals} (
    shop_id {text} NOT NULL,
    subscription {text} NOT NULL,
    cycle BIGINT NOT NULL,
    item {text} NOT NULL,
    total BIGINT NOT NULL,
    largest BIGINT NOT NULL,
    latest BIGINT NOT NULL,
    latest_at BIGINT NOT NULL,
    PRIMARY KEY (shop_id, subscription, cycle, item)
  )`,
  `CREATE TABLE {usage_events} (
    shop_id {text} NOT NULL,
    subscription {text} NOT NULL,
    event_key {text} NOT NULL,
    item {text} NOT NULL,
    quantity BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    cycle BIGINT NOT NULL,
    PRIMARY KEY (shop_id, subscription, event_key)
  )`
]

export const entitlements = [
  "ALTER TABLE {customers} ADD COLUMN entitlements {text}",
  "ALTER TABLE {customers} ADD COLUMN entitlements_version BIGINT NOT NULL DEFAULT 0"
]
