/** The standalone server as a process of its own, on a directory of its own. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import * as Compiled from "@florin/crash-tests/Compiled"
import { documented } from "@florin/http-adapter/testing/documented"
import * as Effect from "effect/Effect"

export const root = fileURLToPath(new URL("../../../..", import.meta.url))
const program = await Effect.runPromise(Compiled.make(join(root, "packages", "florin", "src", "cli", "main.ts")))

export const directory = (): string => mkdtempSync(join(tmpdir(), "florin-cli-"))

export interface Run {
  readonly process: ChildProcess
  /** Of both streams. */
  readonly output: () => string
  /** Of stderr, where the log is. */
  readonly log: () => string
  readonly ended: Promise<number | null>
}

const follow = (child: ChildProcessByStdio<null, Readable, Readable>): Run => {
  let output = ""
  let log = ""
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  child.stderr.on("data", (chunk) => {
    output += chunk
    log += chunk
  })
  const ended = once(child, "close").then(([code]) => code as number | null)
  return { process: child, output: () => output, log: () => log, ended }
}

const variables = (cwd: string, environment: Record<string, string>) => ({
  PATH: process.env.PATH ?? "",
  HOME: cwd,
  PORT: "0",
  ...environment
})

/** Runs the command line as one file, which starts fast, in a directory. */
export const florin = (cwd: string, environment: Record<string, string>, ...words: ReadonlyArray<string>): Run =>
  follow(
    spawn(process.execPath, [program, ...words], {
      cwd,
      env: variables(cwd, environment),
      stdio: ["ignore", "pipe", "pipe"]
    })
  )

/** Runs the server in a directory. */
export const run = (cwd: string, environment: Record<string, string> = {}): Run => florin(cwd, environment, "serve")

/** The same without the code that other processes have compiled, with which no module of a host can be imported. */
export const runAlone = (cwd: string, environment: Record<string, string>): Run =>
  follow(
    spawn(process.execPath, [join(dirname(program), "program.cjs"), "serve"], {
      cwd,
      env: variables(cwd, environment),
      stdio: ["ignore", "pipe", "pipe"]
    })
  )

/** Adds a shop: `<id>:<secret>`. */
export const addShop = async (cwd: string, environment: Record<string, string>, id: string): Promise<string> => {
  const added = florin(cwd, environment, "shops", "add", id)
  if ((await added.ended) !== 0) throw new Error(added.output())
  return credentials(added.output()) ?? ""
}

/** npm in the repository, in a process group of its own as a terminal gives it; its database is in a directory. */
export const npm = (cwd: string, environment: Record<string, string>, ...words: ReadonlyArray<string>): Run =>
  follow(
    spawn("npm", words, {
      cwd: root,
      env: variables(cwd, {
        FLORIN_DATABASE: `sqlite:${join(cwd, "florin.db")}`,
        npm_config_userconfig: join(cwd, ".npmrc"),
        ...environment
      }),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
  )

/** The server from the sources. What stands before `start` installs packages, which a test must not. */
export const npmStart = (cwd: string): Run => npm(cwd, {}, "start", "--ignore-scripts")

/** As Ctrl-C in a terminal: every process of the group gets it. */
export const interrupt = ({ process: { pid } }: Run): void => {
  if (pid !== undefined) process.kill(-pid, "SIGINT")
}

/** Runs a program of TypeScript until it answers on its port. */
export const startProgram = async (cwd: string, file: string, port: number): Promise<Run> => {
  const compiled = await Compiled.module(file)
  const running = follow(
    spawn(process.execPath, [compiled], {
      cwd,
      env: variables(cwd, {}),
      stdio: ["ignore", "pipe", "pipe"]
    })
  )
  let isUp = false
  const knock = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => {
        isUp = true
      },
      () => undefined
    )
  await until(() => {
    void knock()
    return isUp
  }, running)
  return running
}

export interface Server extends Run {
  readonly url: string
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  readonly get: (path: string) => Promise<Response>
  /** Asks it to stop and waits; its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const until = async (ready: () => boolean, run: Run): Promise<void> => {
  for (let attempt = 0; attempt < 600 && !ready(); attempt++) {
    if (run.process.exitCode !== null) throw new Error(`The server ended:\n${run.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (!ready()) throw new Error(`The server is not ready:\n${run.output()}`)
}

/** The demo shop's credentials, once printed. */
export const credentials = (output: string): string | undefined => /FLORIN_SHOP=(\S+)/.exec(output)?.[1]

/** Waits until it is ready. */
export const ready = async (running: Run, known?: string): Promise<Server & { readonly shop: string }> => {
  await until(() => running.output().includes("Documentation:"), running)
  const url = /ready on (\S+)/.exec(running.output())?.[1] ?? ""
  const shop = known ?? credentials(running.output()) ?? ""
  const authorization = `Basic ${Buffer.from(shop).toString("base64")}`
  return {
    ...running,
    url,
    shop,
    get: async (path) =>
      documented({ method: "GET", target: path }, await fetch(`${url}${path}`, { headers: { authorization } })),
    post: async (path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body)
      })
      return documented({ method: "POST", target: path }, response)
    },
    stop: (signal = "SIGTERM") => {
      running.process.kill(signal)
      return running.ended
    }
  }
}

export const start = (cwd: string, environment: Record<string, string> = {}, known?: string) =>
  ready(run(cwd, environment), known)

/** A receiver of webhooks and verification requests that keeps everything it got. */
export const receiver = async () => {
  const received: Array<string> = []
  const server = createServer(async (request, response) => {
    let text = JSON.stringify(request.headers)
    for await (const chunk of request) text += chunk
    received.push(text)
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
