/** The card transaction machine: authorizations, payments and tokenizations. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Machine from "../machine/Machine.js"
import type { TransactionStatus } from "../transaction-base/TransactionBase.js"
import type { CardEvent } from "./CardEvent.js"
import type { CardTransaction } from "./CardTransaction.js"

/** `none`: the request has not been accepted yet. */
export type State = "none" | TransactionStatus

export type Trigger = CardEvent["_tag"]

/**
 * How long the customer may take on the issuer's pages, all steps and repetitions together. The security code is kept no
 * longer.
 *
 * Source: D15.
 */
export const challengeLimit = Duration.minutes(15)

/**
 * The most returns from an acquirer's page that are followed by a question: each costs a call and two commits, and a
 * browser must not cause them without end. After the last one the end of the customer's time asks.
 */
export const mostReturns = 10

/** When the customer was needed first, by the issuer or by the acquirer; null: not yet. */
export const waitingSinceOf = ({
  atProvider,
  authentication
}: Pick<CardTransaction, "atProvider" | "authentication">): DateTime.Utc | null =>
  authentication?.waitingSince ?? atProvider?.waitingSince ?? null

/** When a charge that waits for its customer expires; undefined when nothing limits it. */
export const endOfWait = (
  transaction: Pick<CardTransaction, "atProvider" | "authentication" | "expiredAt">
): DateTime.Utc | undefined => {
  const { expiredAt } = transaction
  const since = waitingSinceOf(transaction)
  const abandonedAt = since === null ? undefined : DateTime.addDuration(since, challengeLimit)
  if (expiredAt === null || abandonedAt === undefined) return abandonedAt ?? expiredAt ?? undefined
  return DateTime.min(expiredAt, abandonedAt)
}

/** The facts that conditions evaluate. `waitingSince`: when the customer was needed first. */
export interface Facts {
  readonly now: DateTime.Utc
  readonly expiredAt: DateTime.Utc | null
  readonly waitingSince: DateTime.Utc | null
  readonly threeDSecureNeeded: boolean
  /** The request rejects the AVS or CVC result. */
  readonly checksRejected: boolean
  /** What was left of the hold was told as released. */
  readonly isReleased: boolean
  /** No customer is present. */
  readonly isByMerchant: boolean
  /** The customer has something to do at the acquirer, which may then approve. */
  readonly isActionOpen: boolean
  /** How often the customer came back from there. */
  readonly returns: number
}

/** Of a charge about whose customer nothing is known yet. */
export const noAction = { isByMerchant: false, isActionOpen: false, returns: 0 } as const

/**
 * The effects committed with the new state.
 *
 * - `notify`: notifies the merchant
 * - `authenticate`, `ask-acquirer`: calls the 3-D Secure server or the acquirer; due work finishes the call if this
 * process does not
 * - `find-out`: due work asks the acquirer how the charge stands
 * - `watch-challenge`, `watch-hold`: enqueues due work for that instant
 * - `mail-receipt`: mails a receipt to the customer of a payment, if the host provides a mailer (D36)
 * - `reverse`: reverses the acquirer's approval, or what it may still approve
 * - `close`: marks that nothing is left to capture or void
 * - `reopen`: takes that mark away
 */
export type SideEffect =
  | "notify"
  | "authenticate"
  | "ask-acquirer"
  | "find-out"
  | "watch-challenge"
  | "watch-hold"
  | "mail-receipt"
  | "reverse"
  | "close"
  | "reopen"

const noVerification = Machine.when<Facts>("No 3-D Secure needed", (_) => !_.threeDSecureNeeded)
const verification = Machine.when<Facts>("3-D Secure verification required", (_) => _.threeDSecureNeeded)
const isOver = (_: Facts): boolean => _.expiredAt !== null && DateTime.greaterThanOrEqualTo(_.now, _.expiredAt)
const isAbandoned = (_: Facts): boolean =>
  _.waitingSince !== null && DateTime.greaterThanOrEqualTo(_.now, DateTime.addDuration(_.waitingSince, challengeLimit))
const expired = Machine.when<Facts>("`expired_at` reached", isOver)
const isAwaited = (_: Facts): boolean => !isOver(_) && !isAbandoned(_)
const atHome = ", no action is open"
const expiredHere = Machine.when<Facts>(`\`expired_at\` reached${atHome}`, (_) => !_.isActionOpen && isOver(_))
const abandonedHere = Machine.when<Facts>(
  `15 minutes since the challenge${atHome}`,
  (_) => !_.isActionOpen && !isOver(_) && isAbandoned(_)
)
const leftOpen = Machine.when<Facts>("Either is reached, an action is open", (_) => _.isActionOpen && !isAwaited(_))
const comesBack = Machine.when<Facts>(
  `Neither is reached, fewer than ${mostReturns} returns`,
  (_) => _.isActionOpen && isAwaited(_) && _.returns < mostReturns
)
const unattended = Machine.when<Facts>("No customer is present", (_) => _.isByMerchant)
const inTime = Machine.when<Facts>("A customer is present, in time", (_) => !_.isByMerchant && isAwaited(_))
const tooLate = Machine.when<Facts>("A customer is present, too late", (_) => !_.isByMerchant && !isAwaited(_))
const withAction = Machine.when<Facts>("An action is open", (_) => _.isActionOpen)
const awaited = Machine.when<Facts>("Neither is reached", isAwaited)
const notExpired = Machine.when<Facts>("`expired_at` not reached", (_) => !isOver(_))
const checksPass = Machine.when<Facts>("AVS and CVC results accepted", (_) => !_.checksRejected)
const checksReject = Machine.when<Facts>("AVS or CVC result rejected", (_) => _.checksRejected)

