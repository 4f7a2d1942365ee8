/** What a merchant sends for an authorization, a payment or a tokenization, with every field of the interface. */
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CardToken } from "../ids/Ids.js"
import { Amount, PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import * as Fields from "../request/Fields.js"
import { BillingAddress, Browser, Customer, TokenizationCustomer, Travel } from "./Buyer.js"
import * as CardNumber from "./CardNumber.js"

/**
 * What a saved card may later be used for.
 *
 * Source: interface, "additional_data members | contract"; D14.
 */
export const Contract = Schema.Literal("recurring", "oneclick", "credit", "card_on_file")

export type Contract = typeof Contract.Type

/** A card as a merchant sends it: its data, or a token of an earlier transaction. */
export type CardInput = CardDataInput | CardTokenInput

export interface CardDataInput {
  readonly _tag: "CardData"
  readonly number: CardNumber.CardNumber
  readonly holder?: string
  readonly expMonth: number
  readonly expYear: number
  readonly securityCode?: Redacted.Redacted<string>
}

export interface CardTokenInput {
  readonly _tag: "CardToken"
  readonly token: CardToken
  readonly securityCode?: Redacted.Redacted<string>
}

const wholeNumber = (digits: RegExp, fits: (value: number) => boolean, sentence: string) =>
  Schema.transformOrFail(
    Schema.Union(Schema.String, Schema.Number).annotations({ message: () => sentence }),
    Schema.Int,
    {
      strict: true,
      decode: (value, _, ast) =>
        digits.test(String(value)) && fits(Number(value))
          ? ParseResult.succeed(Number(value))
          : ParseResult.fail(new ParseResult.Type(ast, undefined, sentence)),
      encode: (value) => ParseResult.succeed(value)
    }
  )

/** What is said of an expiry year that is malformed or over. Source: D5. */
export const expYearSentence = "Invalid. Format should be: yyyy. Date is expired"

const ExpMonth = wholeNumber(/^\d{1,2}$/, (month) => month >= 1 && month <= 12, "Invalid. Format should be: mm")
const ExpYear = wholeNumber(/^\d{4}$/, () => true, expYearSentence)

const CardNumberText = Schema.declare((_: unknown): _ is CardNumber.CardNumber => true).pipe((self) =>
  Schema.transformOrFail(
    Schema.String.annotations({ jsonSchema: { type: "string", pattern: "^[0-9]{12,19}$" } }),
    self,
    {
      strict: true,
      decode: (digits, _, ast) =>
        Option.match(CardNumber.parse(digits), {
          onNone: () => ParseResult.fail(new ParseResult.Type(ast, undefined, "is invalid")),
          onSome: ParseResult.succeed
        }),
      encode: (_, __, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, undefined))
    }
  )
)

const SecurityCode = Schema.Redacted(Fields.matching(/^[0-9]{3,4}$/)).annotations({ description: "3 or 4 digits" })
const Token = Fields.matching(/^[0-9a-f]{64}$/, "does not exist").pipe(Schema.compose(CardToken))

const either = Fields.object({
  number: Fields.optional(CardNumberText),
  verificationValue: Fields.optional(SecurityCode),
  holder: Fields.optional(Fields.text(35)),
  expMonth: Fields.optional(ExpMonth),
  expYear: Fields.optional(ExpYear),
  token: Fields.optional(Token)
})

const blank = (...fields: ReadonlyArray<string>) =>
  fields.map((field) => ({ path: [field], message: "can't be blank" }))

const complete = either.pipe(
  Schema.filter((card) => {
    if (card.token !== undefined) {
      return card.number === undefined ? true : { path: ["token"], message: "can't be sent together with number" }
    }
    return [
      ...(card.number === undefined ? blank("number") : []),
      ...(card.expMonth === undefined ? blank("exp_month") : []),
      ...(card.expYear === undefined ? blank("exp_year") : [])
    ]
  })
)

const dataOnly = Fields.object({
  number: CardNumberText,
  verificationValue: Fields.optional(SecurityCode),
  holder: Fields.optional(Fields.text(35)),
  expMonth: ExpMonth,
  expYear: ExpYear
})

const tokenOnly = Fields.object({ token: Token })

const codeOf = (card: { readonly verificationValue?: Redacted.Redacted<string> }) =>
  card.verificationValue === undefined ? {} : { securityCode: card.verificationValue }

const dataInput = (card: typeof dataOnly.Type): CardDataInput => ({
  _tag: "CardData",
  number: card.number,
  expMonth: card.expMonth,
  expYear: card.expYear,
  ...(card.holder === undefined ? {} : { holder: card.holder }),
  ...codeOf(card)
})

const cardInput = (card: typeof complete.Type): CardInput =>
  card.token === undefined
    ? dataInput(card as typeof dataOnly.Type)
    : { _tag: "CardToken", token: card.token, ...codeOf(card) }

// A card goes in and never comes out: there is no encoder.
const readCard = <Sent, Encoded, A extends CardInput>(sent: Schema.Schema<Sent, Encoded>, input: (card: Sent) => A) =>
  Schema.transformOrFail(
    sent,
    Schema.declare((_: unknown): _ is A => true),
    {
      strict: true,
      decode: (card) => ParseResult.succeed(input(card)),
      encode: (_, __, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, undefined))
    }
  )

