/** The state machine of a notification. */
import * as Machine from "../machine/Machine.js"
import type { NotificationStatus } from "./Notification.js"

/**
 * The events of a notification.
 *
 * - `Acknowledged`: the receiver answered 2xx
 * - `Gone`: the receiver answered 410
 * - `AttemptFailed`: any other answer, or none
 * - `Superseded`: a newer state of the same transaction was committed
 * - `ResendAsked`: the merchant requests a resend
 * - `Outdated`: the merchant requests a resend, but a newer notification of its subject exists
 */
export type Trigger = "Acknowledged" | "Gone" | "AttemptFailed" | "Superseded" | "ResendAsked" | "Outdated"

export interface Facts {
  /** The attempts since it was announced or last resent, including this one. */
  readonly attempts: number
  /** The number of attempts in the delivery schedule. */
  readonly attemptLimit: number
}

/** The effects committed with the new state: due now, or at the schedule's next attempt. */
export type SideEffect = "send" | "retry"

const attemptsLeft = Machine.when<Facts>("Attempts are left", (_) => _.attempts < _.attemptLimit)
const noneLeft = Machine.when<Facts>("No attempt is left", (_) => _.attempts >= _.attemptLimit)
const { always } = Machine

/**
 * Delivery of a notification. A notification superseded during an attempt may still become delivered; if the attempt
 * fails, it stays superseded, and the newer one is sent.
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
