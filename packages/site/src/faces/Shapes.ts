/** Schemas as interfaces of TypeScript: named, in camelCase, each member with its sentence. */
import { KnownWordsAnnotation } from "@florin/core/request/Expected"
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { camelCase, capitalized, names, places, sections } from "./Names.js"

export interface Member {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly doc: string
}

/** An interface, or another name of a union. */
export interface Shape {
  readonly name: string
  readonly doc: string
  /** The file it stands in. */
  readonly file: string
  readonly bases: ReadonlyArray<string>
  readonly members: ReadonlyArray<Member>
  readonly union?: string
}

/** Where a type is found: the name of the object in the contract, and its member. */
export interface Place {
  readonly parent: string
  readonly member: string
  readonly doc: string
  readonly file: string
}

const wordsIn = AST.getAnnotation<ReadonlyArray<string>>(KnownWordsAnnotation)

const nameIn = (ast: AST.AST): string | undefined => Option.getOrUndefined(AST.getJSONIdentifier(ast))

const keywords: Readonly<Record<string, string>> = {
  StringKeyword: "string",
  NumberKeyword: "number",
  BooleanKeyword: "boolean",
  UnknownKeyword: "unknown",
  UndefinedKeyword: "undefined"
}

const jsonSentence = (ast: AST.Annotated): string | undefined => {
  const schema = Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast)) as
    | { readonly description?: string }
    | undefined
  return schema?.description
}

/** What the contract says of a member, beside it or beside its type. */
const sentenceOf = (node: AST.AST | AST.PropertySignature): string | undefined => {
  const own = Option.getOrUndefined(AST.getDescriptionAnnotation(node)) ?? jsonSentence(node)
  if (own !== undefined || !("_tag" in node)) return own
  if (node._tag === "Union") return node.types.map(sentenceOf).find((one) => one !== undefined)
  return node._tag === "Transformation" || node._tag === "Refinement" ? sentenceOf(node.from) : undefined
}

/** The name of one of what a list is called after. */
const singular = (member: string): string => member.replace(/ies$/, "y").replace(/s$/, "")

const isLiteral = (ast: AST.AST): ast is AST.Literal => ast._tag === "Literal" && ast.literal !== null

/** The shapes that are met, each once. */
export class Shapes {
  readonly all = new Map<string, Shape>()
  readonly #byText = new Map<string, string>()
  /** Names of members on the wire, and words that stand for themselves. */
  readonly members = new Set<string>()
  readonly words = new Set<string>()

  /** The type of what is sent. */
  typeOf(ast: AST.AST, place: Place, name = nameIn(ast)): string {
    const surrogate = AST.getSurrogateAnnotation(ast)
    if (Option.isSome(surrogate)) return this.typeOf(surrogate.value, place)
    switch (ast._tag) {
      case "Refinement":
        return this.typeOf(ast.from, place, name ?? nameIn(ast.from))
      case "Transformation": {
        // A number that is also taken as text says what it is on its other side.
        const sent = ast.from._tag === "UnknownKeyword" ? ast.to : ast.from
        return this.typeOf(sent, place, name ?? nameIn(sent))
      }
      case "TypeLiteral":
        return ast.indexSignatures.length > 0 ? this.#record(ast, place) : this.#object(ast, place, name)
      case "TupleType":
        return this.#list(ast, place)
      case "Union":
        return this.#union(ast, place, name)
      case "Literal":
        if (typeof ast.literal === "string") this.words.add(ast.literal)
        return JSON.stringify(ast.literal)
      default: {
        const keyword = keywords[ast._tag]
        if (keyword === undefined) throw new Error(`${place.parent}.${place.member} is a ${ast._tag}`)
        return keyword
      }
    }
  }

