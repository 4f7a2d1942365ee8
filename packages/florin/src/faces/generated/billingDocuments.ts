// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { CustomerById, IntervalUnit, RequestedField } from "./billingRequestSections.js"
import type { CreditCard, LineDocument, TransactionStatus } from "./cardSections.js"

/** What is charged, and how often. */
export interface PlanPlan {
  /** Amount of each charge in minor units of the currency. */
  readonly amount: number
  /** How many units lie between two charges. */
  readonly interval: number
  /** Unit of the interval: hour, day or month. */
  readonly intervalUnit: IntervalUnit
}

/** The trial; its members are null where there is none. */
export interface PlanTrial {
  /** Amount charged for the trial, in minor units; 0 for a free one. Only together with interval. */
  readonly amount: number | null
  /** How many units the trial lasts. Only together with amount. */
  readonly interval: number | null
  /** Unit of the trial's interval: hour, day or month. Default: hour. */
  readonly intervalUnit: IntervalUnit
  /**
   * Whether the payment of the trial counts as the first one, so that a charge that fails after it is retried. Default:
   * false.
   */
  readonly asFirstPayment: boolean
}

/** What `plans.create` answers. */
export interface Plan {
  /** Id of the plan. */
  readonly id: string
  /** Title of the subscription, as the customer sees it. */
  readonly title: string
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Language of the payment page. Default: en. */
  readonly language: string
  /** Whether the number of billing cycles is unlimited. Default: true. */
  readonly infinite: boolean
  /** Number of billing cycles; ignored when infinite is true. */
  readonly billingCycles: number | null
  /** Failed attempts that are allowed before the subscription is cancelled. Default: 3. */
  readonly numberPaymentAttempts: number
  /** Whether payments are processed only between 8:00 and 20:00 in the system time zone. Default: false. */
  readonly preventPaymentsAtNight: boolean
  /** Whether it is a test plan: its charges never reach a real acquirer. Default: false. */
  readonly test: boolean
  /** When the plan was created. */
  readonly createdAt: string | null
  /** The same: plans never change. */
  readonly updatedAt: string | null
  /** Page on which a customer pays for the plan. */
  readonly payUrl: string
  /** The shop's own key of the plan; null where it has none. */
  readonly lookupKey: string | null
  /** What the payment page asks the customer for besides the card. */
  readonly visibleFields?: ReadonlyArray<RequestedField>
  /**
   * What the plan gives to its subscribers, by names of the shop's own: true, or how much as a whole number. At most 50.
   */
  readonly features?: { readonly [name: string]: true | number }
  /** What is charged, and how often. */
  readonly plan: PlanPlan
  /** The trial; its members are null where there is none. */
  readonly trial: PlanTrial
}

/** What follows a decline. */
export interface StateAfterCharge {
  /** State that would follow. */
  readonly state: "redirecting" | "trial" | "active" | "failed_attempt" | "error" | "failed" | "canceled" | "expired"
  /** When the charge would be retried. */
  readonly renewAt: string | null
}

/** What `plans.preview` answers. */
export interface UpcomingCharge {
  /** When it is charged. */
  readonly at: string | null
  /** The same in the system time zone. */
  readonly localTime: string
  /** Amount of each charge in minor units of the currency. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** What the charge is for. */
  readonly reason: "first" | "trial" | "after_trial" | "cycle" | "retry" | "plan_change" | "end"
  /** Billing cycle that it pays, from 1. Null for a trial, and for what is owed at the end. */
  readonly cycle: number | null
  /** What the charge consists of. */
  readonly lines?: ReadonlyArray<LineDocument>
  /** What follows a decline. */
  readonly ifDeclined: StateAfterCharge
  /** What follows a technical error. */
  readonly ifError: StateAfterCharge
}

/** What `customers.create` answers. */
export interface Customer {
  /** Id of the customer. */
  readonly id: string
  /** Email address of the customer. */
  readonly email: string | null
  /** IP address of the customer, version 4 or 6. */
  readonly ip: string | null
  /** First name. */
  readonly firstName: string | null
  /** Last name. */
  readonly lastName: string | null
  /** Street and house. */
  readonly address: string | null
  /** ISO 3166-1 alpha-2 code of the country. */
  readonly country: string | null
  /** City. */
  readonly city: string | null
  /** Postal code. In the US: NNNNN or NNNNN-NNNN. */
  readonly zip: string | null
  /** Two-letter code of the state. Allowed only when the country is US or CA. */
  readonly state: string | null
  /** Phone number. */
  readonly phone: string | null
  /** Date of birth, YYYY-MM-DD. */
  readonly birthDate: string | null
  /** Id of the customer's device. */
  readonly deviceId?: string
  /** The customer's id in the merchant's system. */
  readonly externalId?: string
  /** The customer's taxpayer id. */
  readonly taxpayerId?: string
  /** When the customer was created. */
  readonly createdAt: string | null
}

