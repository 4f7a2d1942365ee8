import { StorageError } from "@florin/core/store/StorageError"
import type { ClientBase } from "pg"
import type { Entry, Standing } from "../Movement.js"
import type { Booking, Found, Kept } from "../Records.js"
import { schemaVersion, tables } from "./postgresSchema.js"
import { selectMovements, selectStanding } from "./standing.js"

const one = async <Row extends object>(
  client: ClientBase,
  text: string,
  values: ReadonlyArray<unknown> = []
): Promise<Row | undefined> => (await client.query<Row>(text, [...values])).rows[0]

// The names are sorted, so that two transactions never wait for each other. The seed keeps them apart from the locks of
// the store in the same database.
const lock = (client: ClientBase, names: ReadonlyArray<string>): Promise<unknown> =>
  client.query("SELECT pg_advisory_xact_lock(hashtextextended(name, 38)) FROM unnest($1::text[]) AS name", [
    [...names].sort()
  ])

const refuse = (detail: string) => new StorageError({ reason: "corrupt", operation: "sandbox.open", detail })

const longestName = 63

const nameBeside = (schema: string | null): string => {
  if (schema === null) throw refuse("no-schema")
  const name = `${schema}_sandbox`
  // PostgreSQL cuts a longer name off, and then two could be one.
  if (Buffer.byteLength(name) > longestName) throw refuse("schema-name-too-long")
  return name
}

const existing = `SELECT
  EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS schema,
  EXISTS (SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'sandbox') AS tables`

/** Finds or makes the sandbox's schema beside the one that has the store's tables; its name, quoted. */
export const bringUp = async (client: ClientBase): Promise<string> => {
  const current = await one<{ name: string | null }>(client, "SELECT current_schema() AS name")
  const name = nameBeside(current?.name ?? null)
  const schema = `"${name.replaceAll('"', '""')}"`
  await lock(client, [name])
  const found = await one<{ schema: boolean; tables: boolean }>(client, existing, [name])
  // Looked for first: a role that may not create schemas can use one that was made for it.
  if (found?.schema !== true) await client.query(`CREATE SCHEMA ${schema}`)
  if (found?.tables !== true) await client.query(tables(schema))
  const row = await one<{ version: number }>(client, `SELECT version FROM ${schema}.sandbox`)
  if (row?.version !== schemaVersion) throw refuse("version")
  return schema
}

/** The sandbox's statements on the tables of a schema. */
export const statements = (schema: string) => {
  const movements = `${schema}.movements`
  const kept = `SELECT request, answer FROM ${schema}.keys WHERE key = $1`
  const standing = `${selectStanding(movements)} $1`
  const keep = `INSERT INTO ${schema}.keys (key, request, answer) VALUES ($1, $2, $3)
    ON CONFLICT (key) DO UPDATE SET request = excluded.request, answer = excluded.answer`
  const addMovement = `INSERT INTO ${movements} (kind, amount, currency, reference, parent, card, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`

  return {
    kept,
    movements: selectMovements(movements),
    clock: `SELECT stands_at AS "standsAt", ahead FROM ${schema}.clock`,
    setClock: `INSERT INTO ${schema}.clock (id, stands_at, ahead) VALUES (1, $1, $2)
      ON CONFLICT (id) DO UPDATE SET stands_at = excluded.stands_at, ahead = excluded.ahead`,

    /** What is known of a request, held until the end of the transaction. */
    find: async (client: ClientBase, { key, parent }: Pick<Entry, "key" | "parent">): Promise<Found> => {
      await lock(client, parent === undefined ? [key] : [key, parent])
      return {
        kept: await one<Kept>(client, kept, [key]),
        parent: parent === undefined ? undefined : await one<Standing>(client, standing, [parent])
      }
    },

    book: async (client: ClientBase, key: string, { kept, movement }: Booking): Promise<void> => {
      await client.query(keep, [key, kept.request, kept.answer])
      if (movement === undefined) return
      const { amount, at, card, currency, kind, parent } = movement
      await client.query(addMovement, [kind, amount, currency, movement.key, parent ?? null, card, at])
    }
  }
}
