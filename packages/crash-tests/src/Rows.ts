/** What a store answers to a statement, past the processes under test. */
import Database from "better-sqlite3"
import pg from "pg"
import type { Store } from "./Protocol.js"

export type Row = Readonly<Record<string, unknown>>

const inFile = (filename: string, statement: string): ReadonlyArray<Row> => {
  const database = new Database(filename, { readonly: true })
  try {
    return database.prepare<[], Row>(statement).all()
  } finally {
    database.close()
  }
}

/** On a connection of its own. Rejects where the server is not there. */
export const onServer = async (url: string, statement: string): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url }).on("error", () => undefined)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const of = async (store: Store, statement: string): Promise<ReadonlyArray<Row>> =>
  store._tag === "Sqlite" ? inFile(store.filename, statement) : onServer(store.url, statement)
