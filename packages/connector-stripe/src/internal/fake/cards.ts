/** Stripe's public test cards, and the test tokens that stand for them. Source: Stripe's documents, "Test cards". */

/** Why a card is declined. */
export interface Decline {
  readonly code: string
  readonly decline_code?: string
  readonly message: string
}

/** A test card, and what it does. */
export interface TestCard {
  readonly number: string
  readonly brand: string
  readonly funding: "credit" | "debit" | "prepaid"
  readonly decline?: Decline
  /** It is refused before there is a charge. */
  readonly isInvalid?: boolean
  /** The customer has to confirm: always, or unless the card was set up before. */
  readonly action?: "always" | "unless-set-up"
  /** What becomes of its refunds: `fail`, after they have succeeded, or `pending`. */
  readonly refund?: "fail" | "pending"
  /** The charge is neither taken nor declined until the fake is asked to. This one is no card of Stripe's. */
  readonly isSlow?: boolean
}

const declined = (decline_code: string): Decline => ({
  code: "card_declined",
  decline_code,
  message: "Your card was declined."
})

const failing = (code: string, message: string): Decline => ({ code, message })

const card = (number: string, brand: string, rest: Partial<TestCard> = {}): TestCard => ({
  number,
  brand,
  funding: "credit",
  ...rest
})

const visa = (last: string, rest: Partial<TestCard> = {}): TestCard => card(last, "visa", rest)

/** By their test tokens, `pm_card_<name>` and `tok_<name>`. */
export const named: Readonly<Record<string, TestCard>> = {
  visa: visa("4242424242424242"),
  visa_debit: visa("4000056655665556", { funding: "debit" }),
  mastercard: card("5555555555554444", "mastercard"),
  mastercard_debit: card("5200828282828210", "mastercard", { funding: "debit" }),
  mastercard_prepaid: card("5105105105105100", "mastercard", { funding: "prepaid" }),
  amex: card("378282246310005", "amex"),
  discover: card("6011111111111117", "discover"),
  diners: card("3056930009020004", "diners"),
  jcb: card("3566002020360505", "jcb"),
  unionpay: card("6200000000000005", "unionpay"),
  chargeDeclined: visa("4000000000000002", { decline: declined("generic_decline") }),
  chargeDeclinedInsufficientFunds: visa("4000000000009995", {
    decline: { ...declined("insufficient_funds"), message: "Your card has insufficient funds." }
  }),
  chargeDeclinedLostCard: visa("4000000000009987", { decline: declined("lost_card") }),
  chargeDeclinedStolenCard: visa("4000000000009979", { decline: declined("stolen_card") }),
  chargeDeclinedExpiredCard: visa("4000000000000069", {
    decline: failing("expired_card", "Your card has expired.")
  }),
  chargeDeclinedIncorrectCvc: visa("4000000000000127", {
    decline: failing("incorrect_cvc", "Your card's security code is incorrect.")
  }),
  chargeDeclinedProcessingError: visa("4000000000000119", {
    decline: failing("processing_error", "An error occurred while processing your card. Try again in a little bit.")
  }),
  chargeDeclinedVelocityLimitExceeded: visa("4000000000006975", { decline: declined("card_velocity_exceeded") }),
  chargeDeclinedFraudulent: visa("4100000000000019", { decline: declined("fraudulent") }),
  chargeCustomerFail: visa("4000000000000341", { decline: declined("generic_decline") }),
  incorrectNumber: visa("4242424242424241", {
    isInvalid: true,
    decline: failing("incorrect_number", "Your card number is incorrect.")
  }),
  authenticationRequiredOnSetup: visa("4000002500003155", { action: "unless-set-up" }),
  authenticationRequired: visa("4000002760003184", { action: "always" }),
  authenticationRequiredChargeDeclinedInsufficientFunds: visa("4000008260003178", {
    action: "always",
    decline: declined("insufficient_funds")
  }),
  threeDSecure2Required: visa("4000000000003220", { action: "always" }),
  threeDSecureRequired: visa("4000000000003063", { action: "always" }),
  refundFail: visa("4000000000005126", { refund: "fail" }),
  pendingRefund: visa("4000000000007726", { refund: "pending" }),
  florinProcessing: visa("4000000000000960", { isSlow: true })
}

const byNumber = new Map(Object.values(named).map((one) => [one.number, one]))

const brandOf = (number: string): string => {
  if (/^4/.test(number)) return "visa"
  if (/^(?:5[1-5]|2[2-7])/.test(number)) return "mastercard"
  return /^3[47]/.test(number) ? "amex" : "unknown"
}

const hasCheckDigit = (number: string): boolean => {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** What a number does. One that is in no list of Stripe's is approved, if its check digit is right. */
export const ofNumber = (number: string): TestCard => {
  const known = byNumber.get(number)
  if (known !== undefined) return known
  const isRight = /^\d{12,19}$/.test(number) && hasCheckDigit(number)
  return isRight
    ? card(number, brandOf(number))
    : { ...named.incorrectNumber!, number: number.slice(-4).padStart(16, "0") }
}

/** What a test token does. */
export const ofToken = (token: string): TestCard | undefined => {
  const name = /^(?:pm_card|tok)_(?:visa_)?(.+)$/.exec(token)?.[1] ?? ""
  const whole = /^(?:pm_card|tok)_(.+)$/.exec(token)?.[1] ?? ""
  return Object.hasOwn(named, whole) ? named[whole] : Object.hasOwn(named, name) ? named[name] : undefined
}
