/** The sandbox's test tokens by what becomes of them. */

const token = (value: string) => ({ providerToken: { provider: "sandbox", value } }) as const

/**
 * Tokens of the sandbox for requests in process, by name: what a provider's own fields answer in place of a card. Each is
 * a whole `card`.
 *
 * Source: D53.
 */
export const tokens = {
  /** Approves everything: visa, ending in 4242. */
  approved: token("tok_visa"),
  /** Approves everything: mastercard, ending in 4444. */
  mastercard: token("tok_mastercard"),
  /** Declines everything, without a reason (F.0999). */
  declined: token("tok_declined"),
  /** For one payment: its approval answers another token, which stands for the saved card from then on. */
  once: token("tok_visa_once")
} as const
