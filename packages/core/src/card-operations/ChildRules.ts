/** The rule that accepts a capture, void or refund: allowed parents, and the remaining amount. */
import * as Either from "effect/Either"
import { referenceOf } from "../cards/AtProvider.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import * as ChildMachine from "../cards/ChildMachine.js"
import type { CaptureOrVoidRequest, RefundRequest } from "../cards/ChildRequest.js"
import * as Machine from "../machine/Machine.js"
import { type Amount, add, subtractOrZero } from "../money/Amount.js"
import type { InitialState, NewTransaction } from "../operations/AcceptanceRules.js"
import { given } from "../request/Given.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import * as Capabilities from "../routing/Capabilities.js"
import { lastCharge, trackedAs } from "../transaction-base/TransactionBase.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"

export type ChildKind = "capture" | "void" | "refund"

export interface ChildFacts {
  readonly parent: CardTransaction | undefined
  readonly totals: ParentTotals
}

/** The allowed parents of each kind. Source: D10. */
const parents: Record<ChildKind, ReadonlyArray<CardTransaction["type"]>> = {
  capture: ["authorization"],
  void: ["authorization"],
  refund: ["payment", "capture"]
}

export const isChild = (type: CardTransaction["type"]): type is ChildKind => type in parents

/** The remaining amount of the parent. Source: D10. */
export const remains = (kind: ChildKind, parent: CardTransaction, totals: ParentTotals): Amount =>
  kind === "refund"
    ? subtractOrZero(parent.amount, totals.refunded)
    : subtractOrZero(parent.amount, add(totals.captured, totals.voided))

/** What captures, voids, refunds, credits and payouts have in common. */
export const undecided = { recurringType: null, routing: "skipped", expiredAt: null, report: null } as const

const accepted = Either.getOrThrow(Machine.decide(ChildMachine.machine, "none", "Accepted", undefined))

/** Captures, voids, refunds, credits and payouts all begin `pending`, with the acquirer still to be called. */
export const initial: InitialState<CardTransaction> = {
  trigger: "Accepted",
  status: accepted.next as CardTransaction["status"],
  effects: accepted.effects,
  reason: null,
  detail: null
}

const refusal = (kind: ChildKind, parent: CardTransaction | undefined): InvalidRequest | undefined => {
  if (parent === undefined) return invalid("parent_uid", "Parent transaction is not found")
  if (!parents[kind].includes(parent.type)) {
    return invalid("parent_uid", `Parent transaction can't be followed by a ${kind}`)
  }
  if (parent.status !== "successful") return invalid("parent_uid", "Parent transaction is not successful")
  return parent.closedAt === null ? undefined : invalid("parent_uid", "Parent transaction is closed")
}

/** Whether a transaction may be followed by such a child, whatever remains of it. */
export const isAllowed = (kind: ChildKind, parent: CardTransaction): boolean => refusal(kind, parent) === undefined

/** Where a child's webhooks go. A capture is told of where its payment is. Source: D10, D33a. */
const notificationUrlOf = (
  kind: ChildKind,
  { notificationUrl }: CaptureOrVoidRequest | RefundRequest,
  parent: CardTransaction
): string | undefined => (kind === "capture" ? (notificationUrl ?? parent.details.notificationUrl) : notificationUrl)

const planOf = (
  kind: ChildKind,
  request: CaptureOrVoidRequest | RefundRequest,
  parent: CardTransaction
): NewTransaction<CardTransaction> => {
  const notificationUrl = notificationUrlOf(kind, request, parent)
  const charged = lastCharge(parent)
  return {
    initial,
    draft: {
      ...undecided,
      type: kind,
      amount: request.amount,
      currency: parent.currency,
      test: parent.test,
      language: parent.language,
      details: given({ notificationUrl, duplicateCheck: request.duplicateCheck }),
      gatewayId: charged.gatewayId,
      parentUid: parent.uid,
      parentKey: charged.key,
      parentKind: parent.type,
      ...given({ parentReference: referenceOf(parent) }),
      ...trackedAs(request.trackingId, parent),
      ...("reason" in request ? { refundReason: request.reason } : {})
    }
  }
}

/** The acquirer of a charge, by its id; undefined where it is not configured any more. */
export type AcquirerOf = (gatewayId: number | null) => Capabilities.Capable | undefined

/** The writes for a capture, void or refund, or its refusal. Source: D10, D53. */
export const plan =
  (kind: ChildKind, request: CaptureOrVoidRequest | RefundRequest, acquirerOf: AcquirerOf = () => undefined) =>
  ({ parent, totals }: ChildFacts): Either.Either<NewTransaction<CardTransaction>, InvalidRequest> => {
    const refused = refusal(kind, parent)
    if (refused !== undefined || parent === undefined) return Either.left(refused!)
    const left = remains(kind, parent, totals)
    if (request.amount > left) return Either.left(invalid("amount", `can't be greater than ${left}`))
    const wanted = { kind, amount: request.amount, whole: parent.amount, captured: totals.captured }
    const unable = Capabilities.childRefusal(acquirerOf(lastCharge(parent).gatewayId), wanted)
    return unable === undefined ? Either.right(planOf(kind, request, parent)) : Either.left(unable)
  }
