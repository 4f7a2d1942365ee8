import type { Migration } from "../Migrations.js"
import { billing, entitlements } from "./billingTables.js"
import { auditIndexes, people } from "./peopleTables.js"
import { findable, open, outcomes, references } from "./searchTables.js"

/**
 * The sets that 0.1.0 rendered into its first migration, frozen as part of it. Later sets are written in the migrations
 * themselves, where the checksum covers them.
 */
export const sets = {
  JobKind: "'recover', 'expire', 'release-hold', 'reverse', 'notify', 'sweep'",
  NotificationStatus: "'waiting', 'delivered', 'superseded', 'stopped', 'exhausted'",
  TransactionStatus: "'incomplete', 'pending', 'successful', 'failed', 'expired'",
  TransactionType: "'authorization', 'payment', 'tokenization', 'capture', 'void', 'refund', 'credit', 'payout'"
}

const transactions = [
  `CREATE TABLE {transactions} (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    type {text} NOT NULL CHECK (type IN ({TransactionType})),
    status {text} NOT NULL CHECK (status IN ({TransactionStatus})),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    parent_uid {text},
    fingerprint {text} NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, uid)
  )`,
  "CREATE UNIQUE INDEX {name:transactions_by_uid} ON {transactions} (uid)",
  "CREATE INDEX {name:transactions_by_fingerprint} ON {transactions} (shop_id, fingerprint, created_at)",
  "CREATE INDEX {name:transactions_by_parent} ON {transactions} (shop_id, parent_uid) WHERE parent_uid IS NOT NULL",
  `CREATE TABLE {transaction_history} (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    version BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    trigger_name {text} NOT NULL,
    from_status {text} NOT NULL,
    to_status {text} NOT NULL,
    detail {text},
    PRIMARY KEY (shop_id, uid, version)
  )`,
  `CREATE TABLE {tracking_ids} (
    shop_id {text} NOT NULL,
    tracking_id {text} NOT NULL,
    created_at BIGINT NOT NULL,
    uid {text} NOT NULL,
    PRIMARY KEY (shop_id, tracking_id, created_at, uid)
  )`
]

const cards = [
  `CREATE TABLE {cards} (
    shop_id {text} NOT NULL,
    token {text} NOT NULL,
    key_id {text} NOT NULL,
    sealed {text} NOT NULL,
    created_at BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, token)
  )`,
  "CREATE INDEX {name:cards_by_key} ON {cards} (key_id)"
]

const jobs = [
  `CREATE TABLE {jobs} (
    shop_id {text} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ({JobKind})),
    subject {text} NOT NULL,
    run_at BIGINT NOT NULL,
    place BIGINT NOT NULL,
    lease_owner {text},
    fence BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (shop_id, kind, subject)
  )`,
  "CREATE INDEX {name:jobs_by_due} ON {jobs} (run_at, place)",
  "CREATE TABLE {job_owners} (owner {text} NOT NULL PRIMARY KEY, alive_until BIGINT NOT NULL)"
]

const idempotency = [
  `CREATE TABLE {idempotency_keys} (
    shop_id {text} NOT NULL,
    request_key {text} NOT NULL,
    fingerprint {text} NOT NULL,
    claimed_at BIGINT NOT NULL,
    answer_status BIGINT,
    answer_body {text},
    PRIMARY KEY (shop_id, request_key)
  )`,
  "CREATE INDEX {name:idempotency_keys_by_age} ON {idempotency_keys} (claimed_at)"
]

