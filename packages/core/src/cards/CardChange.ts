/** The pure rule that turns an event into a card transaction's next version. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Machine from "../machine/Machine.js"
import { given } from "../request/Given.js"
import { lastCharge, type Transition } from "../transaction-base/TransactionBase.js"
import { type AcquirerReference, broughtBy } from "./AcquirerReference.js"
import { type AcquirerReport, noReport } from "./AcquirerReport.js"
import { type AtProvider, openActionOf } from "./AtProvider.js"
import type { CardEvent } from "./CardEvent.js"
import type { CardTransaction, CardTransactionType } from "./CardTransaction.js"
import * as ChargeMachine from "./ChargeMachine.js"
import * as ChildMachine from "./ChildMachine.js"
import type { DeclineReason } from "./DeclineReason.js"
import * as ReportedCards from "./ReportedCards.js"
import { ChargeType } from "./RoutingRules.js"

/** The next version of a card transaction, its line of history, and what must be committed with it. */
export interface CardChange {
  readonly transaction: CardTransaction
  readonly transition: Transition
  readonly effects: ReadonlyArray<ChargeMachine.SideEffect | ChildMachine.SideEffect>
  /** The acquirer's own reference of it, where this change brings one that was not known. Source: D53. */
  readonly reference?: AcquirerReference | undefined
  /** What it is found by has changed: an acquirer has told the card's last digits. Absent: it has not. */
  readonly isFoundOtherwise?: true
}

/** Authorizations, payments and tokenizations are charges; all others follow a charge or pay out. */
export const isCharge = (type: CardTransactionType): type is typeof ChargeType.Type =>
  (ChargeType.literals as ReadonlyArray<CardTransactionType>).includes(type)

/** Whether the rest of the hold was reported as released. Earlier versions did not store why a hold was closed. */
export const isReleased = ({ closedAt, closedBy }: Pick<CardTransaction, "closedAt" | "closedBy">): boolean =>
  closedAt !== null && closedBy !== "Closed"

const rejects = (transaction: CardTransaction, report: AcquirerReport): boolean => {
  const wanted = transaction.details.additionalData?.avsCvcVerification
  const listed = (codes: ReadonlyArray<string> | undefined, result: string | null) =>
    result !== null && codes?.includes(result) === true
  return (
    listed(wanted?.avsVerification?.rejectCodes, report.avsResult) ||
    listed(wanted?.cvcVerification?.rejectCodes, report.cvcResult)
  )
}

interface Decided {
  readonly effects: CardChange["effects"]
  readonly next: ChargeMachine.State
}

const decide = (
  transaction: CardTransaction,
  event: CardEvent,
  now: DateTime.Utc
): Either.Either<Decided, Machine.Refused> => {
  const report = reportOf(event)
  if (isCharge(transaction.type)) {
    return Machine.decide(ChargeMachine.machine, transaction.status, event._tag, {
      now,
      expiredAt: transaction.expiredAt,
      waitingSince: ChargeMachine.waitingSinceOf(transaction),
      threeDSecureNeeded: false,
      isByMerchant: transaction.isByMerchant === true,
      isActionOpen: openActionOf(transaction) !== undefined,
      returns: transaction.atProvider?.returns ?? 0,
      isReleased: isReleased(transaction),
      checksRejected: report !== null && rejects(transaction, report)
    })
  }
  // A state or trigger unknown to this machine matches no row and is refused.
  const state = transaction.status as ChildMachine.State
  return Machine.decide(ChildMachine.machine, state, event._tag as ChildMachine.Trigger, undefined)
}

const reportOf = (event: CardEvent): AcquirerReport | null =>
  event._tag === "Approved" || event._tag === "Declined" || event._tag === "Corrected" ? event.report : null

const walletOf = (event: CardEvent): Pick<CardTransaction, "wallet"> =>
  event._tag === "Approved" && event.wallet !== undefined ? { wallet: event.wallet } : {}

