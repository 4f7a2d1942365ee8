/** What falls due while nothing runs, and how it is made up for. */
import { scheduler } from "node:timers/promises"
import { type Databank, sqlite } from "../databank.js"
import { outsider } from "../neighbours.js"
import { serving } from "../places.js"
import type { Station } from "../renewers.js"
import { single } from "../report.js"
import { copy, type Rhythm, subscribe } from "../subscribers.js"

const day = 86_400_000

/** How long nothing runs. */
const downtime = 2 * day

/** What falls due, evenly over the downtime: every day, and every thirty days. */
const rhythms = [
  { rhythm: { interval: 1, interval_unit: "day" }, period: day },
  { rhythm: { interval: 30, interval_unit: "day" }, period: 30 * day }
] as const satisfies ReadonlyArray<{ readonly rhythm: Rhythm; readonly period: number }>

/** How many instants of a rhythm there are. */
const instants = 96

/** What has not come after so long counts as never. Unit: milliseconds. */
const patience = 300_000

/** Subscriptions whose next cycle is due within the two days from now on; of the daily ones a second may be. */
const fill = async (bank: Databank, count: number): Promise<void> => {
  const now = Date.now()
  let stored = 0
  for (const { period, rhythm } of rhythms) {
    const step = Math.min(period, downtime) / instants
    const begun = Array.from({ length: instants }, (_, index) => now - period + Math.floor((index + 0.5) * step))
    const share = Math.ceil(count / rhythms.length)
    await copy(bank, await subscribe(bank, rhythm, begun), Math.min(share, count - stored))
    stored += share
  }
}

interface Message {
  readonly subject: string
  readonly sequence: number
}

/** A shop that notes what it is told, as it comes. */
const listening = async () => {
  const messages: Array<Message> = []
  const { url } = await outsider(0, (text, headers) => {
    const document = JSON.parse(text)
    const subject = String((document.transaction ?? document).uid ?? document.id)
    messages.push({ subject, sequence: Number(headers["florin-sequence"]) })
  })
  return { messages, url: `${url}/` }
}

/** How many came after a later one of the same subject. */
const disorder = (reported: ReadonlyArray<{ readonly subject: string; readonly sequence: number }>): number => {
  const last = new Map<string, number>()
  return reported.filter(({ sequence, subject }) => {
    const before = last.get(subject) ?? Number.NEGATIVE_INFINITY
    last.set(subject, Math.max(before, sequence))
    return sequence <= before
  }).length
}

/** The charges that the acquirer was sent, each as a subject with a sequence. */
const sentTo = (calls: ReadonlyArray<string>): ReadonlyArray<Message> =>
  calls.map((call) => {
    const [subject = "", cycle] = call.split(" ")
    return { subject, sequence: Number(cycle) }
  })

/** How long until a condition holds. Unit: milliseconds. */
const until = async (condition: () => boolean | Promise<boolean>, since: number): Promise<number> => {
  while (!(await condition())) {
    if (performance.now() - since > patience) return Number.POSITIVE_INFINITY
    await scheduler.wait(50)
  }
  return performance.now() - since
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** The gateway starts after the downtime; then another day goes by, and the daily ones are due again. */
const twoRuns = async (bank: Databank, count: number) => {
  const shop = await listening()
  const station: Station = { address: bank.address, own: shop.url, acquirerTakes: 0, ahead: downtime }
  const begun = performance.now()
  const { ask, cpuUsage } = await serving("renewers", JSON.stringify(station))
  /** Each charge is told twice: as a transaction, and as its subscription's. */
  const made = async (charges: number, since: number) => ({
    charged: await until(async () => Number(await ask("count")) >= charges, since),
    reported: await until(() => shop.messages.length >= 2 * charges, since)
  })
  const first = await made(count, begun)
  const { system, user } = await cpuUsage()
  const daily = Math.ceil(count / rhythms.length)
  await ask(`ahead ${downtime + day}`)
  await made(count + daily, performance.now())
  const calls = sentTo((await ask("renewals")) as ReadonlyArray<string>)
  return { ...first, calls, all: count + daily, cpu: (system + user) / count, messages: shop.messages }
}

export const catchUp = async (scale: number): Promise<string> => {
  const count = Math.ceil(10_000 * scale)
  const bank = await sqlite()
  await fill(bank, count)
  const { all, calls, charged, cpu, messages, reported } = await twoRuns(bank, count)
  const [written] = await bank.read(
    'SELECT count(*) AS charges FROM florin_transactions WHERE document LIKE \'%"purpose":"renewal"%\''
  )
  const once = new Set(calls.map(({ sequence, subject }) => `${subject} ${sequence}`)).size
  const charges = Number(written!.charges)
  const isOnce = [calls.length, once, charges].every((number) => number === all)
  const wrong = [disorder(calls), disorder(messages)]
  return [
    single(
      `${count} renewals due after two days of downtime, SQLite`,
      `charged ${seconds(charged)} after the start, told after ${seconds(reported)} (${Math.round(cpu)} µs of CPU each)`,
      "to be done",
      Number.isFinite(reported)
    ),
    single(
      "these, and the daily ones once more a day later",
      `${calls.length} calls for ${once} renewals, ${charges} transactions`,
      `each of ${all} once`,
      isOnce
    ),
    single(
      "order of each subscription's",
      `${wrong[0]} of ${calls.length} charges and ${wrong[1]} of ${messages.length} webhooks after a later one`,
      "none",
      wrong.every((number) => number === 0) && messages.length === 2 * all
    )
  ].join("\n")
}
