/** Records of arbitrary content, from their schemas. */
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

type AnyArbitrary = FastCheck.Arbitrary<unknown>

const instant = FastCheck.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }).map((millis) =>
  DateTime.unsafeMake(millis)
)

/** The types of values that a member may have where it is there. */
const present = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  (AST.isUnion(ast) ? ast.types : [ast]).filter((type) => !AST.isUndefinedKeyword(type))

const membersOf = (ast: AST.TypeLiteral): AnyArbitrary => {
  const [others] = ast.indexSignatures
  if (others !== undefined) return FastCheck.dictionary(FastCheck.string(), arbitraryOf(others.type), { maxKeys: 3 })
  const all = ast.propertySignatures.filter(({ type }) => present(type).length > 0)
  const members = all.map(({ name, type }) => [String(name), arbitraryOf(type)] as const)
  const requiredKeys = all.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name))
  return FastCheck.record(Object.fromEntries(members), { requiredKeys })
}

/** Of the right types; what a schema says of their values is for those who make records. */
const arbitraryOf = (ast: AST.AST): AnyArbitrary => {
  switch (ast._tag) {
    case "Declaration":
      return ast === Schema.DateTimeUtcFromSelf.ast ? instant : FastCheck.string()
    case "StringKeyword":
      return FastCheck.string()
    case "NumberKeyword":
      return FastCheck.integer({ min: 1 })
    case "BooleanKeyword":
      return FastCheck.boolean()
    case "Literal":
      return FastCheck.constant(ast.literal)
    case "Refinement":
      return arbitraryOf(ast.from)
    case "TypeLiteral":
      return membersOf(ast)
    case "TupleType":
      return FastCheck.array(arbitraryOf(ast.rest[0]!.type), { maxLength: 3 })
    case "Union":
      return FastCheck.oneof(...present(ast).map(arbitraryOf))
    case "UnknownKeyword":
      return FastCheck.record({ sent: FastCheck.array(FastCheck.string()) })
    default:
      throw new Error(`No record has held a ${ast._tag} yet`)
  }
}

/** Some records, always the same. */
export const someOf = <A, I>(schema: Schema.Schema<A, I>, count: number): ReadonlyArray<A> =>
  FastCheck.sample(arbitraryOf(AST.typeAST(schema.ast)) as FastCheck.Arbitrary<A>, { numRuns: count, seed: 1 })

/** A record without members that are undefined: to a member that may be absent both mean the same. */
export const defined = <A extends object>(record: A | undefined): A | undefined =>
  record && (Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as A)
