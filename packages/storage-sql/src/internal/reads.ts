/**
 * Every kind of read: the rows that it claims and locks, its statements, and how their rows are decoded. Those of every
 * payment are here.
 */

import type { JobRecord, Read } from "@florin/core/commits/Reads"
import type { ShopId } from "@florin/core/ids/Ids"
import type { JobName } from "@florin/core/jobs/Job"
import { gatewayShop, listedOf, type Served, servesStored } from "@florin/core/jobs/ServedShops"
import { memoized } from "@florin/core/memory/Memoized"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import { isTransfer, type Transaction } from "@florin/core/transactions/Transaction"
import type { Dialect } from "../Dialect.js"
import { accountReads } from "./accountReads.js"
import { billingReads } from "./billingReads.js"
import { checkoutReads } from "./checkoutReads.js"
import * as FirstAnswers from "./firstAnswers.js"
import { peopleReads } from "./peopleStatements.js"
import { productReads } from "./productTable.js"
import { claimsAll, type Loaded, lockOrder, type ReadTable } from "./readTable.js"
import * as Records from "./records.js"
import { about, type Claims, duplicateOf, keyOf } from "./rowNames.js"
import { type Statement, statement } from "./statement.js"
import { upkeepReads } from "./upkeepReads.js"
import { corrupt, first, number, step, text } from "./values.js"

/** Another one than the read looks for counts as missing. */
const ofKind = (found: Transaction | undefined, paidBy: "card" | "transfer" | undefined): Transaction | undefined =>
  found === undefined || paidBy === undefined || isTransfer(found) === (paidBy === "transfer") ? found : undefined

const totals = statement("load.parentTotals", Records.parentTotals("[shop]", "[parent]"))

const duplicate = statement(
  "load.duplicate",
  `SELECT uid FROM {transactions} WHERE shop_id = [shop] AND fingerprint IN ([fingerprint], [other])
    AND created_at > [after] AND created_at <= [until]
  ORDER BY created_at DESC, uid DESC LIMIT 1`
)

const transactionReads = ({ forUpdate }: Dialect) => {
  const transaction = statement(
    "load.transaction",
    `SELECT document FROM {transactions} WHERE shop_id = [shop] AND uid = [uid]${forUpdate}`
  )
  const card = statement(
    "load.card",
    `SELECT ${Records.cardColumns} FROM {cards} WHERE shop_id = [shop] AND token = [token]${forUpdate}`
  )
  return {
    Transaction: {
      claims: ({ shop, uid }) => about(shop, uid),
      rank: lockOrder.transaction,
      step: (read) => step(transaction, read),
      decode: (rows, { paidBy }) => ofKind(first(Records.transactionOf)(rows), paidBy)
    },
    ParentTotals: {
      claims: ({ parent, shop }) => about(shop, parent),
      rank: lockOrder.parentTotals,
      step: (read) => step(totals, read),
      decode: Records.parentTotalsOf
    },
    Duplicate: {
      claims: ({ fingerprint, shop }) => duplicateOf(shop, fingerprint),
      rank: lockOrder.first,
      lock: ({ fingerprint, shop }) => `duplicate:${shop}:${fingerprint}`,
      step: (read) => step(duplicate, read),
      decode: first((row) => text(row, "uid"))
    },
    Card: {
      claims: ({ shop, token }) => about(shop, token),
      rank: lockOrder.card,
      step: (read) => step(card, read),
      decode: first(Records.cardOf)
    }
  } satisfies Partial<ReadTable>
}

/** The condition that a job is of a shop that is served. */
interface Condition {
  /** Empty, or begins with `AND`. */
  readonly text: string
  readonly values: ReadonlyArray<SqlValue>
}

// An expression, so that no plan goes through all jobs of a shop instead of those that are due.
const shop = "(shop_id || '')"

export const ofShops = (shops: Served): Condition => {
  if (shops === "any") return { text: "", values: [] }
  const values = [gatewayShop, ...listedOf(shops)]
  const isListed = `${shop} IN (${values.map(() => "?").join(", ")})`
  return {
    text: ` AND ${servesStored(shops) ? `(${isListed} OR ${shop} IN (SELECT id FROM {shops}))` : isListed}`,
    values
  }
}

const workers = statement("load.workers", "SELECT owner, heartbeats FROM {workers}")

// `NULL` matches no job.
const values = (count: number): string =>
  count === 0 ? "(NULL)" : Array.from({ length: count }, () => "(?)").join(", ")

