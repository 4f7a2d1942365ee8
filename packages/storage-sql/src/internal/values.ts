/**
 * How values go into statements and come out of rows. Records are not validated again: Florin wrote them, and validating
 * takes ten times as long as reading.
 */
import { StorageError } from "@florin/core/store/StorageError"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { Statement } from "./statement.js"

/** A statement with its values. */
export interface Step {
  readonly statement: Statement
  readonly values: ReadonlyArray<SqlValue>
}

export const step = <Name extends string>(
  statement: Statement<Name>,
  values: Readonly<Record<NoInfer<Name>, SqlValue>>
): Step => {
  const { names } = statement
  const inOrder = new Array<SqlValue>(names.length)
  for (let place = 0; place < names.length; place++) inOrder[place] = values[names[place]!]
  return { statement, values: inOrder }
}

/** An integer. Some drivers return big integers as text. */
export const number = (row: Row, column: string): number => Number(row[column])

export const text = (row: Row, column: string): string => String(row[column])

export const instant = (row: Row, column: string): DateTime.Utc => DateTime.unsafeMake(number(row, column))

const isInstant = (ast: AST.AST): boolean => ast === Schema.DateTimeUtcFromSelf.ast

/** An instant as it is stored. Throws what is none. */
const dateOf = (stored: string | number): DateTime.Utc => DateTime.unsafeMake(stored)

/** The instant in a query's only row, if any. */
export const instantOf =
  (column: string) =>
  ([row]: ReadonlyArray<Row>): Option.Option<DateTime.Utc> =>
    row === undefined || row[column] === null ? Option.none() : Option.some(instant(row, column))

/** Exchanges what is stored otherwise in a value. */
type Exchange = (value: never) => unknown

interface Way {
  readonly instant: Exchange
  /** Absent: numbers are stored as they are. */
  readonly number?: Exchange
  /** The object whose members are exchanged. */
  readonly target: (object: object) => object
}

const unlessNull =
  (exchange: Exchange): Exchange =>
  (value) =>
    value === null || value === undefined ? value : exchange(value)

const ofMembers = (types: ReadonlyArray<AST.TypeLiteral>, way: Way): Exchange | undefined => {
  const all = types.flatMap(({ propertySignatures }) => propertySignatures)
  const members = new Map<string, Exchange>()
  for (const { name, type } of all) {
    const exchange = exchangeOf(type, way)
    const isEverywhere = all.filter((one) => one.name === name && !one.isOptional).length === types.length
    if (exchange !== undefined) members.set(String(name), isEverywhere ? exchange : unlessNull(exchange))
  }
  if (members.size === 0) return undefined
  const exchanges = Array.from(members)
  return (value) => {
    const object = way.target(value) as Record<string, never>
    for (const [name, exchange] of exchanges) {
      const before = object[name]!
      const after = exchange(before)
      // An absent member stays absent.
      if (after !== before) object[name] = after as never
    }
    return object
  }
}

/** `undefined` for a schema whose values are stored as they are. */
const exchangeOf = (ast: AST.AST, way: Way): Exchange | undefined => {
  switch (ast._tag) {
    case "Declaration":
      return isInstant(ast) ? way.instant : undefined
    case "NumberKeyword":
      return way.number
    case "Refinement":
      return exchangeOf(ast.from, way)
    case "TypeLiteral":
      return ofMembers([ast], way)
    case "TupleType": {
      const each = ast.rest[0] && exchangeOf(ast.rest[0].type, way)
      return each && ((list: ReadonlyArray<never>) => list.map((one) => each(one)))
    }
    case "Union": {
      const objects = ast.types.filter(AST.isTypeLiteral)
      const exchange =
        objects.length > 0
          ? ofMembers(objects, way)
          : ast.types.map((type) => exchangeOf(type, way)).find((one) => one !== undefined)
      return exchange && unlessNull(exchange)
    }
    default:
      return undefined
  }
}

const same: Exchange = (value) => value

export interface Codec<A> {
  /** The record as what JSON has: of its own, down to the last object that holds an instant. */
  readonly encode: (record: A) => object
  readonly write: (record: A) => string
  /** Throws what is no JSON, or lacks an instant. */
  readonly read: (text: string) => A
}

/** A codec that writes instants as they say. It reads them as numbers and as text. */
export const codecOf = <A, I>(
  schema: Schema.Schema<A, I>,
  instant: (instant: DateTime.Utc) => string | number
): Codec<A> => {
  // Compiled with the first record: a start reads few kinds.
  const compiled = (way: Way): Exchange => {
    let exchange: Exchange | undefined
    return (value) => {
      exchange ??= exchangeOf(AST.typeAST(schema.ast), way) ?? same
      return exchange(value)
    }
  }
  const encode = compiled({ instant, target: (object) => ({ ...object }) }) as (record: A) => object
  const decode = compiled({ instant: dateOf, target: (object) => object }) as (stored: unknown) => A
  return { encode, write: (record) => JSON.stringify(encode(record)), read: (text) => decode(JSON.parse(text)) }
}

/** A row whose column `document` has the record. */
export const inDocument =
  <A>({ read }: Codec<A>) =>
  (row: Row): A =>
    read(text(row, "document"))

const fromColumn: Way = {
  instant: (stored) => dateOf(Number(stored)),
  number: (stored) => Number(stored),
  target: (object) => object
}

/**
 * Reads a row's columns as the members of a record. Not validated: Florin wrote it. `columns`: those of another name than
 * their member, which has `createdAt` in `created_at`.
 */
export const recordIn = <A, I>(schema: Schema.Schema<A, I>, columns: Readonly<Record<string, string>> = {}) => {
  const members = AST.getPropertySignatures(AST.typeAST(schema.ast)).map(({ name, type }) => {
    const snake = String(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return { name, convert: exchangeOf(type, fromColumn) ?? same, column: columns[String(name)] ?? snake }
  })
  return (row: Row): A => {
    const record: Record<PropertyKey, unknown> = {}
    for (const { column, convert, name } of members) record[name] = convert(row[column] as never)
    return record as A
  }
}

// Drops the error, because it may quote what it could not read.
export const corrupt = (operation: string) => (): StorageError => new StorageError({ operation, reason: "corrupt" })

/** What is decoded of an operation's result, which is corrupt where decoding throws. */
export const decoded =
  <A, B>(operation: string, decode: (result: A) => B) =>
  (result: A): Either.Either<B, StorageError> =>
    Either.try({ try: () => decode(result), catch: corrupt(operation) })

/** Decodes each row of an operation's result. */
export const all = <A>(operation: string, rowOf: (row: Row) => A) =>
  decoded(operation, (rows: ReadonlyArray<Row>): ReadonlyArray<A> => rows.map(rowOf))

/** Decodes the first row of an operation's result, if any. */
export const one = <A>(operation: string, rowOf: (row: Row) => A) =>
  decoded(operation, ([row]: ReadonlyArray<Row | undefined>) => Option.map(Option.fromNullable(row), rowOf))

/** Decodes the first row of a read. */
export const first =
  <A>(decode: (row: Row) => A) =>
  (rows: ReadonlyArray<Row>): A | undefined =>
    rows[0] === undefined ? undefined : decode(rows[0])
