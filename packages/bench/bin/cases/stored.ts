/** What a due renewal costs, by how many subscriptions are stored that are due later. */
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { type Databank, postgres, sqlite } from "../databank.js"
import * as Florin from "../florin.js"
import { timed, warmUp } from "../measure.js"
import { contest, single } from "../report.js"
import { copy, subscribe } from "../subscribers.js"

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

const compared = async (make: () => Promise<Databank>, scale: number): Promise<string> => {
  const counts = { many: Math.max(2000, Math.ceil(1_000_000 * scale)), few: 1000 }
  const [many, few] = [await make(), await make()]
  await fill(many, counts.many)
  await fill(few, counts.few)
  const warm = wholeOf(warmUp * scale)
  const heap = { few: await heapOf(few, warm), many: await heapOf(many, warm) }
  const sides = [
    { name: `${counts.many.toLocaleString("en")} stored`, gateway: await renewing(many) },
    { name: `${counts.few.toLocaleString("en")} stored`, gateway: await renewing(few) }
  ]
  const printed = await contest({
    what: `renewals, ${many.name}, ${together} due at a time`,
    sides: sides.map(({ gateway, name }) => ({ name, work: gateway.renew })),
    ...{ warmUp: warm, count: wholeOf(2000 * scale), rate: 0.83, cpu: 1.2 }
  })
  for (const { gateway } of sides) await gateway.stop()
  const value = `${heap.many.toFixed(1)} MB with ${counts.many}, ${heap.few.toFixed(1)} MB with ${counts.few}`
  const isFlat = heap.many <= heap.few * 1.1
  return [printed, single(`heap after renewals, ${many.name}`, value, "≤ 1.1 ×", isFlat)].join("\n")
}

export const onSqlite = (scale: number): Promise<string> => compared(sqlite, scale)

export const onPostgres = (scale: number): Promise<string> => compared(postgres, scale)
