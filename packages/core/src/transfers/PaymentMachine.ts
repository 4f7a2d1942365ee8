/** The machines of payments by instant bank transfer. */
import type * as DateTime from "effect/DateTime"
import * as Machine from "../machine/Machine.js"
import { hasOwnEnd, isLate, isOver, type TransferDeadlines } from "./TimeToPay.js"
import type { TransferEvent } from "./TransferEvent.js"

export type State = "none" | "pending" | "successful" | "failed" | "expired"

export type Trigger = TransferEvent["_tag"]

/** The facts that conditions evaluate. */
export interface Facts extends TransferDeadlines {
  readonly now: DateTime.Utc
  /** The bank's date of the payment that is reported. */
  readonly paidAt: DateTime.Utc | null
  /** The provider has answered about it before. */
  readonly isKnown: boolean
  /** A proof of the payment waits for its decision. */
  readonly isProofPending: boolean
  /** What an operator corrects the state to. */
  readonly corrected: "successful" | "failed" | null
}

/**
 * The effects committed with the new state.
 *
 * - `notify`: notifies the merchant; of a pending payment once, when it is open and there is what the customer pays by
 * - `ask-provider`: opens the payment; due work asks for its outcome until there is one
 * - `mail-receipt`: mails a receipt, if the host provides a mailer (D36)
 * - `keep-evidence`: keeps the report for an operator
 */
export type SideEffect = "notify" | "ask-provider" | "mail-receipt" | "keep-evidence"

const inTime = Machine.when<Facts>("Dated at or before the last instant", (_) => !isLate(_, _.paidAt))
const late = Machine.when<Facts>("Dated later", (_) => isLate(_, _.paidAt) && !hasOwnEnd(_))
const afterOwnEnd = Machine.when<Facts>(
  "Dated later than an earlier `expired_at`",
  (_) => isLate(_, _.paidAt) && hasOwnEnd(_)
)
const ownEnd = Machine.when<Facts>("An earlier `expired_at` reached", (_) => isOver(_, _.now) && hasOwnEnd(_))
const lastInstant = Machine.when<Facts>("The last instant passed", (_) => isOver(_, _.now) && !hasOwnEnd(_))
export const first = Machine.when<Pick<Facts, "isKnown">>("The first answer", (_) => !_.isKnown)
export const later = Machine.when<Pick<Facts, "isKnown">>("A later one", (_) => _.isKnown)
const proving = Machine.when<Facts>("A proof is pending", (_) => _.isProofPending)
const notProving = Machine.when<Facts>("No proof is pending", (_) => !_.isProofPending)
export const toPaid = Machine.when<Pick<Facts, "corrected">>("To `successful`", (_) => _.corrected === "successful")
export const toUnpaid = Machine.when<Pick<Facts, "corrected">>("To `failed`", (_) => _.corrected === "failed")

type Table = Machine.MakeRow<State, Trigger, Facts, SideEffect>

/** Source: interface, "States and transitions"; rows missing there cite their decision. */
const rows = (row: Table) => [
  //   state      trigger                condition       next           other effects
  row("none", "Accepted", Machine.always, "pending", "ask-provider"),
  row("none", "NoProvider", Machine.always, "failed", "notify"),
  row("pending", "VerificationRefused", Machine.always, "failed", "notify"), // D20
  row("pending", "Waiting", first, "pending", "notify"),
  row("pending", "Waiting", later, "pending"),
  row("pending", "NoAnswer", Machine.always, "pending"), // D41
  row("pending", "Rejected", Machine.always, "failed", "notify"),
  row("pending", "NotDone", Machine.always, "failed", "notify"),
  row("pending", "Paid", inTime, "successful", "notify", "mail-receipt"),
  row("pending", "Paid", late, "failed", "notify", "keep-evidence"), // D28
  row("pending", "Paid", afterOwnEnd, "expired", "notify", "keep-evidence"), // D28
  row("pending", "TimePassed", ownEnd, "expired", "notify"), // D28
  row("pending", "TimePassed", lastInstant, "failed", "notify"), // D28, F.0205
  row("successful", "Paid", Machine.always, "successful", "keep-evidence"), // D28
  row("successful", "Rejected", Machine.always, "successful", "keep-evidence"), // D28
  row("failed", "Paid", Machine.always, "failed", "keep-evidence"), // D28
  row("expired", "Paid", Machine.always, "expired", "keep-evidence"), // D28
  row("pending", "ConfirmAsked", Machine.always, "pending"), // D30
  row("successful", "ConfirmAsked", Machine.always, "successful"),
  row("failed", "ConfirmAsked", Machine.always, "failed"),
  row("expired", "ConfirmAsked", Machine.always, "expired"),
  row("pending", "Corrected", toPaid, "successful", "notify", "mail-receipt"), // D40: an operator is asked
  row("pending", "Corrected", toUnpaid, "failed", "notify"),
  row("successful", "Corrected", toUnpaid, "failed", "notify"),
  row("failed", "Corrected", toPaid, "successful", "notify", "mail-receipt"),
  row("expired", "Corrected", toPaid, "successful", "notify", "mail-receipt")
]

/** A machine of payments. */
export type PaymentMachine = Machine.Machine<State, Trigger, Facts, SideEffect>

export const make = (name: string): PaymentMachine => Machine.make<State, Trigger, Facts, SideEffect>(name)(rows)

/** A machine of payments that a document can prove after they failed. */
export const provable = (name: string): PaymentMachine =>
  Machine.make<State, Trigger, Facts, SideEffect>(name)((row) => [
    ...rows(row),
    row("failed", "ProofBegun", notProving, "failed"), // D29
    row("failed", "ProofApproved", proving, "successful", "notify", "mail-receipt"), // D36
    row("failed", "ProofDeclined", proving, "failed", "notify")
  ])
