import type { ShopBilling } from "./billing.js"
import type { ShopCards } from "./cards.js"
import type { Transfers } from "./transfers.js"

/** One shop in process. Whether there is such a shop is seen by each call. */
export interface InProcessShop extends ShopCards, ShopBilling {
  readonly transfers: Transfers
}