/**
 * Card data or a token.
 *
 * Source: interface, "Endpoints | rule 1"; interface, "`credit_card` object".
 */
export const CreditCard = readCard(complete, cardInput)

/**
 * Card data only, as a tokenization takes it.
 *
 * Source: interface, "Tokenization request": there is no `credit_card.token`.
 */
export const CreditCardData = readCard(dataOnly, dataInput)

/** A token only, as a credit takes it. Source: D11. */
export const CreditCardToken = readCard(tokenOnly, (card): CardTokenInput => ({ _tag: "CardToken", token: card.token }))

const rejectCodes = Fields.object({ rejectCodes: Fields.optional(Schema.Array(Fields.text(8))) })

/** Results of the address and security code checks that reject an approval. Source: D18. */
export const AvsCvcVerification = Fields.object({
  avsVerification: Fields.optional(rejectCodes),
  cvcVerification: Fields.optional(rejectCodes)
})

const CardOnFile = Fields.object({
  initiator: Fields.optional(Schema.Literal("merchant", "customer")),
  type: Fields.optional(Schema.Literal("delayed_charge", "increment", "resubmission", "reauthorization", "no_show"))
})

const Wallet = Fields.object({
  params: Fields.optional(Fields.object({ session: Fields.optional(Fields.freeText) }))
})

/** `additional_data` of an authorization or payment. */
export const AdditionalData = Fields.object({
  receiptText: Fields.optional(Schema.Array(Fields.freeText)),
  contract: Fields.optional(Schema.Array(Contract)),
  cardOnFile: Fields.optional(CardOnFile),
  avsCvcVerification: Fields.optional(AvsCvcVerification),
  browser: Fields.optional(Browser),
  /** Gateway ids that a cascade leaves out. Source: D17. */
  excludedGateways: Fields.optional(Schema.Array(Schema.Int)),
  wallet: Fields.optional(Wallet)
})

/** `additional_data` of a tokenization. */
export const TokenizationData = Fields.object({
  receiptText: Fields.optional(Schema.Array(Fields.freeText)),
  contract: Fields.optional(Schema.Array(Schema.Literal("recurring", "oneclick", "credit")))
})

/** A language tag. Default: `en`. */
export const Language = Fields.matching(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)

const order = {
  currency: Currency,
  description: Fields.requiredText(255),
  trackingId: Fields.optional(Fields.orInteger(Fields.text(255), { maxLength: 255 })),
  language: Fields.optional(Language),
  test: Fields.optional(Fields.flag)
}

const circumstances = {
  duplicateCheck: Fields.optional(Fields.flag),
  dynamicBillingDescriptor: Fields.optional(Fields.freeText),
  notificationUrl: Fields.optional(Fields.url),
  verificationUrl: Fields.optional(Fields.url),
  returnUrl: Fields.optional(Fields.url),
  skipThreeDSecureVerification: Fields.optional(Fields.flag),
  forceThreeDSecureVerification: Fields.optional(Fields.flag),
  threeDSecure: Fields.optional(Fields.object({ advanced: Fields.optional(Fields.flag) })),
  customer: Fields.optional(Customer),
  billingAddress: Fields.optional(BillingAddress),
  travel: Fields.optional(Travel)
}

/** Everything an authorization or payment says besides the order and the card. Echoed in answers. Source: D9. */
export const ChargeDetails = Fields.object({
  ...circumstances,
  additionalData: Fields.optional(AdditionalData)
})

export type ChargeDetails = typeof ChargeDetails.Type

/** An authorization or a payment. Source: interface, "Authorization request"; D11. */
export const ChargeRequest = Fields.object({
  amount: PositiveAmount,
  ...order,
  expiredAt: Fields.optional(Fields.instant),
  ...circumstances,
  additionalData: Fields.optional(AdditionalData),
  creditCard: CreditCard
})

export type ChargeRequest = typeof ChargeRequest.Type

/** A tokenization. Source: interface, "Tokenization request"; D3 (its amount may be 0). */
export const TokenizationRequest = Fields.object({
  amount: Amount,
  ...order,
  ...circumstances,
  customer: Fields.optional(TokenizationCustomer),
  additionalData: Fields.optional(TokenizationData),
  creditCard: CreditCardData
})

export type TokenizationRequest = typeof TokenizationRequest.Type

/** A credit: pays out to a saved card. Source: D11. */
export const CreditRequest = Fields.object({
  amount: PositiveAmount,
  ...order,
  duplicateCheck: Fields.optional(Fields.flag),
  notificationUrl: Fields.optional(Fields.url),
  creditCard: CreditCardToken
})

export type CreditRequest = typeof CreditRequest.Type

/** A payout to a card. Source: D11. */
export const CardPayoutRequest = Fields.object({
  amount: PositiveAmount,
  ...order,
  duplicateCheck: Fields.optional(Fields.flag),
  notificationUrl: Fields.optional(Fields.url),
  recipientCreditCard: CreditCard,
  recipient: Fields.optional(Customer),
  recipientBillingAddress: Fields.optional(BillingAddress)
})

export type CardPayoutRequest = typeof CardPayoutRequest.Type
