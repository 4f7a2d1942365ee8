/** The card of a request: its data, a token of a saved one, or a provider's token. Source: D11, D53. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { CardToken } from "../ids/Ids.js"
import { holdsCardNumber } from "../redaction/Redaction.js"
import { expected } from "../request/Expected.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import * as CardNumber from "./CardNumber.js"
import type { ProviderToken } from "./ProviderToken.js"

/** Expiry as printed on a card. Null: not known, as of a card behind a provider's token. */
export interface Expiry {
  readonly expMonth: number | null
  readonly expYear: number | null
}

/** The last place on earth to see a month end. Unit: hours behind UTC. */
const lastZone = 12

/** A card is valid until its month has ended everywhere on earth. Source: D3. */
export const isExpired = ({ expMonth, expYear }: Expiry, now: DateTime.Utc): boolean => {
  if (expMonth === null || expYear === null) return false
  const { month, year } = DateTime.toPartsUtc(DateTime.subtract(now, { hours: lastZone }))
  return expYear < year || (expYear === year && expMonth < month)
}

/** A card as sent by the merchant: its data, a token from an earlier transaction, or a provider's own token. */
export type CardInput = CardDataInput | CardTokenInput | ProviderTokenInput

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

/** Nothing is known of the card but what the merchant says. Source: D53. */
export interface ProviderTokenInput {
  readonly _tag: "ProviderToken"
  readonly providerToken: ProviderToken
  readonly holder?: string
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

const isNoCard = (text: string): boolean | string => !holdsCardNumber(text) || "is invalid: it reads as a card number"

/** A text of a provider's, which is kept in the clear: no card number may come in by it. Unit: characters. */
const providersText = (maximum: number) => {
  const sized = Fields.requiredText(maximum)
  const noun = `a string of 1 to ${maximum} characters that holds no card number`
  return sized.pipe(
    Schema.filter(isNoCard),
    Schema.annotations({ ...expected(noun), jsonSchema: { type: "string", minLength: 1, maxLength: maximum } })
  )
}

/** Some providers' fields answer whole documents of encrypted members as their one-time token. Unit: characters. */
const longestToken = 8192

/** A provider's token as requests have it. */
const ProviderTokenField = Fields.named(
  "ProviderTokenInput",
  Fields.object({
    provider: Fields.required(
      Fields.matching(/^[a-z][a-z0-9_-]{0,39}$/, "a provider's name, such as stripe"),
      FieldDescriptions.providerToken.provider
    ),
    value: Fields.required(Schema.Redacted(providersText(longestToken)), FieldDescriptions.providerToken.value),
    customer: Fields.optional(providersText(255), FieldDescriptions.providerToken.customer)
  })
)

const texts = {
  ...FieldDescriptions.card,
  number: "Card number, 12 to 19 digits. Spaces and dashes between them are taken.",
  verificationValue: "Security code, 3 or 4 digits. It is never stored.",
  token: "Token of the card from the answer to an earlier transaction.",
  providerToken: FieldDescriptions.providerToken.itself
}

const beside = { verificationValue: Fields.optional(SecurityCode, texts.verificationValue) }

const members = {
  number: Fields.optional(CardNumberText, texts.number),
  ...beside,
  holder: Fields.optional(Fields.text(35), texts.holder),
  expMonth: Fields.optional(ExpMonth, texts.expMonth),
  expYear: Fields.optional(ExpYear, texts.expYear),
  token: Fields.optional(Token, texts.token),
  providerToken: Fields.optional(ProviderTokenField, texts.providerToken)
}

const either = Fields.object(members)

/** The members of a card, for requests about cards alone. */
export const cardFields = {
  number: { schema: CardNumberText, meaning: texts.number },
  holder: { schema: Fields.text(35), meaning: texts.holder },
  expMonth: { schema: ExpMonth, meaning: texts.expMonth },
  expYear: { schema: ExpYear, meaning: texts.expYear },
  token: { schema: Token, meaning: texts.token },
  providerToken: { schema: ProviderTokenField, meaning: texts.providerToken }
}

const blank = (...fields: ReadonlyArray<string>) =>
  fields.map((field) => ({ path: [field], message: "can't be blank" }))

/** What a provider's token stands for: its own fields have asked the customer for them. */
const replaced = ["number", "expMonth", "expYear", "verificationValue", "token"] as const

/**
 * What is wrong with the members of a card together: one of number, token and provider's token is there. `needed`: what a
 * card without a token must have.
 */
export const crossFieldErrors = (
  card: { readonly [Name in (typeof replaced)[number] | "providerToken"]?: unknown },
  needed: ReadonlyArray<"number" | "expMonth" | "expYear">
): ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly message: string }> => {
  if (card.providerToken !== undefined) {
    return replaced
      .filter((name) => card[name] !== undefined)
      .map((name) => ({ path: [Fields.snakeCase(name)], message: "can't be sent together with provider_token" }))
  }
  return needed.filter((name) => card[name] === undefined).flatMap((name) => blank(Fields.snakeCase(name)))
}

