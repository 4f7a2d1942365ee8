/** What Florin's tables are called in a database that they share with a host's. */
import * as Option from "effect/Option"

/**
 * Statements of Florin's own write `{transactions}` where that table stands, and `{name:transactions}` for its name alone:
 * after `RENAME TO`, and for the new index in `CREATE INDEX`, which stands where its table does.
 */
export interface TableNames {
  /** The schema; undefined in a database that has none. */
  readonly schema: string | undefined
  /** The name alone, also of an index. */
  readonly name: (table: string) => string
  /** The name as a statement has it. */
  readonly of: (table: string) => string
  /** Renders a statement of Florin's own. */
  readonly render: (statement: string) => string
  /** What stands before each name, as it is set. */
  readonly prefix: string
}

/** Lower case, so that no database reads it as another name; short, because PostgreSQL cuts long names. */
const form = /^(?:([a-z][a-z0-9_]{0,62})\.)?([a-z][a-z0-9_]{0,23})?$/

/** These names are the databases' own. */
const reserved = /^(?:pg_|sqlite_)/

const marked = /\{(name:)?([a-z][a-z0-9_]*)\}/g

const make = (prefix: string, schema: string | undefined, before: string): TableNames => {
  const name = (table: string): string => `${before}${table}`
  // Quoted, because a schema may be called like a word of SQL.
  const of = (table: string): string => (schema === undefined ? name(table) : `"${schema}".${name(table)}`)
  return {
    schema,
    name,
    of,
    render: (statement) =>
      statement.replace(marked, (_, alone: string | undefined, table: string) =>
        alone === undefined ? of(table) : name(table)
      ),
    prefix
  }
}

const parsed = (prefix: string): readonly [schema: string | undefined, before: string] | undefined => {
  const found = form.exec(prefix)
  if (found === null) return undefined
  const [, schema, before = ""] = found
  return [schema, before].some((part) => part !== undefined && reserved.test(part)) ? undefined : [schema, before]
}

/** Names with a prefix, in a database without schemas: `florin_`. */
export const prefixed = (prefix: string): Option.Option<TableNames> => {
  const [schema, before] = parsed(prefix) ?? []
  return before === undefined || before === "" || schema !== undefined
    ? Option.none()
    : Option.some(make(prefix, undefined, before))
}

/** Names in a schema, whatever the session's search path: `florin.`, or `public.florin_` with a prefix too. */
export const inSchema = (prefix: string): Option.Option<TableNames> => {
  const [schema, before] = parsed(prefix) ?? []
  return before === undefined || schema === undefined ? Option.none() : Option.some(make(prefix, schema, before))
}

/** The statement of a released migration as it was when tables had everyday names: what its checksum is made of. */
export const plain = (statement: string, words: ReadonlySet<string>): string =>
  statement.replace(marked, (whole, _, table: string) => (words.has(table) ? whole : table))