const notifications = [
  `CREATE TABLE {notifications} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    uid {text} NOT NULL,
    sequence BIGINT NOT NULL,
    url {text} NOT NULL,
    body {text} NOT NULL,
    status {text} NOT NULL CHECK (status IN ({NotificationStatus})),
    attempts BIGINT NOT NULL,
    last_result {text},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE INDEX {name:notifications_by_uid} ON {notifications} (shop_id, uid, status, sequence)",
  "CREATE INDEX {name:notifications_by_status} ON {notifications} (shop_id, status, id)"
]

const shops = [
  `CREATE TABLE {shops} (
    id {text} NOT NULL PRIMARY KEY,
    secret_hash {text} NOT NULL,
    document {text} NOT NULL,
    created_at BIGINT NOT NULL
  )`
]

/**
 * Rooms contribute kinds of due work and types of transactions, so the database has no CHECK on them: each new room
 * would need a migration, and SQLite can change a CHECK only by rebuilding the table.
 */
const contributed = [
  `CREATE TABLE {jobs_3} (
    shop_id {text} NOT NULL,
    kind {text} NOT NULL,
    subject {text} NOT NULL,
    share {text} NOT NULL DEFAULT '|',
    run_at BIGINT NOT NULL,
    place BIGINT NOT NULL,
    lease_owner {text},
    fence BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    PRIMARY KEY (shop_id, kind, subject)
  )`,
  `INSERT INTO {jobs_3} (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)
  SELECT shop_id, kind, subject, '|' || shop_id, run_at, place, NULL, fence, attempts FROM {jobs}`,
  "DROP TABLE {jobs}",
  "ALTER TABLE {jobs_3} RENAME TO {name:jobs}",
  "CREATE INDEX {name:jobs_free} ON {jobs} (run_at, place) WHERE lease_owner IS NULL",
  "CREATE INDEX {name:jobs_by_share} ON {jobs} (kind, share, run_at, place) WHERE lease_owner IS NULL",
  "CREATE INDEX {name:jobs_held} ON {jobs} (lease_owner) WHERE lease_owner IS NOT NULL",
  "DROP TABLE {job_owners}",
  "CREATE TABLE {workers} (owner {text} NOT NULL PRIMARY KEY, heartbeats BIGINT NOT NULL)",
  `CREATE TABLE {transactions_3} (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    type {text} NOT NULL,
    status {text} NOT NULL CHECK (status IN ('incomplete', 'pending', 'successful', 'failed', 'expired')),
    amount BIGINT NOT NULL CHECK (amount >= 0),
    parent_uid {text},
    fingerprint {text} NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, uid)
  )`,
  `INSERT INTO {transactions_3}
  SELECT shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document FROM {transactions}`,
  "DROP TABLE {transactions}",
  "ALTER TABLE {transactions_3} RENAME TO {name:transactions}",
  "CREATE UNIQUE INDEX {name:transactions_by_uid} ON {transactions} (uid)",
  "CREATE INDEX {name:transactions_by_fingerprint} ON {transactions} (shop_id, fingerprint, created_at)",
  "CREATE INDEX {name:transactions_by_parent} ON {transactions} (shop_id, parent_uid) WHERE parent_uid IS NOT NULL",
  "ALTER TABLE {notifications} RENAME COLUMN uid TO subject"
]

const subscriptions = [
  // `place` orders rows of one millisecond. Lists are newest first.
  `CREATE TABLE {plans} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    place BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE UNIQUE INDEX {name:plans_by_id} ON {plans} (id)",
  "CREATE INDEX {name:plans_by_place} ON {plans} (shop_id, place, id)",
  `CREATE TABLE {customers} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    place BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE INDEX {name:customers_by_place} ON {customers} (shop_id, place, id)",
  `CREATE TABLE {subscriptions} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('redirecting', 'trial', 'active', 'failed_attempt', 'error', 'failed',
      'canceled', 'expired')),
    place BIGINT NOT NULL,
    version BIGINT NOT NULL,
    agreement {text} NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE UNIQUE INDEX {name:subscriptions_by_id} ON {subscriptions} (id)",
  "CREATE INDEX {name:subscriptions_by_place} ON {subscriptions} (shop_id, place, id)",
  "ALTER TABLE {idempotency_keys} ADD COLUMN subject {text}"
]

