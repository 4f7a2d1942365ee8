import type {
  Checkouts,
  Coupons,
  Customers,
  Notifications,
  Plans,
  Products,
  SavedCards,
  ShopCards,
  Subscriptions,
  Transactions,
  Transfers
} from "./generated/faces.js"

/** The billing of one shop. */
export interface ShopBilling {
  readonly plans: Plans
  readonly customers: Customers
  readonly coupons: Coupons
  readonly subscriptions: Subscriptions
}

/** One shop in process. Whether there is such a shop is seen by each call. */
export interface InProcessShop extends ShopCards, ShopBilling {
  readonly cards: SavedCards
  readonly checkouts: Checkouts
  readonly products: Products
  readonly transfers: Transfers
  readonly transactions: Transactions
  readonly notifications: Notifications
}
