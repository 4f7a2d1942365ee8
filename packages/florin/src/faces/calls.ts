/** Calls in process: how they run, and how their errors are told. */
import type { Refused } from "@florin/core/idempotency/IdempotencyKey"
import { ShopId } from "@florin/core/ids/Ids"
import { CustomerLanguages, refusalMessage } from "@florin/core/language/CustomerMessages"
import * as LanguageTag from "@florin/core/language/LanguageTag"
import type { OperationError } from "@florin/core/operations/Answer"
import { type InvalidRequest, invalid, NotFound } from "@florin/core/request/InvalidRequest"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { pathOf } from "./camelCase.js"
import { refusal, refusalFor } from "./refusal.js"
import { duplicate, KeyRefused, RecordMissing, RequestRefused } from "./refusals.js"
import type { CallError } from "./twoFaces.js"

export type Kind = RecordMissing["kind"]

/** Why the gateway did not carry out a call. */
export type Failure = OperationError | NotFound | CallError

type Spelling = (sentence: string) => string

const asIs: Spelling = (sentence) => sentence

const refusedOf = (kind: Kind, refused: Refused, spelled: Spelling): RecordMissing | RequestRefused => {
  switch (refused._tag) {
    case "NotFound":
      return new RecordMissing({ kind })
    case "DuplicateRequest":
      return refusal([], duplicate)
    case "InvalidRequest": {
      const [first, ...others] = refused.errors.map(({ path, sentence }) => ({
        path: pathOf(path),
        sentence: spelled(sentence)
      }))
      return refusalFor([first!, ...others])
    }
  }
}

/** Of a refusal under a key that an earlier version kept as HTTP had sent it. */
const refusedBefore = "was refused under this key by an earlier version"

/** The errors of the gateway in the words of the host. `spelled`: names within sentences, as hosts spell them. */
export const hostErrorOf =
  (kind: Kind, spelled = asIs) =>
  (error: Failure): CallError => {
    switch (error._tag) {
      case "NotFound":
      case "DuplicateRequest":
      case "InvalidRequest":
        return refusedOf(kind, error, spelled)
      case "IdempotencyMismatch":
        return new KeyRefused({ reason: "another-request" })
      case "IdempotencyInFlight":
        return new KeyRefused({ reason: "in-flight" })
      case "AlreadyAnswered":
        return "refused" in error.answer ? refusedOf(kind, error.answer.refused, spelled) : refusal([], refusedBefore)
      case "RequestRefused":
      case "RecordMissing":
      case "KeyRefused":
      case "NotInsideTransaction":
      case "VaultError":
      case "StorageError":
        return error
    }
  }

const textIn = (value: unknown, name: string): string | undefined => {
  const found =
    typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
  return typeof found === "string" ? found : undefined
}

/** The language in which the customer of a request is spoken to. */
const languageIn = (input: unknown): string =>
  textIn(input, "language") ??
  textIn((input as { readonly settings?: unknown } | undefined)?.settings, "language") ??
  ""

/** A refusal with what to tell the customer, in the language of the request. */
export const friendly =
  (input: unknown) =>
  (error: CallError): Effect.Effect<never, CallError> =>
    error._tag === "RequestRefused"
      ? Effect.flatMap(CustomerLanguages, (languages) => {
          const { code, errors } = error
          const language = languageIn(input)
          const friendlyMessage =
            code === "duplicate-request"
              ? LanguageTag.choose(languages, language).messages["duplicate-at-acquirer"]
              : refusalMessage(errors, language, languages)
          return new RequestRefused({ errors, friendlyMessage })
        })
      : Effect.fail(error)

const notText = "must be a text"

/** An argument that is a text, where a host without TypeScript may pass anything. */
export const textOf = (name: string, input: unknown): Effect.Effect<string, InvalidRequest> =>
  typeof input === "string" ? Effect.succeed(input) : invalid(name, notText)

/** An ill-formed id is not found, like an unknown one. `name` is the argument's. */
export const idOf = <Id extends string>(schema: Schema.Schema<Id, string>, name = "id") => {
  const isId = Schema.is(schema)
  return (id: unknown): Effect.Effect<Id, NotFound | InvalidRequest> =>
    Effect.flatMap(textOf(name, id), (text) => (isId(text) ? Effect.succeed(text) : Effect.fail(new NotFound())))
}

const isShopId = Schema.is(ShopId)

/** The shop of a call. Errors: `RecordMissing`; `RequestRefused` where its id is no text. */
export const shopOf = (id: string) =>
  Effect.gen(function* () {
    if (typeof id !== "string") return yield* refusal(["shop"], notText)
    const { find } = yield* ShopDirectory
    const found: Option.Option<Shop> = isShopId(id) ? yield* find(id) : Option.none()
    return Option.isSome(found) ? found.value : yield* new RecordMissing({ kind: "shop" })
  })
