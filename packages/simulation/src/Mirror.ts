/** What stands in the database, kept beside it from what commits changed: the checks look here. */
import type { JobKind } from "@florin/core/jobs/Job"
import type { NotificationStatus } from "@florin/core/notifications/Notification"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Rec from "effect/Record"
import type { Line, Table } from "./internal/capture.js"
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

interface Rows {
  readonly transactions: TransactionRow
  readonly transitions: TransitionRow
  readonly notifications: NotificationRow
  readonly jobs: JobRow
  readonly workers: WorkerRow
  readonly keys: KeyRow
}

/** A row before and after: `before` is missing when it is new, `after` when it is gone. */
export interface Changed<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** What one commit changed, each table's changes in order. */
export type Commit = { readonly [T in Table]: ReadonlyArray<Changed<Rows[T]>> } & {
  readonly process: Process
  readonly at: number
}

export type Mirror = { readonly [T in Table]: ReadonlyMap<string, Rows[T]> } & {
  readonly apply: (process: Process, at: number, lines: ReadonlyArray<Line>) => Commit
}

/** By what a job is found: its kind and subject. */
export const jobName = (job: Pick<JobRow, "kind" | "subject">): string => `${job.kind} ${job.subject}`

/** By what an idempotency key is found. */
export const keyName = (key: Pick<KeyRow, "shop" | "key">): string => `${key.shop} ${key.key}`

/** By what a line of history is found. */
export const transitionName = (line: Pick<TransitionRow, "uid" | "version">): string => `${line.uid} ${line.version}`

/** A table's rows, and how a line changes them. */
const keep = <Row>(table: Table, name: (row: Row) => string) => {
  const rows = new Map<string, Row>()
  const change = ({ row, what }: Line, at: number): Changed<Row> => {
    const now = { ...row, heartbeatAt: at } as Row
    const before = rows.get(name(now))
    if (what === "DELETE") rows.delete(name(now))
    else rows.set(name(now), now)
    return { before, after: what === "DELETE" ? undefined : now }
  }
  const apply = (lines: ReadonlyArray<Line>, at: number) =>
    lines.filter((line) => line.table === table).map((line) => change(line, at))
  return { rows, apply }
}

/** The mirror of an empty database. */
export const make = (): Mirror => {
  const tables = {
    transactions: keep<TransactionRow>("transactions", ({ uid }) => uid),
    transitions: keep<TransitionRow>("transitions", transitionName),
    notifications: keep<NotificationRow>("notifications", ({ id }) => id),
    jobs: keep<JobRow>("jobs", jobName),
    workers: keep<WorkerRow>("workers", ({ owner }) => owner),
    keys: keep<KeyRow>("keys", keyName)
  }
  const each = <A>(of: (table: (typeof tables)[Table]) => A) => Rec.map(tables, of as (table: object) => A)
  return {
    ...each(({ rows }) => rows),
    apply: (process: Process, at: number, lines: ReadonlyArray<Line>) => ({
      process,
      at,
      ...each(({ apply }) => apply(lines, at))
    })
  } as unknown as Mirror
}
