/** What the other shop notices while a shop's world hangs. Source: D42. */
import { join } from "node:path"
import { scheduler } from "node:timers/promises"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import Sqlite from "better-sqlite3"
import { Agent } from "undici"
import { measure } from "../measure.js"
import { busy, type Outsider, outsider, quiet, toDoubtful, toHanging } from "../neighbours.js"
import { basic, body } from "../orders.js"
import { clear, directory, serving } from "../places.js"
import { single, waited } from "../report.js"
import { fill } from "../waiting.js"

/** The greatest 99th percentile of what the other shop waits for. Unit: milliseconds. */
const most = 1000

/** A request of the other shop every so many milliseconds, whether or not those before were answered. */
const pace = 100
const requests = 100

/** When a transaction in doubt is asked about first. Unit: milliseconds. */
const firstQuestion = 2000

/** What has not come after so long counts as never. Unit: milliseconds. */
const patience = 60_000

/** Numbers below are orders of the warm-up. */
const firstNumber = 1_000_000

const { connectionsPerReceiver } = WebhookSettings.defaults

const until = async (condition: () => boolean, milliseconds = patience): Promise<boolean> => {
  const limit = performance.now() + milliseconds
  while (!condition() && performance.now() < limit) await scheduler.wait(20)
  return condition()
}

const numberOf = (text: string): number | undefined => {
  const { status, tracking_id } = JSON.parse(text).transaction
  return status === "successful" ? Number(String(tracking_id).slice("order-".length)) : undefined
}

