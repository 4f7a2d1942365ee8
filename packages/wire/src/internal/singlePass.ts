/** Schemas whose objects are checked once. */
import * as AST from "effect/SchemaAST"

/**
 * Renaming the members of an object makes the library check every member twice, under the outer and under the inner
 * name. The second check cannot find anything that the first did not, and takes as long: it is left out.
 */
export const singlePass = (ast: AST.AST): AST.AST => {
  switch (ast._tag) {
    case "Transformation":
      return new AST.Transformation(
        singlePass(ast.from),
        AST.isTypeLiteralTransformation(ast.transformation) ? AST.unknownKeyword : ast.to,
        ast.transformation,
        ast.annotations
      )
    case "Refinement":
      return new AST.Refinement(singlePass(ast.from), ast.filter, ast.annotations)
    case "TypeLiteral":
      return new AST.TypeLiteral(ast.propertySignatures.map(singlePassMember), ast.indexSignatures, ast.annotations)
    case "TupleType":
      return new AST.TupleType(
        ast.elements,
        ast.rest.map((element) => new AST.Type(singlePass(element.type), element.annotations)),
        ast.isReadonly,
        ast.annotations
      )
    default:
      return ast
  }
}

const singlePassMember = (member: AST.PropertySignature): AST.PropertySignature =>
  new AST.PropertySignature(
    member.name,
    singlePass(member.type),
    member.isOptional,
    member.isReadonly,
    member.annotations
  )
