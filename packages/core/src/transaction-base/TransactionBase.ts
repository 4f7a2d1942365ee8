/** What every transaction has, whatever it is paid with. */
import * as Schema from "effect/Schema"
import { AcquirerKey, CheckoutToken, ProductId, ShopId, TransactionUid } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { AcceptedCurrency, type Currency } from "../money/Currency.js"
import { AnyObject } from "../request/AnyObject.js"
import { given } from "../request/Given.js"

/** Source: interface, "Transaction | type"; D7, D11. */
export const CardTransactionType = Schema.Literal(
  "authorization",
  "payment",
  "tokenization",
  "capture",
  "void",
  "refund",
  "credit",
  "payout"
)

export type CardTransactionType = typeof CardTransactionType.Type

export const TransactionType = Schema.Literal(...CardTransactionType.literals, "proof")

export type TransactionType = typeof TransactionType.Type

/** Source: interface, "Transaction | status"; D7. */
export const TransactionStatus = Schema.Literal("incomplete", "pending", "successful", "failed", "expired")

export type TransactionStatus = typeof TransactionStatus.Type

const Instant = Schema.NullOr(Schema.DateTimeUtc)

/** What of an order's `additional_data` its attempts say again. Source: D45, D49. */
export const OrderData = Schema.Struct({
  meta: Schema.optional(AnyObject),
  /** The shop system, and the plugin in it. */
  platformData: Schema.optional(Schema.String),
  integrationData: Schema.optional(Schema.String)
})

export interface OrderData extends Schema.Schema.Type<typeof OrderData> {}

/** The members of every transaction. Null members are shown as null; absent members are not shown. */
export const transactionBase = {
  shop: ShopId,
  uid: TransactionUid,
  status: TransactionStatus,
  amount: Amount,
  currency: AcceptedCurrency,
  test: Schema.Boolean,
  language: Schema.String,
  description: Schema.optional(Schema.String),
  trackingId: Schema.optional(Schema.String),
  /** It is its parent's: the request sent none. Absent: its own, or none. */
  trackingIdFrom: Schema.optional(Schema.Literal("parent")),
  /** The transaction that this one follows. */
  parentUid: Schema.optional(TransactionUid),
  /** The checkout of which it is an attempt. Source: D44. */
  checkout: Schema.optional(CheckoutToken),
  /** Absent: its order says nothing of it. */
  orderData: Schema.optional(OrderData),
  /** The product that its checkout sells. Source: D51. */
  product: Schema.optional(ProductId),
  /** A merchant's reason for a refund. */
  refundReason: Schema.optional(Schema.String),
  /** The acquirer, or the provider of transfers, that was or will be called. */
  gatewayId: Schema.NullOr(Schema.Int),
  /** The key under which it knows the transaction. */
  acquirerKey: AcquirerKey,
  /** The request's idempotency key, under which the process that records the outcome stores the answer. */
  idempotencyKey: Schema.optional(Schema.String),
  /** The span that ordered it, as a `traceparent`. Absent where no tracer was installed. */
  trace: Schema.optional(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  paidAt: Instant,
  expiredAt: Instant,
  closedAt: Instant,
  settledAt: Instant,
  manuallyCorrectedAt: Instant,
  /** Increases by one with every committed change; webhooks carry it as `Florin-Sequence`. */
  version: Schema.Int
}

type Tracked = {
  readonly trackingId?: string | undefined
  readonly trackingIdFrom?: "parent" | undefined
}

/** What a child is called: as its request says, else as its parent, whose order a host's listener looks for. */
export const trackedAs = (own: string | undefined, parent: Tracked): Tracked => {
  if (own !== undefined) return { trackingId: own }
  return parent.trackingId === undefined ? {} : { trackingId: parent.trackingId, trackingIdFrom: "parent" }
}

interface Order {
  readonly amount: Amount
  readonly currency: Currency
  readonly description: string
  readonly language?: string
  readonly test?: boolean
  readonly trackingId?: string
}

/** What a new transaction takes over of its order, with the defaults of the interface. */
export const fieldsOfOrder = ({ amount, currency, description, language = "en", test = false, trackingId }: Order) => ({
  amount,
  currency,
  description,
  language,
  test,
  ...given({ trackingId })
})

/**
 * The tracking id that documents show and that finds the transaction. A capture has its payment's. A void or refund has
 * only one of its own: receivers that read only status and tracking id would book it as a payment.
 *
 * Source: D10, D33a.
 */
export const shownTrackingId = ({
  trackingId,
  trackingIdFrom,
  type
}: Tracked & { readonly type: TransactionType }): string | undefined =>
  trackingIdFrom === undefined || type === "capture" ? trackingId : undefined

/** One line of a transaction's history. */
export const Transition = Schema.Struct({
  version: Schema.Int,
  at: Schema.DateTimeUtcFromNumber,
  trigger: Schema.String,
  from: Schema.String,
  to: Schema.String,
  /** The explanation with its inputs, without card data. */
  detail: Schema.NullOr(Schema.String)
})

export interface Transition extends Schema.Schema.Type<typeof Transition> {}

/** Where a request went, and its key there. */
interface RequestMembers {
  readonly key: AcquirerKey
  readonly gatewayId: number | null
}

interface Attempted {
  readonly acquirerKey: AcquirerKey
  readonly gatewayId: number | null
  readonly attempts?: ReadonlyArray<RequestMembers & { readonly step: string }> | undefined
}

/**
 * The acquirer or provider whose decision is the outcome, and the key under which it knows the transaction: those of the
 * last charge attempt. A transfer has none.
 */
export const lastCharge = ({ acquirerKey, attempts, gatewayId }: Attempted): RequestMembers =>
  attempts?.findLast(({ step }) => step === "charge") ?? { key: acquirerKey, gatewayId }
