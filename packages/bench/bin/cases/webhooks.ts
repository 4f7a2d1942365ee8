/** Webhooks that wait, a hundredth of them for receivers that hang. */
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as Effect from "effect/Effect"
import { Agent, request } from "undici"
import * as Florin from "../florin.js"
import { type Figures, measure, timed, warmUp } from "../measure.js"
import { shopId } from "../orders.js"
import { newFile, serving } from "../places.js"
import { contest } from "../report.js"
import { fill, payload } from "../waiting.js"

/** How many receivers there are: one of them hangs, and gets a hundredth of the notifications. */
const receivers = 64

/**
 * Receivers, on loopback addresses of their own, that count what they acknowledge. The first never answers. A request
 * for `/until/9900` is answered when there are so many: to ask again and again would be work of the asking side.
 */
export const receiver = (): Promise<number> =>
  new Promise((resolve) => {
    let count = 0
    let awaited = Number.POSITIVE_INFINITY
    let reached = () => {}
    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, answer) => {
      const until = /^\/until\/(\d+)$/.exec(incoming.url ?? "")
      if (until !== null) {
        awaited = Number(until[1])
        reached = () => answer.end()
        if (count >= awaited) reached()
        return
      }
      if (incoming.headers.host?.startsWith("127.0.0.1:")) return
      incoming.resume().on("end", () => {
        count += 1
        answer.end()
        if (count === awaited) reached()
      })
    })
    server.listen(0, "0.0.0.0", () => resolve((server.address() as { readonly port: number }).port))
  })

const healthyAddress = (port: number, index: number): string =>
  `http://127.0.0.${2 + (index % (receivers - 1))}:${port}/`

/** Where the notification of this number goes. */
const addressOf = (port: number, index: number): string =>
  index % 100 === 99 ? `http://127.0.0.1:${port}/` : healthyAddress(port, index)

// One shop has half of the places.
const inFlight = Effect.runSync(SchedulerSettings).places.deliveries / 2
const { connectionsPerReceiver } = WebhookSettings.defaults

const post = async (...[url, options]: Parameters<typeof request>): Promise<void> => {
  const { body } = await request(url, options)
  await body.dump()
}

const healthy = (count: number): number => count - Math.floor(count / 100)

const delivered = async (count: number): Promise<Figures> => {
  const { port } = await serving("receiver")
  const filename = newFile()
  await Florin.prepare(Florin.sqlite(filename))
  fill(filename, shopId, "waiting", count, (index) => addressOf(port, index))
  let stop = async () => {}
  const figures = await timed(healthy(count), async () => {
    const acknowledged = post(`http://127.0.0.1:${port}/until/${healthy(count)}`, { headersTimeout: 0 })
    stop = (await Florin.start(Florin.sqlite(filename))).stop
    await acknowledged
  })
  // Gives up those that hang, so that none of them is tried again during the other side's turn.
  await stop()
  return figures
}

const bare = async (count: number): Promise<Figures> => {
  const { port } = await serving("receiver")
  const dispatcher = new Agent({ connections: connectionsPerReceiver, pipelining: 1 })
  const figures = await measure(healthy(count), inFlight, (index) => {
    const headers = { "content-type": "application/json", "webhook-id": randomUUID() }
    return post(healthyAddress(port, index), { method: "POST", dispatcher, headers, body: payload })
  })
  await dispatcher.destroy()
  return figures
}

export const webhooks = (scale: number): Promise<string> => {
  const count = Math.ceil(10_000 * scale)
  return contest({
    what: `webhooks, ${count} waiting, 1 % of receivers hang: the healthy ones`,
    sides: [
      { name: "Florin", work: delivered },
      { name: "a bare loop over undici, healthy ones only", work: bare }
    ],
    ...{ warmUp: warmUp * scale, count, rate: 0.35, cpu: 2.75 }
  })
}
