/** An authorization over HTTP: the load comes from this process, the servers are processes of their own. */
import { Pool } from "undici"
import * as Florin from "../florin.js"
import { measure, warmUp } from "../measure.js"
import { basic, body, shopId } from "../orders.js"
import { atEnd, newFile, serving } from "../places.js"
import { contest } from "../report.js"

/** How many at once. */
export const connections = 32

const headers = { authorization: basic(shopId), "content-type": "application/json" }

/** Authorizes at a server, which tells the CPU that it has used. */
export const authorizing = (url: string, cpuUsage: () => Promise<NodeJS.CpuUsage>) => {
  const pool = new Pool(url, { connections, pipelining: 1 })
  atEnd(() => pool.destroy())
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
  return (count: number) => measure(count, connections, authorize, cpuUsage)
}

/** Authorizes on a server of its own, which `program` starts. Default: this one. */
export const side = async (name: string, server: string, filename: string, program?: string) => {
  const { ask, cpuUsage, port } = await serving({ what: server, program }, filename)
  return { name, ask, work: authorizing(`http://127.0.0.1:${port}`, cpuUsage) }
}

export const http = async (scale: number): Promise<string> => {
  const other = newFile()
  await Florin.prepare(Florin.sqlite(other))
  return contest({
    what: `authorize over HTTP, SQLite FULL, ${connections} connections kept alive (CPU is the server's)`,
    sides: [
      await side("Florin", "florin", newFile()),
      await side("Fastify, the same writes by hand", "fastify", other)
    ],
    ...{ warmUp: warmUp * scale, count: 4000 * scale, rate: 1.5, cpu: 0.85 }
  })
}

/** What `serving` starts. */
export const florin = (filename: string): Promise<number> => Florin.serve(Florin.sqlite(filename))
