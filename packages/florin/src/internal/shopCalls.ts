/** All that a shop does in process. */
import type { InProcessShop } from "../inProcessShop.js"
import { answering } from "./calls.js"
import * as Billing from "./shopBilling.js"
import * as ShopCards from "./shopCards.js"
import * as ShopNotifications from "./shopNotifications.js"
import * as ShopTransactions from "./shopTransactions.js"
import * as ShopTransfers from "./shopTransfers.js"
import type { Effectful } from "./twoFaces.js"

export const make = (id: string): Effectful<InProcessShop> => {
  const answer = answering(id)
  return {
    ...ShopCards.make(answer),
    ...Billing.make(answer),
    transfers: ShopTransfers.make(answer),
    transactions: ShopTransactions.make(answer),
    notifications: ShopNotifications.make(answer)
  }
}
