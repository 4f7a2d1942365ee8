/** What stands in the database, kept beside it from what commits change: the checks look here. */

import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import type { Checkout } from "@florin/core/checkouts/Checkout"
import type { JobKind } from "@florin/core/jobs/Job"
import type { NotificationStatus } from "@florin/core/notifications/Notification"
import type { Row } from "@florin/core/store/UnitOfWork"
import { isFinal, type Subscription } from "@florin/core/subscriptions/Subscription"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Rec from "effect/Record"
import type { Process } from "./Process.js"

export interface TransactionRow {
  readonly uid: string
  readonly shop: string
  readonly status: CardTransaction["status"]
  readonly version: number
  readonly fingerprint: string
  readonly createdAt: number
  readonly document: typeof CardTransaction.Encoded | typeof Transfer.Encoded
}

export type CardRow = TransactionRow & { readonly document: typeof CardTransaction.Encoded }
export type TransferRow = TransactionRow & { readonly document: typeof Transfer.Encoded }

export const isTransfer = (row: TransactionRow): row is TransferRow => row.document.method !== undefined
export const isCard = (row: TransactionRow): row is CardRow => !isTransfer(row)

/** Tells a payment by card from one by bank transfer. */
export const typeOf = (row: TransactionRow): string =>
  isTransfer(row) ? `transfer-${row.document.type}` : row.document.type

export type TransitionRow = Readonly<
  Record<"uid" | "trigger" | "from" | "to", string> & Record<"version" | "at", number>
>

/** `subject`: the uid of the transaction that it tells of. */
export interface NotificationRow
  extends Readonly<Record<"id" | "subject" | "url" | "body", string> & Record<"sequence" | "attempts", number>> {
  readonly status: NotificationStatus
}

export interface JobRow extends Readonly<Record<"runAt" | "fence" | "attempts", number>> {
  readonly kind: JobKind
  readonly subject: string
  readonly owner: string | null
}

/** `heartbeatAt`: the true instant at which its last heartbeat was committed. */
export interface WorkerRow {
  readonly owner: string
  readonly heartbeatAt: number
}

export interface KeyRow {
  readonly shop: string
  readonly key: string
  readonly claimedAt: number
  readonly answer: string | null
}

export interface CheckoutRow extends Readonly<Record<"id" | "shop", string>> {
  readonly state: Checkout["state"]
  readonly version: number
  readonly document: typeof Checkout.Encoded
}

/** `agreement`: what never changes, as text. `document`: the rest, with instants in milliseconds. */
export interface SubscriptionRow extends Readonly<Record<"id" | "shop" | "agreement", string>> {
  readonly state: Subscription["state"]
  readonly version: number
  readonly document: Pick<typeof Subscription.Encoded, "charging" | "paidCycles"> & { readonly renewAt: number | null }
}

/** What its shop calls it. */
export const nameOf = ({ agreement, id }: SubscriptionRow): string =>
  (JSON.parse(agreement) as { readonly trackingId?: string }).trackingId ?? id

/** Whether nothing is charged for it any more. */
export const isOver = ({ state }: SubscriptionRow): boolean => isFinal({ state })

/** Work of the gateway itself, which comes again and again. */
export const housekeeping: ReadonlySet<JobKind> = new Set(["sweep", "reconcile"])

export const jobName = (job: Pick<JobRow, "kind" | "subject">): string => `${job.kind} ${job.subject}`
export const keyName = (key: Pick<KeyRow, "shop" | "key">): string => `${key.shop} ${key.key}`
export const transitionName = (line: Pick<TransitionRow, "uid" | "version">): string => `${line.uid} ${line.version}`

const watched = <Row>(table: string, nameOf: (row: Row) => string) => ({ table: `florin_${table}`, nameOf })

/** The tables, and by what their rows are found. */
const tables = {
  transactions: watched<TransactionRow>("transactions", ({ uid }) => uid),
  transitions: watched<TransitionRow>("transaction_history", transitionName),
  notifications: watched<NotificationRow>("notifications", ({ id }) => id),
  jobs: watched<JobRow>("jobs", jobName),
  workers: watched<WorkerRow>("workers", ({ owner }) => owner),
  keys: watched<KeyRow>("idempotency_keys", keyName),
  checkouts: watched<CheckoutRow>("checkouts", ({ id }) => id),
  subscriptions: watched<SubscriptionRow>("subscriptions", ({ id }) => id)
}

