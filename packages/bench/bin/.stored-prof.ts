/** What a due renewal costs, by how many subscriptions are stored that are due later. */
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { type Databank, postgres, sqlite } from "./databank.js"
import * as Florin from "./florin.js"
import { timed, warmUp } from "./measure.js"
import { contest, single } from "./report.js"
import { copy, subscribe } from "./subscribers.js"

/** How many are due at one instant. */
const together = 500

/** Their instants are spread over so long, from the beginning of a month with a day of this number in all that follow. */
const spread = 28 * 86_400_000
const begin = Date.parse("2026-03-01T09:00:00Z")

const fill = async (bank: Databank, count: number): Promise<void> => {
  const instants = Math.max(1, Math.floor(count / together))
  const step = Math.floor(spread / instants)
  const originals = await subscribe(
    bank,
    { interval: 1, interval_unit: "month" },
    Array.from({ length: instants }, (_, index) => begin + index * step)
  )
  await copy(bank, originals, count)
}

/** A gateway whose clock jumps from due instant to due instant. */
const renewing = async ({ store }: Databank) => {
  let charged = 0
  const counting: AcquirerService = {
    ...Florin.atOnce,
    perform: (request) =>
      Effect.zipRight(
        Effect.sync(() => void charged++),
        Florin.atOnce.perform(request)
      )
  }
  const clock = VirtualClock.make(begin)
  const runtime = ManagedRuntime.make(Florin.onDemand(store, { ...Florin.oneShop, acquirers: [counting] }))
  const next = Effect.gen(function* () {
    const scheduler = yield* Scheduler
    const due = Option.getOrThrow(yield* scheduler.nextDue)
    clock.jumpTo(due.epochMillis)
    const ran = yield* scheduler.runDue(DateTime.unsafeMake(due.epochMillis))
    if (ran > 1 && charged % together !== 0) throw new Error(`${charged} charges after ${ran} jobs`)
  })
  return {
    /** Renews at least so many. */
    renew: (count: number) => {
      const end = charged + count
      return timed(count, () =>
        runtime.runPromise(
          Effect.withClock(Effect.whileLoop({ while: () => charged < end, body: () => next, step: () => {} }), clock)
        )
      )
    },
    stop: () => runtime.dispose()
  }
}

const wholeOf = (count: number): number => Math.ceil(count / together) * together

const heapOf = async (bank: Databank, count: number): Promise<number> => {
  const { renew, stop } = await renewing(bank)
  await renew(count)
  globalThis.gc?.()
  const { external, heapUsed } = process.memoryUsage()
  await stop()
  return (heapUsed + external) / 1024 / 1024
}

import { createRequire } from "node:module"
import { clear } from "./places.js"
import inspector from "node:inspector"
import { writeFileSync } from "node:fs"
void heapOf; void contest; void single; void warmUp; void postgres
if (process.env.COUNT) {
  const req = createRequire("/work/main/packages/storage-sqlite/package.json")
  const D = req("better-sqlite3"); const stats = new Map<string, {n:number,t:number}>(); (globalThis as any).__stats = stats
  const orig = D.prototype.prepare
  D.prototype.prepare = function (sql: string) { const st = orig.call(this, sql); let rec = stats.get(sql); if (!rec) stats.set(sql, rec = {n:0,t:0}); const r0 = rec
    for (const m of ["run","all","get"]) { const f = st[m]; st[m] = function (...a: any[]) { const b = process.hrtime.bigint(); const r = f.apply(st, a); r0.t += Number(process.hrtime.bigint() - b); r0.n++; return r } } return st }
}
const n = Number(process.argv[2])
const bank = await sqlite()
await fill(bank, n)
await bank.settle()
const gw = await renewing(bank)
await gw.renew(wholeOf(4000))
;(globalThis as any).__stats?.forEach((r: any) => { r.n = 0; r.t = 0 })
const s = new inspector.Session(); s.connect()
if (process.env.PROF) { s.post("Profiler.enable"); s.post("Profiler.setSamplingInterval", { interval: 500 }); s.post("Profiler.start") }
const b = process.cpuUsage(); const w = performance.now()
const N = 6000
await gw.renew(N)
const c = process.cpuUsage(b)
console.log(n, "user", (c.user / N).toFixed(0), "sys", (c.system / N).toFixed(0), "wall", ((performance.now() - w) * 1000 / N).toFixed(0))
if (process.env.PROF) s.post("Profiler.stop", (_e, r) => writeFileSync(process.env.PROF!, JSON.stringify(r.profile)))
if (process.env.COUNT) for (const [q, { n: k, t }] of [...(globalThis as any).__stats].sort((a: any, z: any) => z[1].t - a[1].t).slice(0, 22)) console.log((t / 1000 / N).toFixed(2).padStart(7), (k / N).toFixed(3).padStart(7), q.replace(/\s+/g, " ").slice(0, 110))
await gw.stop(); await clear(); process.exit(0)
