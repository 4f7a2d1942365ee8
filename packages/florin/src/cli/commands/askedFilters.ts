/** What a list is narrowed by, as the query of its operation reads it. */
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { bad } from "../badSetting.js"

/** By the names of the query's members. */
export type Asked = Readonly<Record<string, Option.Option<string | number>>>

const optionOf = (member: string): string => `--${member.replaceAll("_", "-")}`

/** Errors: `BadSetting` names the first option that the query does not take. */
export const reading = <A, I>(schema: Schema.Schema<A, I>) => {
  const read = FieldErrors.decoder(schema)
  return (filters: Asked) => {
    const given = Object.entries(filters).flatMap(([name, value]) =>
      Option.isSome(value) ? [[name, value.value]] : []
    )
    return Either.match(read(Object.fromEntries(given)), {
      onLeft: ([first]) => bad(optionOf(first!.path[0]!), first!.sentence),
      onRight: Effect.succeed
    })
  }
}
