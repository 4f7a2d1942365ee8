/** The authorization, payment, tokenization, credit and payout requests, with every field of the interface. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { CardToken } from "../ids/Ids.js"
import { Amount, PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { BillingAddress, Browser, Customer, TokenizationCustomer, Travel } from "../party/Buyer.js"
import { Language } from "../party/Language.js"
import { expected } from "../request/Expected.js"
import * as Fields from "../request/Fields.js"
import * as Meanings from "../request/Meanings.js"
import * as CardNumber from "./CardNumber.js"

/**
 * The later uses that a saved card allows.
 *
 * Source: interface, "additional_data members | contract"; D14.
 */
export const Contract = Schema.Literal("recurring", "oneclick", "credit", "card_on_file")

export type Contract = typeof Contract.Type

/** Expiry as printed on a card. */
export interface Expiry {
  readonly expMonth: number
  readonly expYear: number
}

/** The last place on earth to see a month end. Unit: hours behind UTC. */
const lastZone = 12

/** A card is valid until its month has ended everywhere on earth. Source: D3. */
export const isExpired = ({ expMonth, expYear }: Expiry, now: DateTime.Utc): boolean => {
  const { month, year } = DateTime.toPartsUtc(DateTime.subtract(now, { hours: lastZone }))
  return expYear < year || (expYear === year && expMonth < month)
}

/** A card as sent by the merchant: its data, or a token from an earlier transaction. */
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

/** The refusal for a malformed or past expiry year. Source: D5. */
export const expYearSentence = "Invalid. Format should be: yyyy. Date is expired"

const ExpMonth = wholeNumber(/^\d{1,2}$/, (month) => month >= 1 && month <= 12, "Invalid. Format should be: mm")
const ExpYear = wholeNumber(/^\d{4}$/, () => true, expYearSentence)

const sentenceOf = (digits: string): string => CardNumber.sentences[CardNumber.faultOf(digits) ?? "characters"]

const CardNumberText = Schema.declare((_: unknown): _ is CardNumber.CardNumber => true).pipe((self) =>
  Schema.transformOrFail(
    Schema.String.annotations({
      ...expected("a card number as a string of 12 to 19 digits"),
      jsonSchema: { type: "string", pattern: "^[0-9](?:[ -]?[0-9]){11,18}$" }
    }),
    self,
    {
      strict: true,
      decode: (digits, _, ast) =>
        Option.match(CardNumber.parse(digits), {
          onNone: () => ParseResult.fail(new ParseResult.Type(ast, undefined, sentenceOf(digits))),
          onSome: ParseResult.succeed
        }),
      encode: (_, __, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, undefined))
    }
  )
)

const SecurityCode = Schema.Redacted(Fields.matching(/^[0-9]{3,4}$/, "a string of 3 or 4 digits")).annotations({
  description: "3 or 4 digits"
})
const Token = Fields.matching(/^[0-9a-f]{64}$/, "a token", "does not exist").pipe(Schema.compose(CardToken))

const texts = {
  ...Meanings.card,
  number: "Card number, 12 to 19 digits. Spaces and dashes between them are taken.",
  verificationValue: "Security code, 3 or 4 digits. It is never stored.",
  token: "Token of the card from the answer to an earlier transaction."
}

const beside = { verificationValue: Fields.optional(SecurityCode, texts.verificationValue) }

const either = Fields.object({
  number: Fields.optional(CardNumberText, texts.number),
  ...beside,
  holder: Fields.optional(Fields.text(35), texts.holder),
  expMonth: Fields.optional(ExpMonth, texts.expMonth),
  expYear: Fields.optional(ExpYear, texts.expYear),
  token: Fields.optional(Token, texts.token)
})

/** The members of a card, for requests about cards alone. */
export const cardFields = {
  number: { schema: CardNumberText, meaning: texts.number },
  holder: { schema: Fields.text(35), meaning: texts.holder },
  expMonth: { schema: ExpMonth, meaning: texts.expMonth },
  expYear: { schema: ExpYear, meaning: texts.expYear },
  token: { schema: Token, meaning: texts.token }
}

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

const data = {
  number: Fields.required(CardNumberText, texts.number),
  ...beside,
  holder: Fields.optional(Fields.text(35), texts.holder),
  expMonth: Fields.required(ExpMonth, texts.expMonth),
  expYear: Fields.required(ExpYear, texts.expYear)
}

const dataOnly = Fields.named("CardData", Fields.object(data))

const tokenOnly = Fields.named("CardToken", Fields.object({ token: Fields.required(Token, texts.token) }))

/** How the contract describes `complete`: a union that generated types discriminate by `token` and `number`. */
const choice = Schema.Union(
  Fields.named(
    "CardDataChoice",
    Fields.object({ ...data, token: Fields.optional(Schema.Null, "Absent: card data are sent.") })
  ),
  Fields.named(
    "CardTokenChoice",
    Fields.object({
      ...beside,
      token: Fields.required(Token, texts.token),
      number: Fields.optional(Schema.Null, "Absent: a token is sent.")
    })
  )
)

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

// Cards are only ever decoded, so there is no encoder.
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
export const CreditCard = Schema.make<CardInput, typeof choice.Encoded>(
  readCard(complete, cardInput).annotations({ [AST.SurrogateAnnotationId]: choice.ast }).ast
)

/**
 * Card data only, for a tokenization.
 *
 * Source: interface, "Tokenization request": there is no `credit_card.token`.
 */
export const CreditCardData = readCard(dataOnly, dataInput)

/** A token only, for a credit. Source: D11. */
export const CreditCardToken = readCard(tokenOnly, (card): CardTokenInput => ({ _tag: "CardToken", token: card.token }))

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

const positiveAmount = Fields.required(Fields.orDigits(PositiveAmount), Meanings.order.amount)

const order = {
  currency: Fields.required(Currency, Meanings.order.currency),
  description: Fields.required(Fields.requiredText(255), Meanings.order.description),
  trackingId: Fields.optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }), Meanings.order.trackingId),
  language: Fields.optional(Language, Meanings.order.language),
  test: Fields.optional(Fields.flag, Meanings.order.test)
}

const meanings = Meanings.circumstances

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
    amount: Fields.required(Fields.orDigits(Amount), Meanings.order.amount),
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
    recipientCreditCard: Fields.required(CreditCard, Meanings.payout.recipientCreditCard),
    recipient: Fields.optional(Customer, Meanings.payout.recipient),
    recipientBillingAddress: Fields.optional(BillingAddress, Meanings.payout.recipientBillingAddress)
  })
)

export type CardPayoutRequest = typeof CardPayoutRequest.Type