const transfers = [
  // The content has its own table: in SQLite an update of a row, as rotation makes, also rewrites its largest column. In
  // pieces: the drivers copy a value several times.
  `CREATE TABLE {documents} (
    shop_id {text} NOT NULL,
    proof_uid {text} NOT NULL,
    file_name {text} NOT NULL,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    key_id {text} NOT NULL,
    wrapped {text} NOT NULL,
    PRIMARY KEY (shop_id, proof_uid)
  )`,
  "CREATE INDEX {name:documents_by_key} ON {documents} (key_id)",
  `CREATE TABLE {document_contents} (
    shop_id {text} NOT NULL,
    proof_uid {text} NOT NULL,
    place BIGINT NOT NULL,
    content {bytes} NOT NULL,
    PRIMARY KEY (shop_id, proof_uid, place)
  )`,
  // Not an index of the transactions whose status is `pending`: most of them wait for no operator.
  `CREATE TABLE {waiting_proofs} (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (shop_id, uid)
  )`,
  "CREATE INDEX {name:waiting_proofs_by_age} ON {waiting_proofs} (created_at, uid)",
  // A settled mark stays: an operator may have seen it last on a page, and asks for what comes after it.
  `CREATE TABLE {transfer_evidence} (
    shop_id {text} NOT NULL,
    uid {text} NOT NULL,
    marked_at BIGINT NOT NULL,
    settled BIGINT NOT NULL,
    PRIMARY KEY (shop_id, uid)
  )`,
  "CREATE INDEX {name:transfer_evidence_by_age} ON {transfer_evidence} (marked_at, uid) WHERE settled = 0"
]

const receipts = [
  // Of a host that receives its own gateway's webhooks in this process. `sequence` is -1 until one was acted on.
  `CREATE TABLE {webhook_receipts} (
    shop_id {text} NOT NULL,
    subject {text} NOT NULL,
    sequence BIGINT NOT NULL,
    message_id {text} NOT NULL,
    holder {text},
    held_until BIGINT,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (shop_id, subject)
  )`,
  "CREATE INDEX {name:webhook_receipts_by_age} ON {webhook_receipts} (updated_at)"
]

