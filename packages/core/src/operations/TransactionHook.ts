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
  readonly follow: (facts: HookFacts, change: Change) => ReadonlyArray<Write>
}

/** What `Projection.load` has read: the record, the stock that it sells from, what its customer is entitled to. */
export interface HookFacts {
  readonly followed?: unknown
  readonly stock?: unknown
  readonly entitled?: unknown
}

/** The writes in another room that a change brings. */
export const hookWrites = (
  projection: Projection | undefined,
  facts: HookFacts,
  change: Change
): ReadonlyArray<Write> => projection?.follow(facts, change) ?? []

/**
 * Makes the hook of a transaction that belongs to another room's record, such as a subscription's charge; undefined if
 * it belongs to none. `besides`: what its accepting commit has written beside it, where this process accepted it: what
 * still stands of that need not be read again.
 *
 * Default: no hook.
 */
export class TransactionHook extends Context.Reference<TransactionHook>()("@florin/core/TransactionHook", {
  defaultValue:
    (): ((
      transaction: Transaction,
      shop: Shop,
      now: DateTime.Utc,
      besides?: ReadonlyArray<Write>
    ) => Projection | undefined) =>
    () =>
      undefined
}) {}
