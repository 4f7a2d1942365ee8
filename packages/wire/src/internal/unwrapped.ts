/** How bodies are decoded: those that are not wrapped, and the objects in those that are. */
import { type FieldError, InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import { kindOf } from "./expectations.js"
import { Findings, isAbsent, isObject, nestsTooDeep, readerOf, wrong } from "./reader.js"
import { shapeOf, type UnknownMember, unknownIn } from "./unknownMembers.js"

export type Members = Readonly<Record<string, unknown>>

export type Decoded<A> = Either.Either<A, InvalidRequest>

/**
 * Decodes the body of one operation.
 *
 * Members that are null, empty texts, or empty arrays or objects count as absent; unknown members are ignored. The cost
 * is linear in the size of the body.
 *
 * Errors: `InvalidRequest` with at most 100 invalid fields, under the interface's names and without their values.
 *
 * Source: interface, "Conventions | wrapped in request"; D3, D4, D5.
 */
export interface Decoder<Request> {
  (body: unknown): Decoded<Request>
  /** Unknown members of a body: the first 10 whose names are at most 64 letters and underscores. Source: D3. */
  readonly unknownMembers: (body: unknown) => ReadonlyArray<UnknownMember>
}

export const objectOf = (body: unknown): Decoded<Members> => {
  if (!isObject(body)) return Either.left(invalid([], "Request body must be a JSON object"))
  return nestsTooDeep(body) ? Either.left(invalid([], "Request body is nested too deeply")) : Either.right(body)
}

/** The object named `request`. */
export const wrapped = ({ request }: Members): Decoded<Members> => {
  if (isObject(request)) return Either.right(request)
  const sentence = isAbsent(request) ? "is missing" : `is invalid: expected an object, got ${kindOf(request)}`
  return Either.left(invalid("request", sentence))
}

export const refused = (errors: ReadonlyArray<FieldError>): InvalidRequest =>
  new InvalidRequest({ errors: errors as [FieldError] })

export const reading = <A, I>(schema: Schema.Schema<A, I>) => {
  const read = readerOf(schema.ast)
  return (members: unknown): Decoded<A> => {
    const findings = new Findings()
    const value = read(members, findings)
    return value === wrong ? Either.left(refused(findings.errors)) : Either.right(value as A)
  }
}

/** Decodes a body that is not wrapped. */
export const decoder = <A, I>(schema: Schema.Schema<A, I>): Decoder<A> => {
  const read = reading(schema)
  const shape = shapeOf(schema.ast)
  return Object.assign((body: unknown) => Either.flatMap(objectOf(body), read), {
    unknownMembers: (body: unknown) => unknownIn(shape, body)
  })
}
