import type { ShopBilling } from "./billing.js"
import type { ShopCards } from "./cards.js"
import type { Notifications } from "./notifications.js"
import type { Transactions } from "./transactions.js"
import type { Transfers } from "./transfers.js"

/** One shop in process. Whether there is such a shop is seen by each call. */
export interface InProcessShop extends ShopCards, ShopBilling {
  readonly transfers: Transfers
  readonly transactions: Transactions
  readonly notifications: Notifications
}
