/** New documents of the fake. Their types are those of Stripe's SDK, so that a document that Stripe could not send does not compile. */
import type Stripe from "stripe"
import type { TestCard } from "./cards.js"

/** What every new document needs. */
export interface Birth {
  readonly id: string
  /** Unit: seconds since 1970. */
  readonly created: number
}

const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" }

interface Expiry {
  readonly month: number
  readonly year: number
}

/** The holder's details as they came. */
export interface Billing {
  readonly name: string | null
  readonly email: string | null
}

const billing = ({ email, name }: Billing) => ({ address: null, email, name, phone: null, tax_id: null })

export const paymentMethod = (
  { created, id }: Birth,
  card: TestCard,
  { month, year }: Expiry,
  details: Billing
): Stripe.PaymentMethod => ({
  id,
  object: "payment_method",
  billing_details: billing(details),
  card: {
    brand: card.brand,
    checks,
    country: "US",
    display_brand: card.brand,
    exp_month: month,
    exp_year: year,
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null
  },
  created,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: "card"
})

export interface Terms {
  readonly amount: number
  readonly currency: string
  readonly metadata: Record<string, string>
  readonly description: string | null
}

/** An intent that nothing has been tried with. */
export const intent = (
  { created, id }: Birth,
  { amount, currency, description, metadata }: Terms,
  manner: Pick<
    Stripe.PaymentIntent,
    "capture_method" | "customer" | "payment_method" | "setup_future_usage" | "statement_descriptor_suffix"
  >
): Stripe.PaymentIntent => ({
  id,
  object: "payment_intent",
  allowed_payment_method_types: null,
  amount,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  client_secret: `${id}_secret_fake`,
  confirmation_method: "automatic",
  created,
  currency,
  customer_account: null,
  description,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  status: "requires_confirmation",
  transfer_group: null,
  ...manner
})

export const setup = (
  { created, id }: Birth,
  { description, metadata }: Pick<Terms, "description" | "metadata">,
  { customer, payment_method }: Pick<Stripe.SetupIntent, "customer" | "payment_method">
): Stripe.SetupIntent => ({
  id,
  object: "setup_intent",
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${id}_secret_fake`,
  created,
  customer,
  description,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  single_use_mandate: null,
  status: "requires_confirmation",
  usage: "off_session"
})

const cardOf = (card: TestCard, expiry: Expiry, id: string): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: null,
  authorization_code: card.decline === undefined ? id.slice(-6) : null,
  brand: card.brand,
  checks,
  country: "US",
  electronic_commerce_indicator: null,
  exp_month: expiry.month,
  exp_year: expiry.year,
  funding: card.funding,
  installments: null,
  last4: card.number.slice(-4),
  mandate: null,
  network: card.brand,
  network_transaction_id: `nti${id.slice(-9)}`,
  regulated_status: "unregulated",
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null
})

export const charge = (
  { created, id }: Birth,
  of: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: TestCard
): Stripe.Charge => ({
  id,
  object: "charge",
  amount: of.amount,
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: method.billing_details,
  calculated_statement_descriptor:
    of.statement_descriptor_suffix === null ? "FAKE SHOP" : `FAKE* ${of.statement_descriptor_suffix}`,
  captured: false,
  created,
  currency: of.currency,
  customer: of.customer,
  description: of.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: card.decline?.code ?? null,
  failure_message: card.decline?.message ?? null,
  fraud_details: null,
  livemode: false,
  metadata: { ...of.metadata },
  on_behalf_of: null,
  outcome: null,
  paid: card.decline === undefined,
  payment_intent: of.id,
  payment_method: method.id,
  payment_method_details: {
    type: "card",
    card: cardOf(card, { month: method.card?.exp_month ?? 12, year: method.card?.exp_year ?? 2099 }, id)
  },
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: of.statement_descriptor_suffix,
  status: card.decline === undefined ? "succeeded" : "failed",
  transfer_data: null,
  transfer_group: null
})

export const refund = (
  { created, id }: Birth,
  of: Stripe.Charge,
  { amount, metadata }: Pick<Terms, "amount" | "metadata">,
  status: string
): Stripe.Refund => ({
  id,
  object: "refund",
  amount,
  balance_transaction: null,
  charge: of.id,
  created,
  currency: of.currency,
  customer: null,
  customer_account: null,
  metadata,
  payment_intent: of.payment_intent,
  payment_method: of.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status,
  transfer_reversal: null
})

export const booking = (
  { created, id }: Birth,
  type: Stripe.BalanceTransaction.Type,
  { amount, currency, fee, source }: Pick<Stripe.BalanceTransaction, "amount" | "currency" | "fee" | "source">
): Stripe.BalanceTransaction => ({
  id,
  object: "balance_transaction",
  amount,
  available_on: created,
  balance_type: "payments",
  created,
  currency,
  description: null,
  exchange_rate: null,
  fee,
  fee_details: [],
  net: amount - fee,
  reporting_category: type,
  source,
  status: "available",
  type
})

export const customer = ({ created, id }: Birth, email: string | null, metadata: Record<string, string>) =>
  ({
    id,
    object: "customer" as const,
    balance: 0,
    created,
    default_source: null,
    description: null,
    email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null
    },
    livemode: false,
    metadata,
    shipping: null
  }) satisfies Stripe.Customer

/** An event about a document as it is now. */
export const event = ({ created, id }: Birth, type: string, object: object, key: string | null) =>
  ({
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: key },
    type
  }) satisfies Omit<Stripe.EventBase, "data" | "type"> & { readonly data: object; readonly type: string }
