/** The wallet service in which a customer may keep cards. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Shop } from "../shops/Shop.js"
import type { AcquirerCard } from "./Acquirer.js"
import type { CardTransaction } from "./CardTransaction.js"
import type { WalletSaveResult } from "./WalletSaveResult.js"

/** A card that was just charged, for the wallet of the session's customer. */
export interface WalletRequest {
  readonly shop: Shop
  readonly transaction: CardTransaction
  /** `additional_data.wallet.params.session`. */
  readonly session: string
  readonly card: AcquirerCard
}

/**
 * Saves the card of an approved authorization or payment in the wallet of the session that the request names. The
 * gateway calls it once, for at most 5 s, before it commits the approval; the answer appears in that transaction's
 * documents and changes nothing else. Recovery no longer has the card, so it saves none.
 *
 * Contract: idempotent by `transaction.uid`; never fails (a defect is shown as no answer). A provider that is not
 * `simulated` is never called for a charge approved by a simulated acquirer. Source: D39.
 *
 * Default: not called, and documents have no result.
 */
export class WalletProvider extends Context.Reference<WalletProvider>()("@florin/core/WalletProvider", {
  defaultValue: (): {
    readonly simulated: boolean
    readonly save: (request: WalletRequest) => Effect.Effect<WalletSaveResult | "not-used">
  } => ({ simulated: true, save: () => Effect.succeed("not-used") })
}) {}