// One statement for each condition that this process uses: its shops do not change while it runs.
const dueStatements = (textOf: (kinds: number, ofShops: string) => string) =>
  memoized(
    ({ kinds, ofShops }: { readonly kinds: number; readonly ofShops: string }): Statement =>
      statement("load.due", textOf(kinds, ofShops)),
    Number.POSITIVE_INFINITY,
    ({ kinds, ofShops }) => `${kinds}${ofShops}`
  )

/** The statements for due jobs, whose values have no names: their number differs. */
const dueOf = ({ lateral, skipLocked }: Dialect) => {
  const found = (kind: string, ofShops: string) =>
    lateral(`SELECT {id} FROM {jobs} WHERE lease_owner IS NULL AND kind = ${kind} AND run_at <= ?${ofShops}
      ORDER BY run_at, place LIMIT (? + 0)${skipLocked}`)
  return {
    // Each kind by itself: the index orders the jobs of one kind only.
    ofKinds: dueStatements(
      (kinds, ofShops) => `WITH wanted (kind) AS (VALUES ${values(kinds)})
      ${found("wanted.kind", ofShops)}`
    ),
    ofShares: dueStatements(
      (_, ofShops) => `WITH RECURSIVE wanted (share) AS (
      SELECT MIN(share) FROM {jobs} WHERE lease_owner IS NULL AND kind = ?
      UNION ALL SELECT (SELECT MIN(share) FROM {jobs} WHERE lease_owner IS NULL AND kind = ? AND share > wanted.share)
      FROM wanted WHERE share IS NOT NULL
    )
    ${found("? AND share = wanted.share", ofShops)}`
    )
  }
}

const recordsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<JobRecord> => {
  const seen = new Map(rows.map((row) => [`${text(row, "shop_id")} ${text(row, "kind")} ${text(row, "subject")}`, row]))
  return Array.from(seen.values())
    .sort(
      (left, right) =>
        number(left, "run_at") - number(right, "run_at") || number(left, "place") - number(right, "place")
    )
    .map(Records.jobRecordOf)
}

const ofJob = ({ job: { shop, subject } }: { readonly job: JobName }): string => about(shop, subject)
type Due = Extract<Read, { readonly _tag: "Due" }>

const jobReads = (dialect: Dialect) => {
  const { forUpdate, skipLocked } = dialect
  const held = statement(
    "load.held",
    `SELECT ${Records.jobColumns} FROM {jobs} WHERE run_at <= [now] AND lease_owner = [owner] LIMIT ([limit] + 0)${skipLocked}`
  )
  const named = `FROM {jobs} WHERE shop_id = [shop] AND kind = [kind] AND subject = [subject]${forUpdate}` as const
  const job = statement("load.job", `SELECT ${Records.jobColumns} ${named}`)
  const jobLock = statement("load.job", `SELECT 1 ${named}`)
  const { ofKinds, ofShares } = dueOf(dialect)
  const ofShare = ({ now, perShare, shops = "any" }: Due) => {
    const { text, values } = ofShops(shops)
    return (kind: string) => ({
      statement: ofShares({ kinds: 1, ofShops: text }),
      values: [kind, kind, kind, now, ...values, perShare]
    })
  }
  return {
    Job: {
      claims: ofJob,
      rank: lockOrder.job,
      step: (read) => step(job, read.job),
      decode: first(Records.jobRecordOf)
    },
    JobLock: {
      claims: ofJob,
      rank: lockOrder.job,
      step: (read) => (forUpdate === "" ? undefined : step(jobLock, read.job)),
      decode: () => undefined
    },
    Process: { ...claimsAll, step: () => undefined, decode: (_, { look }) => look() },
    Held: { ...claimsAll, step: (read) => step(held, read), decode: recordsOf },
    Workers: {
      ...claimsAll,
      step: () => step(workers, {}),
      decode: (rows) => rows.map((row) => ({ owner: text(row, "owner"), heartbeats: number(row, "heartbeats") }))
    },
    Due: {
      ...claimsAll,
      step: ({ kinds, limit, now, shops = "any" }) => {
        const { text, values } = ofShops(shops)
        return { statement: ofKinds({ kinds: kinds.length, ofShops: text }), values: [...kinds, now, ...values, limit] }
      },
      more: (read, rows) => (rows.length < read.limit || read.perShare === 0 ? [] : read.kinds.map(ofShare(read))),
      decode: (rows, { limit, perShare }) => (perShare === 0 ? recordsOf(rows).slice(0, limit) : recordsOf(rows))
    }
  } satisfies Partial<ReadTable>
}

