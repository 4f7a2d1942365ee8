/** Captures, cancels, refunds and reversals of the fake: received now, decided by a notification. */
import type { AdyenAmount } from "../../internal/amounts.js"
import type { ModificationAnswer, NotificationItem } from "../../internal/vendor.js"
import { carryOut, faultOf, type ModificationType, type Payment } from "./books.js"
import { error, type Outcome, pspReference, type Untold, untold, type World } from "./world.js"

/** The body of such a request. */
export interface Order {
  readonly merchantAccount: string
  readonly reference?: string
  readonly amount?: AdyenAmount
  /** The merchant's reference of the payment, where its own is not known. */
  readonly paymentReference?: string
}

/** What was received and not carried out yet. */
interface Received {
  readonly psp: string
  readonly type: ModificationType
  readonly payment: Payment | undefined
  readonly order: Order
}

const events: Readonly<Record<ModificationType, NotificationItem["eventCode"]>> = {
  capture: "CAPTURE",
  refund: "REFUND",
  cancel: "CANCELLATION",
  reversal: "CANCEL_OR_REFUND",
  "technical-cancel": "TECHNICAL_CANCEL"
}

const typesByPath: Readonly<Record<string, ModificationType>> = {
  captures: "capture",
  refunds: "refund",
  cancels: "cancel",
  reversals: "reversal"
}

export const typeOf = (path: string): ModificationType | undefined => typesByPath[path]

const zeroOf = (payment: Payment | undefined): AdyenAmount => ({
  value: 0,
  currency: payment?.amount.currency ?? "EUR"
})

/** Carries it out, and tells about it. */
const decide = (world: World, { order, payment, psp, type }: Received): Untold => {
  const { amount, paymentReference, reference = "" } = order
  const fault = payment === undefined ? "Original payment not found" : faultOf(payment, { type, amount })
  const moved = amount ?? payment?.amount ?? zeroOf(payment)
  if (payment !== undefined && fault === undefined) carryOut(payment, { type, amount }, world.keepsRest)
  world.books.modifications.push({ psp, type, reference, payment, amount: moved, fault, at: world.now() })
  return untold(world, reference, {
    amount: moved,
    eventCode: events[type],
    // A technical cancel is told about under the payment's reference.
    merchantReference: paymentReference ?? reference,
    originalReference: payment?.psp ?? "",
    pspReference: psp,
    reason: fault ?? "",
    success: fault === undefined ? "true" : "false"
  })
}

const receive = (world: World, type: ModificationType, payment: Payment | undefined, order: Order): Outcome => {
  const psp = pspReference(world)
  const { amount, merchantAccount, paymentReference, reference = "" } = order
  const received = { merchantAccount, pspReference: psp, reference, status: "received" as const }
  const ofPayment = { ...received, paymentPspReference: payment?.psp ?? "" }
  const withAmount: ModificationAnswer = amount === undefined ? ofPayment : { ...ofPayment, amount }
  const body: ModificationAnswer = paymentReference === undefined ? withAmount : { ...received, paymentReference }
  return { answer: { status: 201, body }, tells: () => decide(world, { order, payment, psp, type }) }
}

/** About the payment with this reference of Adyen's. */
export const ask = (world: World, type: ModificationType, psp: string, order: Order): Outcome => {
  const payment = world.books.payments.get(psp)
  if (payment === undefined) return error(422, "167", "Original pspReference required for this operation")
  const { amount } = order
  if (amount !== undefined && (!Number.isSafeInteger(amount.value) || amount.value <= 0)) {
    return error(422, "137", "Invalid amount specified")
  }
  const isOther = amount !== undefined && amount.currency !== payment.amount.currency
  return isOther ? error(422, "138", "Unsupported currency specified") : receive(world, type, payment, order)
}

/** About the payment with this reference of the merchant's. */
export const cancelByReference = (world: World, order: Order): Outcome => {
  const { paymentReference } = order
  if (paymentReference === undefined) return error(422, "130", "Reference Missing")
  const payment = [...world.books.payments.values()].find(({ reference }) => reference === paymentReference)
  return receive(world, "technical-cancel", payment, order)
}
