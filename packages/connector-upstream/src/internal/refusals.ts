/** A request that the other gateway refused field by field: it was not processed, and will not be. Source: D4. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Unclear } from "./exchange.js"

const decode = Schema.decodeEither(
  Schema.parseJson(
    Schema.Struct({
      response: Schema.Struct({
        message: Schema.String,
        errors: Schema.Record({ key: Schema.String, value: Schema.Unknown })
      })
    })
  )
)

const reasons: ReadonlyArray<readonly [field: string, DeclineReason]> = [
  ["exp_month", "card-expired"],
  ["exp_year", "card-expired"],
  ["verification_value", "security-code"],
  ["currency", "currency"]
]

const membersOf = (value: unknown): ReadonlyArray<string> => (Predicate.isRecord(value) ? Object.keys(value) : [])

/** Which fields were refused, and the reason that says it best. Only names that can be ours. */
export const ofBody = (
  body: string
): Either.Either<{ readonly fields: ReadonlyArray<string>; readonly reason: DeclineReason }, Unclear> =>
  Either.mapBoth(decode(body), {
    // An error of something in between is not the gateway's word.
    onLeft: () => new Unclear({ because: "refused, but not by a gateway of this interface" }),
    onRight: ({ response: { errors } }) => {
      const names = Object.entries(errors).flatMap(([name, value]) => [name, ...membersOf(value)])
      const fields = names.filter((name) => /^[a-z_]{1,40}$/.test(name))
      const reason = reasons.find(([field]) => fields.includes(field))?.[1] ?? "not-allowed"
      return { fields, reason }
    }
  })
