/**
 * Compiles schemas to readers that decode in one pass: absent members are skipped, errors carry the path as it was
 * sent, and reading stops when as many errors are found as are listed. The cost is linear in the size of the body,
 * whatever it holds.
 *
 * The library's own decoder reads to the end, keeps an issue for every wrong element, and visits objects with renamed
 * members twice. It is used for the leaves.
 */
import { type FieldError, InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { kindOf } from "./expectations.js"
import { faultsOf, isInvalid, isMissing, type Path } from "./sentences.js"

/** Maximum nesting of a body. The body itself is the first level. Source: D3. */
const nestingLimit = 32

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value)

const reaches = (container: object, levels: number): boolean => {
  if (levels === 0) return true
  for (const value of Array.isArray(container) ? container : Object.values(container)) {
    if (isContainer(value) && reaches(value, levels - 1)) return true
  }
  return false
}

/** Stops at the limit, because a body can be nested deeper than the stack. */
export const nestsTooDeep = (body: unknown): boolean => isContainer(body) && reaches(body, nestingLimit)

const holdsNothing = (value: unknown, levels: number): boolean => {
  if (!isContainer(value)) return value === null || value === undefined
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((one) => holdsNothing(one, levels - 1))
  for (const name in value) {
    // No field has this name.
    if (name === "__proto__") continue
    const member = (value as Record<string, unknown>)[name]
    if (member !== "" && !holdsNothing(member, levels - 1)) return false
  }
  return true
}

/**
 * Null counts as absent, and so does a list or object that holds only absent values; an empty text does as a member of
 * an object. What is nested deeper than a body may be is there: some look before the depth is known. Source: D3.
 */
export const isAbsent = (value: unknown): boolean => holdsNothing(value, nestingLimit)

export const isAbsentMember = (value: unknown): boolean => value === "" || isAbsent(value)

/** How many errors are listed. Source: D4. */
const listed = 100

/** Errors found while reading, up to the number that is listed. */
export class Findings {
  readonly errors: Array<FieldError> = []
  /** The current path in the body. */
  readonly path: Array<string | number> = []
  private sentences: Set<string> | undefined

  /** Whether as many errors were found as are listed; reading stops then. */
  get isFull(): boolean {
    return this.errors.length >= listed
  }

  add(sentence: string, below: Path = []): void {
    const path = [...this.path, ...below].map(String)
    const key = JSON.stringify([path, sentence])
    this.sentences ??= new Set()
    if (this.isFull || this.sentences.has(key)) return
    this.sentences.add(key)
    this.errors.push({ path, sentence })
  }

  addIssue(issue: ParseResult.ParseIssue): void {
    for (const { path, sentence } of faultsOf(issue)) {
      if (this.isFull) return
      this.add(sentence, path)
    }
  }
}

/** Returned for a value that could not be read; the findings say why. */
export const wrong: unique symbol = Symbol("wrong")

export type Read = (value: unknown, findings: Findings) => unknown

interface Member {
  /** As it is sent. */
  readonly outside: string
  /** As it is kept. */
  readonly inside: string
  readonly isOptional: boolean
  /** Whether the schema accepts the empty text as a value. */
  readonly takesEmpty: boolean
  readonly read: Read
}

const options: AST.ParseOptions = { errors: "all" }

const settle = (result: Either.Either<unknown, ParseResult.ParseIssue>, findings: Findings): unknown => {
  if (Either.isRight(result)) return result.right
  findings.addIssue(result.left)
  return wrong
}

/** A fast check whether a value is accepted as it is; none for schemas that transform values. */
const acceptance = (ast: AST.AST): ((value: unknown) => boolean) | undefined => {
  switch (ast._tag) {
    case "StringKeyword":
      return (value) => typeof value === "string"
    case "NumberKeyword":
      return (value) => typeof value === "number"
    case "BooleanKeyword":
      return (value) => typeof value === "boolean"
    case "UnknownKeyword":
      return () => true
    case "Literal":
      return (value) => value === ast.literal
    case "Union": {
      const any = ast.types.map(acceptance)
      return any.includes(undefined) ? undefined : (value) => any.some((accepts) => accepts!(value))
    }
    case "Refinement": {
      const from = acceptance(ast.from)
      return from && ((value) => from(value) && Option.isNone(ast.filter(value, options, ast)))
    }
    default:
      return undefined
  }
}

/** Falls back to the library's decoder for the reason of a refusal. */
const leaf = (ast: AST.AST): Read => {
  const accepts = acceptance(ast)
  const decode = ParseResult.decodeUnknownEither(Schema.make<unknown>(ast), options)
  return (value, findings) => (accepts?.(value) ? value : settle(decode(value), findings))
}

const notA =
  (noun: string) =>
  (value: unknown, findings: Findings): typeof wrong => {
    findings.add(`${isInvalid}: expected ${noun}, got ${kindOf(value)}`)
    return wrong
  }

const notAnObject = notA("an object")
const notAnArray = notA("an array")

const readMember = (member: Member, sent: unknown, findings: Findings): unknown => {
  findings.path.push(member.outside)
  const value = member.read(sent, findings)
  findings.path.pop()
  return value
}

/** `undefined` for an optional member that is absent. */
const memberOf = (member: Member, sent: unknown, findings: Findings): unknown => {
  const isThere = member.isOptional && !member.takesEmpty ? !isAbsentMember(sent) : !isAbsent(sent)
  if (isThere) return readMember(member, sent, findings)
  if (member.isOptional) return undefined
  findings.add(isMissing, [member.outside])
  return wrong
}

