// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** What the customer may do. Default: all but to choose another plan. */
export interface PortalFeatures {
  /** Whether a subscription can be ended with its period, and that be taken back. Default: true. */
  readonly cancel?: boolean | "true" | "false"
  /** Whether a subscription can get another card. Default: true. */
  readonly card?: boolean | "true" | "false"
  /** Ids of the plans that the customer may change to, at most 20. Default: none. */
  readonly plans?: ReadonlyArray<string>
  /** Whether payments and receipts are shown. Default: true. */
  readonly invoices?: boolean | "true" | "false"
}

/** Unit of the interval: hour, day or month. */
export type IntervalUnit = "hour" | "day" | "month"

/** The same as visibleFields beside plan, where that is absent. */
export type RequestedField =
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
  readonly visibleFields?: ReadonlyArray<RequestedField>
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
  readonly visible?: ReadonlyArray<RequestedField>
}

/** Settings of the payment page. */
export interface SubscriptionRequestSettings {
  /** Language of the page and of mails. Default: that of the plan. */
  readonly language?: string
  /** Fields of the customer on the payment page. */
  readonly customerFields?: SubscriptionRequestSettingsCustomerFields
}

/** Tiers of a graduated or volume price, in ascending order. */
export interface ItemRequestPriceTier {
  /** Last unit of the tier. Absent in the last one, and only there. */
  readonly upTo?: number
  /** Amount of each unit, in minor units. Default in a tier: 0. */
  readonly unitAmount?: number
  /** Amount charged once if the tier is reached, in minor units. Default: 0. */
  readonly flatAmount?: number
}

/** The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item. */
export interface ItemRequestPriceMetered {
  /** What of the usage of a cycle is charged: sum, max or last. Default: sum. */
  readonly aggregation?: "sum" | "max" | "last"
}

/** What a quantity of it costs in each interval. */
export interface ItemRequestPrice {
  /** Kind of the price: flat, per_unit, graduated or volume. */
  readonly kind: "flat" | "per_unit" | "graduated" | "volume"
  /** Amount of a flat price per interval, in minor units. */
  readonly amount?: number
  /** Amount of each unit, in minor units. Default in a tier: 0. */
  readonly unitAmount?: number
  /** Tiers of a graduated or volume price, in ascending order. */
  readonly tiers?: ReadonlyArray<ItemRequestPriceTier>
  /** The quantity is what was used in a cycle, charged when it has ended. Absent: the quantity of the item. */
  readonly metered?: ItemRequestPriceMetered
}

/**
 * What the customer pays for in each interval of the plan, in its currency. Default: the amount of the plan, as one
 * item.
 */
export interface ItemRequest {
  /** The shop's own id of the item within its subscription. */
  readonly id: string
  /** What the customer pays for, as the customer sees it. */
  readonly title: string
  /** What a quantity of it costs in each interval. */
  readonly price: ItemRequestPrice
  /** How many of it; 0 removes it at the next renewal. Default: 1. */
  readonly quantity?: number
}

/** What was used, at most 1000 events. All are counted, or none. */
export interface UsageEventRequest {
  /** Id of the metered item. */
  readonly item: string
  /** How much was used; below 0 to correct an earlier event. */
  readonly quantity: number
  /** When it was used, not in the future. Default: now. */
  readonly at?: string
  /** The shop's own name of the event: one that is sent again counts once. */
  readonly key: string
}
