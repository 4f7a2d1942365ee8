/** What an acquirer can do. What it cannot is refused before anything is accepted. Source: D53. */
import * as Schema from "effect/Schema"
import type { Currency } from "../money/Currency.js"
import type { Contract } from "./CardRequest.js"

/**
 * What an acquirer lacks for a charge or payout: the type of operation, the currency, the contract, charges without their
 * customer, an authentication that is demanded, or what is to be sent: a card number or another provider's token.
 */
export const Lacking = Schema.Literal(
  "authorizations",
  "checks",
  "credits",
  "payouts",
  "currency",
  "contracts",
  "charges-without-customer",
  "authentication",
  "card-numbers",
  "tokens"
)

export type Lacking = typeof Lacking.Type

/** Absent members: everything that the port can ask for, with card numbers. */
export interface AcquirerCapabilities {
  /** How many captures a hold takes. Default: `many`. */
  readonly captures?: "many" | "one" | "none"
  /** Part of a hold can be voided; `rest`: only all that is left of it. Default: true. */
  readonly partialVoids?: boolean | "rest"
  /** Default: true. */
  readonly refunds?: boolean
  /** Pays out to a saved card. Default: true. */
  readonly credits?: boolean
  /** Pays out to a card. Default: true. */
  readonly payouts?: boolean
  /** Checks a card without an amount (`tokenization`, free trials). Default: true. */
  readonly zeroAmountChecks?: boolean
  /** What a card can be kept for. Default: all. */
  readonly contracts?: ReadonlyArray<Contract>
  /** Default: all. */
  readonly currencies?: ReadonlyArray<Currency>
  /** Card numbers, or tokens of its `provider`. Default: card numbers only. */
  readonly sources?: ReadonlyArray<"card" | "token">
  /**
   * It authenticates the customer itself: no 3-D Secure server is asked for a charge that goes there, unless one is
   * configured. Default: false.
   */
  readonly authenticates?: boolean
}