const object =
  (members: ReadonlyArray<Member>): Read =>
  (value, findings) => {
    if (!isObject(value)) return notAnObject(value, findings)
    const known: Record<string, unknown> = {}
    let isWhole = true
    for (const member of members) {
      const sent = value[member.outside]
      if (sent === undefined && member.isOptional) continue
      const read = memberOf(member, sent, findings)
      if (read === wrong) isWhole = false
      else if (read !== undefined) known[member.inside] = read
      if (findings.isFull) return wrong
    }
    return isWhole ? known : wrong
  }

/** An object whose members are the client's own: kept as it is. */
const asSent: Read = (value, findings) => (isObject(value) ? value : notAnObject(value, findings))

const position = /^\d{1,9}$/

/** The elements of a list. PHP writes a list with gaps as an object whose names are positions. Source: D3, D45. */
export const elementsOf = (value: unknown): ReadonlyArray<unknown> | undefined => {
  if (Array.isArray(value)) return value
  return isObject(value) && Object.keys(value).every((name) => position.test(name)) ? Object.values(value) : undefined
}

const list =
  (element: Read): Read =>
  (value, findings) => {
    const sent = elementsOf(value)
    if (sent === undefined) return notAnArray(value, findings)
    const known: Array<unknown> = []
    let isWhole = true
    for (let index = 0; index < sent.length && !findings.isFull; index++) {
      if (isAbsent(sent[index])) continue
      findings.path.push(index)
      const read = element(sent[index], findings)
      findings.path.pop()
      if (read === wrong) isWhole = false
      else known.push(read)
    }
    return isWhole ? known : wrong
  }

const checked =
  (inner: Read, ast: AST.Refinement): Read =>
  (value, findings) => {
    const read = inner(value, findings)
    if (read === wrong) return wrong
    const issue = ast.filter(read, options, ast)
    return Option.isNone(issue) ? read : settle(Either.left(issue.value), findings)
  }

const transformed = (inner: Read, ast: AST.Transformation, how: AST.FinalTransformation): Read => {
  const verify = leaf(ast.to)
  return (value, findings) => {
    const read = inner(value, findings)
    if (read === wrong) return wrong
    // Schemas of requests decode synchronously.
    const made = how.decode(read, options, ast, value) as Either.Either<unknown, ParseResult.ParseIssue>
    return Either.isRight(made) ? verify(made.right, findings) : settle(made, findings)
  }
}

const allowsEmpty = (ast: AST.AST): boolean =>
  AST.isUnion(ast) ? ast.types.some(allowsEmpty) : AST.isLiteral(ast) && ast.literal === ""

const membersOf = ({ propertySignatures }: AST.TypeLiteral, renamed: ReadonlyMap<PropertyKey, PropertyKey>) =>
  propertySignatures.map(
    ({ isOptional, name, type }): Member => ({
      outside: String(name),
      inside: String(renamed.get(name) ?? name),
      isOptional,
      takesEmpty: allowsEmpty(type),
      read: compiled(type)
    })
  )

const transformation = (ast: AST.Transformation): Read => {
  const how = ast.transformation
  if (AST.isTypeLiteralTransformation(how) && AST.isTypeLiteral(ast.from)) {
    return object(membersOf(ast.from, new Map(how.propertySignatureTransformations.map(({ from, to }) => [from, to]))))
  }
  return AST.isFinalTransformation(how) ? transformed(compiled(ast.from), ast, how) : leaf(ast)
}

const holdsObjects = (ast: AST.AST): boolean =>
  AST.isRefinement(ast) ? holdsObjects(ast.from) : ast._tag === "Transformation" || ast._tag === "TypeLiteral"

const compiled = (ast: AST.AST): Read => {
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.indexSignatures.length > 0 ? asSent : object(membersOf(ast, new Map()))
    case "TupleType":
      return list(compiled(ast.rest[0]!.type))
    case "Refinement":
      return holdsObjects(ast.from) ? checked(compiled(ast.from), ast) : leaf(ast)
    case "Transformation":
      return transformation(ast)
    default:
      return leaf(ast)
  }
}

/** The reader of a schema. Build it once per schema, never per request: it is compiled with the first value that it reads. */
export const readerOf = (ast: AST.AST): Read => {
  let read: Read | undefined
  return (value, findings) => {
    read ??= compiled(ast)
    return read(value, findings)
  }
}

export type Members = Readonly<Record<string, unknown>>

export type Decoded<A> = Either.Either<A, InvalidRequest>

export const objectOf = (body: unknown): Decoded<Members> => {
  if (!isObject(body)) return Either.left(invalid([], "Request body must be a JSON object"))
  return nestsTooDeep(body) ? Either.left(invalid([], "Request body is nested too deeply")) : Either.right(body)
}

/** The object named `request`. */
export const wrapped = ({ request }: Members): Decoded<Members> => {
  if (isObject(request)) return Either.right(request)
  const sentence = isAbsent(request) ? "is missing" : `is invalid: expected an object, got ${kindOf(request)}`
  return Either.left(invalid("request", sentence))
}

export const refused = (errors: ReadonlyArray<FieldError>): InvalidRequest =>
  new InvalidRequest({ errors: errors as [FieldError] })

/** Reads what a schema takes. */
export const reading = <A, I>(schema: Schema.Schema<A, I>) => {
  const read = readerOf(schema.ast)
  return (members: unknown): Decoded<A> => {
    const findings = new Findings()
    const value = read(members, findings)
    return value === wrong ? Either.left(refused(findings.errors)) : Either.right(value as A)
  }
}
