/** Turns schema issues into sentences that never repeat the value. */
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

/** What is wrong with the value of an optional field, which may be undefined instead. */
const ofOptional = ({ ast, issues }: ParseResult.Composite): ParseResult.ParseIssue | undefined => {
  if (!AST.isUnion(ast) || ast.types.length !== 2 || !ast.types.some(AST.isUndefinedKeyword)) return undefined
  return [issues].flat().find((issue) => !(issue._tag === "Type" && AST.isUndefinedKeyword(issue.ast)))
}

/**
 * Every invalid field with its sentence, in the order of the schema. A generator, because some callers stop early.
 * `field`: the schema of the whole field, where the issue is about a part of it.
 */
export function* faultsOf(issue: ParseResult.ParseIssue, path: Path = [], field?: AST.AST): Generator<Fault> {
  switch (issue._tag) {
    case "Pointer":
      return yield* faultsOf(issue.issue, path.concat(issue.path))
    case "Composite":
      if (AST.isUnion(issue.ast)) {
        const given = ofOptional(issue)
        if (given !== undefined) return yield* faultsOf(given, path, field)
        // One sentence for the union as a whole: its alternatives do not help the sender.
        return yield { path, sentence: sentenceOf(issue, undefined, field) }
      }
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

// The library's own messages are never used: they show the value. A schema's own sentence that happens to contain the
// value is dropped too, because a mistyped field can hold a card number. Source: D5.
const sentenceOf = (
  issue: ParseResult.Type | ParseResult.Composite,
  message: string | undefined,
  field: AST.AST = issue.ast
): string => {
  const shown = message ?? annotated(issue) ?? isInvalid
  const sentence = shown === isInvalid ? `${isInvalid}${instead(field, issue.actual)}` : shown
  const sent = typeof issue.actual === "string" || typeof issue.actual === "number" ? String(issue.actual) : ""
  return sent.length > 2 && sentence.includes(sent) ? isInvalid : sentence
}

const annotated = (issue: ParseResult.Type | ParseResult.Composite): string | undefined => {
  const message = Option.getOrUndefined(AST.getMessageAnnotation(issue.ast))?.(issue)
  return typeof message === "string" ? message : undefined
}