const whereSubject = "WHERE shop_id = [shop] AND subject = [subject]"

const oldestWaiting = `${whereSubject} AND status = 'waiting' ORDER BY sequence, id LIMIT 1` as const

const waitingUnheld = statement(
  "load.waiting",
  `SELECT shop_id, id, subject, sequence, url, body, status, attempts FROM {notifications} ${oldestWaiting}`
)

// Includes exhausted notifications: one may have been delivered before its redelivery was requested.
const newest = statement(
  "load.told",
  `SELECT MAX(sequence) AS sequence FROM {notifications} ${whereSubject} AND status <> 'superseded'`
)

const key = statement(
  "load.key",
  `SELECT fingerprint, claimed_at, subject, answer_status, answer_body FROM {idempotency_keys}
  WHERE shop_id = [shop] AND request_key = [key]`
)

interface Subject {
  readonly shop: ShopId
  readonly subject: string
}

const ofSubject = ({ shop, subject }: Subject): string => about(shop, subject)

const outboxReads = ({ forUpdate }: Dialect) => {
  const notification = statement(
    "load.notification",
    `SELECT * FROM {notifications} WHERE shop_id = [shop] AND id = [id]${forUpdate}`
  )
  const waiting = statement(
    "load.waiting",
    `SELECT shop_id, id, status, attempts, tries FROM {notifications} ${oldestWaiting}${forUpdate}`
  )
  return {
    Notification: {
      claims: ({ id, shop }) => about(shop, id),
      rank: lockOrder.notification,
      step: (read) => step(notification, read),
      decode: first(Records.notificationOf)
    },
    Waiting: {
      claims: ofSubject,
      rank: lockOrder.waiting,
      step: (read) => step(waiting, read),
      decode: first(Records.notificationRecordOf)
    },
    WaitingOf: {
      ...claimsAll,
      // Of no job: there is none.
      step: ({ jobs: [one = { shop: "", subject: "" }] }) => step(waitingUnheld, one),
      more: ({ jobs: [, ...others] }) => others.map((job) => step(waitingUnheld, job)),
      decode: (rows) => rows.map(Records.notificationToSendOf)
    },
    NewestSequence: {
      claims: ofSubject,
      rank: lockOrder.newest,
      step: (read) => step(newest, read),
      decode: (rows) => (rows[0]?.sequence == null ? 0 : number(rows[0], "sequence"))
    },
    Key: {
      claims: ({ key, shop }) => keyOf(shop, key),
      rank: lockOrder.first,
      lock: ({ key, shop }) => `key:${shop}:${key}`,
      step: (read) => step(key, read),
      decode: first(FirstAnswers.recordOf)
    }
  } satisfies Partial<ReadTable>
}

/** Finds how a read is performed. */
export type LoadedBy = (read: Read) => Loaded<Read>

export const make = (dialect: Dialect): LoadedBy => {
  const reads: ReadTable = {
    ...transactionReads(dialect),
    ...jobReads(dialect),
    ...outboxReads(dialect),
    ...billingReads(dialect),
    ...accountReads(dialect),
    ...checkoutReads(dialect),
    ...productReads(dialect),
    ...peopleReads(dialect),
    ...upkeepReads(dialect)
  }
  return ({ _tag }) => reads[_tag] as Loaded<Read>
}

/** The fact in the rows of a read. Throws a `StorageError` when a row can't be decoded. */
export const factIn = ({ decode }: Loaded<Read>, read: Read, rows: ReadonlyArray<Row>): unknown => {
  try {
    return decode(rows, read)
  } catch {
    throw corrupt("load")()
  }
}

/** A read and how it is performed. */
export interface Loading {
  readonly read: Read
  readonly by: Loaded<Read>
}

/** The claims of an operation's reads, known before they run. */
export const claimsOf = (all: ReadonlyArray<Loading>): Claims => new Set(all.map(({ by, read }) => by.claims(read)))

/** A global lock order, which prevents deadlocks. */
export const inLockOrder = <A extends Loading>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all
    .map((one) => ({ one, rank: one.by.rank, name: one.by.claims(one.read) }))
    .sort((left, right) => left.rank - right.rank || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
    .map(({ one }) => one)
