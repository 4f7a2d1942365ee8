/** The reads of an operation before it decides: named, known in advance, and locked until the commit. */

import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { Checkout } from "../checkouts/Checkout.js"
import type { Entitlements, OfCustomer } from "../entitlements/Entitlements.js"
import type { KeyRecord } from "../idempotency/IdempotencyKey.js"
import type {
  CardToken,
  CheckoutToken,
  NotificationId,
  ProductId,
  ShopId,
  SubscriptionId,
  TransactionUid
} from "../ids/Ids.js"
import type { ClaimedJob, JobKind, JobName } from "../jobs/Job.js"
import type { Served } from "../jobs/ServedShops.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { Notification } from "../notifications/Notification.js"
import type { PersonId } from "../people/Actor.js"
import type { Approval, ApprovalId } from "../people/Approval.js"
import type { Person } from "../people/Person.js"
import type { Product } from "../products/Product.js"
import type { Subscription } from "../subscriptions/Subscription.js"
import type { ItemEvent, PlacedEvent } from "../subscriptions/UsageRules.js"
import type { UsageByItem } from "../terms/Charging.js"
import type { AppliedCoupon, Coupon, CouponCode } from "../terms/Coupon.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import type { Transfer } from "../transfers/Transfer.js"

/** A job as stored. */
export interface JobRecord extends Omit<ClaimedJob, "owner"> {
  readonly owner: string | null
}

/** The part of a notification that an attempt needs. */
export type NotificationToSend = Omit<Notification, "lastResult" | "tries" | "createdAt" | "updatedAt">

/** The part of a notification that recording an attempt needs. */
export type NotificationRecord = Pick<Notification, "shop" | "id" | "status" | "attempts" | "tries">

/** A process that holds due work, and its heartbeat counter. */
export interface WorkerRecord {
  readonly owner: string
  readonly heartbeats: number
}

/**
 * The available reads, by name. Each locks what it read until the commit: the row or, for `Duplicate` and `Key`, the name,
 * which keeps a missing one missing. Any other missing row may be written meanwhile; a guarded write must protect decisions
 * that depend on it.
 */
interface Arguments {
  /** `paidBy`: another one counts as missing. */
  readonly Transaction: {
    readonly shop: ShopId
    readonly uid: TransactionUid
    readonly paidBy?: "card" | "transfer"
  }
  /** `known` itself if it is the stored version. */
  readonly Subscription: {
    readonly shop: ShopId
    readonly id: SubscriptionId
    readonly known?: Subscription | undefined
  }
  /** `known` itself if it is the stored version. */
  readonly Checkout: {
    readonly shop: ShopId
    readonly token: CheckoutToken
    readonly known?: Checkout | undefined
  }
  readonly Product: { readonly shop: ShopId; readonly id: ProductId }
  /** Locks a subscription's row and returns its version alone. */
  readonly SubscriptionVersion: { readonly shop: ShopId; readonly id: SubscriptionId }
  /** What a customer is entitled to: `none` of a customer without any. */
  readonly Entitlements: OfCustomer
  /** What was used of a subscription's items in a cycle; read the subscription's own row first. */
  readonly Usage: { readonly shop: ShopId; readonly subscription: SubscriptionId; readonly cycle: number }
  /** The events of a subscription that have these keys; not locked: read the subscription's own row first. */
  readonly UsageEvents: {
    readonly shop: ShopId
    readonly subscription: SubscriptionId
    readonly keys: ReadonlyArray<string>
  }
  /** Up to `limit` events of all shops, in the order of their places, from behind a place on. Null: from the first on. */
  readonly UsageEventsAfter: { readonly after: PlacedEvent | null; readonly limit: number }
  /** What an owner has in a currency; 0 if nothing. */
  readonly Balance: { readonly shop: ShopId; readonly owner: string; readonly currency: Currency }
  readonly Coupon: { readonly shop: ShopId; readonly code: CouponCode }
  /** A customer's own coupon; null if there is none, or it is used up. */
  readonly CustomerCoupon: { readonly shop: ShopId; readonly customer: string }
  /**
   * Whether a customer has paid for a subscription, or is paying for another one than `besides`. Locks the name, so that
   * two charges which depend on it are accepted one after the other.
   */
  readonly HasPaid: { readonly shop: ShopId; readonly customer: string; readonly besides: string }
  /** How much of a parent is taken; read the parent's own row first. */
  readonly ParentTotals: { readonly shop: ShopId; readonly parent: TransactionUid }
  /** The newest transaction with this fingerprint, or the other one, made after `after` (exclusive) and not after `until`. */
  readonly Duplicate: {
    readonly shop: ShopId
    readonly fingerprint: string
    readonly other: string
    readonly after: number
    readonly until: number
  }
  /** An idempotency key. */
  readonly Key: { readonly shop: ShopId; readonly key: string }
  readonly Card: { readonly shop: ShopId; readonly token: CardToken }
  readonly Job: { readonly job: JobName }
  /** Locks a job's row without returning it. */
  readonly JobLock: { readonly job: JobName }
  readonly Notification: { readonly shop: ShopId; readonly id: NotificationId }
  /** A subject's oldest waiting notification. */
  readonly Waiting: { readonly shop: ShopId; readonly subject: string }
  /** The oldest waiting notification of each of these jobs' subjects; not locked. */
  readonly WaitingOf: { readonly jobs: ReadonlyArray<JobName> }
  /** The greatest sequence of a subject that is not superseded: delivered, waiting or given up; 0 if there is none. */
  readonly NewestSequence: { readonly shop: ShopId; readonly subject: string }
  /**
   * Up to `limit` notifications of the shop that ran out of attempts, by id, each with the `newest` of its subject: the one
   * with the highest sequence, and of these with the highest id, that is not superseded.
   */
  readonly Exhausted: { readonly shop: ShopId; readonly after: string; readonly limit: number }
  /** Jobs of these kinds that are due at `now` and that no process holds. */
  readonly Due: DueRequest
  /** Up to `limit` keys claimed before `before`. */
  readonly KeysBefore: { readonly before: number; readonly limit: number }
  /** The registered processes; not locked. */
  readonly Workers: object
  /** Up to `limit` due jobs that a process holds. */
  readonly Held: { readonly owner: string; readonly now: number; readonly limit: number }
  readonly Person: { readonly id: PersonId }
  /** What a party has failed at signing in. */
  readonly FailedTries: { readonly party: string }
  readonly Approval: { readonly id: ApprovalId }
  /** What this process knows, looked at when the facts named before it have been loaded, in the turn of the decision. */
  readonly Process: { readonly look: () => unknown }
}

