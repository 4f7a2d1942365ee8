/** What else a change of a transaction commits: rows of the room that the transaction belongs to. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type { ReadOf } from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Shop } from "../shops/Shop.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { Change } from "./Change.js"

/** Prepared before the unit of work; `follow` is pure. */
export interface Following {
  /** The row that follows, locked. */
  readonly load: ReadOf<unknown>
  readonly follow: (fact: unknown, change: Change) => ReadonlyArray<Write>
}

/**
 * Says what follows from changes of a transaction; undefined when it belongs to no other room.
 *
 * Default: nothing follows.
 */
export class ChangeFollower extends Context.Reference<ChangeFollower>()("@florin/core/ChangeFollower", {
  defaultValue: (): ((transaction: Transaction, shop: Shop, now: DateTime.Utc) => Following | undefined) => () =>
    undefined
}) {}