  /** An object whose members have names of the shop's own. */
  #record({ indexSignatures: [signature] }: AST.TypeLiteral, place: Place): string {
    return `{ readonly [name: string]: ${this.typeOf(signature!.type, place)} }`
  }

  #list(ast: AST.TupleType, place: Place): string {
    const one = { ...place, member: singular(place.member) }
    const words = wordsIn(ast)
    if (Option.isNone(words)) return `ReadonlyArray<${this.typeOf(ast.rest[0]!.type, one)}>`
    const types = words.value.map((word) => this.typeOf(new AST.Literal(word), one))
    return `ReadonlyArray<${this.unionOf(types, one)}>`
  }

  #union(ast: AST.Union, place: Place, name: string | undefined): string {
    const types = ast.types.map((one) => this.typeOf(one, place))
    const own = ast.types.every(isLiteral) ? name : (names[name ?? ""] ?? name)
    return this.unionOf(types, place, own)
  }

  /** A union, by its name where it has one. */
  unionOf(types: ReadonlyArray<string>, place: Place, name?: string): string {
    const text = [...new Set(types)].join(" | ")
    const isNamed = types.every((type) => type.startsWith('"')) || types.every((type) => this.all.has(type))
    const known = isNamed && types.length > 1 ? (this.#byText.get(text) ?? name ?? this.#placeName(place)) : undefined
    if (known === undefined) return text
    const file = this.all.get(types[0]!)?.file ?? place.file
    this.#keep({ name: known, doc: place.doc, file, bases: [], members: [], union: text }, text)
    return known
  }

  #placeName({ member, parent }: Place): string | undefined {
    return places[`${parent}.${camelCase(member)}`]
  }

  #object(ast: AST.TypeLiteral, place: Place, identifier: string | undefined): string {
    const own =
      identifier === undefined
        ? (this.#placeName(place) ?? `${names[place.parent] ?? place.parent}${capitalized(camelCase(place.member))}`)
        : (names[identifier] ?? identifier)
    const members = this.membersOf(ast, { parent: own, file: place.file })
    const text = JSON.stringify(members)
    const name = identifier === undefined ? (this.#byText.get(text) ?? own) : own
    this.#keep({ name, doc: place.doc, file: place.file, bases: [], members }, text)
    return name
  }

  membersOf(ast: AST.TypeLiteral, { file, parent }: Pick<Place, "file" | "parent">): ReadonlyArray<Member> {
    return ast.propertySignatures.map((property) => {
      const wire = String(property.name)
      const doc = sentenceOf(property) ?? sentenceOf(property.type)
      if (doc === undefined) throw new Error(`${parent}.${wire} has no sentence`)
      this.members.add(wire)
      const type = this.typeOf(property.type, { parent, member: wire, doc, file: sections[file] ?? file })
      return { name: camelCase(wire), type, isOptional: property.isOptional, doc }
    })
  }

  #keep(shape: Shape, text: string): void {
    const before = this.all.get(shape.name)
    if (before === undefined) {
      this.all.set(shape.name, shape)
      if (!this.#byText.has(text)) this.#byText.set(text, shape.name)
      return
    }
    const isSame = before.union === shape.union && JSON.stringify(before.members) === JSON.stringify(shape.members)
    if (!isSame) throw new Error(`${shape.name} stands for two types`)
  }

  /** Adds a shape that no schema has. */
  add(shape: Shape): void {
    this.#keep(shape, JSON.stringify(shape.members))
  }

  /** Takes what several shapes have alike into one that they extend. */
  takeOut(name: string, doc: string, of: ReadonlyArray<string>): void {
    const shapes = of.map((one) => this.all.get(one)!)
    const [first, ...others] = shapes
    const alike = first!.members.filter((member) =>
      others.every(({ members }) => members.some((one) => JSON.stringify(one) === JSON.stringify(member)))
    )
    const taken = new Set(alike.map((member) => member.name))
    const before = [...this.all]
    this.all.clear()
    for (const [own, shape] of before) {
      if (own === first!.name) this.all.set(name, { name, doc, file: first!.file, bases: [], members: alike })
      this.all.set(own, shape)
    }
    for (const shape of shapes) {
      const members = shape.members.filter((member) => !taken.has(member.name))
      this.all.set(shape.name, { ...shape, bases: [...shape.bases, name], members })
    }
  }
}
