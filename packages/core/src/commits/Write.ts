/** The writes of a commit, as data. Nothing else writes. */
import type { SavedCard } from "../cards/CardStore.js"
import type { StoredCustomer } from "../customers/StoredCustomer.js"
import type { Transition } from "../envelope/Envelope.js"
import type { KeptAnswer } from "../idempotency/IdempotencyKey.js"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { JobName } from "../jobs/Job.js"
import type { Notification } from "../notifications/Notification.js"
import type { Plan } from "../plans/Plan.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { StoredDocument } from "../transfers/DocumentStore.js"

/** A job that this process holds: a write that names it is refused if another process has claimed it since. */
export interface HeldJob extends JobName {
  readonly fence: number
}

/** The search terms of a new transaction. */
export interface SearchTerms {
  /** Equal for duplicate requests. Source: D12. */
  readonly fingerprint: string
  /** The individual values of `tracking_id`. */
  readonly trackingIds: ReadonlyArray<string>
}

/**
 * The available writes. Instants in epoch milliseconds.
 *
 * A store applies them in order. `FinishJob`, `PostponeJob`, `ParkJob`, `ClaimJob`, `ReplaceTransaction`,
 * `ReplaceSubscription`, `Heartbeat` and an `unanswered` `ClaimKey` roll back their whole unit as `Stale` if the row does
 * not match their guard.
 *
 * - `InsertTransaction`, `ReplaceTransaction`: the latter replaces the previous version
 * - `AppendHistory`: a line of a transaction's history
 * - `InsertPlan`, `InsertCustomer`, `InsertSubscription`, `ReplaceSubscription`: the last replaces the version
 *   `replaces`; `isAgreedAlike`: what was agreed is as it was
 * - `InsertCard`, `ReplaceCard`: a saved card; the latter keeps its sealed number
 * - `InsertDocument`: the sealed document of a proof, with the proof that it belongs to
 * - `KeepEvidence`: marks a transfer for the operator; repeating it keeps the first instant
 * - `SettleEvidence`: takes the mark away; no mark is no error
 * - `EnqueueJob`: adds a job, or moves it to the earlier of the two instants, whichever process holds it
 * - `HoldJob`: adds a new job, already held
 * - `ClaimJob`: claims a job if its fence is unchanged, and raises the fence
 * - `FinishJob`, `PostponeJob`: the latter releases the job and counts one more attempt
 * - `ParkJob`: releases the job, which is not due before it is enqueued again, and counts its attempts anew
 * - `KeepJob`: changes when a job is due and keeps its holder
 * - `ReleaseJob`: releases a job, otherwise unchanged
 * - `CancelJob`: removes a job, whichever process holds it
 * - `RegisterWorker`, `Heartbeat`, `DeregisterWorker`: a process that holds jobs. `heartbeats`: only if its heartbeat
 *   counter is unchanged
 * - `ReleaseOrphans`: releases jobs held by unregistered processes
 * - `InsertNotification`: also supersedes waiting notifications of the same subject that are not newer
 * - `UpdateNotification`
 * - `ClaimKey`: claims an idempotency key unconditionally; `unanswered`: only over a claim that still has no answer,
 *   because an answer may arrive after the read
 * - `MarkKey`: says that the command of a claim has had its effect; read the key first
 * - `KeepAnswer`, `ForgetKeys`: for idempotency keys; the first answer to a claim is never overwritten
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
  | { readonly _tag: "InsertPlan"; readonly plan: Plan }
  | { readonly _tag: "InsertCustomer"; readonly customer: StoredCustomer }
  | { readonly _tag: "InsertSubscription"; readonly subscription: Subscription }
  | {
      readonly _tag: "ReplaceSubscription"
      readonly subscription: Subscription
      readonly replaces: number
      readonly isAgreedAlike: boolean
    }
  | { readonly _tag: "InsertCard"; readonly card: SavedCard }
  | { readonly _tag: "ReplaceCard"; readonly card: SavedCard }
  | { readonly _tag: "InsertDocument"; readonly document: StoredDocument }
  | { readonly _tag: "KeepEvidence"; readonly shop: ShopId; readonly uid: TransactionUid; readonly at: number }
  | { readonly _tag: "SettleEvidence"; readonly shop: ShopId; readonly uid: TransactionUid }
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
  | { readonly _tag: "ParkJob"; readonly job: HeldJob }
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
      readonly subject?: string
      readonly made?: string
      readonly unanswered?: boolean
    }
  | {
      readonly _tag: "MarkKey"
      readonly shop: ShopId
      readonly key: string
      readonly subject: string
      readonly made: string
    }
  | { readonly _tag: "KeepAnswer"; readonly shop: ShopId; readonly key: string; readonly answer: KeptAnswer }
  | { readonly _tag: "ForgetKeys"; readonly keys: ReadonlyArray<readonly [shop: ShopId, key: string]> }
