/** An authorization over HTTP: the load comes from this process, the servers are processes of their own. */
import { join } from "node:path"
import { Pool } from "undici"
import * as Florin from "../florin.js"
import { measure, warmUp } from "../measure.js"
import { basic, body, shopId } from "../orders.js"
import { directory, type Served, serving } from "../places.js"
import { contest } from "../report.js"

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
  const work = (count: number) => measure(count, connections, authorize, cpuUsage)
  return { name, work, stop: () => pool.destroy() }
}

export const http = async (scale: number): Promise<string> => {
  const [own, other] = [join(directory(), "florin.db"), join(directory(), "hand.db")]
  await Florin.prepare(Florin.sqlite(other))
  const sides = [
    caller("Florin", await serving("florin", own)),
    caller("Fastify, the same writes by hand", await serving("fastify", other))
  ]
  const report = await contest({
    what: `authorize over HTTP, SQLite FULL, ${connections} connections kept alive (CPU is the server's)`,
    ...{ sides, warmUp: warmUp * scale, count: 4000 * scale, rate: 1.5, cpu: 0.85 }
  })
  await Promise.all(sides.map(({ stop }) => stop()))
  return report
}

/** What `serving` starts. */
export const florin = (filename: string): Promise<number> => Florin.serve(Florin.sqlite(filename))
