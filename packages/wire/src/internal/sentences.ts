/** From what a schema objects to, to sentences that never hold what was sent. */
import * as Option from "effect/Option"
import type * as ParseResult from "effect/ParseResult"
import * as AST from "effect/SchemaAST"
import { instead } from "./expectations.js"

export const isInvalid = "is invalid"
export const isMissing = "can't be blank"

export type Path = ReadonlyArray<PropertyKey>

export interface Fault {
  readonly path: Path
  readonly sentence: string
}

/**
 * Every field with what is wrong about it, in the order of the schema; made one by one: some callers stop early. `field`:
 * the schema of the field as a whole, where the issue is about a part of it.
 */
export function* faultsOf(issue: ParseResult.ParseIssue, path: Path = [], field?: AST.AST): Generator<Fault> {
  switch (issue._tag) {
    case "Pointer":
      return yield* faultsOf(issue.issue, path.concat(issue.path))
    case "Composite":
      // Which members of a union were tried is of no use to the sender: it is one thing that is wrong.
      if (AST.isUnion(issue.ast)) return yield { path, sentence: sentenceOf(issue, undefined, field) }
      for (const inner of [issue.issues].flat()) yield* faultsOf(inner, path)
      return
    case "Refinement":
      return yield* faultsOf(issue.issue, path, field ?? issue.ast)
    case "Transformation":
      return yield* faultsOf(issue.issue, path)
    case "Type":
      return yield { path, sentence: sentenceOf(issue, issue.message, field) }
    case "Missing":
      return yield { path, sentence: isMissing }
    case "Unexpected":
    case "Forbidden":
      return yield { path, sentence: isInvalid }
  }
}

// The library's own messages are never asked for: they show the value. A sentence that holds the value all the same,
// because a schema was written so, is not let through either: a mistyped field can hold a card number. Source: D5.
const sentenceOf = (
  issue: ParseResult.Type | ParseResult.Composite,
  message: string | undefined,
  field: AST.AST = issue.ast
): string => {
  const said = message ?? annotated(issue) ?? isInvalid
  const sentence = said === isInvalid ? `${isInvalid}${instead(field, issue.actual)}` : said
  const sent = typeof issue.actual === "string" || typeof issue.actual === "number" ? String(issue.actual) : ""
  return sent.length > 2 && sentence.includes(sent) ? isInvalid : sentence
}

const annotated = (issue: ParseResult.Type | ParseResult.Composite): string | undefined => {
  const message = Option.getOrUndefined(AST.getMessageAnnotation(issue.ast))?.(issue)
  return typeof message === "string" ? message : undefined
}
