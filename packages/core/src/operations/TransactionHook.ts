/** What else a change of a transaction commits: rows of the room that the transaction belongs to. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type { ReadOf } from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Shop } from "../shops/Shop.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { Change } from "./Change.js"

/** What another room's record needs from the commit of a change. Made before the unit of work; `follow` is pure. */
export interface Projection {
  /** The rows that follow, locked. */
  readonly load: {
    readonly followed: ReadOf<unknown>
    readonly stock?: ReadOf<unknown>
    readonly entitled?: ReadOf<unknown>
  }
  readonly follow: (facts: Followed, change: Change) => ReadonlyArray<Write>
}

/** What `Projection.load` has read: the record, the stock that it sells from, what its customer is entitled to. */
export interface Followed {
  readonly followed?: unknown
  readonly stock?: unknown
  readonly entitled?: unknown
}

/** The writes in another room that a change brings. */
export const following = (projection: Projection | undefined, facts: Followed, change: Change): ReadonlyArray<Write> =>
  projection?.follow(facts, change) ?? []

/** By the identity of a transaction, which lives as long as this process works on it. */
const writtenBeside = new WeakMap<Transaction, ReadonlyArray<Write>>()

/** Remembers what its accepting commit has written beside a transaction. */
export const remember = (transaction: Transaction, writes: ReadonlyArray<Write>): void => {
  if (writes.length > 0) writtenBeside.set(transaction, writes)
}

/**
 * A record that was written beside a transaction, as `recordOf` finds it: `load` need not read it again if it still
 * stands. Undefined in a process that did not accept the transaction.
 */
export const remembered = <Kept>(
  transaction: Transaction,
  recordOf: (write: Write) => Kept | undefined
): Kept | undefined => {
  const writes = writtenBeside.get(transaction) ?? []
  for (let index = writes.length - 1; index >= 0; index--) {
    const record = recordOf(writes[index]!)
    if (record !== undefined) return record
  }
  return undefined
}

/**
 * Makes the hook of a transaction that belongs to another room's record, such as a subscription's charge; undefined if
 * it belongs to none.
 *
 * Default: no hook.
 */
export class TransactionHook extends Context.Reference<TransactionHook>()("@florin/core/TransactionHook", {
  defaultValue: (): ((transaction: Transaction, shop: Shop, now: DateTime.Utc) => Projection | undefined) => () =>
    undefined
}) {}
