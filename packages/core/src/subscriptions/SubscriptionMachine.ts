/** The state machine of a subscription. Source: D23, D25. */
import * as Machine from "../machine/Machine.js"
import type { SubscriptionState } from "./Subscription.js"

/** `none`: it does not exist yet. */
export type State = "none" | SubscriptionState

/**
 * The events of a subscription.
 *
 * - `Created`: it waits for its card
 * - `Charged`: a charge succeeded
 * - `Declined`: a charge was declined
 * - `Errored`: a charge failed for another reason than the card
 * - `CardDeleted`: its card is erased; the next charge is declined unless it gets another one
 * - `TermsChanged`: it consists of something else from now on
 * - `EndScheduled`: it is to end with the period that is paid
 * - `EndWithdrawn`: it goes on after all
 * - `PlanChanged`: it is charged by other terms from a renewal on, or is not after all
 * - `Canceled`, `Paused`, `Resumed`, `CardChanged`: a command of the merchant
 */
export type Trigger =
  | "Created"
  | "Charged"
  | "Declined"
  | "Errored"
  | "Canceled"
  | "Paused"
  | "Resumed"
  | "CardChanged"
  | "CardDeleted"
  | "PlanChanged"
  | "EndScheduled"
  | "EndWithdrawn"
  | "TermsChanged"

export interface Facts {
  /** The plan begins with a trial. */
  readonly hasTrial: boolean
  /** A charge that permits retries has succeeded before. */
  readonly hasPaid: boolean
  /** The charge pays the last billing cycle. */
  readonly isLast: boolean
  /** Attempts are left in this cycle, and the card may be charged again. */
  readonly mayRetry: boolean
}

/** What is committed with the new state: the next charge, and the event of a webhook. Source: D26. */
export type SideEffect =
  | "schedule"
  | "created.subscription"
  | "renewed.subscription"
  | "failed_attempt.subscription"
  | "canceled.subscription"
  | "expired.subscription"
  | "failed.subscription"
  | "card_deleted.subscription"
  | "changed.subscription"
  | "plan_changed.subscription"
  | "end_scheduled.subscription"
  | "end_withdrawn.subscription"

const { always, when } = Machine
const trial = when<Facts>("The plan has a trial", (_) => _.hasTrial)
const last = when<Facts>("It was the last billing cycle", (_) => !_.hasTrial && _.isLast)
const plain = when<Facts>("Neither", (_) => !_.hasTrial && !_.isLast)
const lastCycle = when<Facts>("It was the last billing cycle", (_) => _.isLast)
const cyclesLeft = when<Facts>("Cycles are left", (_) => !_.isLast)
const unpaid = when<Facts>("The card was never charged successfully", (_) => !_.hasPaid)
const retried = when<Facts>("Charged before, attempts are left", (_) => _.hasPaid && _.mayRetry)
const givenUp = when<Facts>("Charged before, no attempt is left", (_) => _.hasPaid && !_.mayRetry)

/** The states in which renewals are charged. */
const running: ReadonlyArray<SubscriptionState> = ["trial", "active", "failed_attempt", "error"]

export const machine = Machine.make<State, Trigger, Facts, SideEffect>("Subscription")((row) => [
  //   state         trigger      condition  next              other effects
  row("none", "Created", always, "redirecting"),
  row("redirecting", "Charged", trial, "trial", "schedule", "created.subscription"),
  row("redirecting", "Charged", plain, "active", "schedule", "created.subscription"),
  row("redirecting", "Charged", last, "expired", "expired.subscription"),
  row("redirecting", "Declined", always, "failed", "failed.subscription"), // D25: before any success
  row("redirecting", "Errored", always, "failed", "failed.subscription"),
  row("redirecting", "Canceled", always, "canceled", "canceled.subscription"),
  ...running.flatMap((state) => [
    row(state, "Charged", cyclesLeft, "active", "schedule", "renewed.subscription"),
    row(state, "Charged", lastCycle, "expired", "expired.subscription"),
    row(state, "Declined", unpaid, "failed", "failed.subscription"),
    row(state, "Declined", retried, "failed_attempt", "schedule", "failed_attempt.subscription"),
    row(state, "Declined", givenUp, "canceled", "canceled.subscription"),
    row(state, "Errored", unpaid, "failed", "failed.subscription"),
    row(state, "Errored", retried, "error", "schedule", "failed_attempt.subscription"),
    row(state, "Errored", givenUp, "canceled", "canceled.subscription"),
    row(state, "Canceled", always, "canceled", "canceled.subscription"),
    row(state, "Paused", always, state),
    row(state, "Resumed", always, state, "schedule"),
    row(state, "CardChanged", always, state),
    row(state, "CardDeleted", always, state, "card_deleted.subscription"), // D51a
    row(state, "PlanChanged", always, state, "plan_changed.subscription"),
    row(state, "EndScheduled", always, state, "schedule", "end_scheduled.subscription"), // D60
    row(state, "EndWithdrawn", always, state, "schedule", "end_withdrawn.subscription"),
    row(state, "TermsChanged", always, state, "schedule", "changed.subscription")
  ])
])
