/** No file reaches itself through what it imports, types included. */
import { isSource, type Rule } from "./HouseFile.js"
import { importsOf, targetOf } from "./Imports.js"

type Graph = ReadonlyMap<string, ReadonlyArray<string>>

/** The cycles of a graph: each strongly connected set of more than one node, or a node that points to itself. */
export const cyclesOf = (graph: Graph): ReadonlyArray<ReadonlyArray<string>> => {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: Array<string> = []
  const found: Array<ReadonlyArray<string>> = []
  const close = (node: string): void => {
    const members = stack.splice(stack.indexOf(node))
    if (members.length > 1 || graph.get(node)?.includes(node) === true) found.push(members)
  }
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) === index.get(node)) close(node)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

/** No cycles between files, within a package or across packages. */
export const cycles: Rule = (files) => {
  const sources = files.filter((file) => isSource(file.path))
  const known = new Set(sources.map((file) => file.path))
  const graph = new Map(
    sources.map((file) => {
      const reached = importsOf(file).map(({ specifier }) => targetOf(file, specifier))
      return [file.path, reached.filter((path) => path !== undefined && known.has(path)) as Array<string>] as const
    })
  )
  return cyclesOf(graph).map((members) => ({
    path: members[0]!,
    line: 1,
    what: "cycle",
    says: `these import each other: ${members.join(", ")}`
  }))
}
