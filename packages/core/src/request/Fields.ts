/**
 * Schemas for the interface's documents: field names in snake_case on the wire and camelCase in code, and a sentence
 * for every possible fault.
 */
import * as DateTime from "effect/DateTime"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { expected, KnownWordsAnnotation } from "./Expected.js"

/** `customerName` as the interface spells it: `customer_name`. */
export type SnakeCase<Name extends PropertyKey> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : Name

/** A document with the interface's field names. */
export type SnakeKeys<Document> = { [Name in keyof Document as SnakeCase<Name>]: Document[Name] }

/** A name of ours as the interface spells it. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const property = (type: AST.AST, isOptional: boolean, meaning?: string): Schema.PropertySignatureDeclaration =>
  new Schema.PropertySignatureDeclaration(type, isOptional, true, describedAs(meaning), undefined)

const describedAs = (meaning: unknown): AST.Annotations =>
  meaning === undefined ? {} : { [AST.DescriptionAnnotationId]: meaning }

// None of them has a default or a key of its own, which would make it a transformation.
const propertyOf = (field: Schema.Struct.Field) =>
  (Schema.isPropertySignature(field) ? field.ast : property(field.ast, false)) as Schema.PropertySignatureDeclaration

/**
 * A JSON object of the interface: snake_case on the wire, camelCase in code. Ignores unknown members.
 *
 * Made of its syntax at once: to rename the members of a struct one by one takes three times as long, and a start makes a
 * hundred such objects.
 */
export const object = <const Fields extends Schema.Struct.Fields>(
  fields: Fields
): Schema.Schema<
  Schema.Simplify<Schema.Struct.Type<Fields>>,
  Schema.Simplify<SnakeKeys<Schema.Struct.Encoded<Fields>>>
> => {
  const properties = Object.entries(fields).map(([name, field]) => ({ name, ...propertyOf(field) }))
  const outside = properties.map(
    ({ annotations, isOptional, name, type }) =>
      new AST.PropertySignature(snakeCase(name), type, isOptional, true, annotations)
  )
  const inside = properties.map(({ annotations, isOptional, name, type }) => {
    const { [AST.DescriptionAnnotationId]: meaning } = annotations
    return new AST.PropertySignature(name, AST.typeAST(type), isOptional, true, describedAs(meaning))
  })
  const renamed = properties.map(
    ({ name }) => new AST.PropertySignatureTransformation(snakeCase(name), name, identity, identity)
  )
  return Schema.make(
    new AST.Transformation(
      new AST.TypeLiteral(outside, []),
      new AST.TypeLiteral(inside, []),
      new AST.TypeLiteralTransformation(renamed)
    )
  )
}

const signature = (ast: Schema.PropertySignatureDeclaration) => Schema.makePropertySignature(ast) as never

/** A required field. `meaning`: its sentence in the contract. */
export const required = <S extends Schema.Schema.All>(schema: S, meaning: string): Schema.propertySignature<S> =>
  signature(property(schema.ast, false, meaning))

/** An optional field. `meaning`: its sentence in the contract, if the field is part of it. */
export const optional = <S extends Schema.Schema.All>(
  schema: S,
  meaning?: string
): Schema.optionalWith<S, { exact: true }> => signature(property(schema.ast, true, meaning))

/** A section of a document with its own name in the contract. */
export const named = <A, I, R>(identifier: string, schema: Schema.Schema<A, I, R>): Schema.Schema<A, I, R> =>
  schema.annotations({ identifier })

/** Not every database can store unpaired surrogates and NUL, and clients send them only by mistake. */
export const storable = /^[^\u0000\ud800-\udfff]*$/u
const unstorable = "is invalid: expected a string without NUL and unpaired surrogates"

/** Text that passes a check, which returns the refusal where it does not. `noun`: what is expected. */
const checked = (check: (value: string) => boolean | string, noun: string, shape: object = {}): Schema.Schema<string> =>
  Schema.String.pipe(Schema.filter(check, { ...expected(noun), jsonSchema: { type: "string", ...shape } }))

const isLong = (value: string, maximum: number): boolean => value.length > maximum && Array.from(value).length > maximum

/** Text of at most `maximum` characters (code points). */
export const text = (maximum: number): Schema.Schema<string> =>
  checked(
    (value) => {
      if (!storable.test(value)) return unstorable
      return !isLong(value, maximum) || `is too long (maximum is ${maximum} characters)`
    },
    `a string of at most ${maximum} characters`,
    { maxLength: maximum }
  )

const textOrSafeInteger = Schema.Union(
  Schema.String,
  Schema.Number.pipe(Schema.filter((value) => Number.isSafeInteger(value)))
).annotations({ message: () => "is invalid", ...expected("a string or an integer") })

