/** The life of one notification. */
import * as Machine from "../machine/Machine.js"
import type { NotificationStatus } from "./Notification.js"

/**
 * What can happen to a notification.
 *
 * - `Acknowledged`: the receiver answered 2xx
 * - `Gone`: the receiver answered 410
 * - `AttemptFailed`: any other answer, or none
 * - `Superseded`: a newer state of the same transaction was committed
 * - `ResendAsked`: the merchant wants it again
 * - `Outdated`: the merchant wants it again, and its subject has told of something newer
 */
export type Trigger = "Acknowledged" | "Gone" | "AttemptFailed" | "Superseded" | "ResendAsked" | "Outdated"

/** What the conditions look at. */
export interface Facts {
  /** The attempts made since it was announced or last asked for, this one included. */
  readonly attempts: number
  /** How many the delivery schedule has. */
  readonly attemptLimit: number
}

/** What is committed with the new state: it is due at once, or at the schedule's next instant. */
export type SideEffect = "send" | "retry"

const attemptsLeft = Machine.when<Facts>("Attempts are left", (_) => _.attempts < _.attemptLimit)
const noneLeft = Machine.when<Facts>("No attempt is left", (_) => _.attempts >= _.attemptLimit)
const { always } = Machine

/**
 * Delivery of a notification. A notification that was superseded while an attempt was under way may still turn out
 * delivered; a failed attempt leaves it superseded, and the newer one is sent.
 *
 * Source: D34.
 */
export const machine = Machine.make<NotificationStatus, Trigger, Facts, SideEffect>("Notification delivery")((row) => [
  //   state         trigger          condition      next          other effects
  row("waiting", "Acknowledged", always, "delivered"),
  row("waiting", "Gone", always, "stopped"),
  row("waiting", "AttemptFailed", attemptsLeft, "waiting", "retry"),
  row("waiting", "AttemptFailed", noneLeft, "exhausted"),
  row("waiting", "Superseded", always, "superseded"),
  row("waiting", "ResendAsked", always, "waiting", "send"),
  row("superseded", "Acknowledged", always, "delivered"),
  row("superseded", "Gone", always, "superseded"),
  row("superseded", "AttemptFailed", always, "superseded"),
  row("superseded", "ResendAsked", always, "waiting", "send"),
  row("delivered", "ResendAsked", always, "waiting", "send"),
  row("stopped", "ResendAsked", always, "waiting", "send"),
  row("exhausted", "ResendAsked", always, "waiting", "send"),
  row("waiting", "Outdated", always, "superseded"),
  row("superseded", "Outdated", always, "superseded"),
  row("delivered", "Outdated", always, "delivered"),
  row("stopped", "Outdated", always, "stopped"),
  row("exhausted", "Outdated", always, "superseded")
])
