/** The query of a merchant's route, decoded. */
import * as Errors from "@florin/wire/Errors"
import * as FieldErrors from "@florin/wire/FieldErrors"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { Refused, type Visit } from "./exchange.js"

const invalid = (errors: Parameters<typeof Errors.invalidRequest>[0]) => new Refused(Errors.invalidRequest(errors))

/** Unknown parameters are ignored; a known one is sent once. */
export const queryOf = <Fields extends Schema.Struct.Fields>(schema: Schema.Struct<Fields>) => {
  const decode = FieldErrors.decoder(schema as unknown as Schema.Schema<Schema.Struct.Type<Fields>, unknown>)
  const names = Object.keys(schema.fields)
  return ({ incoming }: Visit): Effect.Effect<Schema.Struct.Type<Fields>, Refused> => {
    const sent = new URLSearchParams(incoming.query)
    const twice = names.filter((name) => sent.getAll(name).length > 1)
    if (twice.length > 0) {
      return Effect.fail(invalid(twice.map((name) => ({ path: [name], sentence: "must be sent once" }))))
    }
    const known = Object.fromEntries(names.flatMap((name) => sent.getAll(name).map((value) => [name, value])))
    return Effect.mapError(decode(known), invalid)
  }
}
