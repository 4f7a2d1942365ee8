/** What the sources of `florin` declare for hosts: interfaces with their members and docstrings. Parsed, not compiled. */
import ts from "typescript"

/** A call or a value of an interface. */
export interface Member {
  readonly name: string
  readonly doc: string
  readonly isOptional: boolean
  /** Of a call; undefined: it is a value. */
  readonly takes?: ReadonlyArray<{ readonly name: string; readonly isOptional: boolean; readonly type: string }>
  /** What a call answers, without its promise, or the type of a value. */
  readonly type: string
}

export interface Declared {
  readonly name: string
  readonly doc: string
  /** The interfaces whose members it has too. */
  readonly extended: ReadonlyArray<string>
  readonly members: ReadonlyArray<Member>
  /** What another name of a type stands for. */
  readonly standsFor?: string
}

/** The text of a docstring, its lines joined. */
const docOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join("\n")
    .replaceAll(/(?<!\n)\n(?!\n|- )/g, " ")
    .replaceAll(/\s*Source: [^.]*\.$/g, "")

const textOf = (node: ts.Node): string => node.getText().replaceAll(/\s+/g, " ")

const isPromise = (type: ts.TypeNode): type is ts.TypeReferenceNode =>
  ts.isTypeReferenceNode(type) && textOf(type.typeName) === "Promise"

const answered = (type: ts.TypeNode): string => textOf(isPromise(type) ? (type.typeArguments?.[0] ?? type) : type)

const ofFunction = ({ parameters, type }: ts.FunctionTypeNode): Pick<Member, "takes" | "type"> => ({
  takes: parameters.map((one) => ({
    name: textOf(one.name),
    isOptional: one.questionToken !== undefined,
    type: one.type === undefined ? "" : textOf(one.type)
  })),
  type: answered(type)
})

/** `CardCall` is the one type of calls that has a name. */
const ofCardCall = ([request, answer]: ReadonlyArray<ts.TypeNode>): Pick<Member, "takes" | "type"> => ({
  takes: [
    { name: "request", isOptional: false, type: textOf(request!) },
    { name: "options", isOptional: true, type: "CallOptions" }
  ],
  type: textOf(answer!)
})

const typed = (type: ts.TypeNode): Pick<Member, "takes" | "type"> => {
  if (ts.isFunctionTypeNode(type)) return ofFunction(type)
  const isCardCall = ts.isTypeReferenceNode(type) && textOf(type.typeName) === "CardCall"
  return isCardCall ? ofCardCall(type.typeArguments ?? []) : { type: textOf(type) }
}

const memberOf = (member: ts.TypeElement): ReadonlyArray<Member> =>
  ts.isPropertySignature(member) && member.type !== undefined
    ? [
        {
          name: textOf(member.name),
          doc: docOf(member),
          isOptional: member.questionToken !== undefined,
          ...typed(member.type)
        }
      ]
    : []

const parse = (text: string): ts.SourceFile => ts.createSourceFile("source.ts", text, ts.ScriptTarget.ES2022, true)

const ofInterface = (node: ts.InterfaceDeclaration): Declared => ({
  name: node.name.text,
  doc: docOf(node),
  extended: (node.heritageClauses ?? []).flatMap(({ types }) => types.map(textOf)),
  members: node.members.flatMap(memberOf)
})

const ofAlias = (node: ts.TypeAliasDeclaration): Declared => ({
  ...{ name: node.name.text, doc: docOf(node), extended: [], members: [] },
  standsFor: textOf(node.type)
})

/** Whether a type is what the HTTP interface has, with other names. */
const isRenamed = ({ standsFor = "" }: Declared): boolean => /^(?:CamelCased|Input|Document)</.test(standsFor)

/** The interfaces and other names of types in a source, without those of the HTTP interface's objects. */
export const typesOf = (text: string): ReadonlyArray<Declared> =>
  parse(text)
    .statements.flatMap((node) => {
      if (ts.isInterfaceDeclaration(node)) return [ofInterface(node)]
      return ts.isTypeAliasDeclaration(node) && node.typeParameters === undefined ? [ofAlias(node)] : []
    })
    .filter((one) => !isRenamed(one))

/** Exported values of a source with their docstrings; those that are not described are left out. */
export const valuesOf = (text: string): ReadonlyArray<{ readonly name: string; readonly doc: string }> =>
  parse(text)
    .statements.filter(ts.isVariableStatement)
    .filter((node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
    .flatMap((node) => node.declarationList.declarations.map(({ name }) => ({ name: textOf(name), doc: docOf(node) })))
    .filter(({ doc }) => doc !== "")

/** Modules that a source exports whole, by the name they have there. */
export const modulesOf = (text: string): ReadonlyArray<{ readonly name: string; readonly from: string }> =>
  [...text.matchAll(/^export \* as (\w+) from "([^"]+)"$/gm)].map(([, name = "", from = ""]) => ({ name, from }))

/** What a module says of itself: the docstring at its beginning. */
export const headOf = (text: string): string =>
  (/^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? "").replaceAll(/\s*\n \* ?/g, " ").trim()
