/** The sections of a transaction's document as schemas. */

import { TransStatus } from "@florin/core/cards/Authentication"
import * as CardRequest from "@florin/core/cards/CardRequest"
import { RoutingRulesStatus } from "@florin/core/cards/CardTransaction"
import * as Buyer from "@florin/core/party/Buyer"
import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import * as Fields from "@florin/core/request/Fields"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Schema from "effect/Schema"
import { echoed } from "./echoed.js"

export const { optional, required } = Fields

export const text = Schema.NullOr(Schema.String)

/** Inlined in the contract: no component of its own. */
export const integer = Schema.Int.annotations({ jsonSchema: { type: "integer" } })

const optionalInteger = Schema.NullOr(integer)

// Sections that many documents have are interfaces by name: the declarations of the documents stay small.

/** An object whose members the contract does not list. */
export const members = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  jsonSchema: { type: "object", additionalProperties: true }
})

/** A timestamp in UTC with milliseconds, or null. Source: interface, "Conventions | Timestamps of card responses". */
export const timestamp = Schema.NullOr(
  Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
)

const upTo = (maximum: number) => Schema.String.pipe(Schema.maxLength(maximum))

const creditCardMembers = {
  holder: required(text, FieldDescriptions.card.holder),
  stamp: required(
    Schema.String,
    "Hash of the card: the same for one number or provider's token, whatever its expiry and holder."
  ),
  brand: required(Schema.String, "Detected brand, such as visa or master; unknown where none was recognised."),
  product: required(text, "Product type code."),
  last_4: required(
    text,
    "Last four digits. Of a card behind a provider's token, like all that its provider does not tell, null."
  ),
  first_1: required(text, "First digit."),
  bin: required(Schema.NullOr(upTo(6)), "First six digits."),
  bin_8: required(Schema.NullOr(upTo(8)), "First eight digits, for visa and master with 16 digits or more."),
  issuer_country: required(Schema.NullOr(upTo(2)), "ISO 3166-1 alpha-2 code of the issuer's country."),
  issuer_name: required(text, "Name of the issuing bank."),
  exp_month: required(optionalInteger, FieldDescriptions.card.expMonth),
  exp_year: required(optionalInteger, FieldDescriptions.card.expYear),
  token_provider: required(text, "Provider of the token: of a provider's token whose it is, else as it was detected."),
  token: required(Schema.String, "Token of the card for later requests.")
}

export interface CreditCardSchema extends Schema.Struct<typeof creditCardMembers> {}

/**
 * `credit_card` in responses.
 *
 * Source: interface, "`credit_card` in responses".
 */
export const CreditCard: CreditCardSchema = Schema.Struct(creditCardMembers).annotations({ identifier: "CreditCard" })

const reported = {
  auth_code: required(text, "Authorization code of the acquirer."),
  bank_code: required(text, "Response code of the bank."),
  rrn: required(text, "Retrieval reference number of the card network."),
  ref_id: required(text, "Reference of the acquirer."),
  message: required(text, "Message of the acquirer, or ours where it gave none."),
  gateway_id: required(optionalInteger, "Id of the acquirer that was asked."),
  status: required(TransactionStatus, "Status at the acquirer.")
}

const chargeResultMembers = {
  ...reported,
  amount: required(optionalInteger, FieldDescriptions.order.amount),
  currency: required(text, FieldDescriptions.order.currency),
  billing_descriptor: required(text, "Text on the cardholder's statement.")
}

export interface ChargeResultSchema extends Schema.Struct<typeof chargeResultMembers> {}

/**
 * `authorization`, `payment`, `credit` and `payout`.
 *
 * Source: interface, "`authorization` object"; D11.
 */
export const ChargeResult: ChargeResultSchema = Schema.Struct(chargeResultMembers).annotations({
  identifier: "ChargeResult"
})

/** `capture`, `void` and `refund`. Source: D10. */
export const ChildResult = Schema.Struct(reported).annotations({ identifier: "ChildResult" })

const tokenizationResultMembers = {
  status: reported.status,
  message: reported.message,
  gateway_id: reported.gateway_id
}

export interface TokenizationResultSchema extends Schema.Struct<typeof tokenizationResultMembers> {}

/**
 * `tokenization`.
 *
 * Source: interface, "`tokenization` object".
 */
export const TokenizationResult: TokenizationResultSchema = Schema.Struct(tokenizationResultMembers).annotations({
  identifier: "TokenizationResult"
})

const checkResult = Schema.Struct({ result_code: required(text, "Result code of the check.") })

const avsCvcResultMembers = {
  avs_verification: required(checkResult, "Check of the billing address."),
  cvc_verification: required(checkResult, "Check of the security code.")
}

export interface AvsCvcResultSchema extends Schema.Struct<typeof avsCvcResultMembers> {}

/** `avs_cvc_verification`. Source: D18. */
export const AvsCvcResult: AvsCvcResultSchema = Schema.Struct(avsCvcResultMembers).annotations({
  identifier: "AvsCvcResult"
})

const customerMembers = {
  ip: required(text, FieldDescriptions.customer.ip),
  email: required(text, FieldDescriptions.customer.email),
  device_id: required(text, FieldDescriptions.customer.deviceId),
  birth_date: required(text, FieldDescriptions.customer.birthDate),
  taxpayer_id: optional(Schema.String, FieldDescriptions.customer.taxpayerId),
  external_id: optional(Schema.String, FieldDescriptions.customer.externalId)
}

