/** Finds members of a body that its schema does not know. Source: D3. */
import { KnownWordsAnnotation } from "@florin/core/request/Expected"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { closest } from "./closest.js"
import { elementsOf, isObject } from "./reader.js"

/**
 * An unknown member, or an unknown word of a list. `path` holds names of the interface, list indexes, and last the
 * member's own name or the word, which is letters and underscores only.
 */
export interface UnknownMember {
  readonly path: ReadonlyArray<string>
  /** The known name of the same object that was probably meant. */
  readonly meant: string | undefined
}

/** The known names of an object with the shape of each; for a list, the shape of its elements, or its known words. */
export type Shape = ReadonlyMap<string, Shape> | { readonly element: Shape } | { readonly words: ReadonlyArray<string> }

const none: Shape = new Map()

/** Source: D3. */
export const listed = 10

// Only what looks like a name is sent back, because a member's name may be any text.
const tellable = /^[A-Za-z_]{1,64}$/

const wordsOf = AST.getAnnotation<ReadonlyArray<string>>(KnownWordsAnnotation)

/** `more`: names known in addition to those of the schema. */
export const shapeOf = (ast: AST.AST, more: Readonly<Record<string, ReadonlyArray<string>>> = {}): Shape => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return shapeOf(ast.from, more)
    case "TupleType":
      return Option.match(wordsOf(ast), {
        onNone: () => ({ element: shapeOf(ast.rest[0]!.type) }),
        onSome: (words) => ({ words })
      })
    case "TypeLiteral":
      return new Map(
        ast.propertySignatures.map(({ name, type }) => {
          const shape = shapeOf(type)
          const added = (more[String(name)] ?? []).map((extra) => [extra, none] as const)
          return [String(name), shape instanceof Map ? new Map([...shape, ...added]) : shape] as const
        })
      )
    default:
      return none
  }
}

const inObject = (
  shape: ReadonlyMap<string, Shape>,
  value: Readonly<Record<string, unknown>>,
  path: ReadonlyArray<string>,
  found: Array<UnknownMember>
): void => {
  for (const name in value) {
    if (found.length === listed) return
    const below = shape.get(name)
    if (below !== undefined) look(below, value[name], [...path, name], found)
    else if (tellable.test(name)) found.push({ path: [...path, name], meant: closest(name, shape.keys()) })
  }
}

const inWords = (
  words: ReadonlyArray<string>,
  value: ReadonlyArray<unknown>,
  path: ReadonlyArray<string>,
  found: Array<UnknownMember>
): void => {
  for (const word of value) {
    if (found.length === listed) return
    if (typeof word !== "string" || !tellable.test(word) || words.includes(word)) continue
    found.push({ path: [...path, word], meant: closest(word, words) })
  }
}

const look = (shape: Shape, value: unknown, path: ReadonlyArray<string>, found: Array<UnknownMember>): void => {
  if (shape instanceof Map) {
    // A text or number has no members to compare.
    if (shape.size > 0 && isObject(value)) inObject(shape, value, path, found)
    return
  }
  const elements = elementsOf(value)
  if (elements === undefined) return
  if ("words" in shape) inWords(shape.words, elements, path, found)
  if (!("element" in shape)) return
  for (let index = 0; index < elements.length && found.length < listed; index++) {
    look(shape.element, elements[index], [...path, String(index)], found)
  }
}

/** The first ten of a body, in the order in which they were sent. The shape is made with the first body. */
export const unknownTo = (shapeOf: () => Shape): ((body: unknown) => ReadonlyArray<UnknownMember>) => {
  let shape: Shape | undefined
  return (body) => {
    shape ??= shapeOf()
    const found: Array<UnknownMember> = []
    look(shape, body, [], found)
    return found
  }
}

/** The same of the names of a query, which has no members below them. */
export const unknownNames = (known: ReadonlyArray<string>, sent: Iterable<string>): ReadonlyArray<UnknownMember> => {
  const found: Array<UnknownMember> = []
  inObject(
    new Map(known.map((name) => [name, none])),
    Object.fromEntries(Array.from(sent, (name) => [name, ""])),
    [],
    found
  )
  return found
}
