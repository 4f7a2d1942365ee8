/** What is done with the payment methods and the intents of an account. */
import type Stripe from "stripe"
import type { Account, Intent, Method } from "./account.js"
import { type Decline, ofNumber, ofToken, type TestCard } from "./cards.js"
import { Failure, invalid, missing, unexpectedState } from "./failures.js"
import * as Made from "./made.js"

/** What is known of a confirmation beside the intent. */
interface Confirming {
  readonly returnUrl: string | null
  readonly isOffSession: boolean
  /** 3-D Secure was proved elsewhere. */
  readonly hasProof: boolean
}

const cardError = ({ code, decline_code, message }: Decline) => ({
  type: "card_error" as const,
  code,
  message,
  ...(decline_code === undefined ? {} : { decline_code })
})

/** Stripe's usual fee: 2.9 % and 30 of the smallest unit. */
const feeOf = (units: number): number => Math.round(units * 0.029) + 30

export const authenticationFailed: Decline = {
  code: "payment_intent_authentication_failure",
  message: "The provided payment method has failed authentication."
}

const authenticationRequired: Decline = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication."
}

/** Test tokens stand for a new payment method each time. */
export const methodOf = (account: Account, id: string): Method => {
  const card = ofToken(id)
  if (card !== undefined) return keepMethod(account, card, { month: 12, year: 2099 }, { name: null, email: null })
  const found = account.methods.get(id)
  if (found === undefined) throw missing("PaymentMethod", "payment_method")
  return found
}

export const keepMethod = (
  account: Account,
  card: TestCard,
  expiry: { month: number; year: number },
  billing: Made.Billing
): Method => {
  const document = account.keep(Made.paymentMethod(account.birth("pm"), card, expiry, billing))
  const method = { document, card, isSpent: false, isSetUp: false }
  account.methods.set(document.id, method)
  return method
}

/** The payment method behind a confirmation token of the card fields: the fake makes one of each id. */
export const confirmationMethod = (account: Account, token: string): string => {
  const id = `pm_${token.slice("ctoken_".length)}`
  if (account.methods.has(id)) return id
  throw missing("confirmation token", "confirmation_token")
}

export const makeMethod = (
  account: Account,
  source: { number: string } | { token: string },
  expiry: { month: number; year: number },
  billing: Made.Billing
) => {
  if ("token" in source) {
    const card = ofToken(source.token)
    if (card !== undefined) return keepMethod(account, card, expiry, billing).document
    throw missing("token", "card[token]")
  }
  if (!account.settings.takesNumbers) {
    throw new Failure(402, {
      type: "invalid_request_error",
      message: "Sending credit card numbers directly to the Stripe API is generally unsafe."
    })
  }
  const card = ofNumber(source.number)
  if (card.isInvalid === true && card.decline !== undefined) throw new Failure(402, cardError(card.decline))
  return keepMethod(account, card, expiry, billing).document
}

export const attach = (account: Account, method: Method, customer: string | null): void => {
  if (customer === null) return
  account.get("customer", customer, "customer", 400)
  method.document.customer = customer
}

export const usable = (method: Method, customer: string | null): void => {
  const owner = method.document.customer
  if (owner !== null && owner !== customer) {
    throw invalid("payment_method_unexpected_state", "The PaymentMethod belongs to another customer.", "payment_method")
  }
  if (owner === null && method.isSpent) {
    throw invalid("payment_method_unexpected_state", "The PaymentMethod was used already.", "payment_method")
  }
}

export const failIntent = (
  account: Account,
  intent: Intent,
  decline: Decline,
  method: Stripe.PaymentMethod,
  charge: string | null
): never => {
  const error: Stripe.PaymentIntent.LastPaymentError = {
    ...cardError(decline),
    ...(charge === null ? {} : { charge }),
    payment_method: structuredClone(method)
  }
  intent.status = "requires_payment_method"
  intent.next_action = null
  intent.payment_method = null
  intent.last_payment_error = error
  account.emit("payment_intent.payment_failed", intent)
  throw new Failure(402, { ...cardError(decline), ...error, payment_intent: structuredClone(intent) })
}

export const bookCharge = (account: Account, intent: Intent, charge: Stripe.Charge, units: number): void => {
  charge.captured = true
  charge.amount_captured += units
  const booked = account.keep(
    Made.booking(account.birth("txn"), "charge", {
      amount: units,
      currency: intent.currency,
      fee: feeOf(units),
      source: charge.id
    })
  )
  charge.balance_transaction = booked.id
}

