/** The fake's books: payments, and what became of them. Adyen's rules, not Florin's. */
import type { AdyenAmount } from "../../internal/amounts.js"
import type { FakeCard, Refusal } from "./cards.js"

/**
 * - `waiting`: for its customer
 * - `authorised`, `refused`
 * - `closed`: its customer did not come back, or it was cancelled before
 */
export type PaymentState = "waiting" | "authorised" | "refused" | "closed"

/** A payment. Amounts in Adyen's minor units. Times in milliseconds since 1970. */
export interface Payment {
  readonly psp: string
  readonly reference: string
  readonly amount: AdyenAmount
  readonly isManual: boolean
  readonly card: FakeCard
  readonly returnUrl: string
  /** Where it is stored, and for whom. */
  readonly storedId: string | undefined
  readonly shopperReference: string | undefined
  readonly authCode: string
  state: PaymentState
  refusal: Refusal | undefined
  captured: number
  refunded: number
  isCancelled: boolean
  at: number
}

export type ModificationType = "capture" | "refund" | "cancel" | "reversal" | "technical-cancel"

/** What was asked about a payment, and whether it was done. */
export interface Modification {
  readonly psp: string
  readonly type: ModificationType
  readonly reference: string
  /** Absent where a technical cancel found none. */
  readonly payment: Payment | undefined
  readonly amount: AdyenAmount
  readonly fault: string | undefined
  readonly at: number
}

export interface Books {
  readonly payments: Map<string, Payment>
  readonly modifications: Array<Modification>
}

export const empty = (): Books => ({ payments: new Map(), modifications: [] })

interface Order {
  readonly type: ModificationType
  readonly amount: AdyenAmount | undefined
}

const isHeld = (payment: Payment): boolean => payment.state === "authorised" && payment.isManual && !payment.isCancelled

const capturing = (payment: Payment, amount: AdyenAmount): string | undefined => {
  if (!isHeld(payment)) return "Transaction is not in an open state"
  return amount.value > payment.amount.value - payment.captured ? "Insufficient balance on payment" : undefined
}

const refunding = (payment: Payment, amount: AdyenAmount): string | undefined => {
  if (payment.captured === 0) return "Transaction hasn't been captured, refund not possible"
  return amount.value > payment.captured - payment.refunded ? "Insufficient balance on payment" : undefined
}

const cancelling = (payment: Payment): string | undefined => {
  if (payment.state === "waiting") return undefined
  return isHeld(payment) && payment.captured === 0 ? undefined : "Transaction is not in an open state"
}

const reversing = (payment: Payment): string | undefined => {
  if (payment.state !== "authorised" || payment.isCancelled) return "Transaction is not in an open state"
  return payment.refunded === 0 ? undefined : "Transaction has been refunded"
}

/** Why it is not done; absent where it is. */
export const faultOf = (payment: Payment, { amount, type }: Order): string | undefined => {
  switch (type) {
    case "capture":
      return capturing(payment, amount ?? payment.amount)
    case "refund":
      return refunding(payment, amount ?? payment.amount)
    case "cancel":
    case "technical-cancel":
      return cancelling(payment)
    case "reversal":
      return reversing(payment)
  }
}

const cancel = (payment: Payment): void => {
  if (payment.state === "waiting") payment.state = "closed"
  else payment.isCancelled = true
}

/** Carries it out. `keepsRest`: several captures are enabled; otherwise the rest of a hold goes with its first capture. */
export const carryOut = (payment: Payment, { amount, type }: Order, keepsRest: boolean): void => {
  const value = amount?.value ?? payment.amount.value
  switch (type) {
    case "capture":
      payment.captured += value
      if (!keepsRest) payment.isCancelled = true
      break
    case "refund":
      payment.refunded += value
      break
    case "cancel":
    case "technical-cancel":
      cancel(payment)
      break
    case "reversal":
      if (payment.captured === 0) cancel(payment)
      else payment.refunded = payment.captured
  }
}

/** Its outcome: approved, or refused with this. A payment that is not manual is captured at once. */
export const conclude = (payment: Payment, refusal: Refusal | undefined, now: number): void => {
  payment.state = refusal === undefined ? "authorised" : "refused"
  payment.refusal = refusal
  payment.at = now
  if (refusal === undefined && !payment.isManual) payment.captured = payment.amount.value
}
