/** What shops notice of the console: ten pages that are open and a person who goes from one to the next, then one person more who looks through the lists. Source: D73, D42. */
import { scheduler } from "node:timers/promises"
import { PersonId } from "@florin/core/people/Actor"
import { allGrants } from "@florin/core/people/Role"
import { People } from "@florin/core/people-operations/People"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Agent, request } from "undici"
import { type Databank, sqlite } from "../databank.js"
import * as Florin from "../florin.js"
import { type Figures, measure, median, quantile, timed } from "../measure.js"
import { basic, body, shopId } from "../orders.js"
import { atEnd, serving } from "../places.js"
import * as Records from "../records.js"
import { beside } from "../report.js"
import * as Copies from "../transactions.js"

/** Between two payments, in milliseconds: whether or not those before were answered. */
const pace = 20

/** The payments of a round. */
const payments = 600

/** An odd number: one of them is in the middle. */
const rounds = 7

/** Between two clicks of the person who looks through the lists. Unit: milliseconds. */
const reading = 1500

const tabs = 10

/** The gateway, for as long as the process runs. */
export const serve = (filename: string): Promise<number> => Florin.serve(Florin.sqlite(filename))

/** A person who may do everything, and the link by which they sign in. */
const linkIn = async (bank: Databank): Promise<string> => {
  const runtime = ManagedRuntime.make(Florin.onDemand(bank.store))
  const id = PersonId.make("anna")
  const made = Effect.gen(function* () {
    const { add, link } = yield* People
    yield* add(allGrants, id, { place: "everywhere", role: "administer" })
    return Redacted.value((yield* link(allGrants, id)).token)
  })
  try {
    return await runtime.runPromise(made)
  } finally {
    await runtime.dispose()
  }
}

const dispatcher = new Agent({ connections: null })

/** What a browser does: it signs in, gets pages, and looks whether they are out of date. */
const browser = async (base: string, link: string) => {
  const entered = await request(`${base}/sign-in`, {
    ...{ dispatcher, method: "POST", body: new URLSearchParams({ token: link }).toString() },
    headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(base).origin }
  })
  await entered.body.dump()
  const cookie = [entered.headers["set-cookie"] ?? []]
    .flat()
    .map((one) => one.split(";")[0])
    .join("; ")
  if (!cookie.includes("session=")) throw new Error(`Nobody was signed in: ${entered.statusCode}`)
  const get = async (url: string | URL): Promise<string> => {
    const { body, statusCode } = await request(url, { dispatcher, headers: { cookie } })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode}`)
    return text
  }
  return { get, page: (path: string) => get(`${base}/${path}`) }
}

type Browser = Awaited<ReturnType<typeof browser>>

const found = (pattern: RegExp, text: string): string => {
  const [, one] = pattern.exec(text) ?? []
  if (one === undefined) throw new Error(`A page has no ${pattern}`)
  return one.replaceAll("&amp;", "&")
}

/** How often the pages' own script looks. Unit: milliseconds. */
const intervalOf = async ({ page }: Browser): Promise<number> =>
  Number(found(/setInterval\(look, (\d+)\)/, await page("assets/console.js")))

interface Watch {
  readonly isOver: () => boolean
  readonly interval: number
}

/** Waits in steps, and no longer than a round lasts. Unit: milliseconds. */
const pause = async (millis: number, isOver: () => boolean): Promise<void> => {
  for (let waited = 0; waited < millis && !isOver(); waited += pace) await scheduler.wait(pace)
}

/** A page that is open in a window of its own: a tab that is hidden does not look. */
const tab = async (base: string, { get, page }: Browser, path: string) => {
  let version: unknown
  let isOld = false
  let text = await page(path)
  return {
    /** As its script does: once it says that it is out of date, it looks no more. */
    look: async ({ interval, isOver }: Watch): Promise<void> => {
      while (!isOver()) {
        if (!isOld) {
          const look = new URL(found(/data-live="([^"]+)"/, text), `${base}/${path}`)
          const reply = JSON.parse(await get(look)) as { readonly newer: number; readonly version: unknown }
          isOld = reply.newer > 0 || (version !== undefined && version !== reply.version)
          version = reply.version
        }
        await pause(interval, isOver)
      }
    },
    /** Whoever comes to it loads it again if it says so. */
    visit: async (): Promise<void> => {
      if (!isOld) return
      text = await page(path)
      isOld = false
      version = undefined
    }
  }
}

type Tab = Awaited<ReturnType<typeof tab>>

/** Goes from one page to the next. */
const visiting = async (next: () => Tab, { interval, isOver }: Watch): Promise<void> => {
  while (!isOver()) {
    await next().visit()
    await pause(interval, isOver)
  }
}

/** Looks through the lists, one after the other. */
const clicking = async ({ page }: Browser, paths: ReadonlyArray<string>, { isOver }: Watch): Promise<void> => {
  for (let click = 0; !isOver(); click++) {
    await page(paths[click % paths.length]!)
    await pause(reading, isOver)
  }
}

/** What is open in the ten pages: those that look, each kind more than once. */
const openIn = (uid: string): ReadonlyArray<string> => {
  const kinds = ["", "doubts", `payments/${uid}`, "webhooks", "approvals"]
  return Array.from({ length: tabs }, (_, index) => kinds[index % kinds.length]!)
}

const listsOf = (uid: string, email: string): ReadonlyArray<string> => [
  ...["", `?q=${encodeURIComponent(email)}`, `payments/${uid}`, "?q=failed", "doubts", "webhooks", "declines"],
  ...[`subscriptions?shop=${shopId}`, `checkouts?shop=${shopId}`, "proofs", "approvals", "audit", "acquirers"]
]

/** Payments at a steady rate, each timed from the instant at which it was to be sent. */
const paying = (port: number, cpuUsage: () => Promise<NodeJS.CpuUsage>) => {
  let first = 1_000_000
  const pay = async (number: number): Promise<void> => {
    const answer = await request(`http://127.0.0.1:${port}/transactions/payments`, {
      ...{ dispatcher, method: "POST", body: JSON.stringify(body(number)) },
      headers: { authorization: basic(shopId), "content-type": "application/json" }
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`A payment was answered ${answer.statusCode}`)
  }
  const warm = (count: number) => measure(count, 16, () => pay(first++))
  const round = async (count: number): Promise<Figures> => {
    const took: Array<number> = []
    const begun = performance.now()
    const one = async (index: number): Promise<void> => {
      const due = begun + index * pace
      await scheduler.wait(Math.max(0, due - performance.now()))
      await pay(first++)
      took.push(performance.now() - due)
    }
    const figures = await timed(
      count,
      () => Promise.all(Array.from({ length: count }, (_, index) => one(index))),
      cpuUsage
    )
    return { ...figures, p50: median(took), p99: quantile(took, 0.99) }
  }
  return { warm, round }
}