export const settle = (account: Account, intent: Intent, method: Method): Intent => {
  const charge = account.keep(Made.charge(account.birth("ch"), intent, method.document, method.card))
  intent.latest_charge = charge.id
  intent.next_action = null
  if (method.card.decline !== undefined)
    return failIntent(account, intent, method.card.decline, method.document, charge.id)
  const key = account.keys.get(intent.id) ?? ""
  const isHold = intent.capture_method === "manual"
  account.book(isHold ? "authorization" : "payment", key, intent.amount, intent.currency)
  method.isSpent = true
  if (intent.setup_future_usage !== null && typeof intent.customer === "string")
    attach(account, method, intent.customer)
  intent.status = isHold ? "requires_capture" : "succeeded"
  if (isHold) intent.amount_capturable = intent.amount
  else {
    intent.amount_received = intent.amount
    bookCharge(account, intent, charge, intent.amount)
  }
  account.emit(isHold ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", intent)
  return intent
}

export const confirm = (
  account: Account,
  intent: Intent,
  method: Method,
  { hasProof, isOffSession, returnUrl }: Confirming
): Intent => {
  const { card } = method
  const asks = card.action === "always" || (card.action === "unless-set-up" && !method.isSetUp)
  if (asks && !hasProof) {
    if (isOffSession) return failIntent(account, intent, authenticationRequired, method.document, null)
    intent.status = "requires_action"
    intent.next_action = {
      type: "redirect_to_url",
      redirect_to_url: { return_url: returnUrl, url: account.settings.pageOf(intent.id) }
    }
    account.emit("payment_intent.requires_action", intent)
    return intent
  }
  if (card.isSlow === true) {
    intent.status = "processing"
    account.emit("payment_intent.processing", intent)
    return intent
  }
  return settle(account, intent, method)
}

export const createIntent = (
  account: Account,
  key: string,
  terms: Made.Terms,
  manner: Parameters<typeof Made.intent>[2] & { readonly payment_method: string; readonly customer: string | null },
  confirming: Confirming
): Intent => {
  if (manner.customer !== null) account.get("customer", manner.customer, "customer", 400)
  const method = methodOf(account, manner.payment_method)
  usable(method, manner.customer)
  const own = { ...manner, payment_method: method.document.id }
  return confirm(account, account.keep(Made.intent(account.birth("pi"), terms, own), key), method, confirming)
}

export const intentOf = (account: Account, id: string): Intent => account.get<Intent>("payment_intent", id, "intent")

export const chargeOf = (account: Account, intent: Intent): Stripe.Charge =>
  account.get<Stripe.Charge>("charge", String(intent.latest_charge), "latest_charge")

export const update = (account: Account, id: string, metadata: Record<string, string>): Intent => {
  const intent = intentOf(account, id)
  Object.assign(intent.metadata, metadata)
  // Stripe's documents, "Metadata": an empty value takes a member away.
  for (const [name, value] of Object.entries(metadata)) if (value === "") delete intent.metadata[name]
  return intent
}

export const capture = (
  account: Account,
  key: string,
  id: string,
  units: number | undefined,
  isFinal: boolean,
  metadata: Record<string, string>
): Intent => {
  const intent = intentOf(account, id)
  if (intent.status !== "requires_capture") throw unexpectedState(intent.status)
  if (!isFinal && !account.settings.multicapture)
    throw invalid("parameter_unknown", "Multicapture is not enabled.", "final_capture")
  const taken = units ?? intent.amount_capturable
  if (taken > intent.amount_capturable) {
    throw invalid("amount_too_large", "The amount exceeds what is capturable.", "amount_to_capture")
  }
  Object.assign(intent.metadata, metadata)
  const rest = intent.amount_capturable - taken
  intent.amount_received += taken
  intent.amount_capturable = isFinal ? 0 : rest
  if (intent.amount_capturable === 0) intent.status = "succeeded"
  if (taken > 0) {
    bookCharge(account, intent, chargeOf(account, intent), taken)
    account.book("capture", key, taken, intent.currency)
  } else account.book("void", key, rest, intent.currency)
  account.emit(
    intent.status === "succeeded" ? "payment_intent.succeeded" : "payment_intent.amount_capturable_updated",
    intent
  )
  return intent
}

const cancelable: ReadonlyArray<string> = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action"
]

export const cancel = (account: Account, key: string, id: string): Intent => {
  const intent = intentOf(account, id)
  if (!cancelable.includes(intent.status) || intent.amount_received > 0) throw unexpectedState(intent.status)
  if (intent.status === "requires_capture") {
    chargeOf(account, intent).refunded = true
    account.book("void", key, intent.amount_capturable, intent.currency)
  }
  intent.status = "canceled"
  intent.amount_capturable = 0
  intent.next_action = null
  intent.canceled_at = Math.floor(account.settings.now() / 1000)
  intent.cancellation_reason = "requested_by_customer"
  account.emit("payment_intent.canceled", intent)
  return intent
}
