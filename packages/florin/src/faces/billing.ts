/**
 * A shop's plans, customers and subscriptions for hosts without Effect: the operations of the HTTP interface in process,
 * with its documents as plain values whose names are in camelCase. Instants are ISO 8601 texts, amounts minor units.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused`, or an error of the storage or the vault.
 */
import type * as BillingSchemas from "@florin/wire/BillingSchemas"
import type { CamelCased } from "./camelCase.js"
import type { CallOptions } from "./cards.js"

type Requests = typeof BillingSchemas.requests

/** What is charged, and how often. */
export type PlanRequest = CamelCased<Requests["plan"]["Encoded"]>

export type Plan = CamelCased<typeof BillingSchemas.PlanDocument.Encoded>

export type CustomerRequest = CamelCased<Requests["customer"]["Encoded"]>

export type Customer = CamelCased<typeof BillingSchemas.CustomerDocument.Encoded>

/** The plan and the customer by their `id`, or whole. With a card it is charged at once. */
export type SubscriptionRequest = CamelCased<Requests["subscription"]["Encoded"]>

export type Subscription = CamelCased<typeof BillingSchemas.SubscriptionDocument.Encoded>

export type CancelRequest = CamelCased<Requests["cancel"]["Encoded"]>

export type CardChangeRequest = CamelCased<Requests["card"]["Encoded"]>

export type PlanChangeRequest = CamelCased<Requests["planChange"]["Encoded"]>

/** A charge that lies ahead, if everything before it succeeds. */
export type UpcomingCharge = CamelCased<(typeof BillingSchemas.PreviewDocument.Encoded)["charges"][number]>

/** A page of a list, newest first. */
export interface Page {
  /** Default and maximum: 1000. */
  readonly limit?: number
  /** The last id of the previous page. */
  readonly after?: string
}

export interface Plans {
  /**
   * Creates a plan, which is never changed. With a `lookupKey` a start may do so every time: the plan that has the key
   * and the same terms is answered, and other terms are refused.
   */
  readonly create: (request: PlanRequest, options?: CallOptions) => Promise<Plan>
  /** The terms of a plan of this shop, and the address of its page. */
  readonly find: (id: string) => Promise<Plan>
  /** All plans that the shop has ever made, newest first; with `lookupKey` the one that has it, if there is one. */
  readonly list: (page?: Page & { readonly lookupKey?: string }) => Promise<ReadonlyArray<Plan>>
  /** The charges of a customer who subscribes at `start`: of the year from then, or until an instant. Default: now. */
  readonly preview: (
    id: string,
    options?: { readonly start?: string; readonly until?: string }
  ) => Promise<ReadonlyArray<UpcomingCharge>>
}

export interface Customers {
  /** Creates a customer, who may have any number of subscriptions. */
  readonly create: (request: CustomerRequest, options?: CallOptions) => Promise<Customer>
  /** A customer of this shop, as created. */
  readonly find: (id: string) => Promise<Customer>
  /** All customers of the shop, newest first. */
  readonly list: (page?: Page) => Promise<ReadonlyArray<Customer>>
}

export interface Subscriptions {
  /** A declined first charge is no rejection but a subscription that `failed`. */
  readonly create: (request: SubscriptionRequest, options?: CallOptions) => Promise<Subscription>
  /** A subscription as it stands now: its state, its card, its cycles and when it is charged next. */
  readonly find: (id: string) => Promise<Subscription>
  /** Subscriptions of the shop in every state, newest first. */
  readonly list: (page?: Page) => Promise<ReadonlyArray<Subscription>>
  /** Final. */
  readonly cancel: (id: string, request: CancelRequest, options?: CallOptions) => Promise<Subscription>
  /** Nothing is charged until it is resumed; cycles that go by meanwhile are not charged afterwards. */
  readonly pause: (id: string, options?: CallOptions) => Promise<Subscription>
  /** Is charged when it would have been, or else with the next cycle; a failed charge is retried. */
  readonly resume: (id: string, options?: CallOptions) => Promise<Subscription>
  /** Checks another card with an amount of 0, and charges it from then on. */
  readonly changeCard: (id: string, request: CardChangeRequest, options?: CallOptions) => Promise<Subscription>
  /** Charges by another plan from the next cycle on. */
  readonly changePlan: (id: string, request: PlanChangeRequest, options?: CallOptions) => Promise<Subscription>
  /** After a failed charge: charges now, without waiting for the retry. */
  readonly charge: (id: string, options?: CallOptions) => Promise<Subscription>
  /** The charges of the next year, or until an instant. */
  readonly preview: (id: string, options?: { readonly until?: string }) => Promise<ReadonlyArray<UpcomingCharge>>
}

/** The billing of one shop. */
export interface ShopBilling {
  readonly plans: Plans
  readonly customers: Customers
  readonly subscriptions: Subscriptions
}
