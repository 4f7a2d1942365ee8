import type { SqlValue } from "@florin/core/store/UnitOfWork"

/**
 * A fixed statement text with `?` placeholders, in which `{transactions}` is that table of Florin's.
 *
 * - `rows`: the statement can take several rows: `head`, one `row` each, `tail`
 * - `expects`: the statement must change one row per step, otherwise the unit is stale. `batched` is the multi-row
 * form,
 *   which fails when it changes fewer rows
 * - `name`: the range of values (end exclusive) that identify the changed row. One statement can't hold two rows with
 *   equal names
 * - `unlocked`: the form for databases with concurrent writers, which skips locked rows
 */
export interface Statement {
  readonly operation: string
  readonly text: string
  readonly rows?: { readonly head: string; readonly row: string; readonly tail: string }
  readonly expects?: { readonly batched: (rows: number) => string }
  readonly name?: readonly [from: number, to: number]
  readonly unlocked?: string
}

/** A statement with its values. */
export interface Step {
  readonly statement: Statement
  readonly values: ReadonlyArray<SqlValue>
}

const plain = (operation: string, text: string): Statement => ({ operation, text })

const inserted = (operation: string, head: string, row: string): Statement => ({
  operation,
  text: `${head} VALUES ${row}`,
  rows: { head: `${head} VALUES `, row, tail: "" }
})

const merged = (
  operation: string,
  head: string,
  row: string,
  tail: string,
  name: NonNullable<Statement["name"]>
): Statement => ({
  operation,
  text: `${head} VALUES ${row}${tail}`,
  rows: { head: `${head} VALUES `, row, tail },
  name
})

const repeated = (row: string, rows: number): string => Array.from({ length: rows }, () => row).join(", ")

// A wrong row count divides by zero. The server then skips the rest of the batch, including COMMIT.
const asserted = (change: string, rows: number): string =>
  `WITH changed AS (${change} RETURNING 1) SELECT 1 / (CASE WHEN count(*) = ${rows} THEN 1 ELSE 0 END) FROM changed`

const expecting = (
  operation: string,
  name: NonNullable<Statement["name"]>,
  text: string,
  change: (rows: number) => string
): Statement => ({
  operation,
  text,
  name,
  expects: { batched: (rows) => asserted(change(rows), rows) }
})

const one = (row: string) => (rows: number) => repeated(row, rows)

const jobKey = "shop_id = ? AND kind = ? AND subject = ?"
const heldJob = `WHERE ${jobKey} AND fence = ?`
const heldJobs = one("(?::text, ?::text, ?::text, ?::bigint)")

const changedJobs = (set: string, row: string) => (rows: number) =>
  `UPDATE {jobs} jobs SET ${set} FROM (VALUES ${repeated(row, rows)})
    v (a, b, shop_id, kind, subject, fence)
  WHERE jobs.shop_id = v.shop_id AND jobs.kind = v.kind AND jobs.subject = v.subject AND jobs.fence = v.fence`

const movedJob = "(?::bigint, ?::bigint, ?::text, ?::text, ?::text, ?::bigint)"

