/** What a payment or an action has come to. */
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { Unclear } from "@florin/exchange/Exchange"
import * as Either from "effect/Either"
import type { Action, Payment } from "./documents.js"
import { reasonOf } from "./reasons.js"
import * as References from "./references.js"
import { codeOf, reportedCard, reportedNetworkId, reportedToken, reportOf, type Verdict } from "./reports.js"

/** What both an answer and a status can be. */
export type Decision = Extract<AcquirerAnswer, { readonly _tag: "Approved" | "Declined" | "ActionNeeded" | "Accepted" }>

type Conclusion = Either.Either<Decision, Unclear>

const unclear = (because: string): Conclusion => Either.left(new Unclear({ because, isAlarm: true }))

const isAuthorization = ({ type }: Action): boolean => type === "Authorization" || type === "Card Verification"

const isApproved = ({ approved }: Action): boolean => approved === true

const verdictOfAction = (action: Action): Verdict => ({
  approved: isApproved(action),
  code: action.response_code,
  summary: action.response_summary,
  authCode: action.auth_code,
  processing: action.processing
})

const isPending = ({ status }: Payment): boolean => status === "Pending"

/** What the answer to `POST /payments` decides. */
const verdictOfCreated = (payment: Payment): Verdict | undefined =>
  isPending(payment) || payment.approved == null
    ? undefined
    : {
        approved: payment.approved,
        code: payment.response_code,
        summary: payment.response_summary,
        authCode: payment.auth_code,
        processing: payment.processing
      }

/**
 * What the payment's actions decide, newest first. A soft decline is tried again with 3-D Secure by the vendor itself, so
 * that a declined authorization decides nothing while the payment is pending.
 */
const verdictOfActions = (payment: Payment, actions: ReadonlyArray<Action>): Verdict | undefined => {
  const tried = actions.filter((action) => isAuthorization(action) && action.approved != null)
  const decisive = tried.find(isApproved) ?? (isPending(payment) ? undefined : tried[0])
  return decisive === undefined ? undefined : verdictOfAction(decisive)
}

const redirected = (payment: Payment): Decision => {
  const url = payment._links?.redirect?.href
  return url === undefined
    ? AcquirerAnswer.Accepted({ reference: payment.id })
    : AcquirerAnswer.ActionNeeded({ reference: payment.id, action: { _tag: "Redirect", url } })
}

/** Without a response code: what 3-D Secure says. */
const reasonWithout = (payment: Payment): DeclineReason => {
  if (payment.status === "Expired" || payment.status === "Canceled") return "order-expired"
  const response = payment["3ds"]?.authentication_response
  return response === "N" || response === "R" ? "authentication-failed" : "unspecified"
}

const nothing: Verdict = { approved: false, code: null, summary: null, authCode: null, processing: null }

/** No verdict is known: the payment's own status. */
const byStatus = (payment: Payment): Conclusion => {
  switch (payment.status) {
    case "Pending":
    case "Retry Scheduled":
      return Either.right(redirected(payment))
    case "Declined":
    case "Canceled":
    case "Expired": {
      const report = reportOf(payment.id, nothing, payment.source)
      return Either.right(
        AcquirerAnswer.Declined({ reason: reasonWithout(payment), report, ...reportedCard(payment.source) })
      )
    }
    default:
      return unclear("its status says nothing of the authorization")
  }
}

/** The response code of an approval of less than was asked for. */
export const partly = "10010"

/** The statuses of a payment that nothing was authorized for. An authorization that was approved can expire, too. */
const ended: ReadonlyArray<string> = ["Declined", "Canceled", "Expired"]

const decided = (payment: Payment, verdict: Verdict): Conclusion => {
  if (verdict.code === partly) return unclear("a part was approved, which nothing asked for")
  const isContradicted = verdict.approved ? payment.status === "Declined" : !ended.includes(payment.status)
  if (isContradicted) return unclear("the payment contradicts itself")
  const report = reportOf(payment.id, verdict, payment.source)
  const card = reportedCard(payment.source)
  if (!verdict.approved) {
    return Either.right(AcquirerAnswer.Declined({ reason: reasonOf(codeOf(verdict)), report, ...card }))
  }
  return Either.right(
    AcquirerAnswer.Approved({
      report,
      ...card,
      ...reportedNetworkId(payment.scheme_id),
      ...reportedToken(payment.source, payment.customer)
    })
  )
}

const concluded = (payment: Payment, verdict: Verdict | undefined): Conclusion =>
  verdict === undefined ? byStatus(payment) : decided(payment, verdict)

/** Of the answer to `POST /payments`. */
export const ofCreated = (payment: Payment): Conclusion => concluded(payment, verdictOfCreated(payment))

/** Of a payment that was looked at, with its actions. */
export const ofPayment = (payment: Payment, actions: ReadonlyArray<Action>): Conclusion =>
  concluded(payment, verdictOfActions(payment, actions))

/** Of a capture, a void or a refund. Until it is decided it has only been taken. */
export const ofAction = (paymentId: string, action: Action): Decision => {
  const reference = References.ofAction(paymentId, action.id)
  if (action.approved == null) return AcquirerAnswer.Accepted({ reference })
  const verdict = verdictOfAction(action)
  const report = reportOf(reference, verdict)
  return verdict.approved
    ? AcquirerAnswer.Approved({ report })
    : AcquirerAnswer.Declined({ reason: reasonOf(codeOf(verdict)), report })
}
