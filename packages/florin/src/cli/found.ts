/** A command has done its work and found something wrong: its answer is printed, and it ends with 1. */
import * as Data from "effect/Data"

export class Found extends Data.TaggedError("Found")<{
  readonly code: "books_differ" | "unhealthy" | "violations"
  readonly message: string
}> {}
