/** Webhooks that wait, a hundredth of them for receivers that hang. */

import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { join } from "node:path"
import { SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { Agent, request } from "undici"
import * as Florin from "../florin.js"
import { type Figures, measure } from "../measure.js"
import { shopId } from "../orders.js"
import { directory, serving } from "../places.js"
import { compared } from "../report.js"

/** How many receivers there are: one of them hangs, and gets a hundredth of the notifications. */
const receivers = 64

/** Receivers, on loopback addresses of their own, that count what they acknowledge. The first never answers. */
export const receiver = (): Promise<number> =>
  new Promise((resolve) => {
    let count = 0
    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, answer) => {
      if (incoming.url === "/count") return void answer.end(String(count))
      if (incoming.headers.host?.startsWith("127.0.0.1:")) return
      incoming.resume().on("end", () => {
        count += 1
        answer.end()
      })
    })
    server.listen(0, "0.0.0.0", () => resolve((server.address() as { readonly port: number }).port))
  })

/** Where the notification of this number goes. */
const addressOf = (port: number, index: number): string =>
  `http://127.0.0.${index % 100 === 99 ? 1 : 2 + (index % (receivers - 1))}:${port}/`

const { notifyConcurrency } = Effect.runSync(SchedulerSettings)
const { connectionsPerReceiver } = WebhookSettings.defaults

const payload = JSON.stringify({ transaction: { status: "successful", rest: "x".repeat(1200) } })

/** Notifications as the settling of transactions leaves them, with the due work to deliver each. */
const fill = (filename: string, port: number, count: number): void => {
  const database = new Sqlite(filename)
  const notification = database.prepare(`INSERT INTO notifications
    (shop_id, id, uid, sequence, url, body, status, attempts, last_result, created_at, updated_at)
    VALUES (?, ?, ?, 2, ?, ?, 'waiting', 0, NULL, ?, ?)`)
  const job = database.prepare(`INSERT INTO jobs
    (shop_id, kind, subject, run_at, place, lease_owner, fence, attempts) VALUES (?, 'notify', ?, ?, ?, NULL, 1, 0)`)
  const now = Date.now()
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const uid = randomUUID()
      notification.run(shopId, `msg_${randomUUID()}`, uid, addressOf(port, index), payload, now, now)
      job.run(shopId, uid, now, index)
    }
  })()
  database.close()
}

const acknowledged = async (port: number): Promise<number> =>
  Number(await (await request(`http://127.0.0.1:${port}/count`)).body.text())

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

const delivered = async (filename: string, count: number): Promise<Figures> => {
  const port = await serving("receiver")
  // Made and left again, so that the tables are there.
  await (await Florin.start(Florin.sqlite(filename))).stop()
  fill(filename, port, count)
  const healthy = count - Math.floor(count / 100)
  const cpu = process.cpuUsage()
  const begun = performance.now()
  const florin = await Florin.start(Florin.sqlite(filename))
  while ((await acknowledged(port)) < healthy) await pause()
  const wall = performance.now() - begun
  const { system, user } = process.cpuUsage(cpu)
  void florin.stop()
  return { perSecond: (healthy / wall) * 1000, p50: Number.NaN, p99: Number.NaN, cpu: (user + system) / healthy }
}

const bare = async (count: number): Promise<Figures> => {
  const port = await serving("receiver")
  const dispatcher = new Agent({ connections: connectionsPerReceiver, pipelining: 1 })
  return measure(count - Math.floor(count / 100), notifyConcurrency, async (index) => {
    const { body } = await request(`http://127.0.0.${2 + (index % (receivers - 1))}:${port}/`, {
      method: "POST",
      dispatcher,
      headers: { "content-type": "application/json", "webhook-id": randomUUID() },
      body: payload
    })
    await body.dump()
  })
}

export const webhooks = async (scale: number): Promise<string> => {
  const count = Math.ceil(10_000 * scale)
  const other = await bare(count)
  const florin = await delivered(join(directory(), "bench.db"), count)
  return compared({
    what: `Webhooks, ${count} waiting, 1 % of receivers hang: the healthy ones`,
    florin,
    others: [["a bare loop over undici, healthy ones only", other]],
    wanted: 0.7
  })
}
