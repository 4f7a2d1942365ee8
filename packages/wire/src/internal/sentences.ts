/** From what a schema objects to, to sentences that never hold what was sent. */
import type * as FieldErrors from "@florin/core/request/InvalidRequest"
import * as Option from "effect/Option"
import type * as ParseResult from "effect/ParseResult"
import * as AST from "effect/SchemaAST"

const isInvalid = "is invalid"
const isMissing = "can't be blank"

type Path = ReadonlyArray<PropertyKey>

/** Every field with what is wrong about it, in the order of the schema, each sentence once. */
export const fieldErrors = (
  issue: ParseResult.ParseIssue,
  name: (path: Path) => ReadonlyArray<string>
): ReadonlyArray<FieldErrors.FieldError> => {
  const found = new Map<string, FieldErrors.FieldError>()
  for (const { path, sentence } of faults(issue, [])) {
    const error = { path: name(path), sentence }
    found.set(JSON.stringify(error), error)
  }
  return [...found.values()]
}

interface Fault {
  readonly path: Path
  readonly sentence: string
}

const faults = (issue: ParseResult.ParseIssue, path: Path): ReadonlyArray<Fault> => {
  switch (issue._tag) {
    case "Pointer":
      return faults(issue.issue, path.concat(issue.path))
    case "Composite":
      // Which members of a union were tried is of no use to the sender: it is one thing that is wrong.
      return AST.isUnion(issue.ast)
        ? [{ path, sentence: sentenceOf(issue, undefined) }]
        : [issue.issues].flat().flatMap((inner) => faults(inner, path))
    case "Refinement":
    case "Transformation":
      return faults(issue.issue, path)
    case "Type":
      return [{ path, sentence: sentenceOf(issue, issue.message) }]
    case "Missing":
      return [{ path, sentence: isMissing }]
    case "Unexpected":
    case "Forbidden":
      return [{ path, sentence: isInvalid }]
  }
}

// The library's own messages are never asked for: they show the value. A sentence that holds the value all the same,
// because a schema was written so, is not let through either: a mistyped field can hold a card number. Source: D5.
const sentenceOf = (issue: ParseResult.Type | ParseResult.Composite, message: string | undefined): string => {
  const sentence = message ?? annotated(issue) ?? isInvalid
  const sent = typeof issue.actual === "string" || typeof issue.actual === "number" ? String(issue.actual) : ""
  return sent.length > 2 && sentence.includes(sent) ? isInvalid : sentence
}

const annotated = (issue: ParseResult.Type | ParseResult.Composite): string | undefined => {
  const message = Option.getOrUndefined(AST.getMessageAnnotation(issue.ast))?.(issue)
  return typeof message === "string" ? message : undefined
}