/** What the acquirer says of a card that it alone knows, and the card network's id of the charge. */
const reportedOf = (
  { card }: CardTransaction,
  event: CardEvent
): Pick<CardTransaction, "card" | "networkTransactionId"> => {
  if (event._tag !== "Approved" && event._tag !== "Declined" && event._tag !== "Corrected") return {}
  const reported = card?.provider === undefined ? undefined : event.card
  return {
    ...(card && reported && { card: ReportedCards.completed(card, reported) }),
    ...("networkTransactionId" in event ? given({ networkTransactionId: event.networkTransactionId }) : {})
  }
}

// The customer's steps are timed from the first one on. What the customer brought is not kept behind the outcome.
const authenticationOf = (
  { authentication: before }: CardTransaction,
  event: CardEvent,
  status: CardTransaction["status"],
  now: DateTime.Utc
): Pick<CardTransaction, "authentication"> => {
  const authentication = "authentication" in event ? (event.authentication ?? before) : before
  if (authentication === undefined) return {}
  if (status === "pending") return { authentication }
  if (status !== "incomplete") return { authentication: { ...authentication, returned: null } }
  // Its steps are over when the acquirer has one of its own.
  if (event._tag === "ActionNeeded") return { authentication: { ...authentication, returned: null } }
  return { authentication: { ...authentication, waitingSince: authentication.waitingSince ?? now } }
}

/** What the acquirer has said of an operation that it has not decided. */
const heldAt = (
  { atProvider: before, ...transaction }: CardTransaction,
  event: Extract<CardEvent, { readonly _tag: "ActionNeeded" | "Acknowledged" }>,
  status: CardTransaction["status"],
  now: DateTime.Utc
): AtProvider => {
  const since = ChargeMachine.waitingSinceOf({ ...transaction, atProvider: before })
  return {
    reference: event.reference,
    action: event._tag === "ActionNeeded" ? event.action : null,
    waitingSince: since ?? (status === "incomplete" ? now : null),
    returns: before?.returns ?? 0,
    returned: null
  }
}

// What the browser brought is not kept behind the answer, nor what is to be done behind the decision.
const atProviderOf = (
  transaction: CardTransaction,
  event: CardEvent,
  status: CardTransaction["status"],
  now: DateTime.Utc
): Pick<CardTransaction, "atProvider"> => {
  const { atProvider: before } = transaction
  switch (event._tag) {
    case "ActionNeeded":
    case "Acknowledged":
      return { atProvider: heldAt(transaction, event, status, now) }
    case "ActionReturned":
      return before === undefined
        ? {}
        : { atProvider: { ...before, returns: before.returns + 1, returned: event.returned } }
    case "PassedOn":
      // The next acquirer has said nothing yet.
      return before === undefined ? {} : { atProvider: undefined }
    case "Approved":
    case "Declined":
    case "NotDone":
    case "Corrected":
    case "TakenBack":
      return before === undefined ? {} : { atProvider: { ...before, action: null, returned: null } }
    case "Accepted":
    case "RulesDeclined":
    case "NoAcquirer":
    case "ChallengeRequired":
    case "Returned":
    case "AuthenticationFailed":
    case "NoAnswer":
    case "VerificationRefused":
    case "TimePassed":
    case "Withdrawn":
    case "Closed":
    case "HoldLapsed":
    case "ReversalBegun":
    case "ReversalAcknowledged":
    case "ApprovalReported":
      return {}
  }
}

const attemptsOf = (transaction: CardTransaction, event: CardEvent): Pick<CardTransaction, "attempts"> => {
  const { attempts = [] } = transaction
  if (event._tag === "ReversalBegun" || event._tag === "PassedOn") return { attempts: [...attempts, event.attempt] }
  if (event._tag !== "ReversalAcknowledged") return {}
  const { key, reference } = event
  return { attempts: attempts.map((attempt) => (attempt.key === key ? { ...attempt, reference } : attempt)) }
}

const passedOnOf = (transaction: CardTransaction, event: CardEvent, at: DateTime.Utc): Partial<CardTransaction> => {
  if (event._tag !== "PassedOn") return {}
  const { gatewayId } = lastCharge(transaction)
  const passedOn = [...(transaction.passedOn ?? []), { gatewayId, reason: event.reason, at }]
  if (event.skipped === undefined) return { passedOn }
  const attempt = passedOn.length + 1
  const skipped = event.skipped.map((one) => ({ ...one, attempt, at }))
  return { passedOn, skipped: [...(transaction.skipped ?? []), ...skipped] }
}

