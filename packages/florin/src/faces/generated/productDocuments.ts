// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { RequestedField } from "./billingRequestSections.js"

/** What `products.create` answers. */
export interface Product {
  /** Id of the product. */
  readonly id: string
  /** Name of the product, as the customer sees it. */
  readonly name: string
  /** What the customer pays for. */
  readonly description: string
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Price of a piece in minor units of the currency. */
  readonly amount: number
  /** Language of the pages. Default: that of the customer's browser, else en. */
  readonly language: string | null
  /** How many pieces can still be bought; null where any number can. */
  readonly quantity: number | null
  /** How many pieces are held by attempts that are under way, or whose approval can still come out. */
  readonly reserved: number
  /** Whether any number can be bought. */
  readonly infinite: boolean
  /** Whether it is sold without an end. */
  readonly immortal: boolean
  /** From when on it is no longer sold; null where it has no end. */
  readonly expiredAt: string | null
  /** What the page asks the customer for besides the card. */
  readonly visibleFields: ReadonlyArray<RequestedField>
  /** Whether it is a test product: its payments never reach a real acquirer. Default: false. */
  readonly test: boolean
  /** What each payment is: payment or authorization. Default: payment. */
  readonly transactionType: "payment" | "authorization"
  /** URL that receives the webhooks of its payments. */
  readonly notificationUrl: string | null
  /** URL to which the customer goes after paying. */
  readonly successUrl: string | null
  /** URL to which the customer goes after a decline or an error. */
  readonly failUrl: string | null
  /** Stands for successUrl and failUrl where those are absent. */
  readonly returnUrl: string | null
  /**
   * Members that answers and webhooks repeat as they were sent; receiptText and contract have the meaning that they have
   * in a payment.
   */
  readonly additionalData: { readonly [name: string]: unknown }
  /** When the product was created. */
  readonly createdAt: string | null
  /** When it was changed last: by the shop, or by a payment. */
  readonly updatedAt: string | null
  /** Page on which a customer buys a piece. */
  readonly payUrl: string
  /** The same. */
  readonly paymentUrl: string
  /** The same page under another address. */
  readonly confirmUrl: string
}
