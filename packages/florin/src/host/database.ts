import { resolve } from "node:path"
import * as TableNames from "@florin/storage-sql/TableNames"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { OptionRefused } from "./options.js"

/** A file, or a server's address including the password; and what Florin's tables are called there. */
export type Database = (
  | { readonly _tag: "Sqlite"; readonly path: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted<string> }
) & { readonly tablePrefix?: string }

/** The sandbox's file for an SQLite database, so that two gateways never share a ledger and clock. */
export const sandboxFileOf = (path: string): string => `${path}.sandbox.db`

/** The default key ring file of a database. */
export const keyFileOf = (database: Database): string =>
  database._tag === "Sqlite" ? `${database.path}.keys.json` : resolve("florin.keys.json")

const isAddress = (text: string): boolean => {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) return false
  const { pathname, username } = new URL(text)
  return username !== "" && pathname.length > 1
}

const refused = () =>
  new OptionRefused({
    option: "database",
    expected: "must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>"
  })

// A gateway has several connections, and a payment that is gone with its process is lost.
const withoutFile = () =>
  new OptionRefused({
    option: "database",
    expected: "must have the path of a file; tests without one start testFlorin of florin/testing"
  })

const prefixes = {
  Sqlite: {
    form: TableNames.prefixed,
    expected: "must be lower-case letters, digits and _, at most 24, that begin with a letter: florin_"
  },
  Postgres: {
    form: TableNames.inSchema,
    expected: "must be a schema and a point, with or without a prefix: florin. or public.florin_"
  }
}

/** The database with a `tablePrefix` option. */
export const withPrefix = (
  database: Database,
  tablePrefix: string | undefined
): Either.Either<Database, OptionRefused> => {
  if (tablePrefix === undefined) return Either.right(database)
  const { expected, form } = prefixes[database._tag]
  return typeof tablePrefix === "string" && Option.isSome(form(tablePrefix))
    ? Either.right({ ...database, tablePrefix })
    : Either.left(new OptionRefused({ option: "tablePrefix", expected }))
}

/** What the sandbox's schema in PostgreSQL begins with: the gateway's schema, and its prefix too. */
export const schemaOf = ({ tablePrefix = "florin." }: Database): string => {
  const [schema, before = ""] = tablePrefix.split(".")
  return [schema, before.replace(/_$/, "")].filter((part) => part !== "").join("_")
}

/** What a store needs to know of where its tables are. */
export const namesOf = ({ tablePrefix }: Database): { readonly tablePrefix?: string } =>
  tablePrefix === undefined ? {} : { tablePrefix }

/** Parses the `database` option. */
export const databaseOf = (text: string): Either.Either<Database, OptionRefused> => {
  const path = /^sqlite:(.+)$/.exec(text)?.[1]
  if (path === ":memory:") return Either.left(withoutFile())
  if (path !== undefined) return Either.right({ _tag: "Sqlite", path: resolve(path) })
  return isAddress(text) ? Either.right({ _tag: "Postgres", url: Redacted.make(text) }) : Either.left(refused())
}
