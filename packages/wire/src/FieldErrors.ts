/** Decoders that report errors field by field. */
import type { FieldError } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { Findings } from "./internal/reader.js"

export { closest } from "./internal/closest.js"

/** A decoder whose errors name fields and never repeat values. At most 100 are listed (D4). */
export const decoder = <A, I>(
  schema: Schema.Schema<A, I>
): ((document: unknown) => Either.Either<A, ReadonlyArray<FieldError>>) => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  return (document) =>
    Either.mapLeft(decode(document), (issue) => {
      const findings = new Findings()
      findings.addIssue(issue)
      return findings.errors
    })
}
