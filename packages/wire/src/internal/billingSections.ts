/** The sections of plans, customers and subscriptions. */

import type { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import type { Entitlements } from "@florin/core/entitlements/Entitlements"
import type { CustomerId } from "@florin/core/ids/Ids"
import type { Plan } from "@florin/core/plans/Plan"
import type {
  ChangedTerms,
  ChangeSummary,
  CheckedCardChange,
  LastTransaction,
  Subscription
} from "@florin/core/subscriptions/Subscription"
import { chargedNextAt } from "@florin/core/subscriptions/Subscription"
import type * as Schemas from "../BillingSchemas.js"
import { creditCard, message, timestamp } from "./sections.js"
import * as Terms from "./termsSections.js"
import type { Written } from "./written.js"

export type PlanDocument = Written<typeof Schemas.PlanDocument.Encoded>

export type CustomerDocument = Written<typeof Schemas.CustomerDocument.Encoded>

export type EntitlementsDocument = Written<typeof Schemas.EntitlementsDocument.Encoded>

export type SubscriptionDocument = Written<typeof Schemas.SubscriptionDocument.Encoded>

/** Source: interface, "Plan object returned by the service"; D21. */
export const plan = (_: Plan, payUrl: string): PlanDocument => ({
  id: _.id,
  title: _.title,
  currency: _.currency,
  language: _.language,
  infinite: _.billingCycles === null,
  billing_cycles: _.billingCycles,
  number_payment_attempts: _.numberPaymentAttempts,
  prevent_payments_at_night: _.preventPaymentsAtNight,
  test: _.test,
  created_at: timestamp(_.createdAt),
  updated_at: timestamp(_.createdAt),
  pay_url: payUrl,
  lookup_key: _.lookupKey ?? null,
  visible_fields: _.visibleFields,
  features: _.features,
  plan: { amount: _.amount, interval: _.interval.length, interval_unit: _.interval.unit },
  trial: {
    amount: _.trial?.amount ?? null,
    interval: _.trial?.interval.length ?? null,
    interval_unit: _.trial?.interval.unit ?? "hour",
    as_first_payment: _.trial?.asFirstPayment ?? false
  }
})

/** Source: shapes, "Plan, customer, subscription". */
export const customer = ({ billingAddress, createdAt, customer, id }: StoredCustomer): CustomerDocument => ({
  id,
  email: customer.email ?? null,
  ip: customer.ip ?? null,
  first_name: billingAddress.firstName ?? null,
  last_name: billingAddress.lastName ?? null,
  address: billingAddress.address ?? null,
  country: billingAddress.country ?? null,
  city: billingAddress.city ?? null,
  zip: billingAddress.zip ?? null,
  state: billingAddress.state ?? null,
  phone: billingAddress.phone ?? null,
  birth_date: customer.birthDate ?? null,
  device_id: customer.deviceId,
  external_id: customer.externalId,
  taxpayer_id: customer.taxpayerId,
  created_at: timestamp(createdAt)
})

/** Source: D66. */
export const entitlements = (customer: CustomerId, { features, grants }: Entitlements): EntitlementsDocument => ({
  customer: { id: customer },
  features,
  subscriptions: grants.map(({ features, subscription, until }) => ({
    id: subscription,
    features,
    until: timestamp(until)
  }))
})

const lastTransaction = ({
  createdAt,
  status,
  type,
  uid
}: LastTransaction): NonNullable<SubscriptionDocument["last_transaction"]> => ({
  uid,
  status,
  message: message({ status, type }),
  created_at: timestamp(createdAt)
})

const changeOf = ({ amount, gained, lines, proration, when }: ChangeSummary) => ({
  when,
  proration,
  amount,
  balance_gained: gained,
  lines: lines.map(Terms.line)
})

/** With the check of another card or with a change of terms, in the answer of the request that asks for it. */
export type Shown = Subscription & Partial<CheckedCardChange> & Partial<ChangedTerms>

/** Where the customer goes while it waits for the card, or for 3-D Secure. */
const redirectUrl = (_: Shown, payUrl: string, processUrl: (uid: string) => string): string | undefined => {
  if (_.check?.status === "incomplete") return processUrl(_.check.uid)
  if (_.state !== "redirecting") return undefined
  return _.charging === null ? payUrl : processUrl(_.charging)
}

/** The page is a capability by the last part of its address. Clients of this family look for it under a name of its own. */
const pageToken = ({ charging, id, state }: Shown): string | undefined =>
  state === "redirecting" && charging === null ? id : undefined

/** The addresses that documents name. */
export interface Addresses {
  readonly plan: string
  readonly nextPlan: string
  readonly pay: string
  readonly process: (uid: string) => string
}

/** Source: shapes, "Plan, customer, subscription"; D23. */
export const subscription = (_: Shown, addresses: Addresses): SubscriptionDocument => ({
  id: _.id,
  state: _.state,
  tracking_id: _.trackingId ?? null,
  created_at: timestamp(_.createdAt),
  updated_at: timestamp(_.updatedAt),
  renew_at: timestamp(chargedNextAt(_)),
  active_to: timestamp(_.activeTo),
  paused_at: timestamp(_.pausedAt),
  paid_billing_cycles: _.paidCycles,
  number_failed_payment_attempts: _.attempts,
  cancel_reason: _.cancelReason,
  cancelled_at: timestamp(_.cancelledAt),
  ...(_.ending === undefined || _.ending.isComplete === true
    ? {}
    : { cancel_at_period_end: true, cancel_at: timestamp(_.charging === null ? _.activeTo : null) }),
  card: _.card === null ? null : creditCard(_.card),
  customer: _.customerId === null ? null : { id: _.customerId },
  plan: plan(_.plan, addresses.plan),
  next_plan: _.nextPlan === null ? null : plan(_.nextPlan, addresses.nextPlan),
  last_transaction: _.lastTransaction === null ? null : lastTransaction(_.lastTransaction),
  change: _.change && changeOf(_.change),
  card_check: _.check === undefined ? undefined : lastTransaction(_.check),
  items: _.items?.map(Terms.item),
  next_items: (_.nextItems ?? _.dueItems)?.map(Terms.item),
  coupon: _.coupon && Terms.appliedCoupon(_.coupon),
  waiting_lines: _.waiting?.map(Terms.line),
  additional_data: (_.additionalData ?? {}) as Readonly<Record<string, unknown>>,
  return_url: _.returnUrl,
  notification_url: _.notificationUrl,
  redirect_url: redirectUrl(_, addresses.pay, addresses.process),
  token: _.card?.token ?? pageToken(_)
})
