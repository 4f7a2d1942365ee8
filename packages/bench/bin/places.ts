/** Places on the disk and servers that a case uses, and clearing them away. */
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { startServer } from "@florin/storage-postgres/testing/postgres"
import { Client } from "pg"

const ends: Array<() => unknown> = []

/** Clears away everything that was asked for, the last thing first. */
export const clear = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end()
}

/** A new directory beside the current one: `/tmp` may be memory, and a disk is what is measured. */
export const directory = (): string => {
  const path = mkdtempSync(join(process.cwd(), ".bench-"))
  ends.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const address = (place: string, database: string): string =>
  `postgres://florin@localhost/${database}?host=${encodeURIComponent(place)}`

let server: Promise<string> | undefined

const serverPlace = async (): Promise<string> => {
  // As it comes: every commit is flushed.
  const started = await startServer({ max_connections: "200" })
  ends.push(started.remove)
  return started.directory
}

/** A new database on a PostgreSQL that this process has started. */
export const database = async (): Promise<string> => {
  server ??= serverPlace()
  const place = await server
  const name = `bench_${randomBytes(4).toString("hex")}`
  const client = new Client({ connectionString: address(place, "florin") })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return address(place, name)
}

export interface Served {
  readonly port: number
  /** What the process says of itself. */
  readonly cpuUsage: () => Promise<NodeJS.CpuUsage>
}

/** This program in another process, serving one thing; ends when it listens. */
export const serving = async (what: string, ...parameters: ReadonlyArray<string>): Promise<Served> => {
  const child: ChildProcess = spawn(process.execPath, [process.argv[1]!, "--serve", what, ...parameters], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  ends.push(async () => {
    child.kill("SIGKILL")
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next()
    if (done === true) throw new Error(`${what} has ended`)
    return value
  }
  const port = Number(await line())
  const cpuUsage = async () => {
    child.stdin!.write("cpu\n")
    return JSON.parse(await line()) as NodeJS.CpuUsage
  }
  return { port, cpuUsage }
}

/** Serves for `serving`: says the port, then the CPU used so far whenever it is asked; ends with whoever started it. */
export const serve = async (start: () => Promise<number>): Promise<void> => {
  const asked = createInterface({ input: process.stdin })
  asked.on("line", () => console.log(JSON.stringify(process.cpuUsage())))
  asked.on("close", () => process.exit(0))
  console.log(await start())
}
