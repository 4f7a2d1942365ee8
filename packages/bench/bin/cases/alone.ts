/** What is measured by itself: the memory of authorizations, and the start on a large database. */
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import * as Florin from "../florin.js"
import { accepted, settled, statements } from "../hand/rows.js"
import { measure } from "../measure.js"
import { directory } from "../places.js"
import { single } from "../report.js"

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

export const memory = async (scale: number): Promise<string> => {
  const florin = await Florin.start(Florin.sqlite(join(directory(), "bench.db")))
  const count = Math.ceil(100_000 * scale)
  const part = Math.ceil(count / 10)
  const seen: Array<number> = []
  for (let done = 0; done < count; done += part) {
    await measure(part, 64, (index) => florin.authorize(done + index))
    seen.push(heap())
  }
  await florin.stop()
  // The first tenth fills caches and compiles.
  const [, second = 0] = seen
  const last = seen.at(-1) ?? 0
  return single({
    what: `heap after each tenth of ${count} authorizations`,
    value: `${seen.map((size) => size.toFixed(0)).join(", ")} MB`,
    demanded: "flat (the last at most 10 % above the second)",
    reached: last <= second * 1.1
  })
}

const fill = (filename: string, count: number): void => {
  const database = new Sqlite(filename)
  database.pragma("synchronous = OFF")
  const prepared = Object.fromEntries(
    Object.entries(statements).map(([name, text]) => [name, database.prepare(text)])
  ) as Record<keyof typeof statements, Sqlite.Statement>
  const insert = database.transaction((first: number, size: number) => {
    for (let number = first; number < first + size; number++) {
      const rows = accepted(number, Date.now() - 86_400_000)
      const after = settled(rows, rows.now)
      prepared.insertTransaction.run(...rows.insertTransaction)
      prepared.insertTrackingId.run(...rows.insertTrackingId)
      prepared.insertHistory.run(...rows.insertHistory)
      prepared.insertHistory.run(...after.insertHistory)
      prepared.insertCard.run(...rows.insertCard)
      prepared.insertJob.run(...after.insertJob)
    }
  })
  for (let done = 0; done < count; done += 10_000) insert(done, Math.min(10_000, count - done))
  database.close()
}

export const ready = async (scale: number): Promise<string> => {
  const filename = join(directory(), "bench.db")
  await Florin.prepare(Florin.sqlite(filename))
  const count = Math.ceil(1_000_000 * scale)
  fill(filename, count)
  const begun = performance.now()
  const florin = await Florin.start(Florin.sqlite(filename))
  const opened = performance.now() - begun
  const answer = await florin.authorize(Number.parseInt(randomUUID().slice(0, 8), 16))
  const answered = performance.now() - begun
  await florin.stop()
  if (!answer.includes('"successful"')) throw new Error(answer)
  return single({
    what: `ready on a database of ${count} transactions`,
    value: `open after ${opened.toFixed(0)} ms, the first authorization answered after ${answered.toFixed(0)} ms`,
    demanded: "≤ 1,500 ms",
    reached: opened <= 1500
  })
}
