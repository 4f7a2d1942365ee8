/**
 * The refusals of a request, field by field.
 *
 * Rules refuse with `Data.TaggedError`: a `Schema.TaggedError` costs three times as much, more than the rule itself, to
 * check what the types already guarantee.
 */
import type * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

/**
 * One fault. `path` uses the interface's field names and is empty for the request as a whole; `sentence` omits the
 * field's name and never contains a value that was sent.
 */
export const FieldError = Schema.Struct({
  path: Schema.Array(Schema.String),
  sentence: Schema.String
})

export interface FieldError extends Schema.Schema.Type<typeof FieldError> {}

/** The request was refused; nothing was charged or written. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly errors: Arr.NonEmptyReadonlyArray<FieldError>
}> {
  get code() {
    return "invalid-request" as const
  }

  override get message(): string {
    return this.errors.map((error) => `${error.path.join(".")} ${error.sentence}`.trim()).join("; ")
  }
}

/** The same request came less than 30 seconds ago. Source: D12. */
export class DuplicateRequest extends Data.TaggedError("DuplicateRequest") {
  get code() {
    return "duplicate-request" as const
  }
}

/** Does not exist in this shop, or belongs to another shop. Source: D2. */
export class NotFound extends Data.TaggedError("NotFound") {
  get code() {
    return "no-such-record" as const
  }
}

/**
 * Makes a refusal without a stack trace: it is an answer, not a fault, and capturing its stack would cost ten times as
 * much as the rule. Likewise whatever else makes errors that nobody reads.
 */
export const withoutStack = <A>(make: () => A): A => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

export const invalid = (path: string | ReadonlyArray<string>, sentence: string): InvalidRequest =>
  withoutStack(
    () => new InvalidRequest({ errors: [{ path: typeof path === "string" ? [path] : [...path], sentence }] })
  )
