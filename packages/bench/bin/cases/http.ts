/** An authorization over HTTP: the load comes from this process, the servers are processes of their own. */
import { join } from "node:path"
import { Pool } from "undici"
import * as Florin from "../florin.js"
import { inTurns, measure } from "../measure.js"
import { body, secret, shopId } from "../orders.js"
import { directory, serving } from "../places.js"
import { compared } from "../report.js"

const connections = 32

const headers = {
  authorization: `Basic ${Buffer.from(`${shopId}:${secret}`).toString("base64")}`,
  "content-type": "application/json"
}

const caller = (port: number) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
  const authorize = async (number: number) => {
    const { body: answer, statusCode } = await pool.request({
      path: "/transactions/authorizations",
      method: "POST",
      headers,
      body: JSON.stringify(body(number))
    })
    const text = await answer.text()
    if (statusCode !== 200 || !text.includes('"successful"')) throw new Error(`Answered ${statusCode}: ${text}`)
  }
  return { authorize, stop: () => pool.destroy() }
}

export const http = async (scale: number): Promise<string> => {
  const filename = join(directory(), "bench.db")
  const florin = caller(await serving("florin", filename))
  const fastify = caller(await serving("fastify", filename))
  const count = Math.ceil(2000 * scale)
  for (const { authorize } of [florin, fastify]) await measure(count, connections, (index) => authorize(9e8 + index))
  const side = (name: string, { authorize }: typeof florin, place: number) => ({
    name,
    round: (round: number) => measure(count, connections, (index) => authorize((round * 2 + place) * 1e6 + index))
  })
  const [own, other] = await inTurns(3, [side("Florin", florin, 1), side("Fastify", fastify, 2)])
  await Promise.all([florin.stop(), fastify.stop()])
  return compared({
    what: "Authorize over HTTP, SQLite, 32 connections kept alive (CPU is the caller's)",
    florin: own!,
    others: [["Fastify, the same writes by hand", other!]],
    wanted: 0.8
  })
}

/** What `serving` starts. */
export const florin = (filename: string): Promise<number> => Florin.serve(Florin.sqlite(filename))
