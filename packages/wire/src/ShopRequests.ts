/** Decoders of what the people say who keep shops. Source: D73. */
import { ShopId } from "@florin/core/ids/Ids"
import { expected } from "@florin/core/request/Expected"
import * as Fields from "@florin/core/request/Fields"
import type { Overlap } from "@florin/core/shops/ShopKeeper"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { decoder } from "./internal/unwrapped.js"
import type { Decoder } from "./Requests.js"

const idSentence = "must be 1 to 64 letters, digits, _ or -"

export const NewShop = Fields.named(
  "NewShop",
  Fields.object({
    id: Fields.required(
      ShopId.annotations({ message: () => idSentence, ...expected("1 to 64 letters, digits, _ or -") }),
      "1 to 64 letters, digits, _ or -. It never changes."
    ),
    name: Fields.optional(Fields.text(255), "As customers read it. Default: the id."),
    site: Fields.optional(Fields.url, "The address at which customers know it."),
    notificationUrl: Fields.optional(Fields.url, "Where webhooks go if a request names no address.")
  })
)

export type NewShop = typeof NewShop.Type

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
    )
  })
)

export type Rotation = typeof Rotation.Type

/** `POST /operator/shops`. */
export const newShop: Decoder<NewShop> = decoder(NewShop)

/** `POST /operator/shops/{id}/secret`. */
export const rotation: Decoder<Rotation> = decoder(Rotation)
