/** Decoders of bodies that are not wrapped. */
import { type FieldError, InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import type { Decoder } from "../Requests.js"
import { Findings, isObject, nestsTooDeep, readerOf, wrong } from "./reader.js"
import { shapeOf, unknownTo } from "./unknownMembers.js"

export const unreadable = (body: unknown): InvalidRequest | undefined => {
  if (!isObject(body)) return invalid([], "Request body must be a JSON object")
  return nestsTooDeep(body) ? invalid([], "Request body is nested too deeply") : undefined
}

export const refused = (errors: ReadonlyArray<FieldError>): InvalidRequest =>
  new InvalidRequest({ errors: errors as [FieldError] })

export const reading = <A, I>(schema: Schema.Schema<A, I>) => {
  const read = readerOf(schema.ast)
  return (body: unknown): Either.Either<A, InvalidRequest> => {
    const findings = new Findings()
    const value = read(body, findings)
    return value === wrong ? Either.left(refused(findings.errors)) : Either.right(value as A)
  }
}

/** Decodes a body that is not wrapped. */
export const decoder = <A, I>(schema: Schema.Schema<A, I>): Decoder<A> => {
  const read = reading(schema)
  return Object.assign(
    (body: unknown) => {
      const refusal = unreadable(body)
      return refusal === undefined ? read(body) : Either.left(refusal)
    },
    { unknownMembers: unknownTo(() => shapeOf(schema.ast)) }
  )
}