/** Transactions, their history and their cards. */
export const transactions = {
  insert: inserted(
    "transactions.insert",
    `INSERT INTO {transactions}
    (shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document)`,
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  ),
  insertTrackingId: inserted(
    "transactions.insert",
    "INSERT INTO {tracking_ids} (shop_id, tracking_id, created_at, uid)",
    "(?, ?, ?, ?)"
  ),
  appendHistory: inserted(
    "transactions.record",
    `INSERT INTO {transaction_history}
    (shop_id, uid, version, happened_at, trigger_name, from_status, to_status, detail)`,
    "(?, ?, ?, ?, ?, ?, ?, ?)"
  ),
  replace: expecting(
    "transactions.update",
    [4, 6],
    `UPDATE {transactions} SET status = ?, amount = ?, version = ?, document = ?
  WHERE shop_id = ? AND uid = ? AND version = ?`,
    (
      rows
    ) => `UPDATE {transactions} t SET status = v.status, amount = v.amount, version = v.version, document = v.document
    FROM (VALUES ${repeated("(?::text, ?::bigint, ?::bigint, ?::text, ?::text, ?::text, ?::bigint)", rows)})
      v (status, amount, version, document, shop_id, uid, replaced)
    WHERE t.shop_id = v.shop_id AND t.uid = v.uid AND t.version = v.replaced`
  ),
  insertCard: inserted(
    "cards.insert",
    "INSERT INTO {cards} (shop_id, token, key_id, sealed, created_at, document)",
    "(?, ?, ?, ?, ?, ?)"
  ),
  replaceCard: plain("cards.replace", "UPDATE {cards} SET document = ? WHERE shop_id = ? AND token = ?")
}

/**
 * Documents of proofs, and what waits for an operator. A piece of a content is alone in its statement: several would be
 * copied together.
 */
export const transfers = {
  insertDocument: inserted(
    "documents.insert",
    "INSERT INTO {documents} (shop_id, proof_uid, file_name, size, created_at, key_id, wrapped)",
    "(?, ?, ?, ?, ?, ?, ?)"
  ),
  insertContent: plain(
    "documents.insert",
    "INSERT INTO {document_contents} (shop_id, proof_uid, place, content) VALUES (?, ?, ?, ?)"
  ),
  awaitProof: inserted("proofs.await", "INSERT INTO {waiting_proofs} (shop_id, uid, created_at)", "(?, ?, ?)"),
  decideProof: plain("proofs.decide", "DELETE FROM {waiting_proofs} WHERE shop_id = ? AND uid = ?"),
  keepEvidence: merged(
    "evidence.keep",
    "INSERT INTO {transfer_evidence} AS kept (shop_id, uid, marked_at, settled)",
    "(?, ?, ?, 0)",
    `
  ON CONFLICT (shop_id, uid) DO UPDATE SET marked_at = excluded.marked_at, settled = 0
  WHERE kept.settled = 1`,
    [0, 2]
  ),
  settleEvidence: plain("evidence.settle", "UPDATE {transfer_evidence} SET settled = 1 WHERE shop_id = ? AND uid = ?")
}

/** Plans, customers and subscriptions. */
export const billing = {
  insertPlan: inserted("plans.insert", "INSERT INTO {plans} (shop_id, id, place, document)", "(?, ?, ?, ?)"),
  insertCustomer: inserted(
    "customers.insert",
    "INSERT INTO {customers} (shop_id, id, place, document)",
    "(?, ?, ?, ?)"
  ),
  insertSubscription: inserted(
    "subscriptions.insert",
    "INSERT INTO {subscriptions} (shop_id, id, state, place, version, agreement, document)",
    "(?, ?, ?, ?, ?, ?, ?)"
  ),
  replaceSubscription: expecting(
    "subscriptions.update",
    [3, 5],
    "UPDATE {subscriptions} SET state = ?, version = ?, document = ? WHERE shop_id = ? AND id = ? AND version = ?",
    (rows) => `UPDATE {subscriptions} s SET state = v.state, version = v.version, document = v.document
    FROM (VALUES ${repeated("(?::text, ?::bigint, ?::text, ?::text, ?::text, ?::bigint)", rows)})
      v (state, version, document, shop_id, id, replaced)
    WHERE s.shop_id = v.shop_id AND s.id = v.id AND s.version = v.replaced`
  ),
  replaceAgreement: expecting(
    "subscriptions.update",
    [4, 6],
    `UPDATE {subscriptions} SET agreement = ?, state = ?, version = ?, document = ?
    WHERE shop_id = ? AND id = ? AND version = ?`,
    (
      rows
    ) => `UPDATE {subscriptions} s SET agreement = v.agreement, state = v.state, version = v.version, document = v.document
    FROM (VALUES ${repeated("(?::text, ?::text, ?::bigint, ?::text, ?::text, ?::text, ?::bigint)", rows)})
      v (agreement, state, version, document, shop_id, id, replaced)
    WHERE s.shop_id = v.shop_id AND s.id = v.id AND s.version = v.replaced`
  )
}