/** One fact to load in a commit, as data: a tag and its arguments. */
export type Read = { readonly [Tag in keyof Arguments]: { readonly _tag: Tag } & Arguments[Tag] }[keyof Arguments]

/**
 * Selects due jobs: the `limit` jobs that fell due first and, if that many are due, also `perShare` of every share, so
 * that no share's jobs are hidden behind another's. Of the shops that are served; default: any.
 */
export interface DueRequest {
  readonly now: number
  readonly kinds: ReadonlyArray<JobKind>
  readonly limit: number
  readonly perShare: number
  readonly shops?: Served
}

declare const found: unique symbol

export type ReadOf<A> = Read & { readonly [found]?: A }

/** The reads of an operation, keyed by fact name. */
export type Reads<Facts> = { readonly [Name in keyof Facts]: ReadOf<Facts[Name]> }

export const transaction = (shop: ShopId, uid: TransactionUid): ReadOf<Transaction | undefined> => ({
  _tag: "Transaction",
  shop,
  uid
})

/** A transaction, unless a bank transfers it. */
export const cardTransaction = (shop: ShopId, uid: TransactionUid): ReadOf<CardTransaction | undefined> => ({
  _tag: "Transaction",
  shop,
  uid,
  paidBy: "card"
})

/** A transaction that a bank transfers. */
export const transfer = (shop: ShopId, uid: TransactionUid): ReadOf<Transfer | undefined> => ({
  _tag: "Transaction",
  shop,
  uid,
  paidBy: "transfer"
})

export const subscription = (
  shop: ShopId,
  id: SubscriptionId,
  known?: Subscription
): ReadOf<Subscription | undefined> => ({ _tag: "Subscription", shop, id, known })

export const checkout = (shop: ShopId, token: CheckoutToken, known?: Checkout): ReadOf<Checkout | undefined> => ({
  _tag: "Checkout",
  shop,
  token,
  known
})

export const product = (shop: ShopId, id: ProductId): ReadOf<Product | undefined> => ({ _tag: "Product", shop, id })

export const subscriptionVersion = (shop: ShopId, id: SubscriptionId): ReadOf<number | undefined> => ({
  _tag: "SubscriptionVersion",
  shop,
  id
})

export const entitlements = ({ customer, shop }: OfCustomer): ReadOf<Entitlements | undefined> => ({
  _tag: "Entitlements",
  shop,
  customer
})

export const usage = (shop: ShopId, subscription: SubscriptionId, cycle: number): ReadOf<UsageByItem> => ({
  _tag: "Usage",
  shop,
  subscription,
  cycle
})

