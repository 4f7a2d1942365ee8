// PostgreSQL servers for tests. Each is a process with its own directory, and ends with the process that
// started it, however that ends: a shell waits beside the server until its stdin is closed.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { binaries, handOver, runner } from "./binaries.js"

export interface Server {
  /** The directory of its socket. It has no other listener. */
  readonly directory: string
  /** Stops it like a crash (`QUIT`) or an administrator (`INT`) and keeps its files. */
  readonly stop: (signal: "QUIT" | "INT") => Promise<void>
  readonly start: () => Promise<void>
  /** Stops it and removes its files. */
  readonly remove: () => Promise<void>
}

// If stdin closes without a signal, the parent process is dead.
const beside = `"$@" & server=$!
read -r signal
kill -"\${signal:-QUIT}" $server; wait $server
[ -n "$signal" ] || rm -rf "$DIRECTORY"`

const launch = (directory: string, settings: ReadonlyArray<string>): ChildProcess =>
  spawn(
    "/bin/sh",
    [
      ...["-c", beside, "sh", join(binaries().programs, "postgres")],
      ...["-D", join(directory, "data"), "-k", directory, "-c", "listen_addresses=", ...settings]
    ],
    { ...runner, cwd: "/", env: { DIRECTORY: directory, PATH: "/usr/bin:/bin" }, stdio: ["pipe", "ignore", "pipe"] }
  )

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = ""
    child.stderr!.on("data", (chunk) => {
      log += chunk
      if (log.includes("ready to accept connections")) resolve()
    })
    child.once("close", () => reject(new Error(`PostgreSQL ended:\n${log}`)))
  })

/** Lets this process exit while the handle is open. */
export const letGo = (...open: ReadonlyArray<unknown>): void => {
  for (const one of open) (one as { unref(): void }).unref()
}

/** Starts a new, empty server. */
export const startServer = async (settings: Readonly<Record<string, string>>): Promise<Server> => {
  const directory = mkdtempSync(join(tmpdir(), "florin-pg-"))
  handOver(directory)
  const { template } = binaries()
  const copied = spawnSync("cp", ["-Rp", template, join(directory, "data")], { encoding: "utf8" })
  if (copied.status !== 0) throw new Error(copied.stderr)
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  let running: ChildProcess | undefined

  const start = async () => {
    const child = launch(directory, flags)
    running = child
    await ready(child)
    letGo(child, child.stdin, child.stderr)
  }
  const end = async (input: string) => {
    if (running === undefined) return
    const closed = once(running, "close")
    // This process stays for the end that it waits for.
    for (const one of [running, running.stderr]) (one as unknown as { ref(): void }).ref()
    running.stdin!.end(input)
    running = undefined
    await closed
  }
  const remove = async () => {
    await end("")
    rmSync(directory, { recursive: true, force: true })
  }
  await start()
  return { directory, start, stop: (signal) => end(`${signal}\n`), remove }
}
