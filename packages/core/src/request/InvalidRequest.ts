/**
 * A request that was refused, and why, field by field.
 *
 * What a rule refuses with is `Data.TaggedError`: a `Schema.TaggedError` costs three times as much, more than the rule
 * does, to check what the types say.
 */
import type * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

/**
 * One thing that is wrong. `path` uses the interface's field names and is empty for the request as a whole; `sentence`
 * is the text without the field's name and never holds a value that was sent.
 */
export const FieldError = Schema.Struct({
  path: Schema.Array(Schema.String),
  sentence: Schema.String
})

export type FieldError = typeof FieldError.Type

/** The request was not processed: nothing was charged or written. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly errors: Arr.NonEmptyReadonlyArray<FieldError>
}> {
  override get message(): string {
    return this.errors.map((error) => `${error.path.join(".")} ${error.sentence}`.trim()).join("; ")
  }
}

/** The same request came less than 30 seconds ago. Source: D12. */
export class DuplicateRequest extends Data.TaggedError("DuplicateRequest") {}

/** There is no such thing in this shop; one of another shop looks the same. Source: D2. */
export class NotFound extends Data.TaggedError("NotFound") {}

/**
 * A refusal without its stack. It is an answer and no fault: where it was made says nothing, and finding that out costs
 * ten times what the rule does.
 */
export const withoutStack = <Refusal extends Error>(make: () => Refusal): Refusal => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** A refusal for one field. */
export const invalid = (path: string | ReadonlyArray<string>, sentence: string): InvalidRequest =>
  withoutStack(
    () => new InvalidRequest({ errors: [{ path: typeof path === "string" ? [path] : [...path], sentence }] })
  )