/** One scene's gateway, and its surroundings. `heard`: when the other shop heard that an order has an outcome. */
const stage = async (scale: number) => {
  const heard = new Map<number, number>()
  const receiver = await outsider(0, (text) => {
    const number = numberOf(text)
    if (number !== undefined && !heard.has(number)) heard.set(number, performance.now())
  })
  const filename = join(directory(), "florin.db")
  const { port } = await serving("neighbours", JSON.stringify({ filename, webhooks: receiver.url }))
  const agent = new Agent({ connections: null, headersTimeout: 0 })
  const post = async (shop: string, path: string, document: object): Promise<number> => {
    const { body, statusCode } = await agent.request({
      origin: `http://127.0.0.1:${port}`,
      path,
      method: "POST",
      headers: { authorization: basic(shop), "content-type": "application/json" },
      body: JSON.stringify(document)
    })
    await body.dump()
    return statusCode
  }
  const pay = (shop: string, number: number, more: object = {}) =>
    post(shop, "/transactions/payments", { request: { ...body(number).request, ...more } })
  const warmUp = Math.ceil(2000 * scale)
  await measure(warmUp, 16, (index) => pay(quiet, index))
  // Its own webhooks that still wait would stand in front of those that are measured.
  if (!(await until(() => heard.size >= warmUp))) throw new Error("The webhooks of the warm-up have not arrived")
  const end = async () => {
    await agent.destroy()
    receiver.close()
    await clear()
  }
  return { filename, post, pay, heard, end }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** The other shop orders: from each request to its answer, and to its webhook. Unit: milliseconds. */
const visits = async ({ heard, pay }: Stage, more: object = {}) => {
  const numbers = Array.from({ length: requests }, (_, index) => firstNumber + index)
  const begun = new Map<number, number>()
  const answers = await Promise.all(
    numbers.map(async (number, index) => {
      await scheduler.wait(index * pace)
      const before = performance.now()
      begun.set(number, before)
      const status = await pay(quiet, number, more).catch(() => 0)
      return status === 200 ? performance.now() - before : Number.POSITIVE_INFINITY
    })
  )
  await until(() => numbers.every((number) => heard.has(number)))
  const webhooks = numbers.map((number) => (heard.get(number) ?? Number.POSITIVE_INFINITY) - begun.get(number)!)
  return { answers, webhooks }
}

const noticed = (what: string, { answers, webhooks }: Awaited<ReturnType<typeof visits>>): string =>
  waited({
    what: `${what}: the other shop`,
    rows: { "request to answer": answers, "request to webhook": webhooks },
    most
  })

/** How many questions hang. */
const asked = (filename: string): number => {
  const database = new Sqlite(filename, { readonly: true })
  const held = database.prepare("SELECT count(*) FROM jobs WHERE kind = 'recover' AND lease_owner IS NOT NULL")
  const count = held.pluck().get() as number
  database.close()
  return count
}

const questions = async (stage: Stage, count: number) => {
  await measure(count, 48, (index) => stage.pay(busy, index, toHanging))
  let before = 0
  do {
    before = asked(stage.filename)
    await scheduler.wait(firstQuestion / 2)
  } while (before === 0 || asked(stage.filename) > before)
  const { answers, webhooks } = await visits(stage, toDoubtful)
  return waited({
    what: `${count} questions to an acquirer that hangs: the other shop, in doubt at a healthy one`,
    rows: {
      "request to answer (pending)": answers,
      "settled and told, after the 2 s of its schedule": webhooks.map((wait) => wait - firstQuestion)
    },
    most
  })
}

/** The gateway looks when something is ordered. */
const begun = async (stage: Stage, count: number, { counts, url }: Outsider) => {
  fill(stage.filename, { shop: busy, count, addressOf: () => url, status: "waiting" })
  await stage.pay(quiet, firstNumber - 1)
  await until(() => counts.begun >= Math.min(count, connectionsPerReceiver))
}

const hangingReceiver = async (stage: Stage, count: number, other: Outsider) => {
  await begun(stage, count, other)
  return noticed(`${count} notifications for a receiver that hangs`, await visits(stage))
}

const resending = async (stage: Stage, count: number, { counts, url }: Outsider) => {
  fill(stage.filename, { shop: busy, count, addressOf: () => url, status: "exhausted" })
  const begun = performance.now()
  let resent = Number.NaN
  const all = stage.post(busy, "/notifications/resend", {}).then(() => {
    resent = performance.now() - begun
  })
  await until(() => counts.begun > 0)
  const seen = await visits(stage)
  await all
  return noticed(`${count} notifications sent again, asked for in ${(resent / 1000).toFixed(1)} s`, seen)
}

const slowReceiver = async (stage: Stage, count: number, other: Outsider) => {
  await begun(stage, count, other)
  const { counts } = other
  const what = `${count} notifications for a receiver that takes a second`
  const seen = noticed(what, await visits(stage))
  await until(() => counts.answered >= count, patience + (2000 * count) / connectionsPerReceiver)
  const lost = single({
    what: `${what}: its own shop`,
    value: `${counts.answered} of ${count} delivered at ${counts.begun} attempts, ${counts.givenUp} given up`,
    demanded: "all at the first",
    reached: counts.answered === count && counts.begun === count
  })
  return [seen, lost].join("\n")
}

const verifications = async (stage: Stage, count: number, { counts, url }: Outsider) => {
  let refused = 0
  for (let index = 0; index < count; index++) {
    const answer = stage.pay(busy, index, { verification_url: url }).catch(() => 0)
    void answer.then((status) => (status === 429 ? refused++ : undefined))
  }
  await until(() => counts.begun >= Math.min(count, connectionsPerReceiver))
  const seen = await visits(stage)
  return noticed(`${count} requests whose verification_url hangs, ${refused} of them refused with 429`, seen)
}

const hangs = Number.POSITIVE_INFINITY

/** How many there are at the scale 1, and after how many milliseconds the party outside answers. */
const scenes = [
  { scene: questions, count: 400, after: hangs },
  { scene: hangingReceiver, count: 3000, after: hangs },
  { scene: resending, count: 100_000, after: 100 },
  { scene: slowReceiver, count: 3000, after: 1000 },
  { scene: verifications, count: 1200, after: hangs }
]

/** Each scene on a gateway of its own. */
export const fairness = async (scale: number): Promise<string> => {
  const rows: Array<string> = []
  for (const { after, count, scene } of scenes) {
    const own = await stage(scale)
    const other = await outsider(after)
    try {
      rows.push(await scene(own, Math.ceil(count * scale), other))
    } finally {
      other.close()
      await own.end()
    }
  }
  return rows.join("\n")
}
