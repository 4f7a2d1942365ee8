/** The rest of what is done with the documents of an account: refunds, checks, customers, and what customers confirm. */
import type Stripe from "stripe"
import type { Account, Intent, Setup } from "./account.js"
import type { Decline } from "./cards.js"
import { Failure, invalid } from "./failures.js"
import * as Intents from "./intents.js"
import * as Made from "./made.js"

const chargeBy = (
  account: Account,
  of: { readonly intent?: string | undefined; readonly charge?: string | undefined }
): Stripe.Charge => {
  if (of.charge !== undefined) return account.get<Stripe.Charge>("charge", of.charge, "charge")
  const intent = Intents.intentOf(account, of.intent ?? "")
  if (intent.latest_charge === null)
    throw invalid("charge_not_refundable", "This PaymentIntent has no successful charge.")
  return Intents.chargeOf(account, intent)
}

/** What is asked back. */
export interface RefundTerms {
  readonly intent?: string | undefined
  readonly charge?: string | undefined
  readonly amount?: number | undefined
  readonly metadata: Record<string, string>
}

const bookRefund = (account: Account, refund: Stripe.Refund, charge: Stripe.Charge, key: string): void => {
  const booked = Made.booking(account.birth("txn"), "refund", {
    amount: -refund.amount,
    currency: refund.currency,
    fee: 0,
    source: refund.id
  })
  refund.balance_transaction = account.keep(booked).id
  const kind = refund.metadata?.florin_kind === "void" ? "void" : "refund"
  account.book(kind, key, refund.amount, charge.currency)
}

export const createRefund = (account: Account, key: string, terms: RefundTerms): Stripe.Refund => {
  const charge = chargeBy(account, terms)
  if (charge.status !== "succeeded" || !charge.captured) {
    throw invalid("charge_not_refundable", "This charge has not been captured.")
  }
  const left = charge.amount_captured - charge.amount_refunded
  const amount = terms.amount ?? left
  if (left === 0) throw invalid("charge_already_refunded", "This charge has already been refunded.")
  if (amount > left) throw invalid("amount_too_large", "The refund is greater than what is left.", "amount")
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  const card = account.methods.get(charge.payment_method ?? "")?.card
  const status = card?.refund === "pending" ? "pending" : "succeeded"
  const refund = account.keep(
    Made.refund(account.birth("re"), charge, { amount, metadata: terms.metadata }, status),
    key
  )
  if (status === "succeeded") bookRefund(account, refund, charge, key)
  account.emit("refund.created", refund)
  return refund
}

/** What becomes of a refund that is pending, or that fails after all. */
export const settleRefund = (account: Account, id: string, status: "succeeded" | "failed"): void => {
  const refund = account.get<Stripe.Refund>("refund", id, "refund")
  const charge = account.get<Stripe.Charge>("charge", String(refund.charge), "charge")
  if (refund.status === status) return
  const wasPending = refund.status === "pending"
  refund.status = status
  if (status === "succeeded") bookRefund(account, refund, charge, account.keys.get(id) ?? "")
  else {
    charge.amount_refunded -= refund.amount
    refund.failure_reason = "expired_or_canceled_card"
    if (!wasPending) account.books.strike(account.keys.get(id) ?? "")
  }
  account.emit(status === "failed" ? "refund.failed" : "refund.updated", refund)
}

const failSetup = (account: Account, setup: Setup, decline: Decline, method: Stripe.PaymentMethod): never => {
  const error = { type: "card_error" as const, ...decline, payment_method: structuredClone(method) }
  setup.status = "requires_payment_method"
  setup.next_action = null
  setup.payment_method = null
  setup.last_setup_error = error
  account.emit("setup_intent.setup_failed", setup)
  throw new Failure(402, { ...error, setup_intent: structuredClone(setup) })
}

const finishSetup = (account: Account, setup: Setup, methodId: string): Setup => {
  const method = Intents.methodOf(account, methodId)
  const { decline } = method.card
  if (decline !== undefined) return failSetup(account, setup, decline, method.document)
  setup.status = "succeeded"
  setup.next_action = null
  method.isSetUp = true
  if (typeof setup.customer === "string") Intents.attach(account, method, setup.customer)
  account.emit("setup_intent.succeeded", setup)
  return setup
}

/** What a check is asked with. */
export interface SetupTerms {
  readonly method: string
  readonly customer: string | null
  readonly returnUrl: string | null
  readonly description: string | null
  readonly metadata: Record<string, string>
}

export const createSetup = (account: Account, key: string, terms: SetupTerms): Setup => {
  const { customer, description, metadata, returnUrl } = terms
  if (customer !== null) account.get("customer", customer, "customer", 400)
  const method = Intents.methodOf(account, terms.method)
  Intents.usable(method, customer)
  const own = { customer, payment_method: method.document.id }
  const setup = account.keep(Made.setup(account.birth("seti"), { description, metadata }, own), key)
  if (method.card.action === undefined || returnUrl === null) return finishSetup(account, setup, method.document.id)
  setup.status = "requires_action"
  setup.next_action = {
    type: "redirect_to_url",
    redirect_to_url: { return_url: returnUrl, url: account.settings.pageOf(setup.id) }
  }
  account.emit("setup_intent.requires_action", setup)
  return setup
}

export const createCustomer = (account: Account, email: string | null, metadata: Record<string, string>) =>
  account.keep(Made.customer(account.birth("cus"), email, metadata))

/** A decline is no failure of what the customer, or time, has done. */
const quietly = (work: () => unknown): void => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Where the customer goes back to, and what of the action is left. */
export interface Pending {
  readonly returnUrl: string
  readonly amount: number
  readonly currency: string
}

const awaiting = (account: Account, id: string): Intent | Setup | undefined => {
  const found = account.documents.get(id) as Intent | Setup | undefined
  return found?.status === "requires_action" ? found : undefined
}

/** The action that is asked for, if it still is. */
export const pendingAction = (account: Account, id: string): Pending | undefined => {
  const found = awaiting(account, id)
  const returnUrl = found?.next_action?.redirect_to_url?.return_url
  if (found === undefined || returnUrl === null || returnUrl === undefined) return undefined
  return found.object === "payment_intent"
    ? { returnUrl, amount: found.amount, currency: found.currency }
    : { returnUrl, amount: 0, currency: "" }
}

/** The customer has confirmed, or has refused to. */
export const concludeAction = (account: Account, id: string, isConfirmed: boolean): void => {
  const found = awaiting(account, id)
  if (found === undefined) return
  quietly(() => {
    const method = Intents.methodOf(account, String(found.payment_method))
    if (found.object === "payment_intent") {
      if (isConfirmed) Intents.settle(account, found, method)
      else Intents.failIntent(account, found, Intents.authenticationFailed, method.document, null)
    } else if (isConfirmed) finishSetup(account, found, method.document.id)
    else {
      const decline = { ...Intents.authenticationFailed, code: "setup_intent_authentication_failure" }
      failSetup(account, found, decline, method.document)
    }
  })
}

/** A charge that was `processing` has been decided. */
export const concludeProcessing = (account: Account, id: string, decline?: Decline): void => {
  const intent = Intents.intentOf(account, id)
  if (intent.status !== "processing") return
  const method = Intents.methodOf(account, String(intent.payment_method))
  quietly(() =>
    decline === undefined
      ? Intents.settle(account, intent, method)
      : Intents.failIntent(account, intent, decline, method.document, null)
  )
}
