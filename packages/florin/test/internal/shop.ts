// A host's own database with its table of orders, new for each test, and a payment as a client sends it.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedFetch } from "@florin/http-adapter/testing/documented"
import { addressOf } from "@florin/storage-postgres/testing/database"
import { type Server, startServer } from "@florin/storage-postgres/testing/postgres"
import Sqlite from "better-sqlite3"
import { Client } from "pg"

/** A database that a host shares with Florin. */
export interface Shop {
  /** As Florin's option `database` names it. */
  readonly database: string
  /** As the host's own driver names it. */
  readonly place: string
  readonly directory: string
  /** Runs a statement of the host's. */
  readonly query: (statement: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  readonly remove: () => Promise<void>
}

const table = "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, state TEXT NOT NULL, paid INTEGER DEFAULT 0)"
const row = "INSERT INTO orders (id, state) VALUES ('42', 'new')"

const directoryOf = () => mkdtempSync(join(tmpdir(), "florin-shop-"))
const removed = (directory: string) => rmSync(directory, { recursive: true, force: true })

const onSqlite = async (): Promise<Shop> => {
  const directory = directoryOf()
  const place = join(directory, "shop.db")
  const host = new Sqlite(place)
  host.exec(`${table}; ${row}`)
  const query: Shop["query"] = async (statement) => host.prepare<[], Record<string, unknown>>(statement).all()
  const remove = async () => {
    host.close()
    removed(directory)
  }
  return { database: `sqlite:${place}`, place, directory, query, remove }
}

const onPostgres = async (server: Server, name: string): Promise<Shop> => {
  const directory = directoryOf()
  const admin = new Client({ connectionString: addressOf(server.directory) })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const place = addressOf(server.directory, "florin", name)
  const host = new Client({ connectionString: place })
  await host.connect()
  await host.query(`${table}; ${row}`)
  const query: Shop["query"] = async (statement) => (await host.query(statement)).rows
  const remove = async () => {
    await host.end()
    removed(directory)
  }
  return { database: place, place, directory, query, remove }
}

/** Makes shops on both databases; the server starts with the first that is asked of it. */
export const shops = () => {
  let server: Promise<Server> | undefined
  let made = 0
  return {
    on: async (kind: "SQLite" | "PostgreSQL"): Promise<Shop> => {
      if (kind === "SQLite") return onSqlite()
      made += 1
      const name = `shop${made}`
      server ??= startServer({})
      return onPostgres(await server, name)
    },
    remove: async () => (await server)?.remove()
  }
}

export const stateOf = async ({ query }: Shop): Promise<unknown> =>
  (await query("SELECT state FROM orders WHERE id = '42'"))[0]?.state

/** The shop of a host, and its credentials. */
export const listed = { id: "shop", secretKey: "a-long-random-secret" }
const authorization = `Basic ${Buffer.from(`${listed.id}:${listed.secretKey}`).toString("base64")}`

const card = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "Jane Doe",
  exp_month: "12",
  exp_year: "2035"
}

/** A payment of order 42. */
export const payment = (amount = 1995, changes: object = {}) => ({
  method: "POST",
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify({
    request: { amount, currency: "EUR", description: "Order 42", tracking_id: "42", credit_card: card, ...changes }
  })
})

/** Asks over HTTP. An answer that the OpenAPI document does not describe is an error. */
export const ask = (
  { fetch }: { readonly fetch: (request: Request) => Promise<Response> },
  request: Request
): Promise<Response> => documentedFetch(fetch, "/pay")(request)

/** The status that an answer's transaction has; none in a refusal. */
export const statusIn = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { transaction?: { status: string } }).transaction?.status
