/** What operators look up beside what waits for them. */
import type * as Effect from "effect/Effect"
import type { NotificationId, ShopId, TransactionUid } from "../ids/Ids.js"
import type { Notification, NotificationStatus } from "../notifications/Notification.js"
import type { Sight } from "../people/Role.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction } from "../transactions/Transaction.js"

/** A page of webhooks of several shops. `sight`: whose. `after`: the last id of the previous page. */
export interface WebhookPage {
  readonly sight: Sight
  readonly status: NotificationStatus
  readonly limit: number
  readonly after?: NotificationId | undefined
}

export interface OverviewQueries {
  /** What follows a transaction: captures, voids, refunds, proofs. Oldest first. */
  readonly followers: (
    shop: ShopId,
    parent: TransactionUid,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
  /** The webhooks about a record, newest first. */
  readonly webhooksOf: (
    shop: ShopId,
    subject: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
  /** The webhooks of shops, newest first. */
  readonly webhooks: (page: WebhookPage) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
}