/**
 * Text that clients also send as an integer, read as its decimal digits. Integers beyond 2^53 − 1 lose digits in JSON
 * parsing and are refused. Source: D3.
 */
export const orInteger = (
  schema: Schema.Schema<string>,
  jsonSchema: { readonly maxLength?: number } = {}
): Schema.Schema<string, string | number> =>
  Schema.transform(
    textOrSafeInteger.annotations({ jsonSchema: { anyOf: [{ type: "string", ...jsonSchema }, { type: "integer" }] } }),
    schema,
    { strict: true, decode: String, encode: (text) => text }
  )

/** Whether the last digit is the Luhn check digit of the others. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const digitsOnly = /^[0-9]{1,16}$/

const shortestCard = 12

/** A card number in the wrong field is no amount: it would be stored and answered. */
const isNumeral = (text: string): boolean => digitsOnly.test(text) && (text.length < shortestCard || !passesLuhn(text))

/** A number that clients also send as text of digits only. The contract shows the number alone. Source: D3. */
export const orDigits = <A, I extends number>(schema: Schema.Schema<A, I>): Schema.Schema<A, I> => {
  const { ast } = schema
  const described = AST.getJSONSchemaAnnotation(ast)
  const named = AST.getJSONIdentifier(ast)
  const sent = Schema.Unknown.annotations({
    ...(Option.isSome(described) ? { jsonSchema: described.value } : {}),
    ...(Option.isSome(named) ? { identifier: named.value } : {})
  }) as unknown as Schema.Schema<I>
  return Schema.transform(sent, schema, {
    strict: true,
    decode: (value: unknown) => (typeof value === "string" && isNumeral(value) ? Number(value) : value) as I,
    encode: (value) => value
  })
}

/** One of these words. */
export const oneOf = <Words extends readonly [string, ...Array<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations({
    // Overrides the messages of the literals, which would repeat the value.
    message: () => ({ message: "is invalid", override: true }),
    ...expected(words.join(", "))
  })

/** A whole number between these, both included. */
export const wholeNumber = (least: number, most: number) => {
  const noun = `a whole number from ${least} to ${most}`
  return orDigits(
    Schema.Number.pipe(
      Schema.filter((value) => Number.isSafeInteger(value) && value >= least && value <= most, {
        message: () => `must be ${noun}`,
        ...expected(noun),
        jsonSchema: { type: "integer", minimum: least, maximum: most }
      })
    )
  )
}

/** A JSON object with members of the shop's own, which is kept as it was sent. */
export const anyObject = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  jsonSchema: { type: "object", additionalProperties: true }
})

/** A boolean, also as the text `"true"` or `"false"`. Source: D3. */
export const flag: Schema.Schema<boolean, boolean | "true" | "false"> = Schema.transform(
  Schema.Union(Schema.Boolean, Schema.Literal("true", "false")).annotations({
    message: () => "is invalid",
    ...expected("true or false")
  }),
  Schema.Boolean,
  { strict: true, decode: (sent) => sent === true || sent === "true", encode: (value) => value }
)

/** Non-blank text of at most `maximum` characters. */
export const requiredText = (maximum: number): Schema.Schema<string> =>
  text(maximum).pipe(
    Schema.filter((value) => value.trim().length > 0 || "can't be blank", {
      ...expected(`a string of 1 to ${maximum} characters`),
      jsonSchema: { type: "string", minLength: 1, maxLength: maximum }
    })
  )

/** Text without a length limit in the interface. The body limit bounds it. */
export const freeText = checked((value) => storable.test(value) || unstorable, "a string")

/** A list of words, of which those that are not known are ignored. Source: D3. */
export const words = <Word extends string>(known: ReadonlyArray<Word>): Schema.Schema<ReadonlyArray<Word>> => {
  const isKnown = (word: string): word is Word => (known as ReadonlyArray<string>).includes(word)
  const sent = Schema.Array(Schema.String).annotations({
    [KnownWordsAnnotation]: known,
    jsonSchema: { type: "array", items: { type: "string", enum: [...known] } }
  })
  return Schema.transform(
    sent as unknown as Schema.Schema<ReadonlyArray<Word>>,
    Schema.Array(Schema.Literal(...known)),
    {
      strict: true,
      decode: (all) => all.filter(isKnown),
      encode: (all) => all
    }
  )
}

/** Text of one form, named by `noun`. `sentence` replaces the default refusal where the interface fixes one. */
export const matching = (pattern: RegExp, noun: string, sentence = "is invalid"): Schema.Schema<string> =>
  checked((value) => pattern.test(value) || sentence, noun, { pattern: pattern.source })

const calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/

const isDay = (value: string): boolean => {
  const parts = calendarDay.exec(value)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * A calendar day.
 *
 * Shape: `YYYY-MM-DD`, an existing day.
 */
export const day = checked(
  (value) => isDay(value) || "is invalid. Format should be: yyyy-mm-dd",
  "a day as yyyy-mm-dd",
  { format: "date" }
)

/**
 * A local date and time.
 *
 * Shape: `YYYY-MM-DDThh:mm:ss`, without an offset.
 */
export const localDateTime = checked((value) => {
  const [date, time, rest] = value.split("T")
  return (
    (rest === undefined && isDay(date ?? "") && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time ?? "")) ||
    "is invalid. Format should be: yyyy-mm-ddThh:mm:ss"
  )
}, "a local time as yyyy-mm-ddThh:mm:ss")

const instantSentence = "is invalid. Format should be ISO 8601 with a time-zone offset"
const withOffset = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

/**
 * An instant.
 *
 * Shape: ISO 8601 with a required time-zone offset. The UTC year has four digits, as in every timestamp in answers.
 * Source: D3, D8.
 */
export const instant = Schema.transformOrFail(
  Schema.String.annotations({
    ...expected("an instant in ISO 8601 with a time-zone offset"),
    jsonSchema: { type: "string", format: "date-time" }
  }),
  Schema.DateTimeUtcFromSelf,
  {
    strict: true,
    decode: (value, _, ast) => {
      const parts = withOffset.exec(value)
      return (parts !== null && isDay(parts[1]!) ? DateTime.make(value) : Option.none()).pipe(
        Option.filter((instant) => DateTime.toPartsUtc(instant).year <= 9999),
        Option.match({
          onNone: () => ParseResult.fail(new ParseResult.Type(ast, undefined, instantSentence)),
          onSome: (instant) => ParseResult.succeed(DateTime.toUtc(instant))
        })
      )
    },
    encode: (instant) => ParseResult.succeed(DateTime.formatIso(instant))
  }
)

// Some scripts need joiners (U+200C, U+200D) within the labels of a domain.
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\u200c\\u200d-]*[\\p{L}\\p{M}\\p{N}])?"
// Made with the first address: it takes as long to read as a hundred others.
let mailbox: RegExp | undefined

const isAddress = (text: string): boolean => {
  mailbox ??= new RegExp(`^[^\\s\\p{Cc}@<>()[\\]\\\\,;:"]+@${label}(?:\\.${label})+$`, "u")
  return mailbox.test(text)
}

const wellFormedEmail: Schema.Schema<string> = Schema.String.pipe(
  Schema.filter(
    (value) => (value.length <= 254 && isAddress(value) && storable.test(value)) || "is invalid",
    expected("an email address")
  )
)

/**
 * An email address, international in both parts. White space around it, which people type and paste, is dropped.
 *
 * Shape: well formed, at most 254 characters. Source: D3.
 */
export const email: Schema.Schema<string> = Schema.transform(
  Schema.String.annotations({
    ...expected("an email address"),
    jsonSchema: { type: "string", format: "email" }
  }),
  wellFormedEmail,
  { strict: true, decode: (sent) => sent.trim(), encode: (address) => address }
)

const ipV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

const isIpV6 = (value: string): boolean => {
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(value) || !value.includes(":")) return false
  return URL.canParse(`http://[${value}]/`)
}

/** An IP address, version 4 or 6. Source: D3. */
export const ipAddress = checked((value) => ipV4.test(value) || isIpV6(value) || "is invalid", "an IP address")

/**
 * A web address. Whether requests may go there is decided when they are sent (D35).
 *
 * Shape: absolute `http` or `https` URL without credentials, at most 2048 characters.
 */
export const url = checked(
  (value) => {
    if (value.length > 2048 || !storable.test(value)) return "is invalid"
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return "is invalid"
    const { password, username } = new URL(value)
    return (username === "" && password === "") || "is invalid"
  },
  "an http or https URL without credentials",
  { format: "uri", maxLength: 2048 }
)

// An operation writes the same few instants to several documents, and formatting costs twenty times a lookup.
const mostKnown = 512
const known = new Map<number, string>()

/**
 * An instant as text, in UTC with milliseconds: `2026-03-01T08:00:00.000Z`.
 *
 * Source: interface, "Conventions | Timestamps of card responses"; D8.
 */
export const timestamp = ({ epochMillis }: DateTime.Utc): string => {
  const found = known.get(epochMillis)
  if (found !== undefined) return found
  if (known.size === mostKnown) known.clear()
  const text = new Date(epochMillis).toISOString()
  known.set(epochMillis, text)
  return text
}