/** Who may use it. */
export interface EntitlementsCustomer {
  /** Id of the customer who may use it. */
  readonly id: string
}

/** What each subscription gives that gives something. */
export interface EntitlementsSubscription {
  /** Id of the subscription. */
  readonly id: string
  /** What the plan of the subscription gives. */
  readonly features: { readonly [name: string]: true | number }
  /** When it ends if nothing else happens. Null: it does not end by itself. */
  readonly until: string | null
}

/** What `customers.entitlements` answers. */
export interface Entitlements {
  /** Who may use it. */
  readonly customer: EntitlementsCustomer
  /** What all subscriptions of the customer give together: true without a limit, or the sum of their numbers. */
  readonly features: { readonly [name: string]: true | number }
  /** What each subscription gives that gives something. */
  readonly subscriptions: ReadonlyArray<EntitlementsSubscription>
}

/** Balances, which pay for the next charges. */
export interface AccountDocumentBalance {
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** What is left to pay with, in minor units. */
  readonly amount: number
}

/** The customer's own coupon. Null: none. */
export interface AppliedCouponDocument {
  /** What customers enter. */
  readonly code: string
  /** Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %. */
  readonly percentOff?: number
  /** Amount that it takes off each charge, in minor units. */
  readonly amountOff?: number
  /** ISO 4217 alpha-3 code of the currency of amountOff. */
  readonly currency?: string
  /** How many charges it still takes something off. Null: all of them. */
  readonly cyclesLeft: number | null
}

/** What `customers.account` answers. */
export interface AccountDocument {
  /** Balances, which pay for the next charges. */
  readonly balances: ReadonlyArray<AccountDocumentBalance>
  /** The customer's own coupon. Null: none. */
  readonly coupon: AppliedCouponDocument | null
}

/** What `coupons.create` answers. */
export interface CouponDocument {
  /** The code. */
  readonly id: string
  /** What customers enter. */
  readonly code: string
  /** Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %. */
  readonly percentOff?: number
  /** Amount that it takes off each charge, in minor units. */
  readonly amountOff?: number
  /** ISO 4217 alpha-3 code of the currency of amountOff. */
  readonly currency?: string
  /** For which charges it holds: once, cycles:n or forever. Default: once. */
  readonly duration: string
  /** How many customers may use it. Default: any number. */
  readonly maxRedemptions: number | null
  /** How often it was used first. */
  readonly redemptions: number
  /** Until when it may be used first. Default: for ever. */
  readonly redeemBy: string | null
  /** Ids of the plans that it holds for. Default: all. */
  readonly plans: ReadonlyArray<string> | null
  /** Whether it is only for customers who have never paid the shop for a subscription. Default: false. */
  readonly firstTimeOnly: boolean
  /** When it was created. */
  readonly createdAt: string | null
}

/** The last charge. */
export interface SubscriptionTransaction {
  /** UID of the transaction. */
  readonly uid: string
  /** Where it stands. */
  readonly status: TransactionStatus
  /** Result in words. Null while there is none. */
  readonly message: string | null
  /** When it was accepted. */
  readonly createdAt: string | null
}

/** What the change comes to, in the answer of the request for it; with preview, what it would come to. */
export interface SubscriptionChange {
  /** When it changes: now or renewal. Default: now if it costs more over an equal time, else renewal. */
  readonly when: "now" | "renewal"
  /**
   * What a change at once moves: charge charges the difference, credit leaves it to the next charge, none moves nothing.
   * Default: charge.
   */
  readonly proration: "charge" | "credit" | "none"
  /** What is charged at once, in minor units. */
  readonly amount: number
  /** What the customer's balance gains, in minor units. */
  readonly balanceGained: number
  /** What the charge consists of, or what the balance gains. */
  readonly lines: ReadonlyArray<LineDocument>
}

/** Tiers of a graduated or volume price, in ascending order. */
export interface ItemDocumentPriceTier {
  /** Last unit of the tier. Absent in the last one, and only there. */
  readonly upTo?: number
  /** Amount of each unit, in minor units. Default in a tier: 0. */
  readonly unitAmount: number
  /** Amount charged once if the tier is reached, in minor units. Default: 0. */
  readonly flatAmount: number
}

/** The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item. */
export interface ItemDocumentPriceMetered {
  /** What of the usage of a cycle is charged: sum, max or last. Default: sum. */
  readonly aggregation: "sum" | "max" | "last"
}

