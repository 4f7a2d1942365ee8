import { resolve } from "node:path"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { OptionRefused } from "../options.js"

/** A file, or a server's address including the password. */
export type Database =
  | { readonly _tag: "Sqlite"; readonly path: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted<string> }

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

const refused = new OptionRefused({
  option: "database",
  expected: "must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>"
})

// A gateway has several connections, and a payment that is gone with its process is lost.
const withoutFile = new OptionRefused({
  option: "database",
  expected: "must have the path of a file; tests without one start testFlorin of florin/testing"
})

/** Parses the `database` option. */
export const databaseOf = (text: string): Either.Either<Database, OptionRefused> => {
  const path = /^sqlite:(.+)$/.exec(text)?.[1]
  if (path === ":memory:") return Either.left(withoutFile)
  if (path !== undefined) return Either.right({ _tag: "Sqlite", path: resolve(path) })
  return isAddress(text) ? Either.right({ _tag: "Postgres", url: Redacted.make(text) }) : Either.left(refused)
}
