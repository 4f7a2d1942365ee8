/** An authorization over HTTP: the load comes from this process, the servers are processes of their own. */
import { join } from "node:path"
import { Pool } from "undici"
import * as Florin from "../florin.js"
import { inTurns, measure, type Side, warmUp } from "../measure.js"
import { basic, body, shopId } from "../orders.js"
import { directory, type Served, serving } from "../places.js"
import { compared } from "../report.js"

const connections = 32

const headers = { authorization: basic(shopId), "content-type": "application/json" }

const caller = (name: string, { cpuUsage, port }: Served) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
  let number = 0
  const authorize = async () => {
    const { body: answer, statusCode } = await pool.request({
      path: "/transactions/authorizations",
      method: "POST",
      headers,
      body: JSON.stringify(body(number++))
    })
    const text = await answer.text()
    if (statusCode !== 200 || !text.includes('"successful"')) throw new Error(`Answered ${statusCode}: ${text}`)
  }
  const load = (count: number) => measure(count, connections, authorize, cpuUsage)
  return { name, load, stop: () => pool.destroy() }
}

export const http = async (scale: number): Promise<string> => {
  const own = join(directory(), "florin.db")
  const other = join(directory(), "hand.db")
  // Made and left again, so that the tables are there.
  await Florin.prepare(Florin.sqlite(other))
  const callers = [
    caller("Florin", await serving("florin", own)),
    caller("Fastify, the same writes by hand", await serving("fastify", other))
  ]
  for (const { load } of callers) await load(Math.ceil(warmUp * scale))
  const count = Math.ceil(4000 * scale)
  const sides = await inTurns(callers.map(({ load, name }): Side => ({ name, round: () => load(count) })))
  await Promise.all(callers.map(({ stop }) => stop()))
  return compared({
    what: `authorize over HTTP, SQLite FULL, ${connections} connections kept alive (CPU is the server's)`,
    sides,
    rate: 1.5,
    cpu: 0.85
  })
}

/** What `serving` starts. */
export const florin = (filename: string): Promise<number> => Florin.serve(Florin.sqlite(filename))
