/** Decoders of what the people say who keep shops. Source: D73. */
import { ShopId } from "@florin/core/ids/Ids"
import { expected } from "@florin/core/request/Expected"
import * as Fields from "@florin/core/request/Fields"
import { InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type Decoded, type Members, objectOf } from "./internal/reader.js"
import type { Overlap } from "./operations/ShopKeeper.js"
import type { Decoder } from "./Requests.js"
import * as ShopSettings from "./ShopSettings.js"

const idNoun = "1 to 64 letters, digits, _ or -"

const idSentence = `must be ${idNoun}`

const settings = {
  ...ShopSettings.settings,
  signatureKey: Fields.optional(
    Schema.Boolean,
    "true makes a key pair for Content-Signature, in place of notification_private_key."
  )
}

const secretKey = (meaning: string) => Fields.optional(ShopSettings.secretKey, meaning)

export const NewShop = Fields.named(
  "NewShop",
  Fields.object({
    id: Fields.required(ShopId.annotations(expected(idNoun)), `${idNoun}. It never changes.`),
    secretKey: secretKey(
      "At least 16 characters, made by machine, for a shop that has one elsewhere already. Default: a new one."
    ),
    ...settings
  })
)

/** A setting that is null goes back to its default. */
const orNull = (fields: Schema.Struct.Fields): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { type, annotations } = (field as Schema.PropertySignature.All).ast as Schema.PropertySignatureDeclaration
      const whole = Schema.NullOr(Schema.encodedSchema(Schema.make(type)))
      return [name, Schema.optionalWith(whole, { exact: true }).annotations(annotations)]
    })
  )

export const ShopChange = Fields.named("ShopChange", Fields.object(orNull(settings)))

const sentence = "must be none, until-retired or an instant in ISO 8601 with a time-zone offset"

const instantIn = Schema.decodeUnknownOption(Fields.instant)

const isWord = (text: string): text is "none" | "until-retired" => text === "none" || text === "until-retired"

const overlap: Schema.Schema<Overlap, string> = Schema.transformOrFail(
  Schema.String.annotations({ ...expected(sentence.slice("must be ".length)), jsonSchema: { type: "string" } }),
  Schema.Union(Schema.Literal("none", "until-retired"), Schema.DateTimeUtcFromSelf),
  {
    strict: true,
    decode: (text, _, ast) => {
      if (isWord(text)) return ParseResult.succeed(text)
      return Option.match(instantIn(text), {
        onNone: () => ParseResult.fail(new ParseResult.Type(ast, undefined, sentence)),
        onSome: ParseResult.succeed
      })
    },
    encode: (value) => ParseResult.succeed(typeof value === "string" ? value : Fields.timestamp(value))
  }
)

export const Rotation = Fields.named(
  "SecretRotation",
  Fields.object({
    formerSecret: Fields.optional(
      overlap,
      "How long the secret before the new one is let in: none ends it at once, an instant then, until-retired when it is ended. One before that is let in no longer. Default: until-retired."
    ),
    secretKey: secretKey("The new secret, of at least 16 characters. Default: a new one."),
    ...orNull(settings)
  })
)

type Given = ShopSettings.Given

/** What a shop is made of. */
export interface NewShop {
  readonly id: ShopId
  readonly given: Given
}

export interface Rotation {
  readonly formerSecret: Overlap
  readonly given: Given
}

/** An empty text says what null says. */
const nullIfEmpty = (value: unknown): unknown => (value === "" ? null : value)

/** The settings of a request. Unlike members of other requests, unknown ones are refused: a setting would have no effect. */
const givenIn = (members: Members): Decoded<Given> => {
  const { signature_key: isMade, ...others } = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, nullIfEmpty(value)])
  )
  if (isMade === undefined || isMade === null) return ShopSettings.changeFrom(others)
  if (typeof isMade !== "boolean") return Either.left(invalid("signature_key", "must be true or false"))
  return Either.map(ShopSettings.changeFrom(others), (given) => ({ ...given, signatureKey: isMade }))
}

/** Both, or the faults of both. */
const both = <A, B>(one: Decoded<A>, other: Decoded<B>): Decoded<readonly [A, B]> =>
  Either.isLeft(one) && Either.isLeft(other)
    ? Either.left(new InvalidRequest({ errors: [...one.left.errors, ...other.left.errors] }))
    : Either.all([one, other])

const decoder = <A>(read: (members: Members) => Decoded<A>): Decoder<A> =>
  Object.assign((body: unknown) => Either.flatMap(objectOf(body ?? {}), read), { unknownMembers: () => [] })

const idOf = (sent: unknown): Decoded<ShopId> =>
  Schema.is(ShopId)(sent) ? Either.right(sent) : Either.left(invalid("id", idSentence))

const overlapOf = (sent: unknown): Decoded<Overlap> =>
  sent === undefined || sent === null || sent === ""
    ? Either.right("until-retired")
    : Either.mapLeft(Schema.decodeUnknownEither(overlap)(sent), () => invalid("former_secret", sentence))

/** `POST /operator/shops`. */
export const newShop: Decoder<NewShop> = decoder(({ id, ...members }) =>
  Either.map(both(idOf(id), givenIn(members)), ([id, given]) => ({ id, given }))
)

/** `POST /operator/shops/{id}`. */
export const shopChange: Decoder<Given> = decoder((members) =>
  "secret_key" in members ? Either.left(invalid("secret_key", "is changed with rotate")) : givenIn(members)
)

/** `POST /operator/shops/{id}/secret`. */
export const rotation: Decoder<Rotation> = decoder(({ former_secret, ...members }) =>
  Either.map(both(overlapOf(former_secret), givenIn(members)), ([formerSecret, given]) => ({ formerSecret, given }))
)
