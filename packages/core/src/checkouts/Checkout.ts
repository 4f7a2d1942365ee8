/** A checkout: an order that waits to be paid on our page. Source: D44. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { CheckoutToken, ProductId, ShopId, TransactionUid } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { BillingAddress, Customer } from "../party/Buyer.js"
import { CheckoutDetails } from "./CheckoutRequest.js"

/**
 * The state of a checkout.
 *
 * - `open`: the customer can pay
 * - `paying`: an attempt is under way, or its outcome is not known
 * - `paid`: a transaction of it is `successful`; final
 * - `failed`: the attempts are used up; final
 * - `expired`: its time is over unpaid; final
 * - `canceled`: closed by the shop; final
 */
export const CheckoutState = Schema.Literal("open", "paying", "paid", "failed", "expired", "canceled")

export type CheckoutState = typeof CheckoutState.Type

/** A checkout as stored and passed around. Its transactions carry its token. */
export const Checkout = Schema.Struct({
  shop: ShopId,
  /** Random: whoever knows it may pay the order. */
  token: CheckoutToken,
  state: CheckoutState,
  /** It was created by the shop's public key alone: nobody vouches for the customer that it names. Source: D45. */
  isByGuest: Schema.optional(Schema.Boolean),
  /** As the shop sent it, but for the customer. */
  details: Schema.typeSchema(CheckoutDetails),
  /** With what the page has asked for. */
  customer: Schema.typeSchema(Customer),
  billingAddress: Schema.typeSchema(BillingAddress),
  /**
   * The product that it sells, of which an attempt may hold a piece: while it is under way, or may still turn out to be
   * approved. Source: D51.
   */
  product: Schema.optional(Schema.Struct({ id: ProductId, holds: Schema.Boolean })),
  /** When it ends unpaid. */
  expiresAt: Schema.DateTimeUtc,
  /** Attempts that count so far; one that was refused before anything was sent does not. */
  attempts: Schema.Int,
  /** The transaction of the last attempt, which is under way while it is `paying`. */
  uid: Schema.NullOr(TransactionUid),
  /** What was paid, where it is not the order's amount: a bank's customer can transfer any. */
  paidAmount: Schema.optional(Amount),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Increases with every committed change. */
  version: Schema.Int
})

export interface Checkout extends Schema.Schema.Type<typeof Checkout> {}

/** The states in which no order can be paid any more on the page. */
export const isFinal = ({ state }: Pick<Checkout, "state">): boolean => state !== "open" && state !== "paying"

/** Whether its time is over. At exactly that instant it is. */
export const isOver = ({ expiresAt }: Pick<Checkout, "expiresAt">, now: DateTime.Utc): boolean =>
  DateTime.greaterThanOrEqualTo(now, expiresAt)
