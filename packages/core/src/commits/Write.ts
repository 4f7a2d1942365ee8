/** The writes of a commit, as data. Nothing else writes. */
import type { SavedCard } from "../cards/CardStore.js"
import type * as CheckoutChange from "../checkouts/CheckoutChange.js"
import type { StoredCustomer } from "../customers/StoredCustomer.js"
import type * as EntitlementChange from "../entitlements/EntitlementChange.js"
import type { FirstAnswer } from "../idempotency/IdempotencyKey.js"
import type { CardToken, ShopId, SubscriptionId, TransactionUid } from "../ids/Ids.js"
import type { JobName } from "../jobs/Job.js"
import type { Currency } from "../money/Currency.js"
import type { Notification } from "../notifications/Notification.js"
import type { Approval } from "../people/Approval.js"
import type { AuditEntry } from "../people/AuditEntry.js"
import type { Person } from "../people/Person.js"
import type { Plan } from "../plans/Plan.js"
import type { Product } from "../products/Product.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import type * as SubscriptionChange from "../subscriptions/SubscriptionChange.js"
import type { CycleTotal, ItemEvent, PlacedEvent } from "../subscriptions/UsageRules.js"
import type { AppliedCoupon, Coupon, CouponCode } from "../terms/Coupon.js"
import type { Transition } from "../transaction-base/TransactionBase.js"
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
 * The available writes, by name. Instants in epoch milliseconds. A store applies them in order. One that says *or stale*
 * rolls back its whole commit as `Stale` if its row is not as it expects.
 */
