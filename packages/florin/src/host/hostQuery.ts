/** Queries that a host has built with Kysely, Drizzle or Knex, by their shape: none of them is a dependency. */

/** A query that a builder has compiled, with the placeholders of its database. The rows are the driver's. */
export interface CompiledQuery {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

/** A query of Kysely. The rows have the type that its builder gives them. */
export interface KyselyQuery<Row> {
  readonly compile: () => CompiledQuery
  readonly execute: () => Promise<ReadonlyArray<Row>>
}

/** A query of Drizzle. The rows are the driver's, by the names of the columns. */
export interface DrizzleQuery {
  readonly toSQL: () => { readonly sql: string; readonly params: ReadonlyArray<unknown> }
}

/** A query of Knex. The rows are the driver's. */
export interface KnexQuery {
  readonly toSQL: () => {
    readonly toNative: () => { readonly sql: string; readonly bindings: ReadonlyArray<unknown> }
  }
}

/** A query of any of them. */
export type HostQuery = KyselyQuery<unknown> | CompiledQuery | DrizzleQuery | KnexQuery

export const compiledOf = (query: HostQuery): CompiledQuery => {
  if ("parameters" in query) return query
  if ("compile" in query) return query.compile()
  const made = query.toSQL()
  if ("params" in made) return { sql: made.sql, parameters: made.params }
  const { bindings, sql } = made.toNative()
  return { sql, parameters: bindings }
}