// Few workers hold jobs, but one may hold a thousand: this skips from owner to owner instead of scanning the jobs.
const orphans = `
      WITH RECURSIVE holders (name) AS (
        SELECT MIN(lease_owner) FROM {jobs} WHERE lease_owner IS NOT NULL
        UNION ALL
        SELECT (SELECT MIN(lease_owner) FROM {jobs} WHERE lease_owner > name) FROM holders WHERE name IS NOT NULL
      )
      SELECT name FROM holders WHERE name IS NOT NULL AND name NOT IN (SELECT owner FROM {workers})`

/** Due work and the workers that hold leases. */
export const jobs = {
  enqueue: merged(
    "jobs.enqueue",
    "INSERT INTO {jobs} AS jobs (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)",
    "(?, ?, ?, ?, ?, ?, NULL, ?, 0)",
    `
  ON CONFLICT (shop_id, kind, subject) DO UPDATE
    SET run_at = excluded.run_at, place = excluded.place, share = excluded.share
  WHERE jobs.run_at > excluded.run_at`,
    [0, 3]
  ),
  hold: inserted(
    "jobs.hold",
    "INSERT INTO {jobs} (shop_id, kind, subject, share, run_at, place, lease_owner, fence, attempts)",
    "(?, ?, ?, ?, ?, ?, ?, ?, 0)"
  ),
  claim: expecting(
    "jobs.claim",
    [1, 4],
    `UPDATE {jobs} SET lease_owner = ?, fence = fence + 1 ${heldJob}`,
    (rows) => `UPDATE {jobs} jobs SET lease_owner = v.owner, fence = jobs.fence + 1
    FROM (VALUES ${repeated("(?::text, ?::text, ?::text, ?::text, ?::bigint)", rows)})
      v (owner, shop_id, kind, subject, fence)
    WHERE jobs.shop_id = v.shop_id AND jobs.kind = v.kind AND jobs.subject = v.subject AND jobs.fence = v.fence`
  ),
  finish: expecting(
    "jobs.finish",
    [0, 3],
    `DELETE FROM {jobs} ${heldJob}`,
    (rows) => `DELETE FROM {jobs} WHERE (shop_id, kind, subject, fence) IN (VALUES ${heldJobs(rows)})`
  ),
  postpone: expecting(
    "jobs.postpone",
    [2, 5],
    `UPDATE {jobs} SET run_at = ?, place = ?, lease_owner = NULL, attempts = attempts + 1 ${heldJob}`,
    changedJobs("run_at = v.a, place = v.b, lease_owner = NULL, attempts = attempts + 1", movedJob)
  ),
  park: expecting(
    "jobs.park",
    [2, 5],
    `UPDATE {jobs} SET run_at = ?, place = ?, lease_owner = NULL, attempts = 0 ${heldJob}`,
    changedJobs("run_at = v.a, place = v.b, lease_owner = NULL, attempts = 0", movedJob)
  ),
  keep: expecting(
    "jobs.keep",
    [2, 5],
    `UPDATE {jobs} SET run_at = ?, place = ? ${heldJob}`,
    changedJobs("run_at = v.a, place = v.b", movedJob)
  ),
  release: plain("jobs.release", `UPDATE {jobs} SET lease_owner = NULL ${heldJob}`),
  cancel: plain("jobs.cancel", `DELETE FROM {jobs} WHERE ${jobKey}`),
  register: plain(
    "workers.register",
    "INSERT INTO {workers} (owner, heartbeats) VALUES (?, 0) ON CONFLICT (owner) DO NOTHING"
  ),
  heartbeat: expecting(
    "workers.heartbeat",
    [0, 1],
    "UPDATE {workers} SET heartbeats = heartbeats + 1 WHERE owner = ?",
    (rows) => `UPDATE {workers} SET heartbeats = heartbeats + 1 WHERE owner IN (${repeated("?", rows)})`
  ),
  deregister: plain("workers.deregister", "DELETE FROM {workers} WHERE owner = ?"),
  deregisterSilent: plain("workers.deregister", "DELETE FROM {workers} WHERE owner = ? AND heartbeats = ?"),
  // A process that hangs in a transaction keeps its rows locked, and waiting for them would block this worker. The next
  // run releases them.
  releaseOrphans: {
    ...plain("jobs.releaseOrphans", `UPDATE {jobs} SET lease_owner = NULL WHERE lease_owner IN (${orphans})`),
    unlocked: `UPDATE {jobs} SET lease_owner = NULL WHERE (shop_id, kind, subject) IN (
      SELECT shop_id, kind, subject FROM {jobs} WHERE lease_owner IN (${orphans}) FOR UPDATE SKIP LOCKED)`
  }
}

