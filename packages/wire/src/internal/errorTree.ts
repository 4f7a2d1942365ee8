/** `errors` and `message` of a refusal. Source: D4, D5. */
import type { FieldError } from "@florin/core/request/InvalidRequest"

export interface ErrorTree {
  readonly [field: string]: ErrorTree | ReadonlyArray<string>
}

/** Source: D4. */
const mostErrors = 100

/** Size limit of the errors of one body. Unit: bytes. Source: D4, 64 KiB, less the wrapping. */
const room = 63 * 1024

const bytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** An upper bound of what one error adds to the body: its sentence and field in the message, its path in the tree. */
const sizeOf = ({ path, sentence }: FieldError): number =>
  2 * bytes(sentence) + path.reduce((sum, step) => sum + 2 * bytes(step) + 4, 8)

/** The errors that fit, from the first on. */
export const listed = (errors: ReadonlyArray<FieldError>): ReadonlyArray<FieldError> => {
  let size = 0
  const end = errors.slice(0, mostErrors).findIndex((error) => {
    size += sizeOf(error)
    return size > room
  })
  return errors.slice(0, end < 0 ? mostErrors : end)
}

type Branch = Map<string, Branch | Array<string>>

/** The key for sentences about an object as a whole. */
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

/** Nests by object and index, with a list of distinct sentences at every leaf. */
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

/** What a sentence is about: of an object as a whole, the object's name; of the whole body, the sentence says it. */
const spoken = (path: ReadonlyArray<string>): string => {
  const name = path.findLast((step) => step !== base && !isIndex.test(step))
  return name === undefined ? "" : `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")} `
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
