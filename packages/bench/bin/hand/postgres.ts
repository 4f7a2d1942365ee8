/** The writes of an authorization by hand: pg, named statements, one commit a step. */
import { Pool, type PoolClient } from "pg"
import { type Accepted, accepting, eachStatement, type Run, settling } from "./rows.js"

const texts = eachStatement((text) => {
  let place = 0
  return text.replaceAll("?", () => `$${++place}`)
})

const run = (client: PoolClient, [name, values]: Run) => client.query({ name, text: texts[name], values: [...values] })

export const open = (address: string, poolSize: number) => {
  const pool = new Pool({ connectionString: address, max: poolSize })

  const inTransaction = async <A>(work: (client: PoolClient) => Promise<A>): Promise<A> => {
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

  const accept = (number: number) =>
    inTransaction(async (client): Promise<Accepted> => {
      const accepted = accepting(number, Date.now())
      // As Florin does, so that of two equal requests the second waits and then finds the first.
      await client.query({ name: "lock", text: "SELECT pg_advisory_xact_lock(hashtext($1))", values: [String(number)] })
      const { rows: found } = await run(client, accepted.duplicate)
      if (found.length > 0) throw new Error("duplicate")
      for (const one of accepted.writes) await run(client, one)
      return accepted
    })

  const settle = (accepted: Accepted) =>
    inTransaction(async (client) => {
      for (const one of settling(accepted, Date.now())) await run(client, one)
    })

  return {
    authorize: async (number: number) => settle(await accept(number)),
    stop: () => pool.end()
  }
}
