/** What waits for an operator, in SQL. No query searches the transactions: each begins with what waits. */
import { contradiction, never, reversal } from "@florin/core/jobs/Job"
import { kind as recovery } from "@florin/core/operations/Recovery"
import {
  type InDoubt,
  type OperatorPageRequest,
  OperatorStore,
  type WaitingProof
} from "@florin/core/operator/OperatorStore"
import type { Row } from "@florin/core/store/UnitOfWork"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Database, type DatabaseService } from "./Database.js"
import { listing, pageLimit, readCommitted } from "./internal/queries.js"
import { transactionOf } from "./internal/records.js"
import { instant, number, text } from "./internal/values.js"
import * as SqlOverview from "./SqlOverview.js"

// A join that SQLite makes in this order.
const eachTransaction = "CROSS JOIN {transactions} t WHERE t.shop_id = w.shop_id AND t.uid = w.uid"

// Decided, but still where it was: in the order of the list.
const madeAfter = "AND (w.created_at, w.uid) > (SELECT created_at, uid FROM {transactions} WHERE uid = ?)"

const proofs = (after: string) => `SELECT t.document, p.document AS payment, d.file_name, d.size FROM {waiting_proofs} w
  CROSS JOIN {transactions} t CROSS JOIN {transactions} p CROSS JOIN {documents} d
  WHERE t.shop_id = w.shop_id AND t.uid = w.uid AND p.shop_id = w.shop_id AND p.uid = t.parent_uid
  AND d.shop_id = w.shop_id AND d.proof_uid = w.uid ${after} ORDER BY w.created_at, w.uid ${pageLimit}`

const markedAfter = `AND (w.marked_at, w.uid) > (SELECT m.marked_at, m.uid FROM {transactions} s
    JOIN {transfer_evidence} m ON m.shop_id = s.shop_id AND m.uid = s.uid WHERE s.uid = ?)`

const evidence = (after: string) => `SELECT t.document FROM {transfer_evidence} w ${eachTransaction}
  AND w.settled = 0 ${after} ORDER BY w.marked_at, w.uid ${pageLimit}`

const working = (kind: string, held: string) =>
  `SELECT shop_id, subject AS uid, kind, attempts, run_at FROM {jobs} WHERE kind = '${kind}' AND lease_owner IS ${held}`

// In parts, each with an index.
const kinds = [recovery, reversal, contradiction].flatMap((kind) => [working(kind, "NULL"), working(kind, "NOT NULL")])

// What is pending may have more than one job, and what is taken back may be contradicted, too: each is listed once.
const inDoubt = (after: string) => `SELECT t.document, w.attempts, w.run_at, w.kind
  FROM (${kinds.join(" UNION ALL ")}) w ${eachTransaction}
  AND (t.status = 'pending') = (w.kind = '${recovery}')
  AND (w.kind <> '${contradiction}' OR NOT EXISTS (SELECT 1 FROM {jobs} r
    WHERE r.shop_id = w.shop_id AND r.kind = '${reversal}' AND r.subject = w.uid)) ${after} ORDER BY t.created_at, t.uid ${pageLimit}`

const inDoubtAfter = "AND (t.created_at, t.uid) > (SELECT created_at, uid FROM {transactions} WHERE uid = ?)"

// Steps from shop to shop through the index: what was delivered long ago costs nothing.
const webhooks = `WITH RECURSIVE each_shop (shop) AS (
    SELECT MIN(shop_id) FROM {notifications}
    UNION ALL SELECT (SELECT MIN(shop_id) FROM {notifications} WHERE shop_id > each_shop.shop)
    FROM each_shop WHERE shop IS NOT NULL
  )
  SELECT COALESCE(SUM((SELECT COUNT(*) FROM {notifications} WHERE shop_id = shop AND status = 'waiting')), 0) AS waiting,
    COALESCE(SUM((SELECT COUNT(*) FROM {notifications} WHERE shop_id = shop AND status = 'exhausted')), 0) AS exhausted
  FROM each_shop WHERE shop IS NOT NULL`

const lateByKind = `WITH RECURSIVE each_kind (kind) AS (
    SELECT MIN(kind) FROM {jobs} WHERE lease_owner IS NULL
    UNION ALL SELECT (SELECT MIN(kind) FROM {jobs} WHERE lease_owner IS NULL AND kind > each_kind.kind)
    FROM each_kind WHERE kind IS NOT NULL
  )
  SELECT kind,
    (SELECT COUNT(*) FROM {jobs} WHERE lease_owner IS NULL AND kind = each_kind.kind AND run_at <= ?) AS late
  FROM each_kind WHERE kind IS NOT NULL`

const transferOf = (row: Row) => transactionOf(row) as Transfer

const waitingProofOf = (row: Row): WaitingProof => ({
  proof: transferOf(row),
  payment: transferOf({ document: row.payment }),
  document: { fileName: text(row, "file_name"), size: number(row, "size") }
})

const inDoubtOf = (row: Row): InDoubt => ({
  transaction: transactionOf(row),
  attempts: number(row, "attempts"),
  nextAt: number(row, "run_at") >= never ? null : instant(row, "run_at"),
  isContradicted: text(row, "kind") === contradiction
})

// Few operators see only some shops, and no index begins with them: the list is what waits, which is short.
const inShops = (shops: ReadonlyArray<string>): string =>
  shops.length === 0 ? " AND 1 = 0" : ` AND t.shop_id IN (${shops.map(() => "?").join(", ")})`

/** A list from its statements: of the first page, and of one after a transaction. */
const paged =
  (database: DatabaseService) =>
  <A>(operation: string, textOf: (after: string) => string, after: string, rowOf: (row: Row) => A) => {
    const first = listing(database)(operation, textOf(""), rowOf)
    const next = listing(database)(operation, textOf(after), rowOf)
    return ({ after: last, limit, sight = "all" }: OperatorPageRequest) => {
      if (sight === "all") return last === undefined ? first(limit) : next(last, limit)
      const where = `${last === undefined ? "" : after}${inShops(sight)}`
      const some = listing(database)(operation, textOf(where), rowOf)
      return some(...(last === undefined ? [] : [last]), ...sight, limit)
    }
  }

export const make = Effect.map(Database, (database) => {
  const list = paged(database)
  const read = readCommitted(database)
  const webhooksNow = Effect.map(read("operator.webhooks", webhooks), ([row = {}]) => ({
    webhooksWaiting: number(row, "waiting"),
    webhooksExhausted: number(row, "exhausted")
  }))
  const lateSince = (instant: DateTime.Utc) =>
    Effect.map(read("operator.late", lateByKind, [instant.epochMillis]), (rows) =>
      rows.map((row) => ({ kind: text(row, "kind"), count: number(row, "late") }))
    )
  return OperatorStore.of({
    proofs: list("operator.proofs", proofs, madeAfter, waitingProofOf),
    evidence: list("operator.evidence", evidence, markedAfter, transferOf),
    inDoubt: list("operator.inDoubt", inDoubt, inDoubtAfter, inDoubtOf),
    overview: SqlOverview.make(database),
    backlog: (since) => Effect.zipWith(webhooksNow, lateSince(since), (webhooks, late) => ({ ...webhooks, late }))
  })
})