const ofCardData = ["number", "expMonth", "expYear"] as const

const complete = either.pipe(
  Schema.filter((card) => {
    if (card.token === undefined || card.providerToken !== undefined) return crossFieldErrors(card, ofCardData)
    return card.number === undefined ? true : { path: ["token"], message: "can't be sent together with number" }
  })
)

const data = {
  number: Fields.required(CardNumberText, texts.number),
  ...beside,
  holder: Fields.optional(Fields.text(35), texts.holder),
  expMonth: Fields.required(ExpMonth, texts.expMonth),
  expYear: Fields.required(ExpYear, texts.expYear)
}

const { token: _, ...untokened } = members

const dataOrProviders = Fields.object(untokened).pipe(Schema.filter((card) => crossFieldErrors(card, ofCardData)))

const tokenOnly = Fields.named("CardToken", Fields.object({ token: Fields.required(Token, texts.token) }))

const absent = (what: string) => Fields.optional(Schema.Null, `Absent: ${what}.`)

const [dataSent, tokenSent, providersSent] = ["card data are sent", "a token is sent", "a provider's token is sent"]

const providers = {
  holder: members.holder,
  providerToken: Fields.required(ProviderTokenField, texts.providerToken),
  number: absent(providersSent)
}

/** How the contract describes `complete`: a union that generated types discriminate by what is there. */
const choice = Schema.Union(
  Fields.named("CardDataChoice", Fields.object({ ...data, token: absent(dataSent), providerToken: absent(dataSent) })),
  Fields.named(
    "CardTokenChoice",
    Fields.object({
      ...beside,
      token: Fields.required(Token, texts.token),
      number: absent(tokenSent),
      providerToken: absent(tokenSent)
    })
  ),
  Fields.named("CardProviderTokenChoice", Fields.object({ ...providers, token: absent(providersSent) }))
)

/** The same of a card that is to become a token. */
const dataChoice = Schema.Union(
  Fields.named("CardData", Fields.object({ ...data, providerToken: absent(dataSent) })),
  Fields.named("CardProviderToken", Fields.object(providers))
)

const codeOf = (card: { readonly verificationValue?: Redacted.Redacted<string> }) =>
  card.verificationValue === undefined ? {} : { securityCode: card.verificationValue }

type Sent = typeof either.Type

const dataInput = (card: Sent): CardDataInput => ({
  _tag: "CardData",
  number: card.number!,
  expMonth: card.expMonth!,
  expYear: card.expYear!,
  ...(card.holder === undefined ? {} : { holder: card.holder }),
  ...codeOf(card)
})

const untokenedInput = (card: Sent): CardDataInput | ProviderTokenInput => {
  const { holder, providerToken } = card
  if (providerToken === undefined) return dataInput(card)
  return { _tag: "ProviderToken", providerToken, ...(holder === undefined ? {} : { holder }) }
}

const cardInput = (card: Sent): CardInput =>
  card.token === undefined ? untokenedInput(card) : { _tag: "CardToken", token: card.token, ...codeOf(card) }

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
 * Card data, a token, or a provider's token.
 *
 * Source: interface, "Endpoints | rule 1"; interface, "`credit_card` object".
 */
export const CreditCard = Schema.make<CardInput, typeof choice.Encoded>(
  readCard(complete, cardInput).annotations({ [AST.SurrogateAnnotationId]: choice.ast }).ast
)

/**
 * Card data or a provider's token, for a tokenization.
 *
 * Source: interface, "Tokenization request": there is no `credit_card.token`.
 */
export const CreditCardData = Schema.make<CardDataInput | ProviderTokenInput, typeof dataChoice.Encoded>(
  readCard(dataOrProviders, untokenedInput).annotations({ [AST.SurrogateAnnotationId]: dataChoice.ast }).ast
)

/** A token only, for a credit. Source: D11. */
export const CreditCardToken = readCard(tokenOnly, (card): CardTokenInput => ({ _tag: "CardToken", token: card.token }))
