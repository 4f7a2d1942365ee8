// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { Card } from "./cardRequestSections.js"

/** Unit of the interval: hour, day or month. */
export type IntervalUnit = "hour" | "day" | "month"

/** The same as visibleFields beside plan, where that is absent. */
export type AskedField =
  | "email"
  | "first_name"
  | "last_name"
  | "phone"
  | "birth_date"
  | "address"
  | "city"
  | "state"
  | "zip"
  | "country"

/** What is charged, and how often. */
export interface PlanRequestPlan {
  /** Amount of each charge in minor units of the currency. */
  readonly amount: number
  /** How many units lie between two charges. */
  readonly interval: number
  /** Unit of the interval: hour, day or month. */
  readonly intervalUnit: IntervalUnit
  /** The same as visibleFields beside plan, where that is absent. */
  readonly visibleFields?: ReadonlyArray<AskedField>
}

/** A period before the first full charge. */
export interface PlanRequestTrial {
  /** Amount charged for the trial, in minor units; 0 for a free one. Only together with interval. */
  readonly amount?: number
  /** How many units the trial lasts. Only together with amount. */
  readonly interval?: number
  /** Unit of the trial's interval: hour, day or month. Default: hour. */
  readonly intervalUnit?: IntervalUnit
  /**
   * Whether the payment of the trial counts as the first one, so that a charge that fails after it is retried. Default:
   * false.
   */
  readonly asFirstPayment?: boolean | "true" | "false"
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
  readonly visibleFields?: ReadonlyArray<AskedField>
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

/** The plan: the id of a stored one, or a whole new one. */
export interface PlanById {
  /** Id of the plan. */
  readonly id: string
}

/** The customer: the id of a stored one, or the details of a new one. */
export interface CustomerById {
  /** Id of the customer. */
  readonly id: string
}

/** The customer: the id of a stored one, or the details of a new one. */
export interface CustomerDetails {
  /** IP address of the customer, version 4 or 6. */
  readonly ip?: string
  /** Email address of the customer. */
  readonly email?: string
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

/** Fields of the customer on the payment page. */
export interface SubscriptionRequestSettingsCustomerFields {
  /** What the payment page asks the customer for besides the card. Default: visibleFields of the plan. */
  readonly visible?: ReadonlyArray<AskedField>
}

/** Settings of the payment page. */
export interface SubscriptionRequestSettings {
  /** Language of the page and of mails. Default: that of the plan. */
  readonly language?: string
  /** Fields of the customer on the payment page. */
  readonly customerFields?: SubscriptionRequestSettingsCustomerFields
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
  /** Members that answers and webhooks repeat as they were sent. */
  readonly additionalData?: { readonly [name: string]: unknown }
}

/** What `subscriptions.preview` looks at. */
export interface PreviewOptions {
  /** How far to look. Default: a year. */
  readonly until?: string
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
