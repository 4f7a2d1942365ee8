/** A command has done its work and found something wrong: its answer is printed, and it ends with 1. */
import * as Data from "effect/Data"
import { docsOf, type ErrorCode } from "../faces/errorCodes.js"

type FoundCode = Extract<ErrorCode, "books-differ" | "nothing-compared" | "unhealthy" | "violations">

export class Found extends Data.TaggedError("Found")<{
  readonly code: FoundCode
  readonly message: string
}> {
  readonly docs = docsOf(this.code)
}
