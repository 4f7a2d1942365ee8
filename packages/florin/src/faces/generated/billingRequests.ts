// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type {
  CustomerById,
  CustomerDetails,
  ItemRequest,
  PlanById,
  PlanRequestPlan,
  PlanRequestTrial,
  PortalFeatures,
  RequestedField,
  SubscriptionRequestSettings,
  UsageEventRequest
} from "./billingRequestSections.js"
import type { Card } from "./cardRequestSections.js"

/** What `portal` is called with. */
export interface PortalRequest {
  /** URL to which the customer goes back, at most 1000 characters. */
  readonly returnUrl: string
  /** What the customer may do. Default: all but to choose another plan. */
  readonly features?: PortalFeatures
  /** Language of the portal. Default: that of the customer's browser. */
  readonly language?: string
}

/** What `plans.create` is called with. */
export interface PlanRequest {
  /** Whether it is a test plan: its charges never reach a real acquirer. Default: false. */
  readonly test?: boolean | "true" | "false"
  /**
   * The shop's own key of the plan: a plan of this key and these terms that is there already is answered instead of a
   * second one.
   */
  readonly lookupKey?: string
  /** Title of the subscription, as the customer sees it. */
  readonly title: string
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** What is charged, and how often. */
  readonly plan: PlanRequestPlan
  /** A period before the first full charge. */
  readonly trial?: PlanRequestTrial
  /** Language of the payment page. Default: en. */
  readonly language?: string
  /** Whether the number of billing cycles is unlimited. Default: true. */
  readonly infinite?: boolean | "true" | "false"
  /** Number of billing cycles; ignored when infinite is true. */
  readonly billingCycles?: number
  /** Failed attempts that are allowed before the subscription is cancelled. Default: 3. */
  readonly numberPaymentAttempts?: number
  /** Whether payments are processed only between 8:00 and 20:00 in the system time zone. Default: false. */
  readonly preventPaymentsAtNight?: boolean | "true" | "false"
  /** What the payment page asks the customer for besides the card. */
  readonly visibleFields?: ReadonlyArray<RequestedField>
  /**
   * What the plan gives to its subscribers, by names of the shop's own: true, or how much as a whole number. At most 50.
   */
  readonly features?: { readonly [name: string]: true | number }
}

/** A page of a list. */
export interface PlanPage {
  /** How many are listed. Default and maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
  /** The shop's own key of a plan: only that plan is listed. */
  readonly lookupKey?: string
}

/** What `plans.preview` looks at. */
export interface PlanPreviewOptions {
  /** How far to look. Default: a year. */
  readonly until?: string
  /** When the customer subscribes. Default: now. */
  readonly start?: string
}

/** What `customers.create` is called with. */
export interface CustomerRequest {
  /** Email address of the customer. */
  readonly email: string
  /** IP address of the customer, version 4 or 6. */
  readonly ip: string
  /** Id of the customer's device. */
  readonly deviceId?: string
  /** Date of birth, YYYY-MM-DD. */
  readonly birthDate?: string
  /** The customer's id in the merchant's system. */
  readonly externalId?: string | number
  /** The customer's taxpayer id. */
  readonly taxpayerId?: string
  /** First name. */
  readonly firstName?: string
  /** Last name. */
  readonly lastName?: string
  /** ISO 3166-1 alpha-2 code of the country. */
  readonly country?: string
  /** City. */
  readonly city?: string
  /** Two-letter code of the state. Allowed only when the country is US or CA. */
  readonly state?: string
  /** Postal code. In the US: NNNNN or NNNNN-NNNN. */
  readonly zip?: string | number
  /** Street and house. */
  readonly address?: string
  /** Phone number. */
  readonly phone?: string | number
}

