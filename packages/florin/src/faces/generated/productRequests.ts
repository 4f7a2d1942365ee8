// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { RequestedField } from "./billingRequestSections.js"

/** What `products.create` is called with. */
export interface ProductRequest {
  /** Name of the product, as the customer sees it. */
  readonly name: string
  /** What the customer pays for. */
  readonly description: string
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Price of a piece in minor units of the currency. */
  readonly amount: number
  /** Language of the pages. Default: that of the customer's browser, else en. */
  readonly language?: string
  /** How many pieces can be bought; ignored when infinite is true. */
  readonly quantity?: number
  /** Whether any number can be bought. Default: true, unless a quantity is sent. */
  readonly infinite?: boolean | "true" | "false"
  /** Whether it is sold without an end. Default: true, unless expiredAt is sent. */
  readonly immortal?: boolean | "true" | "false"
  /** From when on it is no longer sold: ISO 8601 with an offset; ignored when immortal is true. */
  readonly expiredAt?: string
  /** What the page asks the customer for besides the card. */
  readonly visibleFields?: ReadonlyArray<RequestedField>
  /** Whether it is a test product: its payments never reach a real acquirer. Default: false. */
  readonly test?: boolean | "true" | "false"
  /** What each payment is: payment or authorization. Default: payment. */
  readonly transactionType?: "payment" | "authorization"
  /** URL that receives the webhooks of its payments. */
  readonly notificationUrl?: string
  /** URL to which the customer goes after paying. */
  readonly successUrl?: string
  /** URL to which the customer goes after a decline or an error. */
  readonly failUrl?: string
  /** Stands for successUrl and failUrl where those are absent. */
  readonly returnUrl?: string
  /**
   * Members that answers and webhooks repeat as they were sent; receiptText and contract have the meaning that they have
   * in a payment.
   */
  readonly additionalData?: { readonly [name: string]: unknown }
}

/** What `products.update` is called with. */
export interface ProductChangeRequest {
  /** New price of a piece in minor units. A customer who has begun to pay keeps the price that the page has shown. */
  readonly amount?: number
  /** Whether any number can be bought from now on. With false a quantity is needed, unless there is one. */
  readonly infinite?: boolean | "true" | "false"
  /**
   * How many pieces can be bought from now on, besides those that attempts under way hold. 0: none. Makes infinite
   * false, unless that is sent.
   */
  readonly quantity?: number
}
