/** Decoders of bodies. */
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import { type Decoded, objectOf, reading } from "./reader.js"
import { shapeOf, type UnknownMember, unknownTo } from "./unknownMembers.js"

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

/** Decodes a body that is not wrapped. */
export const decoder = <A, I>(schema: Schema.Schema<A, I>): Decoder<A> => {
  const read = reading(schema)
  return Object.assign((body: unknown) => Either.flatMap(objectOf(body), read), {
    unknownMembers: unknownTo(() => shapeOf(schema.ast))
  })
}
