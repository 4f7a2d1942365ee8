/** The authorization, payment, tokenization, credit and payout requests, with every field of the interface. */
import * as Schema from "effect/Schema"
import { Amount, PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { BillingAddress, Browser, Customer, TokenizationCustomer, Travel } from "../party/Buyer.js"
import { Language } from "../party/Language.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { CreditCard, CreditCardData, CreditCardToken } from "./CardInput.js"

/**
 * The later uses that a saved card allows.
 *
 * Source: interface, "additional_data members | contract"; D14.
 */
export const Contract = Schema.Literal("recurring", "oneclick", "credit", "card_on_file")

export type Contract = typeof Contract.Type

const rejectCodes = Fields.object({
  rejectCodes: Fields.optional(Schema.Array(Fields.text(8)), "Result codes that reject an approval.")
})

/** Results of the address and security code checks that reject an approval. Source: D18. */
export const AvsCvcVerification = Fields.object({
  avsVerification: Fields.optional(rejectCodes, "Check of the billing address."),
  cvcVerification: Fields.optional(rejectCodes, "Check of the security code.")
})

const CardOnFile = Fields.object({
  initiator: Fields.optional(Schema.Literal("merchant", "customer"), "Who starts the charge. Default: merchant."),
  type: Fields.optional(
    Schema.Literal("delayed_charge", "increment", "resubmission", "reauthorization", "no_show"),
    "Kind of the charge, used only when the merchant starts it. Default: delayed_charge."
  )
})

const Wallet = Fields.object({
  params: Fields.optional(
    Fields.object({ session: Fields.optional(Fields.freeText, "Id of the user's session.") }),
    "Parameters of the wallet service."
  )
})

const contractMeaning = "What the saved card may later be used for."
const receiptText = Fields.optional(Schema.Array(Fields.freeText), "Lines to add to the email to the customer.")

/** `additional_data` of an authorization or payment. */
export const AdditionalData = Fields.named(
  "AdditionalDataInput",
  Fields.object({
    receiptText,
    contract: Fields.optional(Fields.words(Contract.literals), contractMeaning),
    cardOnFile: Fields.optional(CardOnFile, "Details of the contract card_on_file. Absent: the defaults."),
    avsCvcVerification: Fields.optional(AvsCvcVerification, "Checks of the address and of the security code."),
    browser: Fields.optional(Browser, "The customer's browser. Used only for 3-D Secure 2.0."),
    // Source: D17.
    excludedGateways: Fields.optional(
      Schema.Array(Fields.orDigits(Schema.Int)),
      "Acquirers (gateway_id) that are left out when a charge moves on to the next one."
    ),
    wallet: Fields.optional(Wallet, "Wallet service.")
  })
)

/** `additional_data` of a tokenization. */
export const TokenizationData = Fields.named(
  "TokenizationDataInput",
  Fields.object({
    receiptText,
    contract: Fields.optional(Fields.words(["recurring", "oneclick", "credit"]), contractMeaning)
  })
)

const positiveAmount = Fields.required(Fields.orDigits(PositiveAmount), FieldDescriptions.order.amount)

const order = {
  currency: Fields.required(Currency, FieldDescriptions.order.currency),
  description: Fields.required(Fields.requiredText(255), FieldDescriptions.order.description),
  trackingId: Fields.optional(
    Fields.orInteger(Fields.text(255), { maxLength: 255 }),
    FieldDescriptions.order.trackingId
  ),
  language: Fields.optional(Language, FieldDescriptions.order.language),
  test: Fields.optional(Fields.flag, FieldDescriptions.order.test)
}

const meanings = FieldDescriptions.circumstances

const announced = {
  duplicateCheck: Fields.optional(Fields.flag, meanings.duplicateCheck),
  notificationUrl: Fields.optional(Fields.url, meanings.notificationUrl)
}

const ThreeDSecure = Fields.object({ advanced: Fields.optional(Fields.flag, meanings.advanced) })

const circumstances = {
  ...announced,
  dynamicBillingDescriptor: Fields.optional(Fields.freeText, meanings.dynamicBillingDescriptor),
  verificationUrl: Fields.optional(Fields.url, meanings.verificationUrl),
  returnUrl: Fields.optional(Fields.url, meanings.returnUrl),
  skipThreeDSecureVerification: Fields.optional(Fields.flag, meanings.skipThreeDSecureVerification),
  forceThreeDSecureVerification: Fields.optional(Fields.flag, meanings.forceThreeDSecureVerification),
  threeDSecure: Fields.optional(ThreeDSecure, meanings.threeDSecure),
  customer: Fields.optional(Customer, meanings.customer),
  billingAddress: Fields.optional(BillingAddress, meanings.billingAddress),
  travel: Fields.optional(Travel, meanings.travel)
}

const chargeData = { additionalData: Fields.optional(AdditionalData, meanings.additionalData) }

/** All fields of an authorization or payment except the order and the card. Echoed in answers. Source: D9. */
export const ChargeDetails = Fields.object({ ...circumstances, ...chargeData })

export type ChargeDetails = typeof ChargeDetails.Type

/** An authorization or a payment. Source: interface, "Authorization request"; D11. */
export const ChargeRequest = Fields.named(
  "ChargeRequest",
  Fields.object({
    amount: positiveAmount,
    ...order,
    expiredAt: Fields.optional(Fields.instant, meanings.expiredAt),
    ...circumstances,
    ...chargeData,
    creditCard: Fields.required(CreditCard, "Card data or a token.")
  })
)

export type ChargeRequest = typeof ChargeRequest.Type

/** A tokenization. Source: interface, "Tokenization request"; D3 (the amount may be 0). */
export const TokenizationRequest = Fields.named(
  "TokenizationRequest",
  Fields.object({
    amount: Fields.required(Fields.orDigits(Amount), FieldDescriptions.order.amount),
    ...order,
    ...circumstances,
    customer: Fields.optional(TokenizationCustomer, meanings.customer),
    additionalData: Fields.optional(TokenizationData, meanings.additionalData),
    creditCard: Fields.required(CreditCardData, "The card that becomes a token.")
  })
)

export type TokenizationRequest = typeof TokenizationRequest.Type

/** A credit: pays out to a saved card. Source: D11. */
export const CreditRequest = Fields.named(
  "CreditRequest",
  Fields.object({
    amount: positiveAmount,
    ...order,
    ...announced,
    creditCard: Fields.required(CreditCardToken, "The saved card that receives the payout.")
  })
)

export type CreditRequest = typeof CreditRequest.Type

/** A payout to a card. Source: D11. */
export const CardPayoutRequest = Fields.named(
  "PayoutRequest",
  Fields.object({
    amount: positiveAmount,
    ...order,
    ...announced,
    recipientCreditCard: Fields.required(CreditCard, FieldDescriptions.payout.recipientCreditCard),
    recipient: Fields.optional(Customer, FieldDescriptions.payout.recipient),
    recipientBillingAddress: Fields.optional(BillingAddress, FieldDescriptions.payout.recipientBillingAddress)
  })
)

export type CardPayoutRequest = typeof CardPayoutRequest.Type
