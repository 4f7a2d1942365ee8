/** A change of a subscription, as passed to the host's listeners. Source: D66. */
import { chargedNextAt, type Subscription, type SubscriptionState } from "./Subscription.js"
import type * as SubscriptionMachine from "./SubscriptionMachine.js"

/**
 * What has happened to a subscription, in the words of a shop. Each is told once, in the change that brings it about.
 *
 * - `created`: it waits for its card; `started`: its first charge succeeded, so that it is in its trial or active
 * - `renewed`: a later charge succeeded; `completed`: the last billing cycle is paid
 * - `payment_failed`: a charge failed and is retried
 * - `failed`: the first charge failed; `canceled`: it has ended, by the shop or because no charge succeeded
 * - `end_scheduled`, `end_withdrawn`: it is to end with its period, or goes on after all
 * - `paused`, `resumed`, `card_changed`, `card_deleted`
 * - `plan_changed`: the next renewal charges by another plan or for other items, or does not after all
 * - `terms_changed`: it consists of something else from now on: another plan, other items or quantities
 */
export type SubscriptionMeaning =
  | "created"
  | "started"
  | "renewed"
  | "completed"
  | "payment_failed"
  | "failed"
  | "canceled"
  | "end_scheduled"
  | "end_withdrawn"
  | "paused"
  | "resumed"
  | "card_changed"
  | "card_deleted"
  | "plan_changed"
  | "terms_changed"

/** A subscription as it stands after a change. */
export interface ChangedSubscription
  extends Pick<
    Subscription,
    | "shop"
    | "id"
    | "state"
    | "plan"
    | "nextPlan"
    | "items"
    | "customerId"
    | "trackingId"
    | "additionalData"
    | "paidCycles"
    | "attempts"
    | "renewAt"
    | "activeTo"
    | "pausedAt"
    | "cancelReason"
    | "cancelledAt"
    | "lastTransaction"
    | "createdAt"
    | "updatedAt"
  > {
  /** Why it is to end with its period. Absent: it goes on. */
  readonly ending?: { readonly reason: string } | undefined
}

/** The subscription after the change, and the change itself. */
export interface SubscriptionChange {
  readonly subscription: ChangedSubscription
  readonly change: {
    /** What it means to the shop. Most listeners need nothing else. */
    readonly means: SubscriptionMeaning
    /** The event of the subscription's machine. */
    readonly trigger: SubscriptionMachine.Trigger
    readonly from: SubscriptionMachine.State
    readonly to: SubscriptionState
  }
}

/** How a subscription came to be as a commit writes it. */
export interface SubscriptionStep {
  readonly trigger: SubscriptionMachine.Trigger
  readonly from: SubscriptionMachine.State
}

/** A change as a commit writes it. */
export interface WrittenSubscription {
  readonly subscription: Subscription
  readonly step: SubscriptionStep
}

const charged = (from: SubscriptionMachine.State, to: SubscriptionState): SubscriptionMeaning => {
  if (to === "expired") return "completed"
  return from === "redirecting" ? "started" : "renewed"
}

const unpaid = (to: SubscriptionState): SubscriptionMeaning => {
  if (to === "failed") return "failed"
  return to === "canceled" ? "canceled" : "payment_failed"
}

const meaningOf = ({ from, trigger }: SubscriptionStep, to: SubscriptionState): SubscriptionMeaning => {
  switch (trigger) {
    case "Created":
      return "created"
    case "Charged":
      return charged(from, to)
    case "Declined":
    case "Errored":
      return unpaid(to)
    case "Canceled":
      return "canceled"
    case "Paused":
      return "paused"
    case "Resumed":
      return "resumed"
    case "CardChanged":
      return "card_changed"
    case "CardDeleted":
      return "card_deleted"
    case "PlanChanged":
      return "plan_changed"
    case "TermsChanged":
      return "terms_changed"
    case "EndScheduled":
      return "end_scheduled"
    case "EndWithdrawn":
      return "end_withdrawn"
  }
}

const shown = (_: Subscription): ChangedSubscription => ({
  shop: _.shop,
  id: _.id,
  state: _.state,
  plan: _.plan,
  nextPlan: _.nextPlan,
  ...(_.items === undefined ? {} : { items: _.items }),
  customerId: _.customerId,
  ...(_.trackingId === undefined ? {} : { trackingId: _.trackingId }),
  ...(_.additionalData === undefined ? {} : { additionalData: _.additionalData }),
  paidCycles: _.paidCycles,
  attempts: _.attempts,
  renewAt: chargedNextAt(_),
  activeTo: _.activeTo,
  pausedAt: _.pausedAt,
  cancelReason: _.cancelReason,
  cancelledAt: _.cancelledAt,
  ...(_.ending === undefined ? {} : { ending: { reason: _.ending.reason } }),
  lastTransaction: _.lastTransaction,
  createdAt: _.createdAt,
  updatedAt: _.updatedAt
})

/** The change as the host's listeners receive it. Made only if there are listeners. */
export const fromWritten = ({ step, subscription }: WrittenSubscription): SubscriptionChange => ({
  subscription: shown(subscription),
  change: { means: meaningOf(step, subscription.state), ...step, to: subscription.state }
})
