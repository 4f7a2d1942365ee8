/** The writes of an authorization by hand: pg, named statements, one commit a step. */
import { Pool, type PoolClient } from "pg"
import { type Accepted, accepted, settled, statements } from "./rows.js"

const numbered = (text: string): string => {
  let place = 0
  return text.replaceAll("?", () => `$${++place}`)
}

const texts = Object.fromEntries(Object.entries(statements).map(([name, text]) => [name, numbered(text)])) as Record<
  keyof typeof statements,
  string
>

const run = (client: PoolClient, name: keyof typeof statements, values: ReadonlyArray<unknown>) =>
  client.query({ name, text: texts[name], values: [...values] })

const inTransaction = async <A>(pool: Pool, work: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const result = await work(client)
    await client.query("COMMIT")
    return result
  } finally {
    client.release()
  }
}

export const open = (address: string, poolSize: number) => {
  const pool = new Pool({ connectionString: address, max: poolSize })

  const accept = (number: number) =>
    inTransaction(pool, async (client): Promise<Accepted> => {
      const rows = accepted(number, Date.now())
      // As Florin does, so that of two equal requests the second waits and then finds the first.
      await client.query({ name: "lock", text: "SELECT pg_advisory_xact_lock(hashtext($1))", values: [String(number)] })
      const { rows: found } = await run(client, "findDuplicate", rows.findDuplicate)
      if (found.length > 0) throw new Error("duplicate")
      await run(client, "insertTransaction", rows.insertTransaction)
      await run(client, "insertTrackingId", rows.insertTrackingId)
      await run(client, "insertHistory", rows.insertHistory)
      await run(client, "insertJob", rows.insertJob)
      await run(client, "insertCard", rows.insertCard)
      return rows
    })

  const settle = (open: Accepted) =>
    inTransaction(pool, async (client) => {
      const rows = settled(open, Date.now())
      await run(client, "finishJob", rows.finishJob)
      await run(client, "updateTransaction", rows.updateTransaction)
      await run(client, "insertHistory", rows.insertHistory)
      await run(client, "insertJob", rows.insertJob)
    })

  return {
    authorize: async (number: number) => settle(await accept(number)),
    stop: () => pool.end()
  }
}
