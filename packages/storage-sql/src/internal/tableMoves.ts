// Moves the tables of a database that was made when they had everyday names.
import type { StorageError } from "@florin/core/store/StorageError"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import type { DatabaseService } from "../Database.js"

/** The schema that a table is in; `null` in a database that has none. */
export type Place = string | null

export type Ask<R> = (
  text: string,
  parameters?: ReadonlyArray<SqlValue>
) => Effect.Effect<ReadonlyArray<Row>, StorageError, R>

const recorded = ["id", "name", "checksum", "applied_at"]

const inPlace = (place: Place, name: string): string =>
  place === null ? name : `"${place.replaceAll('"', '""')}".${name}`

/** The record of migrations as it was called before it had a name of Florin's. */
export const formerName = (place: Place): string => inPlace(place, "schema_migrations")

/** The migrations in a record; `foreign` when the table is another program's. */
export const applied = Effect.fnUntraced(function* <R>(
  { dialect }: DatabaseService,
  table: string,
  nameIn: (place: Place) => string,
  ask: Ask<R>
) {
  const found = yield* ask(dialect.columns, [table])
  const [first] = found
  if (first === undefined) return undefined
  if (!recorded.every((column) => found.some(({ name }) => name === column))) return "foreign"
  const place = first.place as Place
  const rows = yield* ask(`SELECT id, checksum FROM ${nameIn(place)} ORDER BY id`)
  return { place, rows }
})

/** The tables that a database has after migrations. */
export const tablesAfter = (migrations: ReadonlyArray<{ readonly statements: ReadonlyArray<string> }>) => {
  const tables = new Set<string>()
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const [, made] = /^CREATE TABLE \{(\w+)\}/.exec(statement) ?? []
    const [, gone] = /^DROP TABLE \{(\w+)\}/.exec(statement) ?? []
    const [, from, to] = /^ALTER TABLE \{(\w+)\} RENAME TO \{name:(\w+)\}/.exec(statement) ?? []
    for (const name of [gone, from]) if (name !== undefined) tables.delete(name)
    for (const name of [made, to]) if (name !== undefined) tables.add(name)
  }
  return tables
}

/** Makes the schema of the tables. Looks first, so that a role that may not make schemas can use an existing one. */
export const makeSchema = Effect.fnUntraced(function* <R>(
  { dialect, names: { schema } }: DatabaseService,
  ask: Ask<R>
) {
  if (schema === undefined || dialect.schemaExists === undefined) return
  const there = yield* ask(dialect.schemaExists, [schema])
  if (there.length === 0) yield* ask(`CREATE SCHEMA "${schema}"`)
})

/**
 * A table of a host's that statements of this role don't find any more, because its search path leads to a schema of
 * Florin's first: as a role's does to the schema that is called like it.
 */
export const hidden = Effect.fnUntraced(function* <R>({ dialect, names: { schema } }: DatabaseService, ask: Ask<R>) {
  if (schema === undefined || dialect.hidden === undefined) return undefined
  const [first] = yield* ask(dialect.hidden, [schema])
  return first === undefined ? undefined : String(first.name)
})

/** Gives the tables, and what a host could have called like their indexes, Florin's names. */
export const move = Effect.fnUntraced(function* <R>(
  { dialect, names }: DatabaseService,
  tables: Iterable<string>,
  place: Place,
  ask: Ask<R>
) {
  for (const table of ["schema_migrations", ...tables]) {
    const from = inPlace(place, table)
    const indexes = yield* ask(dialect.indexes, [from])
    const all = indexes.map(({ definition, name }) => ({ name: String(name), definition: String(definition) }))
    for (const statement of dialect.move({ table, from, place, indexes: all, names })) yield* ask(statement)
  }
})

/**
 * Leaves a record where it was. A process of a version that looks for it there would otherwise make tables of its own, and
 * take payments into them.
 */
export const leaveNote = <R>(place: Place, columns: string, ask: Ask<R>) =>
  Effect.zipRight(
    ask(`CREATE TABLE ${formerName(place)} ${columns}`),
    ask(
      `INSERT INTO ${formerName(place)} (id, name, checksum, applied_at)
      SELECT id, name, checksum, applied_at FROM {schema_migrations}`
    )
  )
