/** Places on the disk and servers that a case uses, and clearing them away. */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { startServer } from "@florin/storage-postgres/testing/postgres"
import { Client } from "pg"

const ends: Array<() => unknown> = []

/** Has `clear` call this. */
export const atEnd = (end: () => unknown): void => void ends.push(end)

/** Clears away everything that was asked for, the last thing first. */
export const clear = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end()
}

/** A new directory; `prefix` is the beginning of its path. */
export const newFolder = (prefix: string): string => {
  const path = mkdtempSync(prefix)
  atEnd(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A file in a new directory beside the current one: `/tmp` may be memory, and a disk is what is measured. */
export const newFile = (): string => join(newFolder(join(process.cwd(), ".bench-")), "bench.db")

/** A file in memory, where the machine has a place for that. */
export const newFileInMemory = (): string =>
  join(newFolder(join(process.platform === "linux" ? "/dev/shm" : tmpdir(), "florin-bench-")), "florin.db")

/** One statement, on a connection of its own. */
export const query = async (address: string, text: string, values: ReadonlyArray<unknown> = []): Promise<void> => {
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query(text, [...values])
  await client.end()
}

let server: ReturnType<typeof startServer> | undefined

/** A new database on a PostgreSQL that this process has started, as it comes: every commit is flushed. */
export const database = async (): Promise<string> => {
  if (server === undefined) {
    server = startServer({ max_connections: "200" })
    atEnd((await server).remove)
  }
  const place = encodeURIComponent((await server).directory)
  const address = (name: string) => `postgres://florin@localhost/${name}?host=${place}`
  const name = `bench_${randomBytes(4).toString("hex")}`
  await query(address("florin"), `CREATE DATABASE ${name}`)
  return address(name)
}

interface Served {
  readonly what: string
  /** Another build of this program. Default: this one. */
  readonly program?: string | undefined
}

/** This program in another process, serving one thing; ends when it listens. `ask` is answered by that process. */
export const serving = async (served: string | Served, ...parameters: ReadonlyArray<string>) => {
  const { program = process.argv[1]!, what } = typeof served === "string" ? { what: served } : served
  const child = spawn(process.execPath, [program, "--serve", what, ...parameters], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const exited = once(child, "exit")
  atEnd(() => {
    child.kill("SIGKILL")
    return exited
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next()
    if (done === true) throw new Error(`${what} has ended`)
    return value
  }
  const port = Number(await line())
  const ask = async (question: string): Promise<unknown> => {
    child.stdin.write(`${question}\n`)
    return JSON.parse(await line())
  }
  const cpuUsage = () => ask("cpu") as Promise<NodeJS.CpuUsage>
  return { port, ask, cpuUsage }
}

const answers = new Map<string, (parameter: string) => unknown>([["cpu", () => process.cpuUsage()]])

/** What this process answers to a question: one word, and what comes after it. */
export const answering = (question: string, answer: (parameter: string) => unknown): void =>
  void answers.set(question, answer)

/** Serves for `serving`: says the port, then answers a question a line; ends with the process that started it. */
export const serve = async (start: () => Promise<number>): Promise<void> => {
  const requested = createInterface({ input: process.stdin })
  requested.on("line", (line) => {
    const [question = "", parameter = ""] = line.split(" ")
    console.log(JSON.stringify(answers.get(question)!(parameter)))
  })
  requested.on("close", () => process.exit(0))
  console.log(await start())
}
