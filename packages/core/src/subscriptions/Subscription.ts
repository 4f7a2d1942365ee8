/** A subscription: a customer's agreement to be charged by a plan. */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { ShownCard } from "../cards/CardTransaction.js"
import { RequestedField } from "../customers/RequestedFields.js"
import { CardStamp, CustomerId, ShopId, SubscriptionId, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import { BillingAddress, Customer } from "../party/Buyer.js"
import { Plan } from "../plans/Plan.js"
import { type ChangeTime, Proration } from "../terms/Change.js"
import { PaidPeriod } from "../terms/Charging.js"
import { AppliedCoupon } from "../terms/Coupon.js"
import { Item } from "../terms/Item.js"
import type { Line } from "../terms/Lines.js"
import { WaitingLine } from "../terms/OneOff.js"
import type { Interval } from "../time/Interval.js"
import { TransactionStatus, TransactionType } from "../transaction-base/TransactionBase.js"

/**
 * The state of a subscription.
 *
 * - `redirecting`: it waits for its card or for 3-D Secure
 * - `trial`, `active`: paid, or in a free trial
 * - `failed_attempt`: a charge was declined and will be retried
 * - `error`: a charge ended in a technical error and will be retried
 * - `failed`: its first charge failed; final
 * - `canceled`: final
 * - `expired`: all billing cycles are paid; final
 *
 * Source: D23.
 */
export const SubscriptionState = Schema.Literal(
  "redirecting",
  "trial",
  "active",
  "failed_attempt",
  "error",
  "failed",
  "canceled",
  "expired"
)

export type SubscriptionState = typeof SubscriptionState.Type

const Instant = Schema.NullOr(Schema.DateTimeUtc)

/** The last charge as answers show it. */
export const LastTransaction = Schema.Struct({
  uid: TransactionUid,
  type: TransactionType,
  status: TransactionStatus,
  createdAt: Schema.DateTimeUtc
})

export interface LastTransaction extends Schema.Schema.Type<typeof LastTransaction> {}

/** A charge that failed, and the card that was charged. */
export const Decline = Schema.Struct({ at: Schema.DateTimeUtc, card: CardStamp })

/** Why a subscription was cancelled by the gateway. */
export const ownCancelReasons = {
  attempts: "The payment attempts ran out",
  forbidden: "The issuer forbids further payments with this card",
  ending: "The period that was paid is over",
  cycles: "All billing cycles are paid"
} as const

/** What follows where the charge of a change is declined. Source: D60. */
export const OnDecline = Schema.Literal("keep_old", "apply")

export type OnDecline = typeof OnDecline.Type

/** Terms that were asked for and are not carried out yet. */
export const QueuedTerms = Schema.Struct({
  /** Absent: the plan stays. */
  plan: Schema.optional(Plan),
  /** Absent: the plan, as one flat item. */
  items: Schema.optional(Schema.Array(Item)),
  proration: Proration,
  onDecline: OnDecline,
  /** Shares of the period are counted from then. */
  at: Schema.DateTimeUtc,
  /** It is made only if the balance pays for it: its charge succeeded after it was told as failed. Source: D40. */
  isPaidLate: Schema.optional(Schema.Literal(true))
})

export interface QueuedTerms extends Schema.Schema.Type<typeof QueuedTerms> {}

/** A subscription as stored and passed around. */
export const Subscription = Schema.Struct({
  shop: ShopId,
  id: SubscriptionId,
  state: SubscriptionState,
  /** As the customer agreed to it. */
  plan: Plan,
  /** The plan from the next cycle on. */
  nextPlan: Schema.NullOr(Plan),
  customerId: Schema.NullOr(CustomerId),
  customer: Schema.typeSchema(Customer),
  billingAddress: Schema.typeSchema(BillingAddress),
  card: Schema.NullOr(ShownCard),
  trackingId: Schema.optional(Schema.String),
  returnUrl: Schema.optional(Schema.String),
  notificationUrl: Schema.optional(Schema.String),
  /** Language of the payment page. Absent: that of the plan. */
  language: Schema.optional(Schema.String),
  /** What the payment page asks the customer for. Absent: what the plan says. */
  visibleFields: Schema.optional(Schema.Array(RequestedField)),
  /** As it was sent. */
  additionalData: Schema.optional(Schema.Unknown),
  /** What cycles are counted from. Null until the first charge succeeds. Source: D24. */
  anchor: Instant,
  /** The cycle that is charged next, counted from 0 at the anchor. */
  cycle: Schema.Int,
  /** Source: D24: a trial never counts. */
  paidCycles: Schema.Int,
  /** Unsuccessful attempts within the cycle. */
  attempts: Schema.Int,
  /** A charge succeeded that permits retries. Source: D25. */
  hasPaid: Schema.Boolean,
  /** When the next charge is made. Null while one is in doubt, and when there is none. */
  renewAt: Instant,
  /** The end of the period that is paid, or of the trial. */
  activeTo: Instant,
  /** The charges that failed in the last 30 days, with whichever card, oldest first. Source: D25. */
  declines: Schema.Array(Decline),
  /** The charge whose outcome is not known yet: nothing else is charged until it is. */
  charging: Schema.NullOr(TransactionUid),
  /**
   * The checks of other cards that may still replace the card, the oldest wish first: one that is not here is older than
   * the wish that was fulfilled. Absent: no other card was wished for since this member was added.
   */
  checks: Schema.optional(Schema.Array(TransactionUid)),
  /** The acquirer that was asked last. */
  gatewayId: Schema.NullOr(Schema.Int),
  lastTransaction: Schema.NullOr(LastTransaction),
  cancelReason: Schema.NullOr(Schema.String),
  cancelledAt: Instant,
  pausedAt: Instant,
  /** It ends with the period that is paid, and why. Absent: it goes on. Source: D60, D63. */
  ending: Schema.optional(
    Schema.Struct({
      reason: Schema.String,
      /** All its cycles are paid, and the usage of the last one is charged at its end. */
      isComplete: Schema.optional(Schema.Literal(true)),
      /** The period is over: what is owed of it is being charged. */
      isDue: Schema.optional(Schema.Literal(true))
    })
  ),
  /** What it consists of. Absent: the plan, as one flat item. Source: D59. */
  items: Schema.optional(Schema.Array(Item)),
  /** The items from the next renewal on. Absent: those of the next plan, or the same. Source: D60. */
  nextItems: Schema.optional(Schema.Array(Item)),
  /**
   * The items that a renewal which has begun and is not paid yet is to begin. Absent: the same. What is scheduled
   * meanwhile waits in `nextItems` for the renewal after it. Source: D60.
   */
  dueItems: Schema.optional(Schema.Array(Item)),
  /** Other terms that are carried out as soon as no charge is under way. Absent: none. Source: D60. */
  wished: Schema.optional(QueuedTerms),
  /**
   * The change whose charge failed last, while its period goes on and nothing else was wished for: it is made after all if
   * that charge succeeds late. Absent: none. Source: D40, D60.
   */
  failedChange: Schema.optional(TransactionUid),
  /** What is paid of the present period. Absent: what follows from the plan. */
  paid: Schema.optional(PaidPeriod),
  /** Absent: none, or it is used up. Source: D61. */
  coupon: Schema.optional(AppliedCoupon),
  /** Lines of the next charge. Source: D60, D62. */
  waiting: Schema.optional(Schema.Array(WaitingLine)),
  /** Lines that are charged as soon as no charge is under way. Source: D62. */
  linesNow: Schema.optional(Schema.Array(WaitingLine)),
  /** The number of the cycle whose usage is charged next. Absent: 0. Source: D63. */
  usageCycle: Schema.optional(Schema.Int),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Increases with every committed change; webhooks carry it as `Florin-Sequence`. */
  version: Schema.Int
})

export interface Subscription extends Schema.Schema.Type<typeof Subscription> {}

/**
 * What was agreed: it changes only when the merchant or the customer changes it. Stored apart from the rest, which every
 * charge rewrites.
 */
export const agreedMembers = [
  "shop",
  "id",
  "plan",
  "nextPlan",
  "customerId",
  "customer",
  "billingAddress",
  "card",
  "trackingId",
  "returnUrl",
  "notificationUrl",
  "language",
  "visibleFields",
  "additionalData",
  "items",
  "nextItems",
  "dueItems",
  "createdAt"
] as const satisfies ReadonlyArray<keyof Subscription>

/** Whether nothing that was agreed differs, by identity. */
export const termsUnchanged = (one: Subscription, other: Subscription): boolean =>
  agreedMembers.every((member) => one[member] === other[member])

/** A subscription and the check of the card that replaces its own if the check succeeds. */
export interface CheckedCardChange extends Subscription {
  /** `incomplete`: the customer confirms it through 3-D Secure. */
  readonly check: LastTransaction
}

/** What a change of terms comes to. */
export interface ChangeSummary {
  readonly when: ChangeTime
  readonly proration: Proration
  /** What is charged at once. Unit: minor units. */
  readonly amount: Amount
  readonly lines: ReadonlyArray<Line>
  /** What the balance gains. Unit: minor units. */
  readonly gained: Amount
}

/** A subscription and the change of its terms: of a preview, what would happen. */
export interface ChangedTerms extends Subscription {
  readonly change: ChangeSummary
}

/** Whether it ends with its period. One whose cycles are all paid goes on if it gets another plan, with cycles of its own. */
export const isEnding = ({ ending, nextPlan }: Pick<Subscription, "ending" | "nextPlan">): boolean =>
  ending !== undefined && (ending.isComplete !== true || nextPlan === null)

/**
 * When it is charged next, as shops are told. Null: nothing is charged any more, as far as it is known; of one that is to end
 * what is owed is known when its last period is over, and its retries are told.
 */
export const chargedNextAt = (subscription: Subscription): DateTime.Utc | null =>
  isEnding(subscription) && subscription.ending?.isDue !== true ? null : subscription.renewAt

/** The interval by which the next charge is counted. */
export const dueIntervalOf = ({ attempts, nextPlan, plan }: Subscription): Interval =>
  (attempts === 0 && nextPlan !== null ? nextPlan : plan).interval

/** The states that nothing leaves. */
export const isFinal = ({ state }: Pick<Subscription, "state">): boolean =>
  state === "failed" || state === "canceled" || state === "expired"
