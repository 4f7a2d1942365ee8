/** Members that an editor shows to hosts without a sentence of their own. Sources are parsed, not compiled. */
import { posix } from "node:path"
import ts from "typescript"
import type { Read } from "./Operations.js"

/** Names that leave nothing to say, wherever they stand. */
const plain = new Set(["id", "_tag", "currency", "years", "months", "days", "hours", "minutes", "seconds"])

/** Made from the contract, which says what each member is. */
const ofContract = "packages/client/src/generated/api.ts"

type Declared = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration

type Member = ts.TypeElement | ts.ClassElement

interface Place {
  readonly path: string
  readonly node: Declared
}

const isDeclared = (node: ts.Statement): node is Declared =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

const has = (node: ts.Node, ...kinds: ReadonlyArray<ts.SyntaxKind>): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kinds.includes(kind)) === true

const nameOf = ({ name }: Member): string | undefined =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined

/** The file of a module of the project. */
const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier).replace(/\.js$/, ".ts")
  const [, name, path] = /^@florin\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? undefined : `packages/${name}/src/${path}.ts`
}

/** Of the objects that a type is one of, or all of. An object deeper within belongs to what is said of its member. */
const ofType = (type: ts.TypeNode): ReadonlyArray<Member> => {
  if (ts.isTypeLiteralNode(type)) return type.members
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(ofType)
  return ts.isParenthesizedTypeNode(type) ? ofType(type.type) : []
}

const isOfClass = (one: ts.ClassElement): boolean =>
  ts.isPropertyDeclaration(one) || ts.isMethodDeclaration(one) || ts.isGetAccessor(one)

/** Of a class, and of the service that a tag of Effect's stands for. */
const ofClass = (node: ts.ClassDeclaration): ReadonlyArray<Member> => {
  const services = (node.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap(({ expression }) => (ts.isCallExpression(expression) ? (expression.typeArguments ?? []) : []))
  return [...node.members.filter(isOfClass), ...services.flatMap(ofType)]
}

const membersOf = (node: Declared): ReadonlyArray<Member> => {
  if (ts.isInterfaceDeclaration(node)) return node.members
  return ts.isClassDeclaration(node) ? ofClass(node) : ofType(node.type)
}

/** Of one value, which tells the objects of a union apart, such as `type: "card"`. An editor shows it. */
const isMark = (member: Member): boolean => {
  if (ts.isPropertyDeclaration(member) && member.initializer?.kind === ts.SyntaxKind.StringLiteral) return true
  const type = "type" in member ? (member.type as ts.TypeNode | undefined) : undefined
  return type?.kind === ts.SyntaxKind.LiteralType || type?.kind === ts.SyntaxKind.UndefinedKeyword
}

const isHidden = (member: Member): boolean =>
  has(member, ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.OverrideKeyword)

class Sources {
  readonly #files = new Map<string, ts.SourceFile>()

  constructor(readonly read: Read) {}

  #file(path: string): ts.SourceFile {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const options = { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
    const file = ts.createSourceFile(path, this.read(path), options)
    this.#files.set(path, file)
    return file
  }

  /** What a module exports: all, or one name. */
  exported(path: string | undefined, name?: string): ReadonlyArray<Place> {
    if (path === undefined || path === ofContract) return []
    return this.#file(path).statements.flatMap((node) => {
      if (ts.isExportDeclaration(node)) return this.#passedOn(node, path, name)
      const isOne = isDeclared(node) && has(node, ts.SyntaxKind.ExportKeyword)
      return isOne && (name ?? node.name?.text) === node.name?.text ? [{ path, node }] : []
    })
  }

  #passedOn({ exportClause, moduleSpecifier }: ts.ExportDeclaration, path: string, name?: string) {
    const from = moduleSpecifier && fileOf(path, (moduleSpecifier as ts.StringLiteral).text)
    if (exportClause === undefined) return this.exported(from, name)
    if (ts.isNamespaceExport(exportClause)) return name === undefined ? this.exported(from) : []
    return exportClause.elements
      .filter((one) => name === undefined || one.name.text === name)
      .map((one) => (one.propertyName ?? one.name).text)
      .flatMap((own) => (moduleSpecifier === undefined ? this.#named(path, own) : this.exported(from, own)))
  }

  /** What a name stands for in a module: its own declaration, or an imported one. */
  #named(path: string, name: string): ReadonlyArray<Place> {
    return this.#file(path).statements.flatMap((node) => {
      if (isDeclared(node)) return node.name?.text === name ? [{ path, node }] : []
      const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined
      if (bindings === undefined || !ts.isNamedImports(bindings)) return []
      const from = fileOf(path, ((node as ts.ImportDeclaration).moduleSpecifier as ts.StringLiteral).text)
      return bindings.elements
        .filter((one) => one.name.text === name)
        .flatMap((one) => this.exported(from, (one.propertyName ?? one.name).text))
    })
  }

  /** The interfaces that one extends, or that a class implements: an editor shows their members with their sentences. */
  #bases({ node, path }: Place): ReadonlyArray<Place> {
    if (ts.isTypeAliasDeclaration(node)) return []
    return (node.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .flatMap(({ expression }) => (ts.isIdentifier(expression) ? this.#named(path, expression.text) : []))
  }

  #isDescribed(member: Member, path: string): boolean {
    const { text } = this.#file(path)
    return ts.getLeadingCommentRanges(text, member.pos)?.some(({ pos }) => text.startsWith("/**", pos)) === true
  }

  undescribed(place: Place): ReadonlyArray<string> {
    const { node, path } = place
    const bases = this.#bases(place)
    const elsewhere = new Set(bases.flatMap((one) => membersOf(one.node).map(nameOf)))
    const own = membersOf(node).flatMap((member) => {
      const name = nameOf(member)
      if (name === undefined || plain.has(name) || elsewhere.has(name)) return []
      if (isMark(member) || isHidden(member) || this.#isDescribed(member, path)) return []
      return [`${path}: ${node.name?.text}.${name}`]
    })
    return [...own, ...bases.flatMap((one) => this.undescribed(one))]
  }
}

/**
 * Members of the interfaces, objects and classes that some entries export, by file. Without: what is private or overrides
 * another's; what tells types apart; what has no name, such as an index signature; and names that leave nothing to say.
 */
export const undescribed = (read: Read, entries: ReadonlyArray<string>): ReadonlyArray<string> => {
  const sources = new Sources(read)
  return [...new Set(entries.flatMap((entry) => sources.exported(entry)).flatMap((one) => sources.undescribed(one)))]
}
