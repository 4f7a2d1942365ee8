/** What stands in the database, kept beside it from what commits changed: the checks look here. */
import type { JobKind } from "@florin/core/jobs/Job"
import type { NotificationStatus } from "@florin/core/notifications/Notification"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { Line } from "./internal/capture.js"
import type { Process } from "./Process.js"

export interface TransactionRow {
  readonly uid: string
  readonly shop: string
  readonly status: Transaction["status"]
  readonly version: number
  readonly fingerprint: string
  readonly createdAt: number
  readonly document: typeof Transaction.Encoded
}

export interface TransitionRow {
  readonly uid: string
  readonly version: number
  readonly at: number
  readonly trigger: string
  readonly from: string
  readonly to: string
}

export interface NotificationRow {
  readonly id: string
  /** The uid of the transaction that it tells of. */
  readonly subject: string
  readonly sequence: number
  readonly url: string
  readonly body: string
  readonly status: NotificationStatus
  readonly attempts: number
}

export interface JobRow {
  readonly shop: string
  readonly kind: JobKind
  readonly subject: string
  readonly runAt: number
  readonly owner: string | null
  readonly fence: number
  readonly attempts: number
}

export interface WorkerRow {
  readonly owner: string
  /** The true instant at which its last heartbeat was committed. */
  readonly heartbeatAt: number
}

export interface KeyRow {
  readonly shop: string
  readonly key: string
  readonly claimedAt: number
  readonly answer: string | null
}

/** A row before and after: `before` is missing when it is new, `after` when it is gone. */
export interface Changed<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** What one commit changed, each table's changes in order. */
export interface Commit {
  readonly process: Process
  readonly at: number
  readonly transactions: ReadonlyArray<Changed<TransactionRow>>
  readonly transitions: ReadonlyArray<Changed<TransitionRow>>
  readonly notifications: ReadonlyArray<Changed<NotificationRow>>
  readonly jobs: ReadonlyArray<Changed<JobRow>>
  readonly workers: ReadonlyArray<Changed<WorkerRow>>
  readonly keys: ReadonlyArray<Changed<KeyRow>>
}

export interface Mirror {
  readonly transactions: ReadonlyMap<string, TransactionRow>
  readonly transitions: ReadonlyMap<string, TransitionRow>
  readonly notifications: ReadonlyMap<string, NotificationRow>
  readonly jobs: ReadonlyMap<string, JobRow>
  readonly workers: ReadonlyMap<string, WorkerRow>
  readonly keys: ReadonlyMap<string, KeyRow>
  readonly apply: (process: Process, at: number, lines: ReadonlyArray<Line>) => Commit
}

type Cells = Line["row"]

const text = (row: Cells, column: string): string => String(row[column])
const number = (row: Cells, column: string): number => Number(row[column])
const textOrNull = (row: Cells, column: string): string | null => (row[column] === null ? null : text(row, column))

const transactionOf = (row: Cells): TransactionRow => ({
  uid: text(row, "uid"),
  shop: text(row, "shop_id"),
  status: text(row, "status") as Transaction["status"],
  version: number(row, "version"),
  fingerprint: text(row, "fingerprint"),
  createdAt: number(row, "created_at"),
  document: JSON.parse(text(row, "document"))
})

const transitionOf = (row: Cells): TransitionRow => ({
  uid: text(row, "uid"),
  version: number(row, "version"),
  at: number(row, "happened_at"),
  trigger: text(row, "trigger_name"),
  from: text(row, "from_status"),
  to: text(row, "to_status")
})

const notificationOf = (row: Cells): NotificationRow => ({
  id: text(row, "id"),
  subject: text(row, "subject"),
  sequence: number(row, "sequence"),
  url: text(row, "url"),
  body: text(row, "body"),
  status: text(row, "status") as NotificationStatus,
  attempts: number(row, "attempts")
})

const jobOf = (row: Cells): JobRow => ({
  shop: text(row, "shop_id"),
  kind: text(row, "kind") as JobKind,
  subject: text(row, "subject"),
  runAt: number(row, "run_at"),
  owner: textOrNull(row, "lease_owner"),
  fence: number(row, "fence"),
  attempts: number(row, "attempts")
})

const keyOf = (row: Cells): KeyRow => ({
  shop: text(row, "shop_id"),
  key: text(row, "request_key"),
  claimedAt: number(row, "claimed_at"),
  answer: textOrNull(row, "answer_body")
})

const workerOf = (row: Cells, heartbeatAt: number): WorkerRow => ({ owner: text(row, "owner"), heartbeatAt })

/** By what a job is found: its kind and subject. */
export const jobName = (job: Pick<JobRow, "kind" | "subject">): string => `${job.kind} ${job.subject}`

/** By what an idempotency key is found. */
export const keyName = (key: Pick<KeyRow, "shop" | "key">): string => `${key.shop} ${key.key}`

/** By what a line of history is found. */
export const transitionName = (line: Pick<TransitionRow, "uid" | "version">): string => `${line.uid} ${line.version}`

/** A table's rows, and how a line changes them. */
const keep = <Row>(table: string, read: (row: Cells, at: number) => Row, name: (row: Row) => string) => {
  const rows = new Map<string, Row>()
  const change = ({ row, what }: Line, at: number): Changed<Row> => {
    const now = read(row, at)
    const before = rows.get(name(now))
    if (what === "DELETE") {
      rows.delete(name(now))
      return { before, after: undefined }
    }
    rows.set(name(now), now)
    return { before, after: now }
  }
  return {
    rows,
    apply: (lines: ReadonlyArray<Line>, at: number) =>
      lines.filter((line) => line.in_table === table).map((line) => change(line, at))
  }
}

/** The mirror of an empty database. */
export const make = (): Mirror => {
  const transactions = keep("transactions", transactionOf, ({ uid }) => uid)
  const transitions = keep("transaction_history", transitionOf, transitionName)
  const notifications = keep("notifications", notificationOf, ({ id }) => id)
  const jobs = keep("jobs", jobOf, jobName)
  const workers = keep("workers", workerOf, ({ owner }) => owner)
  const keys = keep("idempotency_keys", keyOf, keyName)
  return {
    transactions: transactions.rows,
    transitions: transitions.rows,
    notifications: notifications.rows,
    jobs: jobs.rows,
    workers: workers.rows,
    keys: keys.rows,
    apply: (process, at, lines) => ({
      process,
      at,
      transactions: transactions.apply(lines, at),
      transitions: transitions.apply(lines, at),
      notifications: notifications.apply(lines, at),
      jobs: jobs.apply(lines, at),
      workers: workers.apply(lines, at),
      keys: keys.apply(lines, at)
    })
  }
}
