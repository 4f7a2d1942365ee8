/** What stands in the database, kept beside it from what commits changed: the checks look here. */
import type { JobKind } from "@florin/core/jobs/Job"
import type { NotificationStatus } from "@florin/core/notifications/Notification"
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Rec from "effect/Record"
import type { Line, Table } from "./internal/capture.js"
import type { Process } from "./Process.js"

/** What is known of a row. */
interface Rows {
  readonly transactions: {
    readonly uid: string
    readonly shop: string
    readonly status: Transaction["status"]
    readonly version: number
    readonly fingerprint: string
    readonly createdAt: number
    readonly document: typeof Transaction.Encoded
  }
  readonly transitions: Readonly<Record<"uid" | "trigger" | "from" | "to", string> & Record<"version" | "at", number>>
  /** `subject`: the uid of the transaction that it tells of. */
  readonly notifications: Readonly<
    Record<"id" | "subject" | "url" | "body", string> & Record<"sequence" | "attempts", number>
  > & { readonly status: NotificationStatus }
  readonly jobs: Readonly<Record<"shop" | "subject", string> & Record<"runAt" | "fence" | "attempts", number>> & {
    readonly kind: JobKind
    readonly owner: string | null
  }
  /** `heartbeatAt`: the true instant at which its last heartbeat was committed. */
  readonly workers: { readonly owner: string; readonly heartbeatAt: number }
  readonly keys: Readonly<Record<"shop" | "key", string>> & {
    readonly claimedAt: number
    readonly answer: string | null
  }
}

export type TransactionRow = Rows["transactions"]
export type TransitionRow = Rows["transitions"]
export type NotificationRow = Rows["notifications"]
export type JobRow = Rows["jobs"]
export type WorkerRow = Rows["workers"]
export type KeyRow = Rows["keys"]

/** A row before and after: `before` is missing when it is new, `after` when it is gone. */
export interface Changed<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** The rows that are new. */
export const added = <Row>(changes: ReadonlyArray<Changed<Row>>): ReadonlyArray<Row> =>
  changes.flatMap(({ after, before }) => (before === undefined && after !== undefined ? [after] : []))

/** What one commit changed, each table's changes in order. */
export type Commit = { readonly [T in Table]: ReadonlyArray<Changed<Rows[T]>> } & {
  readonly process: Process
  readonly at: number
}

export type Mirror = { readonly [T in Table]: ReadonlyMap<string, Rows[T]> } & {
  readonly apply: (process: Process, at: number, lines: ReadonlyArray<Line>) => Commit
}

export const jobName = (job: Pick<JobRow, "kind" | "subject">): string => `${job.kind} ${job.subject}`
export const keyName = (key: Pick<KeyRow, "shop" | "key">): string => `${key.shop} ${key.key}`
export const transitionName = (line: Pick<TransitionRow, "uid" | "version">): string => `${line.uid} ${line.version}`

/** By what a row is found. */
const names: { readonly [T in Table]: (row: Rows[T]) => string } = {
  transactions: ({ uid }) => uid,
  transitions: transitionName,
  notifications: ({ id }) => id,
  jobs: jobName,
  workers: ({ owner }) => owner,
  keys: keyName
}

/** The mirror of an empty database. */
export const make = (): Mirror => {
  const tables = Rec.map(names, () => new Map<string, object>())
  const change = ({ row, table, what }: Line, at: number): Changed<object> => {
    const after = what === "DELETE" ? undefined : { ...row, heartbeatAt: at }
    const name = names[table](row as never)
    const before = tables[table].get(name)
    if (after === undefined) tables[table].delete(name)
    else tables[table].set(name, after)
    return { before, after }
  }
  const apply = (process: Process, at: number, lines: ReadonlyArray<Line>) => ({
    ...{ process, at },
    ...Rec.map(tables, (_, table) => lines.filter((line) => line.table === table).map((line) => change(line, at)))
  })
  return { ...tables, apply } as unknown as Mirror
}
