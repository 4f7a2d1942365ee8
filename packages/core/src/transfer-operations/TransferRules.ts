/** The rules that accept a payment, a refund or a payout by instant bank transfer. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Machine from "../machine/Machine.js"
import { type Amount, subtractOrZero } from "../money/Amount.js"
import type { InitialState, NewTransaction, TransactionDraft } from "../operations/AcceptanceRules.js"
import { given } from "../request/Given.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import { fieldsOfOrder, trackedAs } from "../transaction-base/TransactionBase.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import type { Method } from "../transfers/methods/Method.js"
import { methods } from "../transfers/methods/Methods.js"
import type { PaymentMachine } from "../transfers/PaymentMachine.js"
import { noReport } from "../transfers/ProviderReport.js"
import * as RefundPayoutMachine from "../transfers/RefundPayoutMachine.js"
import type { Transfer, TransferDetails } from "../transfers/Transfer.js"
import type {
  TransferPaymentRequest,
  TransferPayoutRequest,
  TransferRefundRequest
} from "../transfers/TransferRequest.js"

/** What the provider that would be asked is known by. */
export interface Chosen {
  readonly gatewayId: number
  readonly knowsBank?: ((bankCode: string) => boolean) | undefined
}

type Verdict = InvalidRequest | undefined

export const currencyRefusal = ({ currencies }: Method, currency: string): Verdict =>
  currencies.includes(currency)
    ? undefined
    : invalid("currency", `is not supported. Only ${currencies.join(" or ")} ${currencies.length === 1 ? "is" : "are"}`)

/** Refuses an amount with coins where the method has none. */
export const wholeAmountRefusal = ({ whole }: Method, amount: number): Verdict =>
  whole === undefined || amount % whole.unit === 0
    ? undefined
    : invalid("amount", `must be a whole number of ${whole.name}`)

const isWithin = ({ limits }: Method, amount: number): Verdict => {
  if (limits === undefined) return undefined
  if (amount < limits.least) return invalid("amount", `can't be less than ${limits.least}`)
  return amount > limits.greatest ? invalid("amount", `can't be greater than ${limits.greatest}`) : undefined
}

/** Refusals of a payment. */
export const paymentRefusal = (request: TransferPaymentRequest, now: DateTime.Utc): Verdict => {
  const { amount, currency, expiredAt, returnUrl } = request
  const method: Method = methods[request.method.type]
  if (expiredAt !== undefined && DateTime.lessThanOrEqualTo(expiredAt, now)) {
    return invalid("expired_at", "must be in the future")
  }
  if (method.needsReturnUrl && returnUrl === undefined) return invalid("return_url", "can't be blank")
  return currencyRefusal(method, currency) ?? isWithin(method, amount)
}

/**
 * A phone number as it is stored: digits, with or without a leading `+`. Undefined if the text is no phone number.
 *
 * Source: interface, "Payout request | account_number"; D31.
 */
export const normalizedPhone = (account: string): string | undefined => {
  // A leading hyphen stays: it is the sign of a number below zero.
  const plain = account.trim().replace(/[\s()]|(?<!^)-/g, "")
  return /^\+?[0-9]{10,15}$/.test(plain) ? plain : undefined
}

/** Refusals of a payout. Source: D31. */
export const payoutRefusal = (request: TransferPayoutRequest, chosen: Chosen | undefined): Verdict => {
  const { amount, currency, method } = request
  const { leastPayout } = methods[method.type]
  if (amount < leastPayout) return invalid("amount", `can't be less than ${leastPayout}`)
  const fault = wholeAmountRefusal(methods[method.type], amount)
  if (fault !== undefined) return fault
  if (normalizedPhone(method.accountNumber) === undefined) return invalid(["method", "account_number"], "is invalid")
  if (chosen?.knowsBank?.(method.bankCode) === false) return invalid(["method", "bank_code"], "is unknown")
  return currencyRefusal(methods[method.type], currency)
}

const begun = {
  now: DateTime.unsafeMake(0),
  payBy: null,
  expiredAt: null,
  paidAt: null,
  isKnown: false,
  isProofPending: false,
  corrected: null
}