type Table = keyof typeof tables
type RowOf<T extends Table> = Parameters<(typeof tables)[T]["nameOf"]>[0]

/** The columns that are called otherwise here. */
const names: Readonly<Record<string, string>> = {
  ...{ shop_id: "shop", created_at: "createdAt", run_at: "runAt", lease_owner: "owner", claimed_at: "claimedAt" },
  ...{ happened_at: "at", trigger_name: "trigger", from_status: "from", to_status: "to" },
  ...{ request_key: "key", answer_body: "answer" }
}

/** A trigger of the database that reports changes, row by row: what is rolled back is not reported. */
const trigger = (name: string, table: string, event: string, columns: ReadonlyArray<string>): string => {
  const cells = columns.map((column) => {
    const cell = `${event === "DELETE" ? "OLD" : "NEW"}.${column}`
    return `'${names[column] ?? column}', ${column === "document" ? `json(${cell})` : cell}`
  })
  return `CREATE TRIGGER watch_${name}_${event} AFTER ${event} ON ${table} BEGIN
    INSERT INTO changes VALUES ('${event}', '${name}', json_object(${cells.join(", ")}));
  END`
}

/** Has a database report every change from here on. */
export const watch = (run: (statement: string) => ReadonlyArray<Row>): void => {
  run("CREATE TABLE changes (what, name, cells)")
  for (const [name, { table }] of Object.entries(tables)) {
    const columns = run(`SELECT name FROM pragma_table_info('${table}')`).map((column) => String(column.name))
    for (const event of ["INSERT", "UPDATE", "DELETE"]) run(trigger(name, table, event, columns))
  }
}

/** What has changed since it was last taken: rows as they became, or as they were where they are gone. */
export const take = (run: (statement: string) => ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const lines = run("SELECT what, name, cells FROM changes ORDER BY rowid")
  run("DELETE FROM changes")
  return lines
}

/** A row before and after: `before` is missing when it is new, `after` when it is gone. */
export interface Changed<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** The rows that are new. */
export const added = <Row>(changes: ReadonlyArray<Changed<Row>>): ReadonlyArray<Row> =>
  changes.flatMap(({ after, before }) => (before === undefined && after !== undefined ? [after] : []))

/** What one commit changed, each table's changes in order. */
export type Commit = { readonly [T in Table]: ReadonlyArray<Changed<RowOf<T>>> } & { readonly process: Process }

export type Mirror = { readonly [T in Table]: ReadonlyMap<string, RowOf<T>> } & {
  readonly apply: (process: Process, at: number, lines: ReadonlyArray<Row>) => Commit
}

/** Work that is due then waits for a human. */
const never = Date.UTC(9999, 0, 1)

export const isSuspended = ({ runAt }: Pick<JobRow, "runAt">): boolean => runAt >= never

/** Whether its charge is in doubt, and nobody asks about it any more: a human was told. */
export const waitsForHuman = ({ jobs, transactions }: Mirror, { document: { charging } }: SubscriptionRow): boolean =>
  charging !== null &&
  transactions.get(charging)?.status === "pending" &&
  isSuspended(jobs.get(jobName({ kind: "recover", subject: charging })) ?? { runAt: never })

/** The mirror of an empty database. */
export const make = (): Mirror => {
  const rows = Rec.map(tables, () => new Map<string, object>())
  const change = (table: Table, { cells, what }: Row, at: number): Changed<object> => {
    const row = { ...JSON.parse(String(cells)), heartbeatAt: at }
    const name = tables[table].nameOf(row)
    const before = rows[table].get(name)
    if (what !== "DELETE") rows[table].set(name, row)
    else rows[table].delete(name)
    return { before, after: rows[table].get(name) }
  }
  const apply = (process: Process, at: number, lines: ReadonlyArray<Row>) => ({
    process,
    ...Rec.map(rows, (_, table) => lines.filter(({ name }) => name === table).map((line) => change(table, line, at)))
  })
  return { ...rows, apply } as unknown as Mirror
}

export const cardsOf = ({ transactions }: Mirror): ReadonlyArray<CardRow> =>
  Array.from(transactions.values()).filter(isCard)

export const transfersOf = ({ transactions }: Mirror): ReadonlyArray<TransferRow> =>
  Array.from(transactions.values()).filter(isTransfer)
