/** What a host pays before its first payment: an installation, an import, and a start. Measured on the packed packages. */
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { ring } from "../florin.js"
import { median } from "../measure.js"
import { secret, shopId } from "../orders.js"
import { newFile, newFileInMemory, newFolder } from "../places.js"
import { information, single } from "../report.js"

const run = (command: string, args: ReadonlyArray<string>, cwd = process.cwd()): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })

const folder = (name: string): string => newFolder(join(tmpdir(), `florin-bench-${name}-`))

const bytesOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)

const driver = "build/Release/better_sqlite3.node"

const tarballsIn = (path: string): ReadonlyArray<string> =>
  readdirSync(path)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => join(path, name))

/** A project that has installed the tarballs; and how large Florin's own packages are in it without the sandbox. */
const installed = (): { readonly project: string; readonly size: number } => {
  const [tarballs, project] = [folder("tarballs"), folder("project")]
  run("npm", ["run", "--silent", "pack", "--", "--out", tarballs])
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }')
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }
  const versioned = ["effect", "@effect/sql-sqlite-node", "better-sqlite3"].map(
    (name) => `${name}@${dependencies[name]}`
  )
  const install = (...packages: ReadonlyArray<string>) =>
    run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", ...packages], project)
  install(...tarballsIn(tarballs), ...versioned)
  const modules = join(project, "node_modules")
  const size = bytesOf(join(modules, "florin")) + bytesOf(join(modules, "@florin"))
  install(join(tarballs, "development", "florin-sandbox.tgz"))
  // Install scripts do not run: the native driver is the workspace's.
  const place = join(modules, "better-sqlite3", driver)
  mkdirSync(dirname(place), { recursive: true })
  copyFileSync(join(dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json")), driver), place)
  return { project, size }
}

const importing = `const begun = performance.now()
await import(process.argv[2])
console.log(performance.now() - begun)
`

/**
 * Imports florin and opens thrice; the first time loads what the options require and the host has not imported: the driver,
 * the sandbox.
 */
const opening = `const { imports, ...options } = JSON.parse(process.argv[2])
const before = performance.now()
const { createFlorin } = await import("florin")
const imported = performance.now() - before
for (const module of imports) await import(module)
const acquirer = { gatewayId: 1, name: "none", simulated: false, perform: () => {}, status: () => {} }
const took = []
for (let time = 0; time < 3; time++) {
  const begun = performance.now()
  const florin = await createFlorin({ ...options, ...(options.sandbox ? {} : { acquirers: [acquirer] }) })
  took.push(performance.now() - begun)
  await florin.close()
}
console.log(JSON.stringify({ imported, took }))
`

/** A test of a host: the first of a process, and later ones. */
const testing = `const { testFlorin } = await import("florin/testing")
const took = []
for (let time = 0; time < 3; time++) {
  const begun = performance.now()
  const florin = await testFlorin({ migrate: "CREATE TABLE orders (id TEXT PRIMARY KEY, state TEXT)" })
  took.push(performance.now() - begun)
  await florin.close()
}
console.log(JSON.stringify(took))
`

const shops = [{ id: shopId, secretKey: secret }]
const common = { baseUrl: "https://shop.example/pay", shops }

/** Unit: milliseconds. */
interface Opening {
  readonly imported: number
  readonly took: ReadonlyArray<number>
}

/** In a process of its own. */
const programs = (project: string) => {
  writeFileSync(join(project, "importing.js"), importing)
  writeFileSync(join(project, "opening.js"), opening)
  writeFileSync(join(project, "testing.js"), testing)
  const node = (...args: ReadonlyArray<string>) => JSON.parse(run(process.execPath, args, project))
  const real = { ...common, database: `sqlite:${newFile()}`, keys: ring }
  const simulated = () => ({ ...common, database: `sqlite:${newFileInMemory()}`, sandbox: true })
  const open = (options: object, imports: ReadonlyArray<string>): Opening =>
    node("opening.js", JSON.stringify({ ...options, imports }))
  return {
    importing: (module: string): number => node("importing.js", module),
    opening: () => open(real, ["florin/sqlite"]),
    openingAll: () => open(real, []),
    openingSandbox: () => open(simulated(), ["florin/sqlite", "florin/sandbox"]),
    testing: (): ReadonlyArray<number> => node("testing.js")
  }
}

const shown = (values: ReadonlyArray<number>): string => `${median(values).toFixed(1)} ms`

const openings = (what: string, took: ReadonlyArray<ReadonlyArray<number>>): string => {
  const [first, again] = [took.map(([first]) => first!), took.map((all) => all.at(-1)!)]
  return information(what, `${shown(first)} the first time in a process, ${shown(again)} the third`)
}

export const cold = async (scale: number): Promise<string> => {
  const { project, size } = installed()
  const probes = programs(project)
  // Makes the file, and has everything read from the disk once.
  probes.opening()
  const rounds = Array.from({ length: Math.max(1, Math.round(11 * scale)) }, () => ({
    schema: probes.importing("effect/Schema"),
    florin: probes.importing("florin"),
    opening: probes.opening(),
    sandbox: probes.openingSandbox(),
    testing: probes.testing(),
    all: probes.openingAll()
  }))
  const ratio = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map((_) => of(_) / _.schema))
  const wholeOf = ({ all: { imported, took } }: (typeof rounds)[number]) => imported + took[0]!
  const whole = ratio(wholeOf)
  const [florin, schema] = [shown(rounds.map(wholeOf)), shown(rounds.map(({ schema }) => schema))]
  const start = `${whole.toFixed(2)} ×: ${florin} beside ${schema}`
  return [
    single(
      "import of florin and the first createFlorin, beside an import of effect/Schema",
      start,
      "≤ 2.2 ×",
      whole <= 2.2
    ),
    information("import of florin, likewise", `${ratio(({ florin }) => florin).toFixed(2)} ×`),
    openings(
      "opening an existing SQLite file, florin and florin/sqlite imported",
      rounds.map(({ opening }) => opening.took)
    ),
    openings(
      "opening a new file in memory with the sandbox, likewise",
      rounds.map(({ sandbox }) => sandbox.took)
    ),
    openings(
      "starting testFlorin, once it is imported",
      rounds.map(({ testing }) => testing)
    ),
    openings(
      "opening an existing SQLite file, florin alone imported: with it the driver is loaded",
      rounds.map(({ all }) => all.took)
    ),
    single(
      "Florin's own packages in an installation for production, unpacked",
      `${(size / 1_000_000).toFixed(2)} MB`,
      "≤ 5 MB",
      size <= 5_000_000
    )
  ].join("\n")
}