const initial = (
  machine: typeof RefundPayoutMachine.payout | PaymentMachine,
  chosen: Chosen | undefined
): InitialState<Transfer> => {
  const trigger = chosen === undefined ? "NoProvider" : "Accepted"
  // The first two rows of each machine always apply; a refusal here is a defect.
  const { effects, next } = Either.getOrThrow(
    Machine.decide<string, string, typeof begun, never>(machine as never, "none", trigger, begun)
  )
  return {
    trigger,
    status: next as Transfer["status"],
    effects,
    reason: chosen === undefined ? "no-provider" : null,
    detail: null
  }
}

const detailsOf = (
  request: Pick<TransferPaymentRequest, "billingAddress" | "customer" | "ip" | "notificationUrl" | "returnUrl">
): TransferDetails => {
  const { billingAddress, customer, ip, notificationUrl, returnUrl } = request
  const known = ip === undefined ? customer : { ip, ...customer }
  return given({ notificationUrl, returnUrl, customer: known, billingAddress })
}

const undecided = (chosen: Chosen | undefined) => ({
  gatewayId: chosen?.gatewayId ?? null,
  report: chosen === undefined ? noReport : null,
  order: null,
  payBy: null,
  expiredAt: null,
  evidence: []
})

/** The writes for a payment. Source: D27, D28. */
export const payment = (
  request: TransferPaymentRequest,
  chosen: Chosen | undefined,
  now: DateTime.Utc
): NewTransaction<Transfer> => {
  const { expiredAt, method, verificationUrl } = request
  const used: Method = methods[method.type]
  const draft: TransactionDraft<Transfer> = {
    ...undecided(chosen),
    ...fieldsOfOrder(request),
    type: "payment",
    method: method.type,
    details: { ...detailsOf(request), ...given({ verificationUrl }) },
    expiredAt: expiredAt ?? null,
    payBy: used.timeToPay === undefined ? null : DateTime.addDuration(now, used.timeToPay)
  }
  return { draft, initial: initial(used.machine, chosen) }
}

/** The writes for a payout. Source: D31. */
export const payout = (request: TransferPayoutRequest, chosen: Chosen | undefined): NewTransaction<Transfer> => {
  const { method } = request
  const draft: TransactionDraft<Transfer> = {
    ...undecided(chosen),
    ...fieldsOfOrder(request),
    type: "payout",
    method: method.type,
    details: detailsOf(request),
    recipient: { account: normalizedPhone(method.accountNumber) ?? "", bankCode: method.bankCode }
  }
  return { draft, initial: initial(RefundPayoutMachine.payout, chosen) }
}

export interface RefundFacts {
  readonly parent: Transfer | undefined
  readonly totals: ParentTotals
}

const left = ({ amount }: Transfer, { refunded }: ParentTotals): Amount => subtractOrZero(amount, refunded)

const refundRefusal = (request: TransferRefundRequest, { parent, totals }: RefundFacts): Verdict => {
  if (parent === undefined) return invalid("parent_uid", "Parent transaction is not found")
  if (parent.type !== "payment") return invalid("parent_uid", "Parent transaction can't be followed by a refund")
  if (parent.status !== "successful") return invalid("parent_uid", "Parent transaction is not successful")
  const most = left(parent, totals)
  if (most === 0) return invalid("parent_uid", "Parent transaction is refunded already")
  return request.amount !== undefined && request.amount > most
    ? invalid("amount", `can't be greater than ${most}`)
    : undefined
}

/** The writes for a refund, or its refusal. It goes back where the payment came from. Source: D32, D33a. */
export const refund =
  (request: TransferRefundRequest) =>
  (facts: RefundFacts): Either.Either<NewTransaction<Transfer>, InvalidRequest> => {
    const { parent, totals } = facts
    const refused = refundRefusal(request, facts)
    if (refused !== undefined || parent === undefined) return Either.left(refused!)
    const chosen = parent.gatewayId === null ? undefined : { gatewayId: parent.gatewayId }
    // Not the payment's: a receiver that reads only status and tracking id would book the refund as a payment.
    const { notificationUrl, trackingId } = request
    const draft: TransactionDraft<Transfer> = {
      ...undecided(chosen),
      type: "refund",
      method: parent.method,
      amount: request.amount ?? left(parent, totals),
      currency: parent.currency,
      test: parent.test,
      language: parent.language,
      details: given({ notificationUrl }),
      parentUid: parent.uid,
      refundReason: request.reason,
      ...trackedAs(trackingId, parent)
    }
    return Either.right({ draft, initial: initial(RefundPayoutMachine.refund, chosen) })
  }
