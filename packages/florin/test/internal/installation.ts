// A project of a stranger's, made of nothing but the tarballs and what the registry has.
import { execFile } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

export const root = fileURLToPath(new URL("../../../../", import.meta.url))
const cache = join(root, "node_modules", ".cache", "florin-installed")
const driver = { name: "better-sqlite3", file: "build/Release/better_sqlite3.node" }

const manifests = [
  "package.json",
  "packages/florin/package.json",
  "packages/connector-adyen/package.json",
  "examples/express/package.json"
].map(
  (path) => JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, Record<string, string> | undefined>
)

/** The version that the workspace has of a package. */
export const versionOf = (name: string): string => {
  const groups = manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies])
  const version = groups.find((group) => group?.[name] !== undefined)?.[name]
  if (version === undefined) throw new Error(`${name} is in no package.json`)
  return version
}

const execute = promisify(execFile)

/** Runs a command to its end. Errors: whatever it printed, where it failed. */
export const run = async (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = process.env
): Promise<string> => {
  const options = { cwd, env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const
  const { stdout } = await execute(command, args, options).catch(
    (error: Error & { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error([error.message, error.stdout, error.stderr].join("\n"))
    }
  )
  return stdout
}

/** Makes functions of which so many run at a time; the others wait. */
export const inTurns = (most: number) => {
  const waiting: Array<() => void> = []
  let running = 0
  return <Args extends ReadonlyArray<unknown>, A>(act: (...args: Args) => Promise<A>) =>
    async (...args: Args): Promise<A> => {
      if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await act(...args)
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    }
}

const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]

/** Packs every public package into a new folder. */
export const tarballs = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "florin-tarballs-"))
  await run("npm", ["run", "--silent", "pack", "--", "--out", folder], root)
  return folder
}

export const tarballsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => join(folder, name))

interface Manifest {
  readonly version: string
  readonly exports: object
  readonly dependencies?: object
  readonly peerDependencies?: object
}

/** The manifest of a package that a project has installed. */
export const manifestIn = (project: string, name: string): Manifest =>
  JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8"))

/** A folder with a manifest and nothing else. */
export const emptyProject = (): string => {
  const place = mkdtempSync(join(tmpdir(), "florin-project-"))
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }')
  return place
}

/** Install scripts do not run: the one native driver is built apart, once per Node. */
export const install = (project: string, packages: ReadonlyArray<string>): Promise<string> =>
  run("npm", ["install", "--ignore-scripts", ...quiet, ...packages], project)

/** A Node to run programs with. */
export interface Node {
  readonly version: string
  readonly program: string
  /** Absent for the one that runs the tests. */
  readonly isOther?: true
}

const current: Node = { version: process.versions.node, program: process.execPath }

export const majorOf = (version: string): number => Number(version.split(".")[0])

/** The folder of a version of Node from the registry, with its program and its headers. */
const homeOf = async (version: string): Promise<string> => {
  const name = `node-${process.platform}-${process.arch}`
  const place = join(cache, `node-${version}`)
  const home = join(place, "node_modules", name)
  if (!existsSync(home)) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, "package.json"), '{ "private": true }')
    await run("npm", ["install", ...quiet, `${name}@${version}`], place)
  }
  return home
}

/** That version of Node: the one that runs the tests where the major is the same, or one from the registry. */
export const nodeOf = async (version: string): Promise<Node> =>
  majorOf(version) === majorOf(current.version)
    ? current
    : { version, program: join(await homeOf(version), "bin", "node"), isOther: true }

const built = async (node: Node): Promise<string> => {
  if (node.isOther === undefined) {
    const workspace = createRequire(join(root, "packages", "florin", "package.json"))
    return join(dirname(workspace.resolve(`${driver.name}/package.json`)), driver.file)
  }
  // As the driver's published binaries are. With the headers of 24.19 and later it aborts the process whenever a statement
  // is collected outside of JavaScript (nodejs/node#65446).
  const headers = `${majorOf(node.version)}.0.0`
  const kept = join(cache, `${driver.name}-${versionOf(driver.name)}-headers-${headers}.node`)
  if (existsSync(kept)) return kept
  const place = emptyProject()
  const PATH = [dirname(node.program), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, npm_config_nodedir: await homeOf(headers), npm_config_build_from_source: "true" }
  await run("npm", ["install", ...quiet, `${driver.name}@${versionOf(driver.name)}`], place, env)
  copyFileSync(join(place, "node_modules", driver.name, driver.file), kept)
  rmSync(place, { recursive: true })
  return kept
}

/** Puts the SQLite driver that is built for a Node into a project. */
export const useDriver = async (project: string, node: Node): Promise<void> => {
  const place = join(project, "node_modules", driver.name, driver.file)
  mkdirSync(dirname(place), { recursive: true })
  copyFileSync(await built(node), place)
}
