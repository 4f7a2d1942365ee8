/** What a newcomer starts: `npm start`, with the sandbox and its books, and the log at its default level. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { openSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import * as Florin from "../florin.js"
import { warmUp } from "../measure.js"
import { secret, shopId } from "../orders.js"
import { atEnd, newFile } from "../places.js"
import { contest } from "../report.js"
import { authorizing, connections, side } from "./http.js"

// Made by `bench.mjs` beside this program: the command line, as `npm start` runs it.
const server = join(dirname(process.argv[1]!), "florin.mjs")

/** Has the server answer what it has used, and end with this process. */
const preload = `data:text/javascript,${encodeURIComponent(`
  process.on("message", () => process.send(process.cpuUsage()))
  process.on("disconnect", () => process.exit(0))`)}`

const started = async (filename: string) => {
  const shops = `${filename}.shops.json`
  writeFileSync(shops, JSON.stringify([{ id: shopId, secret_key: secret }]), { mode: 0o600 })
  const child = spawn(process.execPath, ["--import", preload, server, "serve", "--json"], {
    env: { ...process.env, FLORIN_DATABASE: `sqlite:${filename}`, FLORIN_SHOPS: shops, PORT: "0" },
    stdio: ["ignore", "pipe", openSync(`${filename}.log`, "a"), "ipc"]
  })
  const exited = once(child, "exit")
  atEnd(() => {
    child.kill("SIGKILL")
    return exited
  })
  const { done, value } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next()
  if (done === true) throw new Error("The server has ended")
  const cpuUsage = async (): Promise<NodeJS.CpuUsage> => {
    const reported = once(child, "message")
    child.send("cpu")
    return (await reported)[0]
  }
  return { url: (JSON.parse(value) as { readonly url: string }).url, cpuUsage }
}

export const start = async (scale: number): Promise<string> => {
  const other = newFile()
  await Florin.prepare(Florin.sqlite(other))
  const { cpuUsage, url } = await started(newFile())
  return contest({
    what: `authorize at npm start, sandbox and log on, SQLite FULL, ${connections} connections (CPU is the server's)`,
    sides: [
      { name: "Florin, npm start", work: authorizing(url, cpuUsage) },
      await side("Fastify, the same writes by hand", "fastify", other)
    ],
    ...{ warmUp: warmUp * scale, count: 4000 * scale, rate: 1.3, cpu: 1.15 }
  })
}
