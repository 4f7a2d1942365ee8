import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A whole number. Some drivers return big integers as text. */
export const number = (row: Row, column: string): number => Number(row[column])

export const text = (row: Row, column: string): string => String(row[column])

export const instant = (row: Row, column: string): DateTime.Utc => DateTime.unsafeMake(number(row, column))

/** Reads one row of an operation's answer. */
export type Read<A> = (operation: string, row: Row) => Either.Either<A, StorageError>

// A parse error quotes what it could not parse; nothing of it is kept.
const corrupt = (operation: string) => (): StorageError => new StorageError({ operation, reason: "corrupt" })

/** A model stored as JSON text. */
export const documentOf = <A, I>(schema: Schema.Schema<A, I>) => {
  const json = Schema.parseJson(schema)
  const encode = Schema.encodeEither(json)
  const decode = Schema.decodeUnknownEither(json)
  return {
    encode: (operation: string, value: A): Either.Either<string, StorageError> =>
      Either.mapLeft(encode(value), corrupt(operation)),
    decode: (operation: string, value: unknown): Either.Either<A, StorageError> =>
      Either.mapLeft(decode(value), corrupt(operation))
  }
}

/** A model whose members are columns: `columns` renames them and makes numbers of them. */
export const columnsOf = <A, I>(schema: Schema.Schema<A, I>, columns: (row: Row) => unknown): Read<A> => {
  const decode = Schema.decodeUnknownEither(schema)
  return (operation, row) => Either.mapLeft(decode(columns(row)), corrupt(operation))
}

export const all =
  <A>(operation: string, read: Read<A>) =>
  (rows: ReadonlyArray<Row>): Either.Either<ReadonlyArray<A>, StorageError> =>
    Either.all(rows.map((row) => read(operation, row)))

export const first =
  <A>(operation: string, read: Read<A>) =>
  (rows: ReadonlyArray<Row>): Effect.Effect<Option.Option<A>, StorageError> =>
    rows[0] === undefined ? Effect.succeedNone : Effect.asSome(read(operation, rows[0]))
