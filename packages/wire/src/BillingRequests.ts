/** Decoders of plan, customer and subscription routes, from parsed JSON to the requests of core. */
import { CustomerDetails, CustomerRequest } from "@florin/core/customers/CustomerRequest"
import { PlanRequest } from "@florin/core/plans/PlanRequest"
import { PortalRequest } from "@florin/core/portals/PortalRequest"
import { type FieldError, invalid } from "@florin/core/request/InvalidRequest"
import { ChangeRequest } from "@florin/core/subscriptions/ChangeRequest"
import {
  CancelRequest,
  CardChangeRequest,
  CustomerById,
  NewPreviewDetails,
  type NewPreviewRequest,
  PlanById,
  PlanChangeRequest,
  SubscriptionDetails,
  type SubscriptionRequest
} from "@florin/core/subscriptions/SubscriptionRequest"
import { CouponRequest, CouponUseRequest } from "@florin/core/terms/CouponRequest"
import { LineRequest } from "@florin/core/terms/LineRequest"
import { UsageRequest } from "@florin/core/terms/UsageRequest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import {
  type Decoded,
  isAbsent,
  isAbsentMember,
  isObject,
  type Members,
  objectOf,
  reading,
  refused
} from "./internal/reader.js"
import { type Shape, shapeOf, unknownTo } from "./internal/unknownMembers.js"
import { decoder } from "./internal/unwrapped.js"
import type { Decoder } from "./Requests.js"

type Read<A> = (body: unknown) => Decoded<A>

const mayBeInfinite: ReadonlySet<unknown> = new Set([undefined, null, "", true, "true"])

/** `billing_cycles` is ignored while `infinite` is true, its default: whatever it holds. */
const withoutIgnored =
  <A>(read: Read<A>): Read<A> =>
  (body) =>
    read(isObject(body) && mayBeInfinite.has(body.infinite) ? { ...body, billing_cycles: undefined } : body)

/** An id of another form is as unknown as one that no record has. Source: shapes, "Plan, customer, subscription". */
const asUnknown = ({ path, sentence }: FieldError): FieldError =>
  sentence === "is not found" ? { path: [...path.slice(0, -1), "base"], sentence } : { path, sentence }

const found =
  <A>(read: Read<A>): Read<A> =>
  (body) =>
    Either.mapLeft(read(body), ({ errors }) => refused(errors.map(asUnknown)))

const changed = <A>(one: Decoder<A>, change: (read: Read<A>) => Read<A>): Decoder<A> =>
  Object.assign(change(one), { unknownMembers: one.unknownMembers })

/** `POST /plans`. Source: interface, "Create-plan request body". */
export const plan: Decoder<PlanRequest> = changed(decoder(PlanRequest), withoutIgnored)

/** `POST /customers`. Source: shapes, "Plan, customer, subscription". */
export const customer: Decoder<CustomerRequest> = decoder(CustomerRequest)

/** `POST /customers/{id}/portal`. Source: D64. */
export const portal: Decoder<PortalRequest> = decoder(PortalRequest)

/** What a payment page asks the customer for. */
export const requestedDetails: Decoder<CustomerDetails> = decoder(CustomerDetails)

/** `POST /subscriptions/{id}/cancel`. */
export const cancel: Decoder<CancelRequest> = decoder(CancelRequest)

/** `POST /subscriptions/{id}/change`. */
export const change: Decoder<ChangeRequest> = changed(decoder(ChangeRequest), found)

/** `POST /coupons`. */
export const coupon: Decoder<CouponRequest> = decoder(CouponRequest)

/** `POST /subscriptions/{id}/coupon` and `POST /customers/{id}/coupon`. */
export const couponUse: Decoder<CouponUseRequest> = decoder(CouponUseRequest)

/** `POST /subscriptions/{id}/lines`. */
export const line: Decoder<LineRequest> = decoder(LineRequest)

/** `POST /subscriptions/{id}/usage`. */
export const usage: Decoder<UsageRequest> = decoder(UsageRequest)

/** `POST /subscriptions/{id}/card`. */
export const cardChange: Decoder<CardChangeRequest> = decoder(CardChangeRequest)

