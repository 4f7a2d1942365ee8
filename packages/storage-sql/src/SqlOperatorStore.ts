/** What waits for an operator, in SQL. No query searches the transactions: each begins with what waits. */
import { reversal } from "@florin/core/jobs/Job"
import { kind as recovery } from "@florin/core/operations/Recovery"
import { type InDoubt, type OperatorPage, OperatorStore, type WaitingProof } from "@florin/core/operator/OperatorStore"
import type { StorageError } from "@florin/core/store/StorageError"
import { Transaction } from "@florin/core/transactions/Transaction"
import { Transfer } from "@florin/core/transfers/Transfer"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { all, documentOf, instant, number, type Read, text } from "./internal/records.js"
import { pageLimit, read } from "./internal/statement.js"
import { never } from "./internal/writing.js"

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
const asked = [recovery, reversal].flatMap((kind) => [working(kind, "NULL"), working(kind, "NOT NULL")])

// What is pending may have both jobs.
const inDoubt = (after: string) => `SELECT t.document, w.attempts, w.run_at
  FROM (${asked.join(" UNION ALL ")}) w ${eachTransaction}
  AND (t.status = 'pending') = (w.kind = '${recovery}') ${after} ORDER BY t.created_at, t.uid ${pageLimit}`

const inDoubtAfter = "AND (t.created_at, t.uid) > (SELECT created_at, uid FROM {transactions} WHERE uid = ?)"

const transfer = documentOf(Transfer)
const transferOf: Read<Transfer> = (operation, row) => transfer.decode(operation, row.document)

const waitingProofOf: Read<WaitingProof> = (operation, row) =>
  Either.all({
    proof: transferOf(operation, row),
    payment: transfer.decode(operation, row.payment),
    document: Either.right({ fileName: text(row, "file_name"), size: number(row, "size") })
  })

const transaction = documentOf(Transaction)
const inDoubtOf: Read<InDoubt> = (operation, row) =>
  Either.map(transaction.decode(operation, row.document), (transaction) => ({
    transaction,
    attempts: number(row, "attempts"),
    nextAt: number(row, "run_at") >= never ? null : instant(row, "run_at")
  }))

/** A list from its statements: of the first page, and of one after a transaction. */
const paged =
  (database: Context.Tag.Service<Database>) =>
  <A>(operation: string, textOf: (after: string) => string, after: string, rowOf: Read<A>) => {
    const first = read(database)(operation, textOf(""))
    const next = read(database)(operation, textOf(after))
    return (page: OperatorPage): Effect.Effect<ReadonlyArray<A>, StorageError> =>
      Effect.flatMap(page.after === undefined ? first(page.limit) : next(page.after, page.limit), all(operation, rowOf))
  }

export const make = Effect.map(Database, (database) => {
  const list = paged(database)
  return OperatorStore.of({
    proofs: list("operator.proofs", proofs, madeAfter, waitingProofOf),
    evidence: list("operator.evidence", evidence, markedAfter, transferOf),
    inDoubt: list("operator.inDoubt", inDoubt, inDoubtAfter, inDoubtOf)
  })
})

export const layer: Layer.Layer<OperatorStore, never, Database> = Layer.effect(OperatorStore, make)
