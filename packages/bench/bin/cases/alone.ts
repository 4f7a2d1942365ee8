/** What is measured by itself: the memory of authorizations, and the start on a large database. */
import { randomUUID } from "node:crypto"
import * as Florin from "../florin.js"
import * as HandSqlite from "../hand/sqlite.js"
import { measure } from "../measure.js"
import { newFile } from "../places.js"
import { single } from "../report.js"

export const memory = async (scale: number): Promise<string> => {
  const florin = await Florin.start(Florin.sqlite(newFile()))
  const count = Math.ceil(100_000 * scale)
  const part = Math.ceil(count / 10)
  const seen: Array<number> = []
  for (let done = 0; done < count; done += part) {
    await measure(part, 64, (index) => florin.authorize(done + index))
    globalThis.gc?.()
    seen.push(process.memoryUsage().heapUsed / 1024 / 1024)
  }
  // The first tenth fills caches and compiles.
  const [, second = 0] = seen
  const last = seen.at(-1) ?? 0
  const value = `${seen.map((size) => size.toFixed(0)).join(", ")} MB`
  const demanded = "flat (the last at most 10 % above the second)"
  return single(`heap after each tenth of ${count} authorizations`, value, demanded, last <= second * 1.1)
}

export const ready = async (scale: number): Promise<string> => {
  const filename = newFile()
  await Florin.prepare(Florin.sqlite(filename))
  const count = Math.ceil(1_000_000 * scale)
  const hand = HandSqlite.open(filename)
  for (let done = 0; done < count; done += 10_000) hand.fill(done, Math.min(10_000, count - done))
  hand.stop()
  const begun = performance.now()
  const florin = await Florin.start(Florin.sqlite(filename))
  const opened = performance.now() - begun
  const answer = await florin.authorize(Number.parseInt(randomUUID().slice(0, 8), 16))
  const answered = performance.now() - begun
  if (!answer.includes('"successful"')) throw new Error(answer)
  const value = `open after ${opened.toFixed(0)} ms, the first authorization answered after ${answered.toFixed(0)} ms`
  return single(`ready on a database of ${count} transactions`, value, "≤ 1,500 ms", opened <= 1500)
}