/** `POST /subscriptions/{id}/plan`. */
export const planChange: Decoder<PlanChangeRequest> = changed(decoder(PlanChangeRequest), found)

const planById = found(reading(PlanById))
const wholePlan = withoutIgnored(reading(PlanRequest))
const customerById = found(reading(CustomerById))
const customerDetails = reading(CustomerDetails)
const details = reading(SubscriptionDetails)
const previewDetails = reading(NewPreviewDetails)

const within = <A>(section: string, read: Decoded<A>): Decoded<A> =>
  Either.mapLeft(read, ({ errors }) =>
    refused(errors.map(({ path, sentence }) => ({ path: [section, ...path], sentence })))
  )

const planOf = (body: Members): Decoded<SubscriptionRequest["plan"]> => {
  const { plan } = body
  if (isAbsent(plan)) return Either.left(invalid(["plan", "base"], "can't be blank"))
  if (!isObject(plan)) return Either.left(invalid("plan", "is invalid: expected an object"))
  return isAbsentMember(plan.id) ? within("plan", wholePlan(plan)) : within("plan", planById(plan))
}

const customerOf = (body: Members): Decoded<SubscriptionRequest["customer"]> => {
  const { customer } = body
  if (isAbsent(customer)) return Either.right(undefined)
  if (!isObject(customer)) return Either.left(invalid("customer", "is invalid: expected an object"))
  return isAbsentMember(customer.id)
    ? within("customer", customerDetails(customer))
    : within("customer", customerById(customer))
}

const additional = (body: Members): Pick<SubscriptionRequest, "additionalData"> => {
  const { additional_data: sent } = body
  return isObject(sent) && !isAbsent(sent) ? { additionalData: sent } : {}
}

const errorsOf = (...read: ReadonlyArray<Decoded<unknown>>): ReadonlyArray<FieldError> =>
  read.flatMap((one) => (Either.isLeft(one) ? [...one.left.errors] : []))

/** Plan and customer, by id or whole, beside the members of a request's own. */
const withSections = <A extends object>(
  own: Decoded<A>,
  members: Members
): Decoded<A & Pick<SubscriptionRequest, "plan" | "customer">> => {
  const [plan, customer] = [planOf(members), customerOf(members)]
  if (Either.isLeft(plan) || Either.isLeft(customer) || Either.isLeft(own)) {
    return Either.left(refused(errorsOf(plan, customer, own).slice(0, 100)))
  }
  return Either.right({
    ...own.right,
    plan: plan.right,
    ...(customer.right === undefined ? {} : { customer: customer.right })
  })
}

const decodeSubscription = (members: Members): Decoded<SubscriptionRequest> =>
  Either.map(withSections(details(members), members), (request) => ({ ...request, ...additional(members) }))

const decodeNewPreview = (members: Members): Decoded<NewPreviewRequest> =>
  withSections(previewDetails(members), members)

const anything: Shape = new Map()

const membersOf = ({ ast }: Schema.Schema.Any) => shapeOf(ast) as ReadonlyMap<string, Shape>

const sections = (): ReadonlyArray<readonly [string, Shape]> => [
  // What clients of this family send beside the members of a whole plan.
  ["plan", new Map([...membersOf(PlanRequest), ["id", anything] as const, ["shop_id", anything] as const])],
  ["customer", new Map([...membersOf(CustomerDetails), ["id", anything] as const])]
]

const subscriptionShape = (): Shape =>
  new Map([...membersOf(SubscriptionDetails), ...sections(), ["additional_data", anything] as const])

/** `POST /subscriptions`: plan and customer by id or whole. Source: shapes, "Plan, customer, subscription". */
export const subscription: Decoder<SubscriptionRequest> = Object.assign(
  (body: unknown) => Either.flatMap(objectOf(body), decodeSubscription),
  {
    unknownMembers: unknownTo(subscriptionShape)
  }
)

/** `POST /subscriptions/preview`: plan and customer likewise. */
export const newPreview: Decoder<NewPreviewRequest> = Object.assign(
  (body: unknown) => Either.flatMap(objectOf(body), decodeNewPreview),
  {
    unknownMembers: unknownTo((): Shape => new Map([...membersOf(NewPreviewDetails), ...sections()]))
  }
)
