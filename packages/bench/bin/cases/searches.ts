/** What each list and each search costs, of a million transactions and of what comes with them. Source: D73. */
import { scheduler } from "node:timers/promises"
import { createFlorin, type Florin as Host } from "florin"
import { type Databank, placeOf, postgres, sqlite } from "../databank.js"
import { atOnce, ring } from "../florin.js"
import * as Lookups from "../lookups.js"
import { quantile } from "../measure.js"
import { basic, body, secret, shopId } from "../orders.js"
import { atEnd } from "../places.js"
import * as Records from "../records.js"
import { lookedUp, single, waited } from "../report.js"
import * as Copies from "../transactions.js"

/** Unit: milliseconds. */
const most = 100

/** How often each is made, for another value each time. One that takes long is made less often. */
const times = 60

/** After how long one is made no more. Unit: milliseconds. */
const patience = 15_000

const baseUrl = "https://pay.example"

const operatorKey = "operator-0123456789abcdef0123456789abcdef"

/** A shop that has nothing, so that whoever sees two shops sees two. */
const otherShop = "other"

const visitors: Readonly<Record<string, { readonly id: string; readonly shops?: ReadonlyArray<string> }>> = {
  anna: { id: "anna" },
  clara: { id: "clara", shops: [shopId, otherShop] }
}

/** As an app has it whose due work another process does. */
const opened = async (bank: Databank): Promise<Host> => {
  const florin = await createFlorin({
    ...placeOf(bank),
    ...{ keys: ring, acquirers: [atOnce], baseUrl, dueWork: false },
    shops: [shopId, otherShop].map((id) => ({ id, secretKey: secret })),
    operators: [
      { id: "anna", key: operatorKey },
      { id: "clara", key: `${operatorKey}-2`, shops: [shopId, otherShop] }
    ],
    authenticate: (request: Request) => {
      const found = visitors[request.headers.get("x-visitor") ?? ""]
      return found === undefined ? undefined : { ...found, role: "administer" }
    }
  })
  atEnd(florin.close)
  return florin
}

const named = (id: string, key: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${key}`).toString("base64")}`
})

const headersOf: Readonly<Record<Lookups.Asker, Record<string, string>>> = {
  shop: { authorization: basic(shopId) },
  operator: named("anna", operatorKey),
  clerk: named("clara", `${operatorKey}-2`),
  console: { "x-visitor": "anna" },
  "console of a clerk": { "x-visitor": "clara" }
}

/** Without a socket: the text of the answer. */
const asking =
  ({ console, fetch }: Host) =>
  async ({ by, path }: Lookups.Lookup, number: number): Promise<string> => {
    const target = path(number)
    const request = new Request(`${baseUrl}${target}`, { headers: headersOf[by] })
    const answer = await (target.startsWith("/console") ? console.fetch(request) : fetch(request))
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${target} was answered ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }

/** How many records an answer has: those of its list, or the rows of a screen's tables. */
const foundIn = (text: string): number => {
  if (text.startsWith("<")) return (text.match(/<tr\b/g) ?? []).length
  const document: unknown = JSON.parse(text)
  if (Array.isArray(document)) return document.length
  const lists = Object.values(document as object).filter(Array.isArray)
  return lists.length === 0 ? 1 : Math.max(...lists.map(({ length }) => length))
}

/** A lookup as it was: whether it is within the demand, and has found what is there. */
interface Looked {
  readonly line: string
  readonly isReached: boolean
}

/** Spreads the times over all that there is. */
const numberOf = (time: number, count: number): number => Math.floor(((time * 0.618) % 1) * count)

const look = async (host: Host, series: Copies.Series, name: string, lookup: Lookups.Lookup): Promise<Looked> => {
  const ask = asking(host)
  const took: Array<number> = []
  let found = 0
  const begun = performance.now()
  for (let time = 0; time < times && performance.now() - begun < patience; time++) {
    const number = numberOf(time, series.count)
    const before = performance.now()
    const text = await ask(lookup, number)
    took.push(performance.now() - before)
    found += foundIn(text)
  }
  const isReached = quantile(took, 0.95) <= most && (found === 0) === (lookup.isEmpty === true)
  return { isReached, line: lookedUp(name, took, found / took.length, isReached) }
}

