/** The sandbox's test cards by what becomes of them. */

const jane = { holder: "Jane Doe", verificationValue: "123", expMonth: "12", expYear: "2049" } as const

const approving = { number: "4200000000000000", ...jane } as const

/**
 * Test cards for requests in process, by name. Each is a whole `card`.
 *
 * Source: D37.
 */
export const cards = {
  /** Approves everything: visa, ending in 0000. */
  approved: approving,
  /** Another card that approves everything: mastercard, ending in 4444. */
  mastercard: { ...approving, number: "5555555555554444" },
  /** Declines everything, without a reason (F.0999). */
  declined: { ...approving, number: "4005550000000019" },
  /** Declined: insufficient funds (F.0114). */
  insufficientFunds: { ...approving, holder: "FUNDS" },
  /** Declined as fraud by the acquirer (F.0115). */
  fraud: { ...approving, holder: "FRAUD" },
  /** Declined by the issuer as stolen (F.0116); subscriptions never try it again. */
  stolen: { ...approving, holder: "STOLEN" },
  /** Declined: the acquirer has a failure that passes (F.0117). */
  temporaryFailure: { ...approving, holder: "ERROR" },
  /** The request is lost: `pending`, and after two seconds of the clock `failed` (F.0117). Nothing is charged. */
  lostRequest: { ...approving, holder: "TIMEOUT" },
  /** It is charged and the answer is lost: `pending`, and after two seconds of the clock `successful`. */
  lostAnswer: { ...approving, holder: "LATE" },
  /** With 3-D Secure its issuer asks the customer on a page; otherwise approves. */
  threeDSecure: { ...approving, number: "4012000000001097" },
  /** With 3-D Secure its issuer authenticates without a question; otherwise approves. */
  threeDSecureFrictionless: { ...approving, number: "4012000000001006" },
  /** With 3-D Secure its issuer refuses (F.4001); otherwise approves. */
  threeDSecureRefused: { ...approving, number: "4012000000001014" }
} as const
