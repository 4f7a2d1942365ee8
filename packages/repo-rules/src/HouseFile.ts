/** A file of the project as the rules see it: where it stands and what is in it. */
import ts from "typescript"

/** A text file. `path` is relative to the project's root, with `/` on every system. */
export interface HouseFile {
  readonly path: string
  readonly text: string
}

/** Something a rule does not allow. `what` is the rule's short name for it, by which an exception names it. */
export interface Violation {
  readonly path: string
  readonly line: number
  readonly what: string
  readonly says: string
}

/** A house rule: pure, from the whole tree to what is wrong in it. */
export type Rule = (files: ReadonlyArray<HouseFile>) => ReadonlyArray<Violation>

/**
 * Where a TypeScript file stands: `home` is `packages/core` or `examples/standalone`, `inside` the rest after `part`.
 */
export interface Place {
  readonly home: string
  readonly name: string
  readonly part: "src" | "test" | "bin"
  readonly inside: string
}

const placed = /^((?:packages|examples)\/([^/]+))\/(src|test|bin)\/(.+)$/

/** The place of a path in the workspace; none for root files and documents. */
export const placeOf = (path: string): Place | undefined => {
  const match = placed.exec(path)
  if (match === null) return undefined
  return { home: match[1]!, name: match[2]!, part: match[3] as Place["part"], inside: match[4]! }
}

/** Whether a path is TypeScript that ships or could ship: `src` of a package. */
export const isPackageSource = (path: string): boolean => /^packages\/[^/]+\/src\/.+\.ts$/.test(path)

/** Whether a path is TypeScript in `src`, of a package or of an example. */
export const isSource = (path: string): boolean => /^(?:packages|examples)\/[^/]+\/src\/.+\.ts$/.test(path)

const trees = new WeakMap<HouseFile, ts.SourceFile>()

/** The syntax tree of a file, parsed once. */
export const parse = (file: HouseFile): ts.SourceFile => {
  const known = trees.get(file)
  if (known !== undefined) return known
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  trees.set(file, tree)
  return tree
}

/** The line, counted from one, on which a node begins. */
export const lineOf = (file: HouseFile, node: ts.Node): number => {
  const tree = parse(file)
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

const all = new WeakMap<HouseFile, ReadonlyArray<ts.Node>>()

const nodesOf = (file: HouseFile): ReadonlyArray<ts.Node> => {
  const nodes: Array<ts.Node> = []
  const step = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, step)
  }
  ts.forEachChild(parse(file), step)
  all.set(file, nodes)
  return nodes
}

/** Calls `visit` with every node of a file, outer before inner. Comments are no nodes, so no rule trips over one. */
export const walk = (file: HouseFile, visit: (node: ts.Node) => void): void => {
  for (const node of all.get(file) ?? nodesOf(file)) visit(node)
}