/** Notifications and idempotency keys. */
export const outbox = {
  // `<=`, because announcing the same state again uses the same sequence.
  supersede: plain(
    "notifications.insert",
    `UPDATE {notifications} SET status = 'superseded', updated_at = ?
  WHERE shop_id = ? AND subject = ? AND status = 'waiting' AND sequence <= ?`
  ),
  insert: inserted(
    "notifications.insert",
    `INSERT INTO {notifications}
    (shop_id, id, subject, sequence, url, body, status, attempts, last_result, created_at, updated_at)`,
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  ),
  update: plain(
    "notifications.update",
    "UPDATE {notifications} SET status = ?, attempts = ?, last_result = ?, updated_at = ? WHERE shop_id = ? AND id = ?"
  ),
  claimKey: plain(
    "idempotency.claim",
    `INSERT INTO {idempotency_keys} (shop_id, request_key, fingerprint, claimed_at, subject, answer_status, answer_body)
  VALUES (?, ?, ?, ?, ?, NULL, NULL)
  ON CONFLICT (shop_id, request_key) DO UPDATE SET fingerprint = excluded.fingerprint,
    claimed_at = excluded.claimed_at, subject = excluded.subject, answer_status = NULL, answer_body = NULL`
  ),
  // The answer may have been written after the claim was read: the row lock waits for it.
  claimUnanswered: expecting(
    "idempotency.claim",
    [3, 5],
    `UPDATE {idempotency_keys} SET fingerprint = ?, claimed_at = ?, subject = ?
  WHERE shop_id = ? AND request_key = ? AND answer_status IS NULL`,
    (
      rows
    ) => `UPDATE {idempotency_keys} k SET fingerprint = v.fingerprint, claimed_at = v.claimed_at, subject = v.subject
    FROM (VALUES ${repeated("(?::text, ?::bigint, ?::text, ?::text, ?::text)", rows)})
      v (fingerprint, claimed_at, subject, shop_id, request_key)
    WHERE k.shop_id = v.shop_id AND k.request_key = v.request_key AND k.answer_status IS NULL`
  ),
  markKey: plain(
    "idempotency.mark",
    "UPDATE {idempotency_keys} SET subject = ? WHERE shop_id = ? AND request_key = ? AND answer_status IS NULL"
  ),
  keepAnswer: plain(
    "idempotency.answer",
    `UPDATE {idempotency_keys} SET answer_status = ?, answer_body = ?
  WHERE shop_id = ? AND request_key = ? AND answer_status IS NULL`
  ),
  forgetKey: plain("idempotency.forget", "DELETE FROM {idempotency_keys} WHERE shop_id = ? AND request_key = ?")
}
