/** What the other shop notices while a shop's world hangs. Source: D42. */
import { scheduler } from "node:timers/promises"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import Sqlite from "better-sqlite3"
import { Agent, request } from "undici"
import { measure } from "../measure.js"
import { busy, noticesPath, outsider, quiet, toDoubtful, toHanging } from "../neighbours.js"
import { basic, body } from "../orders.js"
import { clear, newFile, serving } from "../places.js"
import { single, waited } from "../report.js"
import { fill } from "../waiting.js"

/** The greatest 99th percentile of what the other shop waits for. Unit: milliseconds. */
const most = 1000

/** A request of the other shop every so many milliseconds, whether or not those before were answered. */
const pace = 100
const requests = 100

/** The greatest document of a proof. Unit: bytes. */
const documentSize = 5 * 1024 * 1024

/** When a transaction in doubt is asked about first. Unit: milliseconds. */
const firstQuestion = 2000

/** What has not come after so long counts as never. Unit: milliseconds. */
const patience = 60_000

/** Numbers below are orders of the warm-up. */
const firstNumber = 1_000_000

const { connectionsPerReceiver } = WebhookSettings.defaults

const dispatcher = new Agent({ connections: null, headersTimeout: 0 })

const until = async (condition: () => boolean, milliseconds = patience): Promise<boolean> => {
  const limit = performance.now() + milliseconds
  while (!condition() && performance.now() < limit) await scheduler.wait(20)
  return condition()
}

/** One scene's gateway, its other shop's receiver, and the party outside, which answers after so many milliseconds. */
const stage = async (scale: number, after: number) => {
  /** When the other shop heard that the order of a number was successful. */
  const received = new Map<number, number>()
  const receiver = await outsider(0, (text) => {
    const { status, tracking_id } = JSON.parse(text).transaction
    const number = Number(String(tracking_id).slice("order-".length))
    if (status === "successful" && !received.has(number)) received.set(number, performance.now())
  })
  const filename = newFile()
  const { port } = await serving("neighbours", JSON.stringify({ filename, webhooks: `${receiver.url}/` }))
  const send = async (shop: string, path: string, text: string): Promise<number> => {
    const { body, statusCode } = await request(`http://127.0.0.1:${port}${path}`, {
      ...{ dispatcher, method: "POST", body: text },
      headers: { authorization: basic(shop), "content-type": "application/json" }
    })
    await body.dump()
    return statusCode
  }
  const post = (shop: string, path: string, document: object) => send(shop, path, JSON.stringify(document))
  const pay = (shop: string, number: number, more: object = {}) =>
    post(shop, "/transactions/payments", { request: { ...body(number).request, ...more } })
  const warmUp = Math.ceil(2000 * scale)
  await measure(warmUp, 16, (index) => pay(quiet, index))
  // Its own webhooks that still wait would stand in front of those that are measured.
  if (!(await until(() => received.size >= warmUp))) throw new Error("The webhooks of the warm-up have not arrived")
  const { counts, url } = await outsider(after)
  return { filename, send, post, pay, received, counts, url: `${url}/`, webhooks: `${receiver.url}/` }
}

type Stage = Awaited<ReturnType<typeof stage>>

/** A shop orders, the other one as a rule: from each request to its answer, and to its webhook. Unit: milliseconds. */
const visits = async ({ received, pay }: Stage, more: object = {}, shop = quiet) => {
  const first = shop === quiet ? firstNumber : 2 * firstNumber
  const numbers = Array.from({ length: requests }, (_, index) => first + index)
  const begun = new Map<number, number>()
  const answers = await Promise.all(
    numbers.map(async (number, index) => {
      await scheduler.wait(index * pace)
      const before = performance.now()
      begun.set(number, before)
      const status = await pay(shop, number, more).catch(() => 0)
      return status === 200 ? performance.now() - before : Number.POSITIVE_INFINITY
    })
  )
  await until(() => numbers.every((number) => received.has(number)))
  const webhooks = numbers.map((number) => (received.get(number) ?? Number.POSITIVE_INFINITY) - begun.get(number)!)
  return { answers, webhooks }
}

const noticed = (what: string, { answers, webhooks }: Awaited<ReturnType<typeof visits>>): string =>
  waited(`${what}: the other shop`, { "request to answer": answers, "request to webhook": webhooks }, most)

/** How many questions hang. */
const requested = (filename: string): number => {
  const database = new Sqlite(filename, { readonly: true })
  const held = database.prepare("SELECT count(*) FROM florin_jobs WHERE kind = 'recover' AND lease_owner IS NOT NULL")
  const count = held.pluck().get() as number
  database.close()
  return count
}

const questions = async (stage: Stage, count: number) => {
  await measure(count, 48, (index) => stage.pay(busy, index, toHanging))
  let before = 0
  do {
    before = requested(stage.filename)
    await scheduler.wait(firstQuestion / 2)
  } while (before === 0 || requested(stage.filename) > before)
  const own = { ...toDoubtful, notification_url: stage.webhooks }
  const [other, same] = await Promise.all([visits(stage, toDoubtful), visits(stage, own, busy)])
  const rows = ({ answers, webhooks }: typeof other) => ({
    "request to answer (pending)": answers,
    "settled and told, after the 2 s of its schedule": webhooks.map((wait) => wait - firstQuestion)
  })
  const what = `${count} questions to an acquirer that hangs`
  return [
    waited(`${what}: the other shop, in doubt at a healthy one`, rows(other), most),
    waited(`${what}: the same shop, in doubt at a healthy one`, rows(same), most)
  ].join("\n")
}

