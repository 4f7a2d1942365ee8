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

/** What customers may use by their subscriptions. Both may be called in `onCommit`. */
export interface ShopEntitlements {
  /**
   * Whether a customer may use a feature now: a subscription of theirs gives it, as `true` or as a number above 0. One
   * query; a feature that no plan names is not given.
   *
   * Errors: `RecordMissing` of a customer that there is not; `RequestRefused` of a name that no feature can have.
   */
  readonly can: (customer: string, feature: string) => Promise<boolean>
  /**
   * How much of a feature a customer may use now: the sum of what their subscriptions give, 0 where none does, null where
   * one gives it without a limit (`true`). Errors as of `can`.
   */
  readonly limit: (customer: string, feature: string) => Promise<number | null>
}

/** The billing of one shop. */
export interface ShopBilling {
  /** What subscriptions cost, and how often. */
  readonly plans: Plans
  /** Who subscribes. */
  readonly customers: Customers
  /** What takes something off the charges of subscriptions. */
  readonly coupons: Coupons
  /** Customers that are charged again and again. */
  readonly subscriptions: Subscriptions
}

/** One shop in process. Whether there is such a shop is seen by each call. */
export interface InProcessShop extends ShopCards, ShopBilling, ShopEntitlements {
  /** Cards that are kept for later charges. */
  readonly cards: SavedCards
  /** Pages on which a customer pays for one order. */
  readonly checkouts: Checkouts
  /** What customers buy by a link. */
  readonly products: Products
  /** Payments, refunds and payouts by instant bank transfer, in roubles. */
  readonly transfers: Transfers
  /** Where transactions stand, by card and by transfer. */
  readonly transactions: Transactions
  /** Webhooks that were sent, and those that were not. */
  readonly notifications: Notifications
}
