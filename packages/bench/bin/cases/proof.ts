/** What the proof of a payment with a document of 5 MiB costs: time, memory, and the patience of other requests. */
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { scheduler } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { TransferProgress, type TransferProvider, TransferProviders } from "@florin/core/transfers/TransferProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Pool } from "undici"
import * as Florin from "../florin.js"
import { median } from "../measure.js"
import { basic, shopId } from "../orders.js"
import { answering, atEnd, newFile, serving } from "../places.js"
import { single } from "../report.js"

const mebibyte = 1024 * 1024

/**
 * Each proof is of a payment of its own. The first ones only warm up, with small documents: what a process has once held
 * it may keep, and the first large one must not find it there.
 */
const warmUp = 50
const measured = 10

/** Between two requests of others, in milliseconds. */
const pace = 2

const rejected = TransferProgress.Rejected({ report: { refId: null, message: null }, reason: "provider" })

/** Refuses every payment at once, so that each can be proven. */
const refusing: TransferProvider = {
  ...{ gatewayId: 1, name: "refusing", simulated: false },
  perform: () => Effect.succeed(rejected),
  status: () => Effect.succeed(rejected)
}

const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  ;(runInNewContext("gc") as () => void)()
}

/** The greatest resident size since it was settled, as Linux counts it. Unit: bytes. */
const peak = (): number => Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024

/** The gateway, for as long as the process runs. */
export const serve = (filename: string): Promise<number> => {
  answering("settle", () => {
    collectGarbage()
    // Resets the greatest size.
    writeFileSync("/proc/self/clear_refs", "5")
    return process.memoryUsage.rss()
  })
  answering("peak", peak)
  return Florin.serve(Florin.sqlite(filename), Florin.oneShop, Layer.succeed(TransferProviders, [refusing]))
}

const headers = { authorization: basic(shopId), "content-type": "application/json" }

const payment = {
  request: {
    ...{ amount: 100_000, currency: "RUB", description: "An order", return_url: "https://shop.example" },
    method: { type: "sbp_data", channel: "SBP" }
  }
}

/** No two documents are equal, and none can be compressed on its way. */
const proofOf = (number: number, size: number): Buffer => {
  const file = Buffer.alloc(size)
  for (let index = 0; index < file.length; index += 4) file.writeUInt32LE((index * 2_654_435_761 + number) >>> 0, index)
  file.write("%PDF-1.4\n")
  const document = {
    ...{ content_type: "application/pdf", file_name: "proof.pdf", file_size: file.length },
    ...{ content: file.toString("base64"), checksum: createHash("sha256").update(file).digest("hex") }
  }
  return Buffer.from(JSON.stringify({ request: { amount: 100_000, currency: "RUB", document } }))
}

const post = async (pool: Pool, path: string, body: string | Buffer): Promise<string> => {
  const { body: answer, statusCode } = await pool.request({ path, method: "POST", headers, body })
  const text = await answer.text()
  if (statusCode !== 200) throw new Error(`Answered ${statusCode}: ${text}`)
  return text
}

/** Requests of others until `stop`; answers with the longest wait. */
const others = (pool: Pool) => {
  let isOver = false
  let longest = 0
  const visit = async () => {
    while (!isOver) {
      const begun = performance.now()
      await (await pool.request({ path: "/health/live", method: "GET" })).body.dump()
      longest = Math.max(longest, performance.now() - begun)
      await scheduler.wait(pace)
    }
  }
  const ended = visit()
  return async () => {
    isOver = true
    await ended
    return longest
  }
}

const worst = (values: ReadonlyArray<number>): number => Math.max(...values)

const shown = (values: ReadonlyArray<number>, unit: string): string =>
  `median ${median(values).toFixed(0)} ${unit}, worst ${worst(values).toFixed(0)} ${unit}`

export const proof = async (): Promise<string> => {
  const { ask, port } = await serving("proof", newFile())
  const [merchant, visitor] = [1, 1].map((connections) => new Pool(`http://127.0.0.1:${port}`, { connections }))
  atEnd(() => Promise.all([merchant!.destroy(), visitor!.destroy()]))
  const times: Array<number> = []
  const sizes: Array<number> = []
  const waits: Array<number> = []
  for (let number = 0; number < warmUp + measured; number++) {
    const { uid } = JSON.parse(
      await post(merchant!, "/beyag/transactions/payments", JSON.stringify(payment))
    ).transaction
    const body = proofOf(number, number < warmUp ? 4096 : 5 * mebibyte)
    const before = (await ask("settle")) as number
    const stop = others(visitor!)
    await scheduler.wait(50)
    const begun = performance.now()
    await post(merchant!, `/beyag/transactions/${uid}/proof`, body)
    const took = performance.now() - begun
    const waited = await stop()
    const size = ((await ask("peak")) as number) - before
    if (number < warmUp) continue
    times.push(took)
    sizes.push(size / mebibyte)
    waits.push(waited)
  }
  return [
    single(
      "a proof of 5 MiB, SQLite, from the request to the answer",
      shown(times, "ms"),
      "≤ 300 ms",
      worst(times) <= 300
    ),
    single("memory on top of what the process had", shown(sizes, "MiB"), "≤ 40 MiB", worst(sizes) <= 40),
    single("other requests meanwhile, the longest wait", shown(waits, "ms"), "≤ 50 ms", worst(waits) <= 50)
  ].join("\n")
}