// Behind a 3-D Secure server's challenge the acquirer has not been asked yet: there it has nothing to say.
const passThere = Machine.when<Facts>(
  "An action is open, AVS and CVC results accepted",
  (_) => _.isActionOpen && !_.checksRejected
)
const rejectThere = Machine.when<Facts>(
  "An action is open, AVS or CVC result rejected",
  (_) => _.isActionOpen && _.checksRejected
)

const released = Machine.when<Facts>("Its hold was told as released", (_) => _.isReleased)

/** Source: interface, "States and transitions"; rows missing there cite their decision. */
export const machine = Machine.make<State, Trigger, Facts, SideEffect>("card transaction")((row) => [
  //   state         trigger                 condition        next          other effects
  row("none", "Accepted", noVerification, "pending", "ask-acquirer"),
  row("none", "Accepted", verification, "pending", "authenticate"), // D16
  row("none", "RulesDeclined", Machine.always, "failed", "notify"), // D17
  row("none", "NoAcquirer", Machine.always, "failed", "notify"), // D6, F.2011
  row("pending", "ChallengeRequired", Machine.always, "incomplete", "watch-challenge"),
  row("pending", "AuthenticationFailed", Machine.always, "failed", "notify"), // D16
  row("pending", "ActionNeeded", inTime, "incomplete", "watch-challenge"), // D53
  row("pending", "ActionNeeded", tooLate, "expired", "notify", "reverse"),
  row("pending", "ActionNeeded", unattended, "failed", "notify", "reverse"),
  row("incomplete", "TimePassed", expiredHere, "expired", "notify"),
  row("incomplete", "TimePassed", abandonedHere, "expired", "notify"), // D15
  row("incomplete", "TimePassed", leftOpen, "pending", "find-out"), // D40: what is not known is not announced
  row("incomplete", "Withdrawn", withAction, "expired", "notify", "reverse"),
  row("incomplete", "Returned", awaited, "pending", "authenticate"), // D16
  row("incomplete", "ActionReturned", comesBack, "pending", "ask-acquirer"), // D53
  row("incomplete", "Approved", passThere, "successful", "notify", "watch-hold", "mail-receipt"), // D53: told, or asked for
  row("incomplete", "Approved", rejectThere, "failed", "notify", "reverse"),
  row("incomplete", "Declined", withAction, "failed", "notify"),
  row("pending", "VerificationRefused", Machine.always, "failed", "notify"), // D20
  row("pending", "Approved", checksPass, "successful", "notify", "watch-hold", "mail-receipt"), // D36
  row("pending", "Approved", checksReject, "failed", "notify", "reverse"), // D18
  row("pending", "Declined", Machine.always, "failed", "notify"),
  row("pending", "PassedOn", Machine.always, "pending", "ask-acquirer"), // D17
  row("pending", "NotDone", notExpired, "failed", "notify"),
  row("pending", "NotDone", expired, "expired", "notify"),
  row("pending", "NoAnswer", Machine.always, "pending"), // D6, P.9999
  row("pending", "Acknowledged", Machine.always, "pending"), // D53
  row("successful", "Closed", Machine.always, "successful", "close"), // D7
  row("successful", "HoldLapsed", Machine.always, "successful", "notify", "close", "reverse"), // D10
  row("successful", "ReversalBegun", Machine.always, "successful"), // D40: its key is committed before it is used
  row("failed", "ReversalBegun", Machine.always, "failed"),
  row("expired", "ReversalBegun", Machine.always, "expired"),
  row("successful", "ReversalAcknowledged", Machine.always, "successful"), // D53
  row("failed", "ReversalAcknowledged", Machine.always, "failed"),
  row("expired", "ReversalAcknowledged", Machine.always, "expired"),
  row("failed", "ApprovalReported", Machine.always, "failed", "reverse"), // D40, D53
  row("expired", "ApprovalReported", Machine.always, "expired", "reverse"),
  row("failed", "TakenBack", withAction, "failed"), // D44: from now on no approval can follow
  row("expired", "TakenBack", withAction, "expired"),
  row("failed", "Corrected", Machine.always, "successful", "notify", "watch-hold", "mail-receipt"), // D40: the acquirer refused the reversal
  row("expired", "Corrected", Machine.always, "successful", "notify", "watch-hold", "mail-receipt"),
  row("successful", "Corrected", released, "successful", "notify", "reopen")
])
