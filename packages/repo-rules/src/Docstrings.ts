/**
 * Every public export says since when it exists and of what kind it is.
 *
 * @since 0.1.0
 */
import { posix } from "node:path"
import ts from "typescript"
import { type HouseFile, isPackageSource, lineOf, parse, type Rule, type Violation } from "./HouseFile.js"

const isExported = (node: ts.Statement): boolean =>
  ts.isExportAssignment(node) ||
  (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((_) => _.kind === ts.SyntaxKind.ExportKeyword) === true)

const namesOf = (node: ts.Statement): ReadonlyArray<string> => {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map((_) => _.name.getText())
  const { name } = node as ts.Statement & { readonly name?: ts.Node }
  return [name?.getText() ?? "default"]
}

const tagsOf = (node: ts.Node): ReadonlySet<string> => {
  const last = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)
  return new Set(last?.tags?.map((tag) => tag.tagName.text))
}

/** The type of the same name right after a schema or a tag: its kind was said a line above. */
const isCompanion = (node: ts.Statement, before: ts.Statement | undefined): boolean =>
  (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) &&
  before !== undefined &&
  ts.isVariableStatement(before) &&
  namesOf(before).includes(node.name.text)

/** The second and later signatures of an overloaded function share the first one's words. */
const isOverload = (node: ts.Statement, before: ts.Statement | undefined): boolean =>
  ts.isFunctionDeclaration(node) &&
  before !== undefined &&
  ts.isFunctionDeclaration(before) &&
  before.name?.text === node.name?.text

const check = (file: HouseFile): ReadonlyArray<Violation> => {
  const { statements } = parse(file)
  return statements.flatMap((node, index) => {
    const before = statements[index - 1]
    if (!isExported(node) || isOverload(node, before)) return []
    const tags = tagsOf(node)
    const wanted = isCompanion(node, before) ? ["since"] : ["since", "category"]
    const missing = wanted.filter((tag) => !tags.has(tag)).map((tag) => `@${tag}`)
    const says = `${namesOf(node).join(", ")} has no ${missing.join(" and no ")}`
    return missing.length === 0 ? [] : [{ path: file.path, line: lineOf(file, node), what: "docstring", says }]
  })
}

const isPublic = (path: string): boolean =>
  isPackageSource(path) && !path.includes("/internal/") && posix.basename(path) !== "index.ts"

/**
 * `@since` and `@category` on every exported declaration outside `internal` and `index.ts`.
 *
 * @since 0.1.0
 * @category rules
 */
export const docstrings: Rule = (files) => files.filter((file) => isPublic(file.path)).flatMap(check)
