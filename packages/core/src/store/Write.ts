/** What a commit writes: data, and nothing else writes. */
import type { SavedCard } from "../cards/CardStore.js"
import type { KeptAnswer } from "../idempotency/IdempotencyKey.js"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { JobName } from "../jobs/Job.js"
import type { Notification } from "../notifications/Notification.js"
import type { Transaction, Transition } from "../transactions/Transaction.js"

/** A job that this process holds: a write that names it is refused when another process has claimed it since. */
export interface HeldJob extends JobName {
  readonly fence: number
}

/** What a new transaction is found by. */
export interface SearchTerms {
  /** Equal for requests that count as duplicates of each other. Source: D12. */
  readonly fingerprint: string
  /** The single values of `tracking_id`. */
  readonly trackingIds: ReadonlyArray<string>
}

/**
 * The writes that there are. Instants in milliseconds of the epoch.
 *
 * A store applies them in the order given. `FinishJob`, `PostponeJob`, `ClaimJob`, `ReplaceTransaction`, `Heartbeat` and
 * a `ClaimKey` that is `unanswered` take their whole unit back as `Stale` when the row is not as they expect.
 *
 * - `InsertTransaction`, `ReplaceTransaction`: the latter replaces the version before
 * - `AppendHistory`: a line of a transaction's history
 * - `InsertCard`, `ReplaceCard`: a saved card; the latter leaves its sealed number as it is
 * - `EnqueueJob`: adds a job, or moves it to the earlier of both instants, whichever process holds it
 * - `HoldJob`: adds a job that does not exist yet and holds it at once
 * - `ClaimJob`: takes a job from the fence it was read with to the next
 * - `FinishJob`, `PostponeJob`: the latter gives the job back, with one attempt more
 * - `KeepJob`: moves a job's instant and leaves its holder
 * - `ReleaseJob`: frees a job as it stands
 * - `CancelJob`: removes a job whichever process holds it
 * - `RegisterWorker`, `Heartbeat`, `DeregisterWorker`: a process that holds jobs. `heartbeats`: only where it has said
 *   nothing since
 * - `ReleaseOrphans`: frees what processes hold that are not registered
 * - `InsertNotification`: and what waits for the same subject and is not newer is superseded
 * - `UpdateNotification`
 * - `ClaimKey`: claims an idempotency key, whatever is known of it; `unanswered`: only over a claim that has no answer,
 *   which may get it after it was read
 * - `KeepAnswer`, `ForgetKeys`: of idempotency keys; the first answer of a claim stays
 */
export type Write =
  | { readonly _tag: "InsertTransaction"; readonly transaction: Transaction; readonly terms: SearchTerms }
  | { readonly _tag: "ReplaceTransaction"; readonly transaction: Transaction }
  | {
      readonly _tag: "AppendHistory"
      readonly shop: ShopId
      readonly uid: TransactionUid
      readonly transition: Transition
    }
  | { readonly _tag: "InsertCard"; readonly card: SavedCard }
  | { readonly _tag: "ReplaceCard"; readonly card: SavedCard }
  | { readonly _tag: "EnqueueJob"; readonly job: JobName; readonly runAt: number; readonly share: string }
  | {
      readonly _tag: "HoldJob"
      readonly job: HeldJob
      readonly runAt: number
      readonly share: string
      readonly owner: string
    }
  | { readonly _tag: "ClaimJob"; readonly job: HeldJob; readonly owner: string }
  | { readonly _tag: "FinishJob"; readonly job: HeldJob }
  | { readonly _tag: "PostponeJob"; readonly job: HeldJob; readonly runAt: number }
  | { readonly _tag: "KeepJob"; readonly job: HeldJob; readonly runAt: number }
  | { readonly _tag: "ReleaseJob"; readonly job: HeldJob }
  | { readonly _tag: "CancelJob"; readonly job: JobName }
  | { readonly _tag: "RegisterWorker"; readonly owner: string }
  | { readonly _tag: "Heartbeat"; readonly owner: string }
  | { readonly _tag: "DeregisterWorker"; readonly owner: string; readonly heartbeats?: number }
  | { readonly _tag: "ReleaseOrphans" }
  | { readonly _tag: "InsertNotification"; readonly notification: Notification }
  | {
      readonly _tag: "UpdateNotification"
      readonly notification: Pick<Notification, "shop" | "id" | "status" | "attempts" | "lastResult" | "updatedAt">
    }
  | {
      readonly _tag: "ClaimKey"
      readonly shop: ShopId
      readonly key: string
      readonly fingerprint: string
      readonly now: number
      readonly unanswered?: boolean
    }
  | { readonly _tag: "KeepAnswer"; readonly shop: ShopId; readonly key: string; readonly answer: KeptAnswer }
  | { readonly _tag: "ForgetKeys"; readonly keys: ReadonlyArray<readonly [shop: ShopId, key: string]> }
