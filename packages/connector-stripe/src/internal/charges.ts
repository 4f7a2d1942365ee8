/** Charges and checks: what is sent to Stripe for them. */
import type { AcquirerCard, AcquirerRequest } from "@florin/core/cards/Acquirer"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import type Stripe from "stripe"
import { keyName, kindName } from "./marks.js"
import { cardParams, tokenValue } from "./secrets.js"

export type ChargeRequest = Extract<AcquirerRequest, { readonly _tag: "Charge" }>

/** What is charged, once Stripe has it: a payment method, or the confirmation token of its own fields. */
export interface Source {
  readonly params: { readonly payment_method: string } | { readonly confirmation_token: string }
  readonly customer?: string | undefined
}

/** A token that Stripe can charge as it is. Legacy tokens (`tok_`) become a payment method first. */
export const sourceOf = (token: ProviderToken): Source | undefined => {
  const value = tokenValue(token)
  if (value.startsWith("tok_")) return undefined
  const params = value.startsWith("ctoken_") ? { confirmation_token: value } : { payment_method: value }
  return { params, customer: token.customer }
}

const billingOf = ({ card, transaction }: { readonly card?: AcquirerCard } & Pick<ChargeRequest, "transaction">) => {
  const { billingAddress: at, customer } = transaction.details
  const name = card?.holder ?? [at?.firstName, at?.lastName].filter((part) => part !== undefined).join(" ")
  const address = {
    ...(at?.city === undefined ? {} : { city: at.city }),
    ...(at?.country === undefined ? {} : { country: at.country }),
    ...(at?.address === undefined ? {} : { line1: at.address }),
    ...(at?.zip === undefined ? {} : { postal_code: at.zip }),
    ...(at?.state === undefined ? {} : { state: at.state })
  }
  return {
    ...(name === "" ? {} : { name }),
    ...(customer?.email === undefined ? {} : { email: customer.email }),
    ...(at?.phone === undefined ? {} : { phone: at.phone }),
    ...(Object.keys(address).length === 0 ? {} : { address })
  }
}

/** A payment method of a card number, or of a legacy token. */
export const paymentMethod = (request: ChargeRequest): Stripe.PaymentMethodCreateParams => {
  const details = request.source === "card" ? billingOf(request) : {}
  return {
    type: "card",
    card: request.source === "card" ? cardParams(request.card) : { token: tokenValue(request.token) },
    ...(Object.keys(details).length === 0 ? {} : { billing_details: details })
  }
}

/** A customer to whom a reusable payment method belongs. */
export const customer = ({ key, transaction }: ChargeRequest): Stripe.CustomerCreateParams => {
  const { customer } = transaction.details
  return {
    metadata: { [keyName]: key },
    ...(customer?.email === undefined ? {} : { email: customer.email })
  }
}

/** A token that is to be used again needs a customer at Stripe. Card numbers are kept here, and need none. */
export const needsCustomer = (request: ChargeRequest, { customer }: Partial<Source>): boolean =>
  request.source === "token" &&
  customer === undefined &&
  (request.onFile === "first" || request.kind === "tokenization")

const versions = { 1: "1.0.2", 2: "2.2.0" } as const

/** What our own 3-D Secure has proved. Source: D16. */
const proofOf = ({ transaction: { authentication } }: ChargeRequest) => {
  const proof = authentication?.proof
  if (proof === null || proof === undefined || proof.cavv === null || proof.xid === null) return {}
  return {
    three_d_secure: {
      version: versions[authentication?.version ?? 2],
      cryptogram: proof.cavv,
      transaction_id: proof.xid,
      ares_trans_status: proof.transStatus,
      ...(proof.eci === null ? {} : { electronic_commerce_indicator: proof.eci })
    }
  }
}

/** Not in the SDK's types: accounts that send card numbers may name the first charge of a card on file. */
const exemptionOf = ({ initiatedBy, networkTransactionId, onFile, source }: ChargeRequest): object =>
  source === "card" && onFile === "again" && initiatedBy === "merchant" && networkTransactionId !== undefined
    ? { mit_exemption: { network_transaction_id: networkTransactionId } }
    : {}

const optionsOf = (request: ChargeRequest, multicapture: boolean) => ({
  ...(request.authenticate === undefined ? {} : { request_three_d_secure: "any" as const }),
  ...proofOf(request),
  ...exemptionOf(request),
  ...(multicapture && request.kind === "authorization" ? { request_multicapture: "if_available" as const } : {})
})

/** Stripe's rules of a suffix: 22 characters of Latin script, at least one letter, none of `< > \ ' " *`. */
const suffixOf = ({ transaction: { details } }: ChargeRequest) => {
  const text = (details.dynamicBillingDescriptor ?? "")
    .replace(/[<>\\'"*]|[^\u0020-\u007e]/g, "")
    .trim()
    .slice(0, 22)
  return /[A-Za-z]/.test(text) ? { statement_descriptor_suffix: text } : {}
}

const presence = ({ initiatedBy, returnUrl }: ChargeRequest) =>
  initiatedBy === "merchant" ? { off_session: true } : { return_url: returnUrl }

const metadataOf = ({ key, kind }: ChargeRequest) => ({ [keyName]: key, [kindName]: kind })

const describing = ({ transaction: { description } }: ChargeRequest) =>
  typeof description === "string" ? { description } : {}

/** `units` as Stripe counts them. Equal requests have equal bodies, so that a repetition is one. */
export const intent = (
  request: ChargeRequest,
  units: number,
  source: Source,
  multicapture: boolean
): Stripe.PaymentIntentCreateParams => {
  const card = optionsOf(request, multicapture)
  return {
    amount: units,
    currency: request.currency.toLowerCase(),
    capture_method: request.kind === "authorization" ? "manual" : "automatic",
    confirm: true,
    allowed_payment_method_types: ["card"],
    ...source.params,
    ...(source.customer === undefined ? {} : { customer: source.customer }),
    ...(request.onFile === "first" ? { setup_future_usage: "off_session" as const } : {}),
    ...(Object.keys(card).length === 0 ? {} : { payment_method_options: { card } }),
    ...describing(request),
    ...suffixOf(request),
    ...presence(request),
    metadata: metadataOf(request),
    expand: ["latest_charge"]
  }
}

/** A check without an amount. */
export const setup = (request: ChargeRequest, source: Source): Stripe.SetupIntentCreateParams => ({
  confirm: true,
  usage: "off_session",
  allowed_payment_method_types: ["card"],
  ...source.params,
  ...(source.customer === undefined ? {} : { customer: source.customer }),
  ...describing(request),
  ...(request.initiatedBy === "merchant" ? {} : { return_url: request.returnUrl }),
  metadata: metadataOf(request),
  expand: ["payment_method"]
})