/** What a quantity of it costs in each interval. */
export interface ItemDocumentPrice {
  /** Kind of the price: flat, per_unit, graduated or volume. */
  readonly kind: "flat" | "per_unit" | "graduated" | "volume"
  /** Amount of a flat price per interval, in minor units. */
  readonly amount?: number
  /** Amount of each unit, in minor units. Default in a tier: 0. */
  readonly unitAmount?: number
  /** Tiers of a graduated or volume price, in ascending order. */
  readonly tiers?: ReadonlyArray<ItemDocumentPriceTier>
  /** The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item. */
  readonly metered?: ItemDocumentPriceMetered
}

/**
 * What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one
 * item.
 */
export interface ItemDocument {
  /** The shop's own id of the item within its subscription. */
  readonly id: string
  /** What the customer pays for, as the customer sees it. */
  readonly title: string
  /** How many of it; 0 removes it at the next renewal. Default: 1. */
  readonly quantity: number
  /** What a quantity of it costs in each interval. */
  readonly price: ItemDocumentPrice
}

/** What `subscriptions.create` answers. */
export interface Subscription {
  /** Id of the subscription. */
  readonly id: string
  /** Where the subscription stands. redirecting: it waits for the customer. */
  readonly state: "redirecting" | "trial" | "active" | "failed_attempt" | "error" | "failed" | "canceled" | "expired"
  /** The merchant's own id of the subscription. */
  readonly trackingId: string | null
  /** When it was created. */
  readonly createdAt: string | null
  /** When it changed last. */
  readonly updatedAt: string | null
  /** When it is charged next. Null while nothing is due, or while a charge is in doubt. */
  readonly renewAt: string | null
  /** End of the period that is paid, or of the trial. */
  readonly activeTo: string | null
  /** Since when nothing is charged. Null: it is not paused. */
  readonly pausedAt: string | null
  /** Billing cycles that are paid. A trial does not count. */
  readonly paidBillingCycles: number
  /** Attempts of the present cycle that failed. */
  readonly numberFailedPaymentAttempts: number
  /** Why the subscription is cancelled. Required unless atPeriodEnd is true. */
  readonly cancelReason: string | null
  /** When it was cancelled. */
  readonly cancelledAt: string | null
  /** true: it ends with the period that is paid. Absent: it goes on. */
  readonly cancelAtPeriodEnd?: boolean
  /** When it ends then. Null while the charge is under way that pays the period. */
  readonly cancelAt?: string | null
  /** The card that is charged. */
  readonly card: CreditCard | null
  /** The customer, if one was named. */
  readonly customer: CustomerById | null
  /** The plan that the customer agreed to. */
  readonly plan: Plan
  /** The plan from the next cycle on, if it was changed. */
  readonly nextPlan: Plan | null
  /** The last charge. */
  readonly lastTransaction: SubscriptionTransaction | null
  /** What the change comes to, in the answer of the request for it; with preview, what it would come to. */
  readonly change?: SubscriptionChange
  /** The check of another card, in the answer that begins it. */
  readonly cardCheck?: SubscriptionTransaction
  /**
   * What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one
   * item.
   */
  readonly items?: ReadonlyArray<ItemDocument>
  /** The items from the next renewal on, if they were changed. */
  readonly nextItems?: ReadonlyArray<ItemDocument>
  /** The coupon whose discount the next charge has. Absent: none. */
  readonly coupon?: AppliedCouponDocument
  /** Lines of the next charge. */
  readonly waitingLines?: ReadonlyArray<LineDocument>
  /** Members that answers and webhooks repeat as they were sent. */
  readonly additionalData: { readonly [name: string]: unknown }
  /** URL to which the customer is redirected after paying. */
  readonly returnUrl?: string
  /** URL that receives the webhooks of the subscription and of its charges. */
  readonly notificationUrl?: string
  /** Page for the customer, while the state is redirecting or another card waits for 3-D Secure. */
  readonly redirectUrl?: string
  /**
   * Token of the card. While the subscription waits for its card: what identifies the page, the last part of
   * redirectUrl.
   */
  readonly token?: string
}

/** The metered items. */
export interface ItemUsageDocument {
  /** Id of the metered item. */
  readonly item: string
  /** What is charged of it so far: the sum, the largest or the last quantity. */
  readonly quantity: number
  /** What it would cost now, in minor units. */
  readonly amount: number
}

/** What `subscriptions.recordUsage` answers. */
export interface UsageDocument {
  /** The metered items. */
  readonly items: ReadonlyArray<ItemUsageDocument>
}
