/** What a section of a request looks like where an answer repeats it. */
import type * as Fields from "@florin/core/request/Fields"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** A section as core keeps it, under the interface's names in all its depth. */
export type Echoed<Section> =
  Section extends ReadonlyArray<infer One>
    ? ReadonlyArray<Echoed<One>>
    : Section extends object
      ? { readonly [Name in keyof Section as Fields.SnakeCase<Name>]: Echoed<Section[Name]> }
      : Section

const members = ({ propertySignatures }: AST.TypeLiteral) =>
  new AST.TypeLiteral(
    propertySignatures.map(
      ({ annotations, isOptional, name, type }) =>
        new AST.PropertySignature(name, echo(type), isOptional, true, annotations)
    ),
    []
  )

/** Objects keep the names of the wire; what they hold is as it was decoded. */
const echo = (ast: AST.AST): AST.AST => {
  switch (ast._tag) {
    case "TypeLiteral":
      return members(ast)
    case "Transformation":
      return AST.isTypeLiteral(ast.from) ? members(ast.from) : AST.typeAST(ast)
    case "TupleType":
      return new AST.TupleType(
        ast.elements,
        ast.rest.map(({ annotations, type }) => new AST.Type(echo(type), annotations)),
        true
      )
    default:
      return AST.typeAST(ast)
  }
}

/** The schema of a request's section in answers. A member added to the request is in the answer by itself. */
export const echoed = <A, I>(section: Schema.Schema<A, I>): Schema.Schema<Echoed<A>> =>
  Schema.make<Echoed<A>>(echo(section.ast))