export interface CustomerSchema extends Schema.Struct<typeof customerMembers> {}

/** `customer` and `recipient`. */
export const Customer: CustomerSchema = Schema.Struct(customerMembers).annotations({ identifier: "Customer" })

const billingAddressMembers = {
  first_name: required(text, FieldDescriptions.address.firstName),
  last_name: required(text, FieldDescriptions.address.lastName),
  address: required(text, FieldDescriptions.address.address),
  country: required(text, FieldDescriptions.address.country),
  city: required(text, FieldDescriptions.address.city),
  zip: required(text, FieldDescriptions.address.zip),
  state: required(text, FieldDescriptions.address.state),
  phone: required(text, FieldDescriptions.address.phone)
}

export interface BillingAddressSchema extends Schema.Struct<typeof billingAddressMembers> {}

/** `billing_address` and `recipient_billing_address`. */
export const BillingAddress: BillingAddressSchema = Schema.Struct(billingAddressMembers).annotations({
  identifier: "BillingAddress"
})

export const Gateway = Schema.Struct({
  iframe: required(Schema.Boolean, "Whether the page may be shown in a frame.")
})

/** `smart_routing_verification`. Source: D17. */
export const Routing = Schema.Struct({
  status: required(RoutingRulesStatus, "successful, failed (declined by a rule), or skipped (there are no rules).")
})

const threeDSecureVerificationMembers = {
  status: required(
    Schema.Literal("incomplete", "successful", "failed", "not_enrolled"),
    "incomplete while the customer is awaited, successful, failed, or not_enrolled: charged without authentication."
  ),
  message: required(text, "Message of the 3-D Secure server."),
  ve_status: required(Schema.NullOr(Schema.Literal("Y", "N")), "Whether the card takes part. Null while not known."),
  acs_url: required(text, "Page of the issuer to which the customer's browser posts the challenge."),
  pa_req: required(text, "3-D Secure 1: what the browser posts to acs_url as PaReq."),
  md: required(text, "What the browser posts to acs_url beside the challenge: MD, in version 2 threeDSSessionData."),
  pa_res_url: required(text, "Where the issuer's page posts the customer back: TermUrl of 3-D Secure 1."),
  eci: required(text, "Electronic commerce indicator."),
  pa_status: required(Schema.NullOr(TransStatus), "Result of the authentication: transStatus Y, A, N, R or U."),
  xid: required(text, "3-D Secure 1: XID; 3-D Secure 2: transaction id of the directory server."),
  cavv: required(text, "Cardholder authentication verification value."),
  cavv_algorithm: required(text, "Algorithm of cavv."),
  fail_reason: required(text, "Why the authentication failed."),
  method_process_url: required(text, "3-D Secure 2: page that runs the issuer's method step, for a frame."),
  creq: required(text, "3-D Secure 2: what the browser posts to acs_url as creq.")
}

export interface ThreeDSecureVerificationSchema extends Schema.Struct<typeof threeDSecureVerificationMembers> {}

/**
 * `three_d_secure_verification`. `pa_req` is null in version 2, `creq` in version 1.
 *
 * Source: interface, "`three_d_secure_verification` object"; D16.
 */
export const ThreeDSecureVerification: ThreeDSecureVerificationSchema = Schema.Struct(
  threeDSecureVerificationMembers
).annotations({ identifier: "ThreeDSecureVerification" })

export const ThreeDSecure = Schema.Struct({
  advanced: optional(Schema.Boolean, FieldDescriptions.circumstances.advanced)
})

/** `travel`. Source: D9. */
export const Travel = echoed(Buyer.Travel).annotations({ identifier: "Travel" })

const walletResult = Schema.Struct({
  status: required(Schema.Literal("successful", "failed"), "Whether the card is saved in the wallet."),
  message: required(text, "Message of the wallet."),
  token: optional(Schema.String, "The wallet's name for the saved card."),
  error: optional(Schema.String, "Error of a wallet that did not save the card."),
  error_message: optional(Schema.String, "The error in words."),
  error_code: optional(Schema.String, "The error as a code.")
})

const walletParams = Schema.Struct({ session: optional(Schema.String, "Id of the user's session.") })

const wallet = Schema.Struct({
  params: optional(walletParams, "Parameters of the wallet service."),
  result: optional(walletResult, "What became of it.")
})

const Vendor = Schema.Struct({
  name: required(Schema.Literal("checkout"), "Always checkout."),
  token: required(Schema.String, "Token of the checkout.")
})

/** Source: D49. */
const vendor = {
  vendor: optional(Vendor, "The checkout of which the transaction is an attempt."),
  meta: optional(Fields.anyObject, "What the shop has sent as additional_data.meta of the order."),
  platform_data: optional(Schema.String, "The shop system, as sent with the order."),
  integration_data: optional(Schema.String, "The plugin, as sent with the order.")
}

/** `additional_data` of a card's transaction. Source: D9; interface, "Wallet results in the authorization response". */
export const AdditionalData = Schema.extend(
  echoed(CardRequest.AdditionalData).pipe(Schema.omit("wallet")),
  Schema.Struct({ wallet: optional(wallet, "Wallet service."), ...vendor })
).annotations({ identifier: "AdditionalData" })

/** `additional_data` of a transfer. */
export const TransferData = Schema.Struct({
  payment_method: required(
    Schema.Struct({ type: required(Schema.Literal("alternative"), "Always alternative.") }),
    "The kind of the payment method."
  ),
  ...vendor
})
