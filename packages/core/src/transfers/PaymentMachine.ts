/** The machines of payments by instant bank transfer. */
import * as DateTime from "effect/DateTime"
import * as Machine from "../machine/Machine.js"
import type { TransferEvent } from "./TransferEvent.js"

export type State = "none" | "pending" | "successful" | "failed" | "expired"

export type Trigger = TransferEvent["_tag"]

/** The facts that conditions evaluate. */
export interface Facts {
  readonly now: DateTime.Utc
  /** The last instant that counts as in time. Null: the bank decides. */
  readonly payBy: DateTime.Utc | null
  /** The request's own `expired_at`, if it is earlier than that. */
  readonly expiredAt: DateTime.Utc | null
  /** The bank's date of the payment that is reported. */
  readonly paidAt: DateTime.Utc | null
  /** What an operator corrects the state to. */
  readonly corrected: "successful" | "failed" | null
}

/**
 * The effects committed with the new state.
 *
 * - `notify`: notifies the merchant
 * - `ask-provider`: opens the payment; due work asks for its outcome until there is one
 * - `mail-receipt`: mails a receipt, if the host provides a mailer (D36)
 * - `keep-evidence`: keeps the reported payment for an operator
 */
export type SideEffect = "notify" | "ask-provider" | "mail-receipt" | "keep-evidence"

const ends = ({ expiredAt, payBy }: Facts): DateTime.Utc | null =>
  expiredAt === null || payBy === null ? (expiredAt ?? payBy) : DateTime.min(expiredAt, payBy)

const inTime = Machine.when<Facts>("Dated at or before the last instant", (_) => {
  const end = ends(_)
  return end === null || _.paidAt === null || DateTime.lessThanOrEqualTo(_.paidAt, end)
})
const late = Machine.when<Facts>("Dated later", (_) => {
  const end = ends(_)
  return end !== null && _.paidAt !== null && DateTime.greaterThan(_.paidAt, end)
})
const isOwnEnd = ({ expiredAt, now, payBy }: Facts): boolean =>
  expiredAt !== null &&
  DateTime.greaterThanOrEqualTo(now, expiredAt) &&
  (payBy === null || DateTime.lessThan(expiredAt, payBy))
const ownEnd = Machine.when<Facts>("An earlier `expired_at` reached", isOwnEnd)
const lastInstant = Machine.when<Facts>(
  "The last instant passed",
  (_) => !isOwnEnd(_) && _.payBy !== null && DateTime.greaterThan(_.now, _.payBy)
)
const toPaid = Machine.when<Facts>("To `successful`", (_) => _.corrected === "successful")
const toUnpaid = Machine.when<Facts>("To `failed`", (_) => _.corrected === "failed")

type Table = Parameters<Parameters<ReturnType<typeof Machine.make<State, Trigger, Facts, SideEffect>>>[0]>[0]

/** Source: interface, "States and transitions"; rows missing there cite their decision. */
const rows = (row: Table) => [
  //   state      trigger                condition       next           other effects
  row("none", "Accepted", Machine.always, "pending", "ask-provider", "notify"),
  row("none", "NoProvider", Machine.always, "failed", "notify"),
  row("pending", "VerificationRefused", Machine.always, "failed", "notify"), // D20
  row("pending", "Waiting", Machine.always, "pending"),
  row("pending", "NoAnswer", Machine.always, "pending"), // D41
  row("pending", "Rejected", Machine.always, "failed", "notify"),
  row("pending", "NotDone", Machine.always, "failed", "notify"),
  row("pending", "Paid", inTime, "successful", "notify", "mail-receipt"),
  row("pending", "Paid", late, "failed", "notify", "keep-evidence"), // D28
  row("pending", "TimePassed", ownEnd, "expired", "notify"), // D28
  row("pending", "TimePassed", lastInstant, "failed", "notify"), // D28, F.0205
  row("successful", "Paid", Machine.always, "successful", "keep-evidence"), // D28
  row("failed", "Paid", Machine.always, "failed", "keep-evidence"), // D28
  row("expired", "Paid", Machine.always, "expired", "keep-evidence"), // D28
  row("successful", "Corrected", toUnpaid, "failed", "notify"),
  row("failed", "Corrected", toPaid, "successful", "notify"),
  row("expired", "Corrected", toPaid, "successful", "notify")
]

/** The customer scans a code. */
export const sbp = Machine.make<State, Trigger, Facts, SideEffect>("sbp payment")(rows)

/** The customer transfers to a phone number, within 15 minutes. */
export const sbpData = Machine.make<State, Trigger, Facts, SideEffect>("sbp_data payment")((row) => [
  ...rows(row),
  row("failed", "ProofBegun", Machine.always, "failed"), // D29
  row("failed", "ProofApproved", Machine.always, "successful", "notify"),
  row("failed", "ProofDeclined", Machine.always, "failed", "notify")
])
