/** A product: what customers buy by a link, each of them by a checkout of their own. Source: D51. */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { RequestedField } from "../customers/RequestedFields.js"
import { ProductId, ShopId } from "../ids/Ids.js"
import { PositiveAmount } from "../money/Amount.js"
import { AcceptedCurrency } from "../money/Currency.js"
import { AnyObject } from "../request/AnyObject.js"

/** What the payment of a product is. */
export const Sale = Schema.Literal("payment", "authorization")

/**
 * How many pieces there are. A piece is reserved by the commit that accepts an attempt, so that opening the page, or a
 * checkout, takes nothing.
 */
export const Stock = Schema.Struct({
  /** How many can still be bought. Null: any number. */
  left: Schema.NullOr(Schema.Int),
  /** How many are held by attempts that are under way, or that may still turn out to be approved. */
  reserved: Schema.Int
})

export interface Stock extends Schema.Schema.Type<typeof Stock> {}

/** A product as stored. */
export const Product = Schema.Struct({
  shop: ShopId,
  id: ProductId,
  name: Schema.String,
  description: Schema.String,
  currency: AcceptedCurrency,
  /** Of a piece. An open checkout keeps the one that it was made with. */
  amount: PositiveAmount,
  stock: Stock,
  /** From this instant on it is no longer sold. Null: never. */
  expiresAt: Schema.NullOr(Schema.DateTimeUtc),
  sale: Sale,
  /** Language of the pages. Absent: that of the customer's browser. */
  language: Schema.optional(Schema.String),
  test: Schema.Boolean,
  /** What the page of a payment asks the customer for. */
  visibleFields: Schema.Array(RequestedField),
  notificationUrl: Schema.optional(Schema.String),
  successUrl: Schema.optional(Schema.String),
  failUrl: Schema.optional(Schema.String),
  returnUrl: Schema.optional(Schema.String),
  /** As the shop sent it. */
  additionalData: Schema.optional(AnyObject),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Increases with every committed change. */
  version: Schema.Int
})

export interface Product extends Schema.Schema.Type<typeof Product> {}

/** Why a product can't be bought. */
export type Unavailable = "sold-out" | "over"

/** Whether it can't be bought now, and why. At exactly the instant of its end it is over. */
export const unavailable = (
  { expiresAt, stock }: Pick<Product, "expiresAt" | "stock">,
  now: DateTime.Utc
): Unavailable | undefined => {
  if (expiresAt !== null && expiresAt.epochMillis <= now.epochMillis) return "over"
  return stock.left === 0 ? "sold-out" : undefined
}
