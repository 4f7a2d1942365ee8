/**
 * What happens to a stored card transaction, and the pure rule that turns it into the next version.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Machine from "../machine/Machine.js"
import type { Transaction, TransactionType, Transition } from "../transactions/Transaction.js"
import { type AcquirerReport, noReport } from "./AcquirerReport.js"
import * as ChargeMachine from "./ChargeMachine.js"
import type { DeclineReason } from "./DeclineReason.js"
import * as FollowUpMachine from "./FollowUpMachine.js"
import type { WalletResult } from "./WalletResult.js"

/**
 * Something that happened. The tags are the machines' triggers.
 *
 * @since 0.1.0
 * @category models
 */
export type Happening = Data.TaggedEnum<{
  Approved: { readonly report: AcquirerReport; readonly wallet?: WalletResult }
  Declined: { readonly reason: DeclineReason; readonly report: AcquirerReport }
  NotDone: {}
  NoAnswer: {}
  VerificationRefused: {}
  TimePassed: {}
  Closed: {}
  HoldLapsed: {}
}>

/**
 * @since 0.1.0
 * @category constructors
 */
export const Happening = Data.taggedEnum<Happening>()

/**
 * The next version of a transaction, its line of history, and what must be committed with it.
 *
 * @since 0.1.0
 * @category models
 */
export interface Change {
  readonly transaction: Transaction
  readonly transition: Transition
  readonly duties: ReadonlyArray<ChargeMachine.Duty | FollowUpMachine.Duty>
}

/**
 * Authorizations, payments and tokenizations are charges; the rest follow one, or pay out.
 *
 * @since 0.1.0
 * @category predicates
 */
export const isCharge = (type: TransactionType): type is "authorization" | "payment" | "tokenization" => {
  switch (type) {
    case "authorization":
    case "payment":
    case "tokenization":
      return true
    case "capture":
    case "void":
    case "refund":
    case "credit":
    case "payout":
      return false
  }
}

const rejects = (transaction: Transaction, report: AcquirerReport): boolean => {
  const wanted = transaction.details.additionalData?.avsCvcVerification
  const listed = (codes: ReadonlyArray<string> | undefined, result: string | null) =>
    result !== null && codes?.includes(result) === true
  return (
    listed(wanted?.avsVerification?.rejectCodes, report.avsResult) ||
    listed(wanted?.cvcVerification?.rejectCodes, report.cvcResult)
  )
}

interface Decided {
  readonly duties: Change["duties"]
  readonly next: ChargeMachine.State
}

const decide = (
  transaction: Transaction,
  happening: Happening,
  now: DateTime.Utc
): Either.Either<Decided, Machine.Refused> => {
  const report = reportOf(happening)
  if (isCharge(transaction.type)) {
    return Machine.decide(ChargeMachine.machine, transaction.status, happening._tag, {
      now,
      expiredAt: transaction.expiredAt,
      threeDSecureNeeded: false,
      checksRejected: report !== null && rejects(transaction, report)
    })
  }
  // A state or trigger that this machine does not have finds no row and is refused.
  const state = transaction.status as FollowUpMachine.State
  return Machine.decide(FollowUpMachine.machine, state, happening._tag as FollowUpMachine.Trigger, undefined)
}

const reportOf = (happening: Happening): AcquirerReport | null =>
  happening._tag === "Approved" || happening._tag === "Declined" ? happening.report : null

const walletOf = (happening: Happening): Pick<Transaction, "wallet"> =>
  happening._tag === "Approved" && happening.wallet !== undefined ? { wallet: happening.wallet } : {}

const reasonOf = (happening: Happening): DeclineReason => {
  switch (happening._tag) {
    case "Declined":
      return happening.reason
    case "Approved":
      return "avs-cvc"
    case "NotDone":
      return "acquirer-temporary"
    case "VerificationRefused":
      return "verification-refused"
    case "TimePassed":
    case "NoAnswer":
    case "Closed":
    case "HoldLapsed":
      return "unspecified"
  }
}

/**
 * The next version of the transaction. Errors: `Refused` when its machine has no row for this.
 *
 * @since 0.1.0
 * @category deciding
 */
export const apply = (
  transaction: Transaction,
  happening: Happening,
  now: DateTime.Utc
): Either.Either<Change, Machine.Refused> =>
  Either.map(decide(transaction, happening, now), ({ duties, next }) => {
    const status = next as Transaction["status"]
    const settles = status !== transaction.status
    const version = transaction.version + 1
    return {
      duties,
      transition: { version, at: now, trigger: happening._tag, from: transaction.status, to: status, detail: null },
      transaction: {
        ...transaction,
        status,
        version,
        updatedAt: now,
        reason: settles && status === "failed" ? reasonOf(happening) : transaction.reason,
        report: reportOf(happening) ?? transaction.report ?? (settles ? noReport : null),
        ...walletOf(happening),
        paidAt: settles && status === "successful" ? now : transaction.paidAt,
        closedAt: duties.includes("close") ? now : transaction.closedAt
      }
    }
  })
