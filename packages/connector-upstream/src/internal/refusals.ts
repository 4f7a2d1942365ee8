/** Field errors of the other gateway: it has not processed the request and never will. Source: D4. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { Unclear } from "@florin/exchange/Exchange"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

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

/** The content of a refusal. */
export interface Refusal {
  /** The refused fields. Only names of our own members. */
  readonly fields: ReadonlyArray<string>
  /**
   * The refusal concerns the content, so a repetition would be refused too. Errors under `base` concern one attempt
   * only: an equal request less than 30 seconds ago, or a corrupted body.
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
    // An intermediary's error is not an answer of the gateway.
    onLeft: () => new Unclear({ because: "refused, but not by a gateway with this interface" }),
    onRight: ({ response }) => refusalOf(response.errors)
  })
