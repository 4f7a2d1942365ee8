/** What operators look up beside what waits for them. */
import type * as Effect from "effect/Effect"
import type { NotificationId, ShopId, TransactionUid } from "../ids/Ids.js"
import type { Period } from "../money/Movement.js"
import type { Notification, NotificationStatus } from "../notifications/Notification.js"
import type { VisibleShops } from "../people/Role.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import type { Division, TallyLine } from "./Tally.js"

/** A page of webhooks of several shops. `sight`: whose. `after`: the last id of the previous page. */
export interface WebhookPageRequest {
  readonly sight: VisibleShops
  readonly status: NotificationStatus
  readonly limit: number
  readonly after?: NotificationId | undefined
}

/** Some transactions of a period, of a shop or of all: the newest before `before`, which is absent at first. */
export interface TallySlice extends Period, Division {
  readonly shop: ShopId | null
  readonly before?: TransactionUid | undefined
  readonly limit: number
}

export interface Tallied {
  readonly lines: ReadonlyArray<TallyLine>
  /** How many they are: fewer than the limit where there are no more. */
  readonly counted: number
  /** The oldest of them. */
  readonly last: TransactionUid | undefined
}

export interface OverviewQueries {
  /** Counts some transactions, as `Tally.of` does; of one cycle of a subscription every charge but the first is a retry. */
  readonly tally: (slice: TallySlice) => Effect.Effect<Tallied, StorageError>
  /** What follows a transaction: captures, voids, refunds, proofs. Oldest first. */
  readonly followers: (
    shop: ShopId,
    parent: TransactionUid,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
  /** How much of a transaction is taken by all that follows it: what a refund is decided by. */
  readonly totals: (shop: ShopId, parent: TransactionUid) => Effect.Effect<ParentTotals, StorageError>
  /** The webhooks about a record, newest first. */
  readonly webhooksOf: (
    shop: ShopId,
    subject: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
  /** The webhooks of shops, newest first. */
  readonly webhooks: (page: WebhookPageRequest) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
}