/** Leaves notifications for the party outside, and ends when it gets them: the gateway looks when something is ordered. */
const notify = async ({ counts, filename, pay, url }: Stage, count: number) => {
  fill(filename, busy, "waiting", count, () => url)
  await pay(quiet, firstNumber - 1)
  await until(() => counts.begun >= Math.min(count, connectionsPerReceiver))
}

const hangingReceiver = async (stage: Stage, count: number) => {
  await notify(stage, count)
  return noticed(`${count} notifications for a receiver that hangs`, await visits(stage))
}

const resending = async (stage: Stage, count: number) => {
  fill(stage.filename, busy, "exhausted", count, () => stage.url)
  const begun = performance.now()
  const resent = stage.post(busy, "/notifications/resend", {}).then(() => (performance.now() - begun) / 1000)
  await until(() => stage.counts.begun > 0)
  const seen = await visits(stage)
  return noticed(`${count} notifications sent again, asked for in ${(await resent).toFixed(1)} s`, seen)
}

const slowReceiver = async (stage: Stage, count: number) => {
  const { counts } = stage
  await notify(stage, count)
  const what = `${count} notifications for a receiver that takes a second`
  const seen = noticed(what, await visits(stage))
  await until(() => counts.answered >= count, patience + (2000 * count) / connectionsPerReceiver)
  const { answered, begun, givenUp } = counts
  const value = `${answered} of ${count} delivered at ${begun} attempts, ${givenUp} given up`
  const reached = answered === count && begun === count
  return [seen, single(`${what}: its own shop`, value, "all at the first", reached)].join("\n")
}

const verifications = async (stage: Stage, count: number) => {
  let refused = 0
  for (let index = 0; index < count; index++) {
    const answer = stage.pay(busy, index, { verification_url: stage.url }).catch(() => 0)
    void answer.then((status) => (status === 429 ? refused++ : undefined))
  }
  await until(() => stage.counts.begun >= Math.min(count, connectionsPerReceiver))
  const seen = await visits(stage)
  return noticed(`${count} requests whose verification_url hangs, ${refused} of them refused with 429`, seen)
}

const proof = (): string => {
  const document = {
    ...{ content_type: "application/pdf", file_name: "receipt.pdf", file_size: documentSize, checksum: "a" },
    content: Buffer.alloc(documentSize, "%PDF-1.4 ").toString("base64")
  }
  return JSON.stringify({ request: { amount: 100_000, currency: "RUB", document } })
}

/** Proofs of a payment that does not exist, so many of them in flight all the time. */
const proofs = async (stage: Stage, count: number) => {
  const text = proof()
  const path = "/beyag/transactions/0190b6a0-0000-7000-8000-000000000000/proof"
  let isOver = false
  let answered = 0
  const sending = Array.from({ length: count }, async () => {
    while (!isOver) {
      // A proof that is refused before it has arrived may end its connection.
      if ((await stage.send(busy, path, text).catch(() => 0)) === 404) answered++
      await scheduler.wait(pace)
    }
  })
  const seen = await visits(stage)
  isOver = true
  await Promise.all(sending)
  return noticed(`${count} proofs of 5 MiB for an unknown uid at a time, ${answered} answered`, seen)
}

/** A body that nobody has signed, as long as those of providers get. */
const forged = JSON.stringify({ type: "payment.paid", data: "x".repeat(16 * 1024) })

/** So many forged notifications a minute for an acquirer that tells, whether or not those before were answered. */
const forgeries = async (stage: Stage, count: number) => {
  const each = Math.max(1, Math.round(count / 600))
  let isOver = false
  let refused = 0
  const sending: Array<Promise<unknown>> = []
  const forging = (async () => {
    while (!isOver) {
      for (let index = 0; index < each; index++) {
        const answer = stage.send(busy, noticesPath, forged).catch(() => 0)
        sending.push(answer.then((status) => (status === 401 ? refused++ : undefined)))
      }
      await scheduler.wait(100)
    }
  })()
  const seen = await visits(stage)
  isOver = true
  await forging
  await Promise.all(sending)
  return noticed(`${count} forged notifications a minute, ${refused} of ${sending.length} refused with 401`, seen)
}

const hangs = Number.POSITIVE_INFINITY

/** How many there are at the scale 1, and after how many milliseconds the party outside answers. */
const scenes = [
  { scene: questions, count: 400, after: hangs },
  { scene: hangingReceiver, count: 3000, after: hangs },
  { scene: resending, count: 100_000, after: 100 },
  { scene: slowReceiver, count: 3000, after: 1000 },
  { scene: verifications, count: 1200, after: hangs },
  { scene: proofs, count: 50, after: hangs },
  { scene: forgeries, count: 10_000, after: hangs }
]

/** Each scene on a gateway of its own. */
export const fairness = async (scale: number): Promise<string> => {
  const rows: Array<string> = []
  for (const { after, count, scene } of scenes) {
    rows.push(await scene(await stage(scale, after), Math.ceil(count * scale)))
    await clear()
  }
  return rows.join("\n")
}