export const usageEvents = (
  shop: ShopId,
  subscription: SubscriptionId,
  keys: ReadonlyArray<string>
): ReadOf<ReadonlyArray<ItemEvent>> => ({ _tag: "UsageEvents", shop, subscription, keys })

export const usageEventsAfter = (
  after: PlacedEvent | null,
  limit: number
): ReadOf<ReadonlyArray<PlacedEvent & { readonly at: number }>> => ({ _tag: "UsageEventsAfter", after, limit })

export const balance = (shop: ShopId, owner: string, currency: Currency): ReadOf<Amount> => ({
  _tag: "Balance",
  shop,
  owner,
  currency
})

export const coupon = (shop: ShopId, code: CouponCode): ReadOf<Coupon | undefined> => ({ _tag: "Coupon", shop, code })

export const customerCoupon = (shop: ShopId, customer: string): ReadOf<AppliedCoupon | null> => ({
  _tag: "CustomerCoupon",
  shop,
  customer
})

/** `besides`: the subscription whose own charge is under way. Default: none. */
export const hasPaid = (shop: ShopId, customer: string, besides = ""): ReadOf<boolean> => ({
  _tag: "HasPaid",
  shop,
  customer,
  besides
})

export const parentTotals = (shop: ShopId, parent: TransactionUid): ReadOf<ParentTotals> => ({
  _tag: "ParentTotals",
  shop,
  parent
})

/** `other`: a second fingerprint under which an equal request may be stored. */
export const duplicate = (
  shop: ShopId,
  fingerprint: string,
  after: number,
  { other = fingerprint, until = Number.MAX_SAFE_INTEGER }: { readonly other?: string; readonly until?: number } = {}
): ReadOf<TransactionUid | undefined> => ({
  _tag: "Duplicate",
  shop,
  fingerprint,
  other,
  after,
  until
})

export const key = (shop: ShopId, key: string): ReadOf<KeyRecord | undefined> => ({ _tag: "Key", shop, key })

export const card = (shop: ShopId, token: CardToken): ReadOf<SavedCard | undefined> => ({ _tag: "Card", shop, token })

export const job = (job: JobName): ReadOf<JobRecord | undefined> => ({ _tag: "Job", job })

export const jobLock = (job: JobName): ReadOf<void> => ({ _tag: "JobLock", job })

export const notification = (shop: ShopId, id: NotificationId): ReadOf<Notification | undefined> => ({
  _tag: "Notification",
  shop,
  id
})

export const waiting = (shop: ShopId, subject: string): ReadOf<NotificationRecord | undefined> => ({
  _tag: "Waiting",
  shop,
  subject
})

export const waitingOf = (jobs: ReadonlyArray<JobName>): ReadOf<ReadonlyArray<NotificationToSend>> => ({
  _tag: "WaitingOf",
  jobs
})

export const newestSequence = (shop: ShopId, subject: string): ReadOf<number> => ({
  _tag: "NewestSequence",
  shop,
  subject
})

/** A notification that ran out of attempts, and the id of the newest of its subject. */
export interface Exhausted extends Notification {
  readonly newest: NotificationId
}

export const exhausted = (shop: ShopId, after: string, limit: number): ReadOf<ReadonlyArray<Exhausted>> => ({
  _tag: "Exhausted",
  shop,
  after,
  limit
})

export const dueJobs = (request: DueRequest): ReadOf<ReadonlyArray<JobRecord & { readonly share: string }>> => ({
  _tag: "Due",
  ...request
})

export const keysBefore = (before: number, limit: number): ReadOf<ReadonlyArray<readonly [ShopId, string]>> => ({
  _tag: "KeysBefore",
  before,
  limit
})

export const person = (id: PersonId): ReadOf<Person | undefined> => ({ _tag: "Person", id })

/** So many have failed, as of an instant in epoch milliseconds. */
export interface FailedTries {
  readonly failed: number
  readonly at: number
}

export const failedTries = (party: string): ReadOf<FailedTries | undefined> => ({ _tag: "FailedTries", party })

export const approval = (id: ApprovalId): ReadOf<Approval | undefined> => ({ _tag: "Approval", id })

/** Named after the facts that it is compared with. */
export const process = <A>(look: () => A): ReadOf<A> => ({ _tag: "Process", look })

export const workers: ReadOf<ReadonlyArray<WorkerRecord>> = { _tag: "Workers" }

export const heldJobs = (owner: string, now: number, limit: number): ReadOf<ReadonlyArray<JobRecord>> => ({
  _tag: "Held",
  owner,
  now,
  limit
})
