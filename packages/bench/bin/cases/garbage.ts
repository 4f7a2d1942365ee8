/** How many bytes an authorization allocates. */
import { PerformanceObserver } from "node:perf_hooks"
import { scheduler } from "node:timers/promises"
import * as Florin from "../florin.js"
import { measure, median, rounds, warmUp } from "../measure.js"
import { newFile } from "../places.js"
import { single } from "../report.js"

/** Unit: kilobytes. */
const demanded = 100

const used = (): number => {
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Counts collections, which are reported a turn of the event loop later. */
const collections = () => {
  let count = 0
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().length
  })
  observer.observe({ entryTypes: ["gc"] })
  return async (): Promise<number> => {
    await scheduler.wait(20)
    return count
  }
}

export const garbage = async (scale: number): Promise<string> => {
  const florin = await Florin.start(Florin.sqlite(newFile()))
  let number = 0
  const authorize = () => florin.authorize(number++)
  await measure(Math.ceil(warmUp * scale), 64, authorize)
  const count = Math.ceil(500 * scale)
  const collected = collections()
  const seen: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.()
    const before = { used: used(), collected: await collected() }
    await measure(count, 64, authorize)
    const allocated = used() - before.used
    // What was collected meanwhile is not seen any more.
    if ((await collected()) > before.collected) throw new Error("Something was collected while a round ran")
    seen.push(allocated / count / 1024)
  }
  const value = median(seen)
  const what = "garbage per authorization, SQLite, 64 in flight"
  return single(what, `${value.toFixed(1)} KB`, `≤ ${demanded} KB`, value <= demanded)
}
