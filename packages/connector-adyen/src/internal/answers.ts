/** What Adyen's documents say, decoded: answers, errors, and what they tell of a card. */

import type { ReportedCard } from "@florin/core/cards/Acquirer"
import type { AcquirerReport } from "@florin/core/cards/AcquirerReport"
import { noReport } from "@florin/core/cards/AcquirerReport"
import type { CardBrand } from "@florin/core/cards/CardBrand"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { provider } from "./references.js"
import * as Texts from "./texts.js"

const Text = Schema.optional(Schema.NullOr(Schema.String))

const AdditionalData = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An amount, in Adyen's minor units. */
export const AmountDocument = Schema.Struct({ value: Schema.Int, currency: Schema.String })

/** What the customer is needed for. */
const Action = Schema.Struct({
  type: Schema.String,
  method: Text,
  url: Text,
  data: Schema.optional(Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.String }))),
  subtype: Text,
  token: Text,
  authorisationToken: Text
})

export type Action = typeof Action.Type

/** The answer to `POST /payments` and `POST /payments/details`. */
export const PaymentDocument = Schema.Struct({
  resultCode: Schema.String,
  pspReference: Text,
  merchantReference: Text,
  amount: Schema.optional(Schema.NullOr(AmountDocument)),
  refusalReason: Text,
  refusalReasonCode: Text,
  additionalData: Schema.optional(Schema.NullOr(AdditionalData)),
  action: Schema.optional(Schema.NullOr(Action))
})

export interface PaymentDocument extends Schema.Schema.Type<typeof PaymentDocument> {}

/** The answer to a modification. */
export const ModificationDocument = Schema.Struct({
  status: Schema.Literal("received"),
  pspReference: Schema.String,
  merchantAccount: Schema.String,
  reference: Text,
  amount: Schema.optional(Schema.NullOr(AmountDocument))
})

/** A request that was refused. */
export const ErrorDocument = Schema.Struct({
  errorCode: Schema.String,
  errorType: Schema.String,
  message: Text
})

export interface ErrorDocument extends Schema.Schema.Type<typeof ErrorDocument> {}

export const paymentIn = Schema.decodeUnknownOption(PaymentDocument)
export const modificationIn = Schema.decodeUnknownOption(ModificationDocument)

const decodeError = Schema.decodeUnknownOption(ErrorDocument)

export const errorIn = (body: unknown): ErrorDocument | undefined => Option.getOrUndefined(decodeError(body))

/** `additionalData`: which of its members there are depends on the account's settings. */
export type Evidence = Readonly<Record<string, unknown>>

const textIn = (evidence: Evidence, name: string): string | undefined => {
  const value = evidence[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

const brands: Readonly<Record<string, CardBrand>> = {
  amex: "amex",
  cup: "unionpay",
  diners: "diners",
  discover: "discover",
  jcb: "jcb",
  maestro: "maestro",
  mc: "master",
  visa: "visa"
}

/** `visa`, also as `visacredit`, `visa_applepay`. */
const brandOf = (method: string | undefined): CardBrand | undefined =>
  Object.entries(brands).find(([name]) => method?.startsWith(name) === true)?.[1]

const expiryOf = (text: string | undefined) => {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(text ?? "") ?? []
  return month === undefined ? {} : { expMonth: Number(month), expYear: Number(year) }
}

const digits = (text: string | undefined, shape: RegExp): string | undefined =>
  text !== undefined && shape.test(text) ? text : undefined

/** What is known of the card, if anything. */
export const cardOf = (evidence: Evidence): ReportedCard | undefined => {
  const brand = brandOf(textIn(evidence, "paymentMethod"))
  const bin = digits(textIn(evidence, "cardBin"), /^\d{6}(?:\d{2})?$/)
  const last4 = digits(textIn(evidence, "cardSummary"), /^\d{4}$/)
  const holder = Texts.sentence(textIn(evidence, "cardHolderName")) ?? undefined
  const card: ReportedCard = {
    ...(brand === undefined ? {} : { brand }),
    ...(bin === undefined ? {} : { bin }),
    ...(last4 === undefined ? {} : { last4 }),
    ...expiryOf(textIn(evidence, "expiryDate")),
    ...(holder === undefined ? {} : { holder })
  }
  return Object.keys(card).length === 0 ? undefined : card
}

/** The stored payment method, if one was made. */
export const tokenOf = (evidence: Evidence): ProviderToken | undefined => {
  const value = textIn(evidence, "tokenization.storedPaymentMethodId")
  const customer = textIn(evidence, "tokenization.shopperReference")
  if (value === undefined) return undefined
  const token = { provider, value: Redacted.make(value) }
  return customer === undefined ? token : { ...token, customer }
}

export const networkTransactionIdOf = (evidence: Evidence): string | undefined =>
  Texts.networkId(textIn(evidence, "networkTxReference"))

/** The report of an operation under this reference of Adyen's. */
export const reportOf = (evidence: Evidence, refId: string | undefined): AcquirerReport => ({
  ...noReport,
  authCode: Texts.shortCode(textIn(evidence, "authCode")),
  rrn: Texts.reference(textIn(evidence, "acquirerReference")),
  refId: Texts.reference(refId),
  avsResult: Texts.resultCode(textIn(evidence, "avsResultRaw")),
  cvcResult: Texts.resultCode(textIn(evidence, "cvcResultRaw"))
})
