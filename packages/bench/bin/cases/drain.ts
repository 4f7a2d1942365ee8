/** Many renewals that are due in one minute, on several processes, and what another shop notices meanwhile. */
import { scheduler } from "node:timers/promises"
import { Agent, request } from "undici"
import { type Databank, postgres } from "../databank.js"
import { measure } from "../measure.js"
import { outsider, quiet } from "../neighbours.js"
import { basic, body, shopId } from "../orders.js"
import { serving } from "../places.js"
import type { Station } from "../renewers.js"
import { single, waited } from "../report.js"
import { copy, subscribe } from "../subscribers.js"

const processes = 4

/** They fall due within so long, and all are demanded to be charged within twice as long. Unit: milliseconds. */
const minute = 60_000

/** Between two instants at which some are due. */
const step = 100

/** Between two requests of the other shop. */
const pace = 100

/** The greatest 99th percentile of what the other shop waits for. */
const most = 1000

/** How long after they had to be charged what is not yet charged counts as never. */
const patience = 120_000

const hour = 3_600_000

/** Numbers below are orders of the warm-up. */
const firstNumber = 1_000_000

const dispatcher = new Agent({ connections: null, headersTimeout: 0 })

const until = async (condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> => {
  const limit = performance.now() + milliseconds
  while (performance.now() < limit) {
    if (await condition()) return true
    await scheduler.wait(200)
  }
  return false
}

/** The other shop, which pays at each process in turn. */
const otherShop = async (ports: () => ReadonlyArray<number>) => {
  /** When it heard that the order of a number was successful. */
  const received = new Map<number, number>()
  const receiver = await outsider(0, (text) => {
    const { status, tracking_id } = JSON.parse(text).transaction
    const number = Number(String(tracking_id).slice("order-".length))
    if (status === "successful" && !received.has(number)) received.set(number, performance.now())
  })
  const pay = async (number: number): Promise<boolean> => {
    const port = ports()[number % processes]
    const { body: answer, statusCode } = await request(`http://127.0.0.1:${port}/transactions/payments`, {
      ...{ dispatcher, method: "POST", body: JSON.stringify(body(number)) },
      headers: { authorization: basic(quiet), "content-type": "application/json" }
    })
    await answer.dump()
    return statusCode === 200
  }
  return { url: `${receiver.url}/`, received, pay }
}

type OtherShop = Awaited<ReturnType<typeof otherShop>>

/** It pays at its pace until it is told to stop: how long until each answer, and until each webhook. */
const visits = ({ received, pay }: OtherShop) => {
  const begun: Array<number> = []
  const answers: Array<Promise<number>> = []
  const timer = setInterval(() => {
    const before = performance.now()
    const number = firstNumber + begun.push(before) - 1
    const paid = pay(number).catch(() => false)
    answers.push(paid.then((isPaid) => (isPaid ? performance.now() - before : Number.POSITIVE_INFINITY)))
  }, pace)
  return async () => {
    clearInterval(timer)
    const answered = await Promise.all(answers)
    await until(() => begun.every((_, index) => received.has(firstNumber + index)), minute)
    const arrived = (index: number) => received.get(firstNumber + index) ?? Number.POSITIVE_INFINITY
    return { "request to answer": answered, "request to webhook": begun.map((at, index) => arrived(index) - at) }
  }
}

/** Subscriptions that are due from an hour from now on, so many within so long. */
const fill = async (bank: Databank, count: number, within: number): Promise<number> => {
  const now = Date.now()
  const instants = Array.from({ length: Math.max(1, Math.floor(within / step)) }, (_, index) => now + index * step)
  await copy(bank, await subscribe(bank, { interval: 1, interval_unit: "hour" }, instants), count)
  return now + hour
}

/** What stands in the database, of which the acquirers know nothing. */
const written = async (bank: Databank) => {
  const [row] = await bank.read(`SELECT count(*) AS charged, count(DISTINCT (id, cycle)) AS different FROM (
      SELECT document::json -> 'subscription' ->> 'id' AS id, document::json -> 'subscription' ->> 'cycle' AS cycle
      FROM florin_transactions WHERE shop_id = '${shopId}' AND status = 'successful'
        AND document::json -> 'subscription' ->> 'purpose' = 'renewal') renewals`)
  const [end] = await bank.read(
    `SELECT max(happened_at) AS at FROM florin_transaction_history WHERE shop_id = '${shopId}'`
  )
  return { charged: Number(row!.charged), different: Number(row!.different), at: Number(end!.at) }
}

/** The CPU that the gateways have used so far, all together. Unit: microseconds. */
const cpuOf = async (gateways: ReadonlyArray<Awaited<ReturnType<typeof serving>>>): Promise<number> => {
  const usages = await Promise.all(gateways.map(({ cpuUsage }) => cpuUsage()))
  return usages.reduce((sum, { system, user }) => sum + system + user, 0)
}

export const drain = async (scale: number): Promise<string> => {
  const count = Math.ceil(100_000 * scale)
  const within = minute * scale
  const bank = await postgres()
  const due = await fill(bank, count, within)
  const gateways: Array<Awaited<ReturnType<typeof serving>>> = []
  const shop = await otherShop(() => gateways.map(({ port }) => port))
  const station: Station = { address: bank.address, other: shop.url, acquirerTakes: 50 }
  while (gateways.length < processes) gateways.push(await serving("renewers", JSON.stringify(station)))
  const warmUp = Math.ceil(4000 * scale)
  await measure(warmUp, 16, shop.pay)
  if (!(await until(() => shop.received.size >= warmUp, minute))) throw new Error("The webhooks have not arrived")

  const usedBefore = await cpuOf(gateways)
  const begun = Date.now()
  const ahead = due - begun
  for (const { ask } of gateways) await ask(`ahead ${ahead}`)
  const stop = visits(shop)
  const requested = async () =>
    (await Promise.all(gateways.map(({ ask }) => ask("count")))).reduce<number>((sum, one) => sum + Number(one), 0)
  await until(async () => (await requested()) >= count, 2 * within + patience)
  const rows = await stop()
  const used = (await cpuOf(gateways)) - usedBefore

  const calls = (await Promise.all(gateways.map(({ ask }) => ask("renewals")))).flat()
  const { at, charged, different } = await written(bank)
  const took = at - due
  const what = `${count} renewals due within ${within / 1000} s, PostgreSQL, ${processes} processes`
  const isEach = [calls.length, new Set(calls).size, charged, different].every((number) => number === count)
  return [
    single(
      what,
      `charged ${(took / 1000).toFixed(1)} s after the first was due (${Math.round(used / count)} µs of the gateways' CPU each)`,
      `≤ ${(2 * within) / 1000} s`,
      charged === count && took <= 2 * within
    ),
    single(
      "what was charged",
      `${calls.length} calls for ${new Set(calls).size} renewals, ${charged} transactions for ${different}`,
      `each of ${count} once`,
      isEach
    ),
    waited("the other shop meanwhile", rows, most)
  ].join("\n")
}
