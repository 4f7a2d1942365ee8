/** A new database of either kind, and rows that are written into it without Florin. */
import Sqlite from "better-sqlite3"
import { Client, types } from "pg"
import * as Florin from "./florin.js"
import { atEnd, database, newFile } from "./places.js"

export interface Databank {
  readonly name: "SQLite" | "PostgreSQL"
  /** What `renewers` opens. */
  readonly address: string
  readonly store: ReturnType<typeof Florin.sqlite>
  /** The rows of a JSON array that is the statement's parameter, with a column `value`. */
  readonly each: string
  /** Statements in one commit, after which `new_names` is empty. The parameter is the first one's. */
  readonly write: (statements: readonly [string, ...ReadonlyArray<string>], parameter: string) => Promise<void>
  readonly run: (statement: string) => Promise<void>
  /** Work that writes very many rows, by their primary keys at most. */
  readonly bulk: (work: () => Promise<void>) => Promise<void>
  /** The rows of one query. */
  readonly read: (statement: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Leaves the database as it is some time after so much was written. */
  readonly settle: () => Promise<void>
}

const connections = 10

/** The names of rows that are copied, and those of the copies. */
export const names = ["id", "token", "uid", "tracking"] as const

const newNames = `CREATE TEMP TABLE new_names (${[...names, ...names.map((name) => `old_${name}`), "sealed"].map((name) => `${name} TEXT`).join(", ")})`

export const storeAt = (address: string): Databank["store"] =>
  address.startsWith("postgres:") ? Florin.postgres(address, connections) : Florin.sqlite(address)

/** What a host says to open it: its tables are called as in SQLite. */
export const placeOf = ({ address }: Databank): { readonly database: string; readonly tablePrefix?: string } =>
  address.startsWith("postgres:")
    ? { database: address, tablePrefix: "public.florin_" }
    : { database: `sqlite:${address}` }

/** On the disk. */
export const sqlite = async (): Promise<Databank> => {
  const filename = newFile()
  await Florin.prepare(Florin.sqlite(filename))
  const connection = new Sqlite(filename, { timeout: 10_000 })
  connection.pragma("synchronous = OFF")
  connection.pragma("cache_size = -500000")
  connection.exec(newNames)
  atEnd(() => connection.close())
  return {
    name: "SQLite",
    address: filename,
    store: storeAt(filename),
    each: "json_each(?)",
    write: async ([first, ...others], parameter) => {
      connection.transaction(() => {
        connection.prepare(first).run(parameter)
        for (const text of others) connection.prepare(text).run()
        connection.exec("DELETE FROM new_names")
      })()
    },
    run: async (statement) => void connection.exec(statement),
    bulk: (work) => work(),
    read: async (statement) => connection.prepare<[], Record<string, unknown>>(statement).all(),
    settle: async () => void connection.pragma("wal_checkpoint(TRUNCATE)")
  }
}

/** All but those of primary keys. */
const indexes = `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename LIKE 'florin_%'
  AND indexname NOT IN (SELECT conname FROM pg_constraint)`

export const postgres = async (): Promise<Databank> => {
  const address = await database()
  await Florin.prepare(Florin.postgres(address, connections))
  const client = new Client({ connectionString: address })
  await client.connect()
  atEnd(() => client.end())
  client.setTypeParser(types.builtins.INT8, Number)
  await client.query(newNames)
  await client.query("SET synchronous_commit = off")
  return {
    name: "PostgreSQL",
    address,
    store: storeAt(address),
    each: "json_array_elements($1::json)",
    write: async ([first, ...others], parameter) => {
      await client.query("BEGIN")
      await client.query(first, [parameter])
      for (const text of others) await client.query(text)
      await client.query("TRUNCATE new_names")
      await client.query("COMMIT")
    },
    run: async (statement) => void (await client.query(statement)),
    // To make an index once is much less than to write each row to it.
    bulk: async (work) => {
      const { rows } = await client.query(indexes)
      for (const { indexname } of rows) await client.query(`DROP INDEX public.${indexname}`)
      await work()
      for (const { indexdef } of rows) await client.query(indexdef)
    },
    read: async (statement) => (await client.query(statement)).rows,
    // What its own daemon does within minutes.
    settle: async () => void (await client.query("VACUUM (ANALYZE)"))
  }
}
