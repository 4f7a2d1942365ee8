import { JobKind } from "@florin/core/jobs/Job"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import { TransactionStatus, TransactionType } from "@florin/core/transactions/Transaction"
import type { Migration } from "../Migrations.js"

const listed = (literals: ReadonlyArray<string>): string => literals.map((literal) => `'${literal}'`).join(", ")

/** The sets that core names, as migrations spell them. A value more in one of them needs a migration of its own. */
export const sets = {
  JobKind: listed(JobKind.literals),
  NotificationStatus: listed(NotificationStatus.literals),
  TransactionStatus: listed(TransactionStatus.literals),
  TransactionType: listed(TransactionType.literals)
}

const transactions = [
  `CREATE TABLE transactions (
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
  "CREATE UNIQUE INDEX transactions_by_uid ON transactions (uid)",
  "CREATE INDEX transactions_by_fingerprint ON transactions (shop_id, fingerprint, created_at)",
  "CREATE INDEX transactions_by_parent ON transactions (shop_id, parent_uid) WHERE parent_uid IS NOT NULL",
  `CREATE TABLE transaction_history (
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
  `CREATE TABLE tracking_ids (
    shop_id {text} NOT NULL,
    tracking_id {text} NOT NULL,
    created_at BIGINT NOT NULL,
    uid {text} NOT NULL,
    PRIMARY KEY (shop_id, tracking_id, created_at, uid)
  )`
]

const cards = [
  `CREATE TABLE cards (
    shop_id {text} NOT NULL,
    token {text} NOT NULL,
    key_id {text} NOT NULL,
    sealed {text} NOT NULL,
    created_at BIGINT NOT NULL,
    document {text} NOT NULL,
    PRIMARY KEY (shop_id, token)
  )`,
  "CREATE INDEX cards_by_key ON cards (key_id)"
]

const jobs = [
  `CREATE TABLE jobs (
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
  "CREATE INDEX jobs_by_due ON jobs (run_at, place)",
  "CREATE TABLE job_owners (owner {text} NOT NULL PRIMARY KEY, alive_until BIGINT NOT NULL)"
]

const idempotency = [
  `CREATE TABLE idempotency_keys (
    shop_id {text} NOT NULL,
    request_key {text} NOT NULL,
    fingerprint {text} NOT NULL,
    claimed_at BIGINT NOT NULL,
    answer_status BIGINT,
    answer_body {text},
    PRIMARY KEY (shop_id, request_key)
  )`,
  "CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at)"
]

const notifications = [
  `CREATE TABLE notifications (
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
  "CREATE INDEX notifications_by_uid ON notifications (shop_id, uid, status, sequence)",
  "CREATE INDEX notifications_by_status ON notifications (shop_id, status, id)"
]

const shops = [
  `CREATE TABLE shops (
    id {text} NOT NULL PRIMARY KEY,
    secret_hash {text} NOT NULL,
    document {text} NOT NULL,
    created_at BIGINT NOT NULL
  )`
]

/**
 * Every step that the tables have taken, oldest first. One that was released is never changed: databases keep its
 * checksum. Instants are milliseconds of the epoch.
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
    // Thousands of jobs that are worked on must not stand in the way of who looks for the next.
    statements: [
      "CREATE INDEX jobs_free ON jobs (run_at, place) WHERE lease_owner IS NULL",
      "CREATE INDEX jobs_held ON jobs (lease_owner) WHERE lease_owner IS NOT NULL"
    ]
  }
]