interface Writes {
  readonly InsertTransaction: { readonly transaction: Transaction; readonly terms: SearchTerms }
  /** Replaces the previous version, or stale. `isFoundOtherwise`: what it is found by has changed. Absent: it has not. */
  readonly ReplaceTransaction: { readonly transaction: Transaction; readonly isFoundOtherwise?: true }
  /** What an acquirer calls a transaction; keeping it again is no error. */
  readonly KeepReference: {
    readonly gatewayId: number
    readonly reference: string
    readonly shop: ShopId
    readonly uid: TransactionUid
  }
  /** A line of a transaction's history. */
  readonly AppendHistory: { readonly shop: ShopId; readonly uid: TransactionUid; readonly transition: Transition }
  readonly InsertPlan: { readonly plan: Plan }
  readonly InsertCustomer: { readonly customer: StoredCustomer }
  /** `step`: what listeners are told of; absent: nothing. No store keeps it. */
  readonly InsertSubscription: {
    readonly subscription: Subscription
    readonly step?: SubscriptionChange.SubscriptionStep
  }
  /** Replaces the version `replaces`, or stale. `termsUnchanged`: what was agreed is as it was. `step`: as above. */
  readonly ReplaceSubscription: {
    readonly subscription: Subscription
    readonly replaces: number
    readonly termsUnchanged: boolean
    readonly step?: SubscriptionChange.SubscriptionStep
  }
  /** What a customer is entitled to, in place of the version before, or stale. `from`: for listeners; no store keeps it. */
  readonly ReplaceEntitlements: EntitlementChange.WrittenEntitlements
  readonly InsertCoupon: { readonly coupon: Coupon }
  /** Counts one first use more of a coupon, or one less; or stale if it is used up. */
  readonly CountRedemption: { readonly shop: ShopId; readonly code: CouponCode; readonly by: 1 | -1 }
  /** Adds to a balance, or takes from it; or stale if less is left. */
  readonly MoveBalance: {
    readonly shop: ShopId
    readonly owner: string
    readonly currency: Currency
    /** Unit: minor units. Below 0: takes. */
    readonly by: number
  }
  /** Uses up a cycle of a customer's coupon, or stale; or gives one back, if the customer still has that coupon. */
  readonly UseCustomerCoupon: {
    readonly shop: ShopId
    readonly customer: string
    readonly code: CouponCode
    readonly by: 1 | -1
  }
  /** In place of the coupon that the customer has. Null: takes it away. */
  readonly GiveCoupon: { readonly shop: ShopId; readonly customer: string; readonly coupon: AppliedCoupon | null }
  /** Events of a subscription's items, whose keys are new. */
  readonly InsertUsageEvents: {
    readonly shop: ShopId
    readonly subscription: SubscriptionId
    readonly events: ReadonlyArray<ItemEvent & { readonly cycle: number }>
  }
  /** What is used of an item in a cycle from now on; read it first. */
  readonly SetUsage: CycleTotal & { readonly shop: ShopId; readonly subscription: SubscriptionId }
  /** Forgets what was used of items in a cycle: it waits as a line. */
  readonly ForgetUsage: {
    readonly shop: ShopId
    readonly subscription: SubscriptionId
    readonly cycle: number
    readonly items: ReadonlyArray<string>
  }
  /** Forgets the keys of events; what is counted of them stays. */
  readonly ForgetUsageEvents: { readonly events: ReadonlyArray<PlacedEvent> }
  /** `reference`: what a repeated request finds it by; no two of a shop have the same. */
  readonly InsertCheckout: CheckoutChange.WrittenCheckout & { readonly reference: string }
  /** Replaces the previous version, or stale. */
  readonly ReplaceCheckout: CheckoutChange.WrittenCheckout
  readonly InsertProduct: { readonly product: Product }
  /** Replaces the previous version, or stale. */
  readonly ReplaceProduct: { readonly product: Product }
  readonly InsertCard: { readonly card: SavedCard }
  /** Keeps the card's sealed number. */
  readonly ReplaceCard: { readonly card: SavedCard }
  /** Erases a card with its sealed number; none is no error. */
  readonly DeleteCard: { readonly shop: ShopId; readonly token: CardToken }
  /** The sealed document of a proof, with the proof that it belongs to. */
  readonly InsertDocument: { readonly document: StoredDocument }
  /** Marks a transfer for the operator; repeating it keeps the first instant. */
  readonly KeepEvidence: { readonly shop: ShopId; readonly uid: TransactionUid; readonly at: number }
  /** Takes the mark away; no mark is no error. */
  readonly SettleEvidence: { readonly shop: ShopId; readonly uid: TransactionUid }
  /** Adds a job, or moves it to the earlier of the two instants, whichever process holds it. */
  readonly EnqueueJob: { readonly job: JobName; readonly runAt: number; readonly share: string }
  /** Adds a new job, already held. */
  readonly HoldJob: {
    readonly job: HeldJob
    readonly runAt: number
    readonly share: string
    readonly owner: string
  }
  /** Claims a job whose fence is unchanged, or stale; and raises the fence. */
  readonly ClaimJob: { readonly job: HeldJob; readonly owner: string }
  /** Removes a job, or stale. */
  readonly FinishJob: { readonly job: HeldJob }
  /** Releases the job and counts one more attempt, or stale. */
  readonly PostponeJob: { readonly job: HeldJob; readonly runAt: number }
  /** Releases the job, which is not due before it is enqueued again, and counts its attempts anew; or stale. */
  readonly SuspendJob: { readonly job: HeldJob }
  /** Changes when a job is due and keeps its holder, or stale. */
  readonly ExtendLease: { readonly job: HeldJob; readonly runAt: number }
  /** Releases a job, otherwise unchanged. */
  readonly ReleaseJob: { readonly job: HeldJob }
  /** Removes a job, whichever process holds it. */
  readonly CancelJob: { readonly job: JobName }
  /** Registers a process that holds jobs. */
  readonly RegisterWorker: { readonly owner: string }
  /** Counts one more heartbeat of a registered process, or stale. */
  readonly Heartbeat: { readonly owner: string }
  /** `heartbeats`: only if its heartbeat counter is unchanged. */
  readonly DeregisterWorker: { readonly owner: string; readonly heartbeats?: number }
  /** Releases jobs held by unregistered processes. */
  readonly ReleaseOrphans: object
  /** Also supersedes waiting notifications of the same subject that are not newer. */
  readonly InsertNotification: { readonly notification: Notification }
  readonly UpdateNotification: {
    readonly notification: Pick<
      Notification,
      "shop" | "id" | "status" | "attempts" | "lastResult" | "tries" | "updatedAt"
    >
  }
  /**
   * Claims an idempotency key unconditionally. `unanswered`: only over a claim that still has no answer, or stale, because
   * an answer may arrive after the read.
   */
  readonly ClaimKey: {
    readonly shop: ShopId
    readonly key: string
    readonly fingerprint: string
    readonly now: number
    readonly subject?: string
    readonly made?: string
    readonly unanswered?: boolean
  }
  /** Says that the command of a claim has had its effect; read the key first. */
  readonly MarkKey: {
    readonly shop: ShopId
    readonly key: string
    readonly subject: string
    readonly made: string
  }
  /** The first answer to a claim is never overwritten. */
  readonly KeepAnswer: { readonly shop: ShopId; readonly key: string; readonly answer: FirstAnswer }
  readonly ForgetKeys: { readonly keys: ReadonlyArray<readonly [shop: ShopId, key: string]> }
  readonly InsertPerson: { readonly person: Person }
  /** Replaces the previous version, or stale. */
  readonly ReplacePerson: { readonly person: Person }
  /** What a party has failed at signing in; read it first. Tries of a day ago are forgotten. */
  readonly KeepTries: { readonly party: string; readonly failed: number; readonly at: number }
  /** A line of the audit; the same one again is no error. */
  readonly AppendAudit: { readonly entry: AuditEntry }
  readonly InsertApproval: { readonly approval: Approval }
  /** Replaces the previous version, or stale. */
  readonly ReplaceApproval: { readonly approval: Approval }
}

export type Write = { readonly [Tag in keyof Writes]: { readonly _tag: Tag } & Writes[Tag] }[keyof Writes]
