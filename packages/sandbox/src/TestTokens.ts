/** The test tokens of the sandbox as a provider: what its own fields would answer in place of a card. Source: D53. */

/** Whose tokens they are. */
export const provider = "sandbox"

/** A test token. It decides like its test card, whose holder comes with the request. */
export interface TestToken {
  readonly value: string
  /** The number of its test card. */
  readonly card: string
  /** It is for one payment: an approval answers this token, which stands for the card from then on. */
  readonly reusable?: string
}

/** The expiry of each. */
export const expiry = { expMonth: 12, expYear: 2049 } as const

/** The test tokens. Any other value is declined as not allowed. */
export const testTokens: ReadonlyArray<TestToken> = [
  { value: "tok_visa", card: "4242424242424242" },
  { value: "tok_mastercard", card: "5555555555554444" },
  { value: "tok_amount", card: "4111111111111111" },
  { value: "tok_declined", card: "4005550000000019" },
  { value: "tok_visa_once", card: "4242424242424242", reusable: "tok_visa" }
]