const detailOf = (transaction: CardTransaction, event: CardEvent): string | null =>
  event._tag === "PassedOn" ? `gateway ${lastCharge(transaction).gatewayId}: ${event.reason}` : null

const reasonAfter = (transaction: CardTransaction, event: CardEvent, status: string): CardTransaction["reason"] => {
  if (status === transaction.status) return transaction.reason
  return status === "failed" ? reasonOf(event) : null
}

const withClosing = (
  transaction: CardTransaction,
  event: CardEvent,
  effects: CardChange["effects"],
  now: DateTime.Utc
): CardTransaction => {
  if (effects.includes("reopen")) {
    const { closedBy: _, ...open } = transaction
    return { ...open, closedAt: null }
  }
  return effects.includes("close") && (event._tag === "Closed" || event._tag === "HoldLapsed")
    ? { ...transaction, closedAt: now, closedBy: event._tag }
    : transaction
}

const reasonOf = (event: CardEvent): DeclineReason => {
  switch (event._tag) {
    case "Declined":
      return event.reason
    case "Approved":
      return "avs-cvc"
    case "NotDone":
      return "acquirer-temporary"
    case "VerificationRefused":
      return "verification-refused"
    case "RulesDeclined":
      return "routing-rules"
    case "NoAcquirer":
      return "no-acquirer"
    case "AuthenticationFailed":
      return event.reason
    case "ActionNeeded":
      // It can be authenticated with its customer only, who is not present.
      return "authentication-failed"
    case "Accepted":
    case "Acknowledged":
    case "ActionReturned":
    case "ChallengeRequired":
    case "PassedOn":
    case "Returned":
    case "TimePassed":
    case "Withdrawn":
    case "NoAnswer":
    case "Closed":
    case "HoldLapsed":
    case "Corrected":
    case "ReversalBegun":
    case "ReversalAcknowledged":
    case "ApprovalReported":
    case "TakenBack":
      return "unspecified"
  }
}

/** What a charge is found by besides its status and its reason: a token tells of its card late, a charge is passed on. */
const foundBy = (transaction: CardTransaction) => {
  const { brand, last4 } = transaction.card?.facts ?? {}
  return [brand, last4, lastCharge(transaction).gatewayId]
}

const isFoundOtherwise = (before: CardTransaction, after: CardTransaction): boolean => {
  const found = foundBy(after)
  return foundBy(before).some((value, at) => value !== found[at])
}

/** The next version of the transaction. Errors: `Refused` if its machine has no matching row. */
export const apply = (
  transaction: CardTransaction,
  event: CardEvent,
  now: DateTime.Utc
): Either.Either<CardChange, Machine.Refused> =>
  Either.map(decide(transaction, event, now), ({ effects, next }) => {
    const status = next as CardTransaction["status"]
    const isNewStatus = status !== transaction.status
    const version = transaction.version + 1
    const after: CardTransaction = {
      ...withClosing(transaction, event, effects, now),
      status,
      version,
      updatedAt: now,
      reason: reasonAfter(transaction, event, status),
      report: reportOf(event) ?? transaction.report ?? (isNewStatus ? noReport : null),
      ...walletOf(event),
      ...reportedOf(transaction, event),
      ...authenticationOf(transaction, event, status, now),
      ...atProviderOf(transaction, event, status, now),
      ...attemptsOf(transaction, event),
      ...passedOnOf(transaction, event, now),
      ...(event._tag === "ApprovalReported" && { isApprovedThere: true }),
      paidAt: isNewStatus && status === "successful" ? now : transaction.paidAt
    }
    return {
      effects,
      reference: broughtBy(transaction, after),
      ...(isFoundOtherwise(transaction, after) && { isFoundOtherwise: true }),
      transition: {
        version,
        at: now,
        trigger: event._tag,
        from: transaction.status,
        to: status,
        detail: detailOf(transaction, event)
      },
      transaction: after
    }
  })
