/** The tables of people, approvals and the audit. Never change a released one. */

export const people = [
  `CREATE TABLE {people} (
    id {text} NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    document {text} NOT NULL
  )`,
  // A party may be anything that somebody typed as a name: its hash stands here.
  `CREATE TABLE {sign_in_tries} (
    party {text} NOT NULL PRIMARY KEY,
    failed {text} NOT NULL,
    at BIGINT NOT NULL
  )`,
  "CREATE INDEX {name:sign_in_tries_by_age} ON {sign_in_tries} (at)",
  `CREATE TABLE {approvals} (
    id {text} NOT NULL PRIMARY KEY,
    shop_id {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('waiting', 'approved', 'declined', 'used')),
    version BIGINT NOT NULL,
    document {text} NOT NULL
  )`,
  "CREATE INDEX {name:approvals_open} ON {approvals} (id) WHERE state IN ('waiting', 'approved')",
  `CREATE TABLE {audit} (
    id {text} NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ('action', 'look', 'denied', 'sign-in')),
    actor {text} NOT NULL,
    entrance {text} NOT NULL,
    address {text},
    operation {text} NOT NULL,
    shop_id {text},
    subject {text},
    detail {text}
  )`,
  "CREATE INDEX {name:audit_by_actor} ON {audit} (actor, id)",
  "CREATE INDEX {name:audit_by_shop} ON {audit} (shop_id, id)",
  "CREATE INDEX {name:audit_by_subject} ON {audit} (subject, id) WHERE subject IS NOT NULL",
  "{AuditIsOnlyAppended}",
  "{AuditIsNeverRemoved}"
]

/** What few entries have is found among all of them: what was denied, say. */
export const auditIndexes = ["kind", "operation"].map(
  (column) => `CREATE INDEX {name:audit_by_${column}} ON {audit} (${column}, id)`
)
