// The examples of hosts in a project of a stranger's, each a process of its own.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ready } from "./hostJourney.js"
import type { Host } from "./hosts.js"
import * as Installation from "./installation.js"
import { freePort } from "./program.js"

type Versions = Readonly<Record<string, string>> | undefined

type Manifest = Readonly<Record<"dependencies" | "devDependencies" | "peerDependencies", Versions>>

const manifestOf = (place: string): Manifest =>
  JSON.parse(readFileSync(join(Installation.root, place, "package.json"), "utf8"))

/** What Next.js asks for where it finds TypeScript. */
const forNext = {
  "@types/node": Installation.versionOf("@types/node"),
  "@types/react": "19.3.0",
  typescript: manifestOf("packages/http-adapter").devDependencies?.typescript ?? ""
}

const packagesOf = (hosts: ReadonlyArray<Host>): ReadonlyArray<string> => {
  const all = hosts.flatMap(({ folder }) => {
    const { dependencies, peerDependencies } = manifestOf(join("examples", folder))
    return [dependencies, peerDependencies]
  })
  return Object.entries(Object.assign({}, ...all, forNext) as Record<string, string>)
    .filter(([, version]) => !version.startsWith("workspace:"))
    .map(([name, version]) => `${name}@${version}`)
}

// As in the workspace: what Fastify tests itself with, of which newer ones need Node 22.
const overrides = { fastify: { "light-my-request": "6.6.0" } }

const next = join("node_modules", "next", "dist", "bin", "next")
const quiet = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }

/**
 * Installs the tarballs and what the hosts need, copies the hosts beside it, and builds what is built. Returns the
 * project's folder.
 */
export const make = async (hosts: ReadonlyArray<Host>): Promise<string> => {
  const project = Installation.emptyProject()
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", overrides }))
  const tarballs = await Installation.tarballs()
  const sandbox = join(tarballs, "development", "florin-sandbox.tgz")
  await Installation.install(project, [...Installation.tarballsIn(tarballs), sandbox, ...packagesOf(hosts)])
  rmSync(tarballs, { recursive: true })
  for (const { folder } of hosts) {
    const isSource = (path: string) => !/\/(?:node_modules|test)$/.test(path)
    cpSync(join(Installation.root, "examples", folder), join(project, folder), { recursive: true, filter: isSource })
  }
  await Installation.run(process.execPath, [join(project, next), "build"], join(project, "next"), quiet)
  return project
}

const loader = join(Installation.root, "node_modules", "tsx", "dist", "loader.mjs")

const argsOf = (project: string, { folder }: Host): ReadonlyArray<string> =>
  folder === "next" ? [join(project, next), "start", "-H", "127.0.0.1"] : ["--import", loader, "src/app.ts"]

/** A host that runs. */
export interface Running {
  readonly url: string
  /** Tells it to stop. Returns its exit code, and what it has printed. */
  readonly stop: () => Promise<readonly [exitCode: number | null, output: string]>
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

export const start = async (project: string, host: Host, node: Installation.Node): Promise<Running> => {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), "florin-host-"))
  const env = { ...quiet, NODE_ENV: "production" as const, PORT: String(port), DATABASE: join(directory, "shop.db") }
  const cwd = join(project, host.folder)
  const child = spawn(node.program, argsOf(project, host), { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)))
  const closed = once(child, "close")
  const url = `http://127.0.0.1:${port}`
  await ready(url, () => (isOver(child) ? output.join("") : undefined))
  const stop = async () => {
    child.kill("SIGTERM")
    const [exitCode] = (await closed) as [number | null]
    rmSync(directory, { recursive: true })
    return [exitCode, output.join("")] as const
  }
  return { url, stop }
}
