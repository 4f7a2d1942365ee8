/** `errors` and `message` of a refusal. Source: D4, D5. */
import type { FieldError } from "@florin/core/request/InvalidRequest"

export interface ErrorTree {
  readonly [field: string]: ErrorTree | ReadonlyArray<string>
}

type Branch = Map<string, Branch | Array<string>>

/** Where sentences go that are about an object as a whole. */
const base = "base"

const branchAt = (tree: Branch, field: string): Branch => {
  const there = tree.get(field)
  if (there instanceof Map) return there
  const branch: Branch = there === undefined ? new Map() : new Map([[base, there]])
  tree.set(field, branch)
  return branch
}

const listAt = (tree: Branch, field: string): Array<string> => {
  const there = tree.get(field)
  if (there instanceof Map) return listAt(there, base)
  if (there !== undefined) return there
  const list: Array<string> = []
  tree.set(field, list)
  return list
}

const asObject = (tree: Branch): ErrorTree =>
  Object.fromEntries(Array.from(tree, ([field, there]) => [field, there instanceof Map ? asObject(there) : there]))

/** Nested by object and by index, a list of sentences at every leaf, each sentence once. */
export const errorTree = (errors: ReadonlyArray<FieldError>): ErrorTree => {
  const tree: Branch = new Map()
  for (const { path, sentence } of errors) {
    const branch = path.slice(0, -1).reduce(branchAt, tree)
    const list = listAt(branch, path.at(-1) ?? base)
    if (!list.includes(sentence)) list.push(sentence)
  }
  return asObject(tree)
}

const isIndex = /^\d+$/

const spoken = (path: ReadonlyArray<string>): string => {
  const name = path.findLast((step) => !isIndex.test(step)) ?? base
  return name === base ? "" : `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")} `
}

/** One sentence for each field, without a period at the end. */
export const summary = (errors: ReadonlyArray<FieldError>): string => {
  const sentences = new Map<string, string>()
  for (const { path, sentence } of errors) {
    const field = path.join(".")
    if (!sentences.has(field)) sentences.set(field, `${spoken(path)}${sentence}`)
  }
  return [...sentences.values()].join(". ")
}