const checkouts = [
  `CREATE TABLE {checkouts} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    reference {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('open', 'paying', 'paid', 'failed', 'expired', 'canceled')),
    place BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE UNIQUE INDEX {name:checkouts_by_id} ON {checkouts} (id)",
  "CREATE UNIQUE INDEX {name:checkouts_by_reference} ON {checkouts} (shop_id, reference)",
  "CREATE INDEX {name:checkouts_by_place} ON {checkouts} (shop_id, place, id)"
]

const savedCards = [
  // A customer has few cards: their order needs no index.
  "ALTER TABLE {cards} ADD COLUMN customer {text}",
  "CREATE INDEX {name:cards_by_customer} ON {cards} (shop_id, customer) WHERE customer IS NOT NULL",
  "ALTER TABLE {subscriptions} ADD COLUMN card_token {text}",
  "UPDATE {subscriptions} SET card_token = {CardOfAgreement}",
  "CREATE INDEX {name:subscriptions_by_card} ON {subscriptions} (shop_id, card_token) WHERE card_token IS NOT NULL"
]

const products = [
  `CREATE TABLE {products} (
    shop_id {text} NOT NULL,
    id {text} NOT NULL,
    remaining BIGINT CHECK (remaining >= 0),
    place BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, id)
  )`,
  "CREATE UNIQUE INDEX {name:products_by_id} ON {products} (id)",
  "CREATE INDEX {name:products_by_place} ON {products} (shop_id, place, id)"
]

/**
 * All migrations, oldest first. Never change a released one: databases store its checksum. Instants are epoch
 * milliseconds. `{transactions}` stands for a table or, in `DROP INDEX`, an index; `{name:transactions}` for its name alone,
 * after `RENAME TO` and as the new index in `CREATE INDEX`.
 */
export const migrations: ReadonlyArray<Migration> = [
  {
    id: 1,
    name: "transactions, cards, jobs, idempotency keys, notifications, shops",
    statements: [...transactions, ...cards, ...jobs, ...idempotency, ...notifications, ...shops]
  },
  {
    id: 2,
    name: "due work by who holds it",
    // Partial indexes: a search for the next due job skips thousands of leased ones.
    statements: [
      "CREATE INDEX {name:jobs_free} ON {jobs} (run_at, place) WHERE lease_owner IS NULL",
      "CREATE INDEX {name:jobs_held} ON {jobs} (lease_owner) WHERE lease_owner IS NOT NULL"
    ]
  },
  { id: 3, name: "kinds that rooms contribute, shares, workers by their heartbeats", statements: contributed },
  {
    id: 4,
    name: "due work by kind, notifications by subject alone",
    statements: [
      // A claim asks for some kinds: neither what is due of others nor what is not due yet may cost it anything.
      "CREATE INDEX {name:jobs_by_kind} ON {jobs} (kind, run_at, place) WHERE lease_owner IS NULL",
      "DROP INDEX {jobs_free}",
      // An attempt changes the status; with it in the index, each attempt also wrote to two pages of the index.
      "CREATE INDEX {name:notifications_by_subject} ON {notifications} (shop_id, subject, sequence)",
      "DROP INDEX {notifications_by_uid}"
    ]
  },
  { id: 5, name: "plans, customers, subscriptions", statements: subscriptions },
  { id: 6, name: "documents, and what waits for an operator", statements: transfers },
  { id: 7, name: "webhooks that a host has acted on", statements: receipts },
  { id: 8, name: "tables under Florin's names", statements: [], moves: true },
  {
    id: 9,
    name: "the newest notification of a subject",
    statements: [
      // One state may have thousands of notifications, which were asked for again and again.
      "CREATE INDEX {name:notifications_by_subject_and_id} ON {notifications} (shop_id, subject, sequence, id)",
      "DROP INDEX {notifications_by_subject}"
    ]
  },
  {
    id: 10,
    name: "what a database knows of itself",
    statements: ["CREATE TABLE {database_facts} (name {text} NOT NULL PRIMARY KEY, value {text} NOT NULL)"]
  },
  {
    id: 11,
    name: "merchants' notes on transactions",
    statements: [
      `CREATE TABLE {transaction_notes} (
        shop_id {text} NOT NULL,
        uid {text} NOT NULL,
        note {text} NOT NULL,
        PRIMARY KEY (shop_id, uid)
      )`
    ]
  },
  { id: 12, name: "checkouts", statements: checkouts },
  { id: 13, name: "cards by customer, subscriptions by card", statements: savedCards },
  { id: 14, name: "products", statements: products },
  {
    id: 15,
    name: "shops by their public keys",
    statements: [
      "ALTER TABLE {shops} ADD COLUMN open_key {text}",
      "CREATE UNIQUE INDEX {name:shops_by_open_key} ON {shops} (open_key) WHERE open_key IS NOT NULL"
    ]
  },
  { id: 16, name: "cards by a provider's token", statements: ["ALTER TABLE {cards} ADD COLUMN provider_token {text}"] },
  { id: 17, name: "transactions by acquirers' references", statements: references },
  { id: 18, name: "coupons, balances, usage", statements: billing },
  { id: 19, name: "what customers are entitled to", statements: entitlements },
  { id: 20, name: "transactions by what people know of them", statements: findable },
  { id: 21, name: "people, approvals, the audit", statements: people },
  {
    id: 22,
    name: "transactions by acquirer, method and reason; what became of each attempt to deliver a notification",
    statements: [...outcomes, "ALTER TABLE {notifications} ADD COLUMN tries {text}"]
  },
  {
    id: 23,
    name: "transactions that are not decided, the audit by kind and by operation",
    statements: [...open, ...auditIndexes]
  }
]
