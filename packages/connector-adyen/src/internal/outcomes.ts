/** What an answer of Adyen means for an operation. Whatever is no decision on exactly this operation is none. */
import { AcquirerAnswer, type AcquirerAnswer as Answer } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { Unclear } from "@florin/exchange/Exchange"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AdyenAmount } from "./amounts.js"
import * as Answers from "./answers.js"
import type { Reply, Trace } from "./client.js"
import { isPspReference, ofCapture } from "./references.js"
import { codeOf, errors, inProgress, reasonOf } from "./refusals.js"
import * as Texts from "./texts.js"

/** What an answer has to be about. */
export interface Expected {
  /** The reference that was sent. */
  readonly reference: string
  /** Absent where none was sent. */
  readonly amount?: AdyenAmount | undefined
}

type Conclusion = Effect.Effect<Answer, Unclear>

/** Adyen's decision on a charge; absent in an answer that is none. */
export type Decision = Extract<Answer, { readonly _tag: "Approved" | "Declined" }>

export const declined = (reason: DeclineReason): Answer => AcquirerAnswer.Declined({ reason, report: noReport })

const defined = (text: string | null | undefined): string | undefined => text ?? undefined

/** The approval of a charge, by what Adyen says of it. */
export const approval = (evidence: Answers.Evidence, pspReference: string | undefined): Decision => {
  const card = Answers.cardOf(evidence)
  const networkTransactionId = Answers.networkTransactionIdOf(evidence)
  const token = Answers.tokenOf(evidence)
  return {
    _tag: "Approved",
    report: Answers.reportOf(evidence, pspReference),
    ...(card === undefined ? {} : { card }),
    ...(networkTransactionId === undefined ? {} : { networkTransactionId }),
    ...(token === undefined ? {} : { token })
  }
}

/** The refusal of a charge, by its code or its text. */
export const refusal = (
  evidence: Answers.Evidence,
  pspReference: string | undefined,
  code: string | undefined,
  text: string | undefined
): Decision => {
  const card = Answers.cardOf(evidence)
  return {
    _tag: "Declined",
    reason: reasonOf(code, text),
    report: {
      ...Answers.reportOf(evidence, pspReference),
      bankCode: Texts.shortCode(code ?? codeOf(text)),
      message: Texts.sentence(text)
    },
    ...(card === undefined ? {} : { card })
  }
}

/** The decision in a document about a payment, if it has one. */
export const decisionIn = (document: Answers.PaymentDocument): Decision | undefined => {
  const evidence = document.additionalData ?? {}
  const psp = defined(document.pspReference)
  switch (document.resultCode) {
    case "Authorised":
      return approval(evidence, psp)
    case "Refused":
    case "Cancelled":
    case "Error":
      return refusal(evidence, psp, defined(document.refusalReasonCode), defined(document.refusalReason))
    default:
      return undefined
  }
}

const isSame = (one: AdyenAmount, other: AdyenAmount): boolean =>
  one.value === other.value && one.currency === other.currency

/** A key that is known answers for its first request, whatever a later one asks. */
export const isAnothers = (amount: AdyenAmount | null | undefined, expected: Expected): boolean =>
  amount != null && expected.amount !== undefined && !isSame(amount, expected.amount)

/** Another request has the key, and so this one will never be carried out. */
const keyIsAnothers = declined("duplicate-at-acquirer")

const unclear = (because: string, isAlarm = false): Conclusion => new Unclear({ because, isAlarm })

/** Adyen's own word that a request was not carried out, and why. */
const isRefusal = ({ errorType }: Answers.ErrorDocument, status: number): boolean => {
  if (errorType === "configuration") return true
  return errorType === "validation" ? status === 400 || status === 422 : false
}

const refused = (error: Answers.ErrorDocument, isCharge: boolean): Conclusion => {
  const bankCode = Texts.shortCode(error.errorCode)
  const reason = errors[error.errorCode] ?? (isCharge ? "acquirer-permanent" : "not-allowed")
  const report = { ...noReport, bankCode, message: Texts.sentence(defined(error.message)) }
  return Effect.as(
    Effect.logWarning(`Adyen has not carried out a request: ${error.errorType} error ${bankCode}`),
    AcquirerAnswer.Declined({ reason, report })
  )
}

/** A charge is sent once (D40). One that was not carried out, and is not sent again, can go to the next acquirer. */
const elsewhere = declined("acquirer-temporary")

/**
 * What an answer other than success means. Where an earlier request under the key got no answer, only a refusal of the
 * request itself says anything of it: under one key both have one answer. What follows a charge is sent again until it is
 * decided.
 */
export const failed = ({ body, isTransient, status }: Reply, { doubts }: Trace, isCharge: boolean): Conclusion => {
  const error = Answers.errorIn(body)
  if (isTransient) {
    const isFree = doubts === 0 && error?.errorCode !== inProgress
    return isCharge && isFree ? Effect.succeed(elsewhere) : unclear(`it answered ${status}: not carried out now`)
  }
  if (status < 400 || error === undefined) return unclear(`it answered ${status}`, status < 400)
  if (error.errorType === "security") {
    const log = Effect.logError(`Adyen refuses our API key or merchant account (${status}): check its settings`)
    return Effect.zipRight(log, isCharge && doubts === 1 ? Effect.succeed(elsewhere) : unclear(`it answered ${status}`))
  }
  const isClear = error.errorCode !== inProgress && isRefusal(error, status)
  return isClear ? refused(error, isCharge) : unclear(`it answered ${status}`)
}

/** The document of a payment that is about this operation. */
export const documentIn = (body: unknown): Effect.Effect<Answers.PaymentDocument, Unclear> =>
  Option.match(Answers.paymentIn(body), {
    onNone: () => new Unclear({ because: "the answer is not about a payment" }),
    onSome: Effect.succeed
  })

/** From a document to an answer; `onAction`: the customer is needed. */
export const concluded = (
  document: Answers.PaymentDocument,
  expected: Expected,
  onAction: (document: Answers.PaymentDocument) => Conclusion
): Conclusion => {
  const { amount, merchantReference, pspReference, resultCode } = document
  if (merchantReference != null && merchantReference !== expected.reference) {
    return unclear("the answer is about another payment", true)
  }
  if (isAnothers(amount, expected)) return Effect.succeed(keyIsAnothers)
  const decision = decisionIn(document)
  if (decision !== undefined) return Effect.succeed(decision)
  switch (resultCode) {
    case "RedirectShopper":
    case "IdentifyShopper":
    case "ChallengeShopper":
      return onAction(document)
    case "Pending":
    case "Received":
      return Effect.succeed(AcquirerAnswer.Accepted({ reference: pspReference ?? expected.reference }))
    default:
      return unclear("the result is none that was asked for", true)
  }
}

/** From the answer to a modification: it was received, and its outcome will be told. */
export const received = (reply: Reply, expected: Expected, captured: string | undefined, trace: Trace): Conclusion => {
  if (reply.status !== 200 && reply.status !== 201) return failed(reply, trace, false)
  const document = Option.getOrUndefined(Answers.modificationIn(reply.body))
  if (document === undefined || !isPspReference(document.pspReference)) {
    return unclear("the answer is not about a modification")
  }
  if (document.reference != null && document.reference !== expected.reference) return Effect.succeed(keyIsAnothers)
  if (isAnothers(document.amount, expected)) return Effect.succeed(keyIsAnothers)
  const { pspReference } = document
  const reference = captured === undefined ? pspReference : ofCapture(captured, pspReference)
  return Effect.succeed(AcquirerAnswer.Accepted({ reference }))
}
