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

/** What is said about a request that was refused. */
export interface Refusal {
  /** The fields that were refused. Only names that can be ours. */
  readonly fields: ReadonlyArray<string>
  /**
   * It is about what was sent, and would be said again. Under `base` stands what holds for one sending only: that an
   * equal one came less than 30 seconds ago, or that the text arrived broken.
   */
  readonly isOfMembers: boolean
  readonly reason: DeclineReason
}

const reasons: ReadonlyArray<readonly [field: string, DeclineReason]> = [
  ["exp_month", "card-expired"],
  ["exp_year", "card-expired"],
  ["verification_value", "security-code"],
  ["currency", "currency"]
]

const membersOf = (value: unknown): ReadonlyArray<string> => (Predicate.isRecord(value) ? Object.keys(value) : [])

const isName = (name: string): boolean => /^[a-z_]{1,40}$/.test(name)

const refusalOf = (errors: Readonly<Record<string, unknown>>): Refusal => {
  const fields = Object.entries(errors)
    .flatMap(([name, value]) => [name, ...membersOf(value)])
    .filter(isName)
  const reason = reasons.find(([field]) => fields.includes(field))?.[1] ?? "not-allowed"
  return { fields, isOfMembers: fields.length > 0 && !("base" in errors), reason }
}

export const ofBody = (body: string): Either.Either<Refusal, Unclear> =>
  Either.mapBoth(decode(body), {
    // An error of something in between is not the gateway's word.
    onLeft: () => new Unclear({ because: "refused, but not by a gateway of this interface" }),
    onRight: ({ response }) => refusalOf(response.errors)
  })