/** A page of a list. */
export interface Page {
  /** How many are listed. Default and maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** What `customers.giveCoupon` is called with. */
export interface CouponUseRequest {
  /** Code of the coupon. Absent or null: none from now on. */
  readonly coupon?: string
}

/** What `coupons.create` is called with. */
export interface CouponRequest {
  /** What customers enter. */
  readonly code: string
  /** Part of the charge that it takes off, in hundredths of a percent: 2500 for 25 %. */
  readonly percentOff?: number
  /** Amount that it takes off each charge, in minor units. */
  readonly amountOff?: number
  /** ISO 4217 alpha-3 code of the currency of amountOff. */
  readonly currency?: string
  /** For which charges it holds: once, cycles:n or forever. Default: once. */
  readonly duration?: string
  /** How many customers may use it. Default: any number. */
  readonly maxRedemptions?: number
  /** Until when it may be used first. Default: for ever. */
  readonly redeemBy?: string
  /** Ids of the plans that it holds for. Default: all. */
  readonly plans?: ReadonlyArray<string>
  /** Whether it is only for customers who have never paid the shop for a subscription. Default: false. */
  readonly firstTimeOnly?: boolean | "true" | "false"
}

/** What `subscriptions.create` is called with. */
export interface SubscriptionRequest {
  /** The plan: the id of a stored one, or a whole new one. */
  readonly plan: PlanById | PlanRequest
  /** The customer: the id of a stored one, or the details of a new one. */
  readonly customer?: CustomerById | CustomerDetails
  /** Card data or a token. Absent: the customer enters the card on the payment page. */
  readonly card?: Card
  /** The merchant's own id of the subscription. */
  readonly trackingId?: string | number
  /** URL to which the customer is redirected after paying. */
  readonly returnUrl?: string
  /** URL that receives the webhooks of the subscription and of its charges. */
  readonly notificationUrl?: string
  /** Settings of the payment page. */
  readonly settings?: SubscriptionRequestSettings
  /**
   * What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one
   * item.
   */
  readonly items?: ReadonlyArray<ItemRequest>
  /** How many times the amount of the plan, such as seats. Not together with items. */
  readonly quantity?: number
  /** Code of a coupon. */
  readonly coupon?: string
  /** Members that answers and webhooks repeat as they were sent. */
  readonly additionalData?: { readonly [name: string]: unknown }
}

/** What `subscriptions.cancel` is called with. */
export interface CancelRequest {
  /** Why the subscription is cancelled. Required unless atPeriodEnd is true. */
  readonly cancelReason?: string
  /**
   * Whether it ends with the period that is paid, and can be taken back until then. Default: false, and it ends now.
   */
  readonly atPeriodEnd?: boolean | "true" | "false"
}

/** What `subscriptions.change` is called with. */
export interface ChangeRequest {
  /** All items that it consists of from then on; one that is left out ends. */
  readonly items?: ReadonlyArray<ItemRequest>
  /** Another plan. Default: the present one. */
  readonly plan?: PlanById
  /** Another quantity of its one item, or how many times the amount of the plan. Not together with items. */
  readonly quantity?: number
  /** When it changes: now or renewal. Default: now if it costs more over an equal time, else renewal. */
  readonly when?: "now" | "renewal"
  /**
   * What a change at once moves: charge charges the difference, credit leaves it to the next charge, none moves nothing.
   * Default: charge.
   */
  readonly proration?: "charge" | "credit" | "none"
  /**
   * What follows if the charge is declined: keep_old changes nothing, apply changes and leaves the difference to the
   * next charge. Default: keep_old.
   */
  readonly onDecline?: "keep_old" | "apply"
  /** Whether to say what would happen, and change nothing. Default: false. */
  readonly preview?: boolean | "true" | "false"
}

/** What `subscriptions.addLine` is called with. */
export interface LineRequest {
  /** What it is for, as the customer sees it. */
  readonly description: string
  /** Amount in minor units: above 0 to charge, below 0 to take off. */
  readonly amount: number
  /** When it is charged: next, with the next charge, or now. Default: next. */
  readonly when?: "next" | "now"
}

/** What `subscriptions.changeCard` is called with. */
export interface CardChangeRequest {
  /** The new card: its data or a token. */
  readonly card: Card
  /** URL to which the customer is redirected after paying. */
  readonly returnUrl?: string
}

/** What `subscriptions.changePlan` is called with. */
export interface PlanChangeRequest {
  /** The new plan. */
  readonly plan: PlanById
}

/** What `subscriptions.preview` looks at. */
export interface PreviewOptions {
  /** How far to look. Default: a year. */
  readonly until?: string
}

/** What `subscriptions.previewNew` is called with. */
export interface NewPreviewRequest {
  /** The plan: the id of a stored one, or a whole new one. */
  readonly plan: PlanById | PlanRequest
  /** Whose balance and coupon it goes by. Default: a new customer's. */
  readonly customer?: CustomerById | CustomerDetails
  /**
   * What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one
   * item.
   */
  readonly items?: ReadonlyArray<ItemRequest>
  /** How many times the amount of the plan, such as seats. Not together with items. */
  readonly quantity?: number
  /** Code of a coupon. */
  readonly coupon?: string
  /** When the customer subscribes. Default: now. */
  readonly start?: string
  /** How far to look. Default: a year. */
  readonly until?: string
}

/** What `subscriptions.recordUsage` is called with. */
export interface UsageRequest {
  /** Id of the metered item. */
  readonly item?: string
  /** How much was used; below 0 to correct an earlier event. */
  readonly quantity?: number
  /** When it was used, not in the future. Default: now. */
  readonly at?: string
  /** The shop's own name of the event: one that is sent again counts once. */
  readonly key?: string
  /** What was used, at most 1000 events. All are counted, or none. */
  readonly events?: ReadonlyArray<UsageEventRequest>
}