/** The greatest 99th percentile of what a shop waits for while something long is done. Unit: milliseconds. Source: D42. */
const longest = 1000

/** Between two payments, in milliseconds. */
const pace = 50

/** Payments of a shop at a steady rate until `stop`, each timed from the instant at which it was to be sent. */
const paying = ({ fetch }: Host, first: number) => {
  const waits: Array<number> = []
  const pay = async (number: number, due: number): Promise<void> => {
    const headers = { authorization: basic(shopId), "content-type": "application/json" }
    const sent = { method: "POST", headers, body: JSON.stringify(body(number)) }
    const answer = await fetch(new Request(`${baseUrl}/transactions/payments`, sent))
    await answer.text()
    waits.push(answer.status === 200 ? performance.now() - due : Number.POSITIVE_INFINITY)
  }
  let isOver = false
  const begun = performance.now()
  const sending: Array<Promise<void>> = []
  const ended = (async () => {
    for (let index = 0; !isOver; index++) {
      const due = begun + index * pace
      await scheduler.wait(Math.max(0, due - performance.now()))
      sending.push(pay(first + index, due))
    }
    await Promise.all(sending)
  })()
  return async (): Promise<ReadonlyArray<number>> => {
    isOver = true
    await ended
    return waits
  }
}

/** For how long payments are timed while nothing is counted. Unit: milliseconds. */
const alone = 5000

/** Counting a long period takes longer than a list may: what is demanded is that nobody else waits for it. */
const tallies = async (bank: Databank, host: Host, series: Copies.Series): Promise<string> => {
  const ask = asking(host)
  let first = 10_000_000
  const visited = async (work: () => Promise<unknown>) => {
    const stop = paying(host, first)
    first += 1_000_000
    await work()
    return stop()
  }
  const rows: Record<string, ReadonlyArray<number>> = {
    "nothing is counted": await visited(() => scheduler.wait(alone))
  }
  for (const days of [7, 30, 90, 232]) {
    const to = new Date(series.begin + series.count * Copies.step).toISOString()
    const from = new Date(Date.parse(to) - days * 86_400_000).toISOString()
    const path = `/operator/tally?${new URLSearchParams({ from, to, by: "day" })}`
    const took: Array<number> = []
    let counted = 0
    const waits = await visited(async () => {
      // Long enough for there to be payments.
      for (let spent = 0; spent < alone; spent += took.at(-1)!) {
        const before = performance.now()
        counted = JSON.parse(await ask({ by: "operator", path: () => path }, 0)).counted
        took.push(performance.now() - before)
      }
    })
    const seconds = (quantile(took, 0.5) / 1000).toFixed(2)
    rows[`${counted.toLocaleString("en")} of ${days} days are counted in ${seconds} s`] = waits
  }
  return waited(`payments of a shop, ${bank.name}, request to answer, while`, rows, longest)
}

export const report = async (bank: Databank, series: Copies.Series, only = ""): Promise<string> => {
  const host = await opened(bank)
  const missed: Array<string> = []
  const lookups = Object.entries(Lookups.all(series)).filter(([name]) => name.includes(only))
  for (const [name, lookup] of lookups) {
    const first = await look(host, series, name, lookup)
    // What disturbs the machine passes: the second time counts.
    const { isReached, line } = first.isReached ? first : await look(host, series, name, lookup)
    console.log(line)
    if (!isReached) missed.push(name)
  }
  const what = `lists and searches of ${series.count.toLocaleString("en")} transactions, ${bank.name}`
  const value = [`${lookups.length - missed.length} of ${lookups.length}`, ...missed].join("; not: ")
  const demanded = `p95 ≤ ${most} ms of each`
  return [single(what, value, demanded, missed.length === 0), await tallies(bank, host, series)].join("\n")
}

const measured = async (make: () => Promise<Databank>, scale: number): Promise<string> => {
  const bank = await make()
  const series = Copies.series(Math.ceil(1_000_000 * scale))
  const begun = performance.now()
  await Records.fill(bank, series)
  console.log(`${series.count} transactions and the rest in ${Math.round((performance.now() - begun) / 1000)} s`)
  return report(bank, series)
}

export const onSqlite = (scale: number): Promise<string> => measured(sqlite, scale)

export const onPostgres = (scale: number): Promise<string> => measured(postgres, scale)
