/** The requests about subscriptions. */
import * as Schema from "effect/Schema"
import { CreditCard } from "../cards/CardInput.js"
import { CustomerDetails } from "../customers/CustomerRequest.js"
import { RequestedField } from "../customers/RequestedFields.js"
import { CustomerId, PlanId } from "../ids/Ids.js"
import { Language } from "../party/Language.js"
import { PlanRequest } from "../plans/PlanRequest.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { CouponCodeRequest } from "../terms/CouponRequest.js"
import { ItemsRequest } from "../terms/ItemRequest.js"
import { mostQuantity } from "../terms/Price.js"

const texts = FieldDescriptions.subscription

const idOf = <A, I>(schema: Schema.Schema<A, I>, noun: string) =>
  Fields.object({ id: Fields.required(schema, `Id of ${noun}.`) })

const planId = Fields.matching(/^pln_[0-9a-f]{16}$/, "the id of a plan", "is not found").pipe(Schema.compose(PlanId))
const customerId = Fields.matching(/^cst_[0-9a-f]{16}$/, "the id of a customer", "is not found").pipe(
  Schema.compose(CustomerId)
)

/** A stored plan by its id. */
export const PlanById = Fields.named("PlanById", idOf(planId, "the plan"))

/** A stored customer by its id. */
export const CustomerById = Fields.named("CustomerById", idOf(customerId, "the customer"))

const customerFields = Fields.object({ visible: Fields.optional(Fields.words(RequestedField.literals), texts.visible) })

const settings = Fields.object({
  language: Fields.optional(Language, texts.language),
  customerFields: Fields.optional(customerFields, texts.customerFields)
})

const common = {
  card: Fields.optional(CreditCard, texts.card),
  trackingId: Fields.optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }), texts.trackingId),
  returnUrl: Fields.optional(Fields.url, texts.returnUrl),
  notificationUrl: Fields.optional(Fields.url, texts.notificationUrl),
  settings: Fields.optional(settings, texts.settings),
  items: Fields.optional(ItemsRequest, texts.items),
  quantity: Fields.optional(Fields.wholeNumber(1, mostQuantity), texts.quantity),
  coupon: Fields.optional(CouponCodeRequest, texts.coupon)
}

const oneOfBoth = ({ items, quantity }: { readonly items?: unknown; readonly quantity?: unknown }) =>
  items === undefined || quantity === undefined || { path: ["quantity"], message: "can't be given together with items" }

/** The members of a subscription besides plan and customer. */
export const SubscriptionDetails = Fields.object(common).pipe(Schema.filter(oneOfBoth))

export type SubscriptionDetails = typeof SubscriptionDetails.Type

/**
 * A subscription as a merchant sends it.
 *
 * Source: shapes, "Plan, customer, subscription".
 */
export interface SubscriptionRequest extends SubscriptionDetails {
  readonly plan: { readonly id: PlanId } | PlanRequest
  readonly customer?: { readonly id: CustomerId } | CustomerDetails
  /** As it was sent. */
  readonly additionalData?: unknown
}

/** How the request looks on the wire; the decoder chooses by the `id` of plan and customer. */
export const SubscriptionContract = Fields.named(
  "SubscriptionRequest",
  Fields.object({
    plan: Fields.required(Schema.Union(PlanById, PlanRequest), texts.plan),
    customer: Fields.optional(Schema.Union(CustomerById, CustomerDetails), texts.customer),
    ...common,
    additionalData: Fields.optional(Fields.anyObject, texts.additionalData)
  }).pipe(Schema.filter(oneOfBoth))
)

const { coupon, items, quantity } = common

const previewed = {
  items,
  quantity,
  coupon,
  start: Fields.optional(Fields.instant, "When the customer subscribes. Default: now."),
  until: Fields.optional(Fields.instant, "How far to look. Default: a year.")
}

/** The members of a preview besides plan and customer. */
export const NewPreviewDetails = Fields.object(previewed).pipe(Schema.filter(oneOfBoth))

/** What a subscription that does not exist would be charged: all of its request that charges depend on. Source: D60, D61. */
export interface NewPreviewRequest
  extends Pick<SubscriptionRequest, "plan" | "customer">,
    Schema.Schema.Type<typeof NewPreviewDetails> {}

/** As `SubscriptionContract` is that of a subscription. */
export const NewPreviewContract = Fields.named(
  "NewPreviewRequest",
  Fields.object({
    plan: Fields.required(Schema.Union(PlanById, PlanRequest), texts.plan),
    customer: Fields.optional(
      Schema.Union(CustomerById, CustomerDetails),
      "Whose balance and coupon it goes by. Default: a new customer's."
    ),
    ...previewed
  }).pipe(Schema.filter(oneOfBoth))
)

/** Cancels a subscription. The reason may be left out only of one that ends with its period. */
export const CancelRequest = Fields.named(
  "CancelRequest",
  Fields.object({
    cancelReason: Fields.optional(Fields.requiredText(255), texts.cancelReason),
    atPeriodEnd: Fields.optional(Fields.flag, texts.atPeriodEnd)
  })
)

export type CancelRequest = typeof CancelRequest.Type

/** Another card for a subscription. */
export const CardChangeRequest = Fields.named(
  "CardChangeRequest",
  Fields.object({
    card: Fields.required(CreditCard, "The new card: its data or a token."),
    returnUrl: Fields.optional(Fields.url, texts.returnUrl)
  })
)

export type CardChangeRequest = typeof CardChangeRequest.Type

/** Another plan for a subscription, from the next cycle on. */
export const PlanChangeRequest = Fields.named(
  "PlanChangeRequest",
  Fields.object({ plan: Fields.required(PlanById, "The new plan.") })
)

export type PlanChangeRequest = typeof PlanChangeRequest.Type
