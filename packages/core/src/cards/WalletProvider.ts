/** The wallet service that a customer may keep cards in. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Shop } from "../shops/Shop.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { AcquirerCard } from "./Acquirer.js"
import type { WalletResult } from "./WalletResult.js"

/** A card that was just charged, for the wallet of the customer whose session it is. */
export interface WalletRequest {
  readonly shop: Shop
  readonly transaction: Transaction
  /** `additional_data.wallet.params.session`. */
  readonly session: string
  readonly card: AcquirerCard
}

/**
 * Saves the card of an approved authorization or payment in the wallet of the session that the request names. It is
 * asked once, for at most 5 s, before the approval is committed: what it answers stands in that transaction's documents
 * and changes nothing else. A charge that recovery finishes has no card at hand any more and is not saved.
 *
 * Contract: idempotent by `transaction.uid`; never fails (a defect is shown as no answer). A provider that is not
 * `simulated` never sees a charge that a simulated acquirer approved. Source: D39.
 *
 * Default: not used, and documents have no result.
 */
export class WalletProvider extends Context.Reference<WalletProvider>()("@florin/core/WalletProvider", {
  defaultValue: (): {
    readonly simulated: boolean
    readonly save: (request: WalletRequest) => Effect.Effect<WalletResult | "not-used">
  } => ({ simulated: true, save: () => Effect.succeed("not-used") })
}) {}
