/**
 * Describes what a field must be and the kind of what was sent. Kinds are a fixed vocabulary, so nothing of the value
 * is repeated. Used for refusals only.
 */
import { Expected } from "@florin/core/request/Expected"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

const annotated = AST.getAnnotation<string>(Expected)

const takes =
  (keyword: AST.AST["_tag"], type: "string" | "number") =>
  (ast: AST.AST): boolean => {
    switch (ast._tag) {
      case "Literal":
        return typeof ast.literal === type
      case "Union":
        return ast.types.some(takes(keyword, type))
      case "Refinement":
      case "Transformation":
        return takes(keyword, type)(ast.from)
      default:
        return ast._tag === keyword
    }
  }

const isText = takes("StringKeyword", "string")
const isNumber = takes("NumberKeyword", "number")

const isInteger = (ast: AST.AST): boolean =>
  AST.isRefinement(ast) && (ast.annotations[AST.SchemaIdAnnotationId] === Schema.IntSchemaId || isInteger(ast.from))

const choices = (ast: AST.Union): string | undefined => {
  const literals = ast.types.map((type) => (AST.isLiteral(type) ? String(type.literal) : undefined))
  return literals.includes(undefined) ? undefined : `one of ${literals.filter((literal) => literal !== "").join(", ")}`
}

/** What a schema accepts, as a noun, if there is one. */
const nounOf = (ast: AST.AST): string | undefined => {
  const given = Option.getOrUndefined(annotated(ast))
  if (given !== undefined) return given
  if (isInteger(ast)) return "an integer"
  switch (ast._tag) {
    case "StringKeyword":
      return "a string"
    case "NumberKeyword":
      return "a number"
    case "BooleanKeyword":
      return "true or false"
    case "TypeLiteral":
      return "an object"
    case "TupleType":
      return "an array"
    case "Union":
      return choices(ast)
    case "Refinement":
    case "Transformation":
      return nounOf(ast.from)
    default:
      return undefined
  }
}

const numberKind = (value: number, ast?: AST.AST): string => {
  if (!Number.isInteger(value)) return "a number with a fraction"
  if (value > Number.MAX_SAFE_INTEGER) return `a number above ${Number.MAX_SAFE_INTEGER}`
  if (value < 0) return "a number below 0"
  return ast !== undefined && isNumber(ast) ? "another number" : "a number"
}

/** The kind of a value. `another` where a schema accepts values of that type, but not this one. */
export const kindOf = (value: unknown, ast?: AST.AST): string => {
  if (typeof value === "string") return ast !== undefined && isText(ast) ? "another string" : "a string"
  if (typeof value === "number") return numberKind(value, ast)
  if (typeof value === "boolean") return "a boolean"
  return Array.isArray(value) ? "an array" : "an object"
}

/** As in `: expected an email address, got a number`. Without the kind where the issue does not hold the value. */
export const instead = (ast: AST.AST, value: unknown): string => {
  const noun = nounOf(ast)
  if (noun === undefined) return ""
  return value === undefined ? `: expected ${noun}` : `: expected ${noun}, got ${kindOf(value, ast)}`
}
