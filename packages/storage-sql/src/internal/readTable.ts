import type { Read } from "@florin/core/commits/Reads"
import type { Row } from "@florin/core/store/UnitOfWork"
import { whole } from "./rowNames.js"
import type { Step } from "./values.js"

/** How a kind of read is performed. */
export interface Loaded<R extends Read> {
  /** The name of the rows that it reads. */
  readonly claims: (read: R) => string
  /** When it locks its row: see `lockOrder`. */
  readonly rank: number
  /** The name to lock first, for a read whose row may be missing. */
  readonly lock?: (read: R) => string
  /** Absent for a read that only takes a lock, on a database with a single writer. */
  readonly step: (read: R) => Step | undefined
  /** Further queries that depend on the rows of `step`. */
  readonly more?: (read: R, rows: ReadonlyArray<Row>) => ReadonlyArray<Step>
  /** Throws when a row can't be decoded. */
  readonly decode: (rows: ReadonlyArray<Row>, read: R) => unknown
}

/** A row for each kind of read. */
export type ReadTable = { readonly [Tag in Read["_tag"]]: Loaded<Extract<Read, { readonly _tag: Tag }>> }

/** The order in which all transactions lock their rows, which prevents deadlocks. `first`: locks no row, or a name. */
export const lockOrder = {
  first: -1,
  subscription: 0,
  checkout: 0,
  transaction: 1,
  parentTotals: 2,
  card: 3,
  job: 4,
  notification: 5,
  waiting: 6,
  newest: 7,
  product: 8,
  balance: 9,
  coupon: 10,
  customerCoupon: 11,
  customer: 12,
  person: 13,
  approval: 14
}

/** A read whose rows are not known in advance. */
export const claimsAll = { claims: (): string => whole, rank: lockOrder.first }
