/** What a file imports, and which file of ours that is. */
import { posix } from "node:path"
import ts from "typescript"
import { type HouseFile, lineOf, placeOf, walk } from "./HouseFile.js"

/**
 * One import, re-export, dynamic import or import type.
 *
 * - `namespace`: `import * as X from`, `export * as X from`
 * - `other`: any other form
 */
export interface Import {
  readonly specifier: string
  readonly form: "namespace" | "other"
  /** The local name of a namespace import. */
  readonly alias: string | undefined
  readonly line: number
}

const specifierOf = (node: ts.Node): ts.StringLiteral | undefined => {
  const found =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? node.argument.literal
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isExternalModuleReference(node)
            ? node.expression
            : undefined
  return found !== undefined && ts.isStringLiteral(found) ? found : undefined
}

const namespaceOf = (node: ts.Node): string | undefined => {
  const bound = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined
  return bound !== undefined && (ts.isNamespaceImport(bound) || ts.isNamespaceExport(bound))
    ? bound.name.text
    : undefined
}

const known = new WeakMap<HouseFile, ReadonlyArray<Import>>()

/** Every import of a file, in order, looked for once. */
export const importsOf = (file: HouseFile): ReadonlyArray<Import> => {
  const before = known.get(file)
  if (before !== undefined) return before
  const found: Array<Import> = []
  walk(file, (node) => {
    const specifier = specifierOf(node)
    if (specifier === undefined) return
    const alias = namespaceOf(node)
    const form = alias === undefined ? "other" : "namespace"
    found.push({ specifier: specifier.text, form, alias, line: lineOf(file, node) })
  })
  known.set(file, found)
  return found
}

/** The package a specifier names: `@florin/core/money/Amount` is in `@florin/core`. None for relative and `node:`. */
export const packageOf = (specifier: string): string | undefined => {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return undefined
  const parts = specifier.split("/")
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/")
}

/** Our package of that name without the scope: `core` for `@florin/core/money/Amount`. */
export const siblingOf = (specifier: string): string | undefined =>
  specifier.startsWith("@florin/") ? specifier.split("/")[1] : undefined

/** The path of the source file that an import of ours reaches; none for other people's packages. */
export const targetOf = (from: HouseFile, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) {
    return posix.join(posix.dirname(from.path), specifier).replace(/\.(m?)js$/, ".$1ts")
  }
  const sibling = siblingOf(specifier)
  if (sibling === undefined) return undefined
  const inside = specifier.split("/").slice(2).join("/")
  return `packages/${sibling}/src/${inside === "" ? "index" : inside}.ts`
}

/** The workspace folder of a file, such as `packages/core`. */
export const homeOf = (path: string): string | undefined => placeOf(path)?.home