export const desks = async (scale: number): Promise<string> => {
  const bank = await sqlite()
  const series = Copies.series(Math.ceil(100_000 * scale))
  await Records.fill(bank, series)
  const link = await linkIn(bank)
  const { cpuUsage, port } = await serving("desks", bank.address)
  atEnd(() => dispatcher.close())
  const base = `http://127.0.0.1:${port}/console`
  const somebody = await browser(base, link)
  const interval = await intervalOf(somebody)
  const uid = series.uid(series.count - 1)
  const lists = listsOf(uid, Copies.email(7))
  const { round, warm } = paying(port, cpuUsage)
  await warm(Math.ceil(2000 * scale))
  for (const path of lists) await somebody.page(path)
  const open = await Promise.all(openIn(uid).map((path) => tab(base, somebody, path)))
  let visited = 0

  const withPages = async (count: number, isClicking: boolean): Promise<Figures> => {
    let isOver = false
    const watch = { interval, isOver: () => isOver }
    const looks = open.map(async ({ look }, index) => {
      // As they were opened, one after the other.
      await pause((index * interval) / tabs, watch.isOver)
      await look(watch)
    })
    const busy = [...looks, visiting(() => open[visited++ % tabs]!, watch)]
    const looking = Promise.all(isClicking ? [...busy, clicking(somebody, lists, watch)] : busy)
    const figures = await round(count)
    isOver = true
    await looking
    return figures
  }
  const count = Math.ceil(payments * Math.min(1, scale))
  const nobody: Array<Figures> = []
  const opened: Array<Figures> = []
  const busy: Array<Figures> = []
  for (let turn = 0; turn < rounds; turn++) {
    const order = [
      async () => void nobody.push(await round(count)),
      async () => void opened.push(await withPages(count, false)),
      async () => void busy.push(await withPages(count, true))
    ]
    for (const side of turn % 2 === 0 ? order : order.reverse()) await side()
  }
  const without = { name: "nobody is in the console", rounds: nobody }
  const stored = `SQLite FULL, ${series.count.toLocaleString("en")} stored`
  return [
    beside(
      `payments of a shop, ${1000 / pace} a second, beside the console, ${stored}`,
      { without, with: { name: `${tabs} pages are open`, rounds: opened } },
      { p50: 1.1, p99: 1.25 }
    ),
    beside(`the same beside a person who opens a list every ${reading / 1000} s, too`, {
      without,
      with: { name: `${tabs} pages are open, and lists are looked through`, rounds: busy }
    })
  ].join("\n")
}
