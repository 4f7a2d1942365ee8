/** Why a transfer ended `failed`: a closed set, encoded as codes on the wire. */
import * as Schema from "effect/Schema"

/**
 * - `unpaid`: the time to pay passed, or the payment is dated later
 * - `account-funds`: there was not enough money
 * - `provider`: the bank or the provider refused
 * - `no-provider`: there is none that could be asked
 * - `verification-refused`: the merchant refused
 * - `not-proven`: the proof was declined
 *
 * Source: D6, D28.
 */
export const TransferReason = Schema.Literal(
  "unpaid",
  "account-funds",
  "provider",
  "no-provider",
  "verification-refused",
  "not-proven"
)

export type TransferReason = typeof TransferReason.Type
