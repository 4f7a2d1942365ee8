// Brings what the project needs, once: the pinned pnpm through npx, then the packages the lockfile names. With `run` that
// is what a server needs, else everything. A mark of each kind says for what it was done; a second run finds it and
// installs nothing. The marks go before the work starts and come back when it is complete, so an interrupted run is
// simply done again.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..")
const markOf = (kind) => join(root, "node_modules", `.florin-installed-${kind}`)
const kind = process.argv[2] === "run" ? "run" : "everything"
const read = (...path) => readFileSync(join(root, ...path), "utf8")
const stop = (message, status = 1) => {
  console.error(message)
  process.exit(status)
}

const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Florin needs Node 20.19 or newer; this is ${process.versions.node}.`, 2)
}

/** The folders of the workspace that have packages of others or of ours to be linked. */
const homes = ["packages", "examples"]
  .filter((group) => existsSync(join(root, group)))
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
  .filter((home) => existsSync(join(root, home, "package.json")))
const manifests = ["", ...homes].map((home) => ({ home, ...JSON.parse(read(home, "package.json")) }))
const { packageManager } = manifests[0]

/** The packages that a server is started from: the root, the examples that have a command, and what those depend on. */
const toRun = () => {
  const ofName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  const found = new Set()
  const add = (manifest) => {
    if (manifest === undefined || found.has(manifest)) return
    found.add(manifest)
    for (const name of Object.keys(manifest.dependencies ?? {})) add(ofName.get(name))
  }
  for (const home of ["", join("examples", "standalone"), join("examples", "webhook-receiver")]) {
    add(manifests.find((manifest) => manifest.home === home))
  }
  return [...found]
}
const chosen = kind === "run" ? toRun() : manifests

/** What an installation depends on: a new lockfile, dependency, pnpm, Node or machine asks for a new one. */
const needs = manifests.map((_) => [
  _.home,
  _.dependencies,
  _.devDependencies,
  _.optionalDependencies,
  _.peerDependencies
])
const wanted = createHash("sha256")
  .update([read("pnpm-lock.yaml"), read("pnpm-workspace.yaml"), read(".npmrc"), JSON.stringify(needs)].join("\0"))
  .update([packageManager, process.versions.modules, process.arch, process.platform].join("\0"))
  .digest("hex")

const linked = chosen
  .filter(({ dependencies, devDependencies }) => {
    return Object.keys({ ...dependencies, ...(kind === "run" ? {} : devDependencies) }).length > 0
  })
  .every(({ home }) => existsSync(join(root, home, "node_modules")))
const isMarked = (kind) => existsSync(markOf(kind)) && readFileSync(markOf(kind), "utf8") === wanted
if (linked && (isMarked("everything") || isMarked(kind))) process.exit(0)

/** Runs the pinned pnpm, whatever NODE_ENV says about development packages. */
const pnpm = (...args) => {
  const { error, status } = spawnSync("npx", ["--yes", packageManager, ...args], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, NODE_ENV: "development" }
  })
  if (status !== 0) {
    stop(`The packages could not be installed${error ? `: ${error.message}` : "; what went wrong stands above."}`)
  }
}

/** Whether the one native package loads in this Node: one that was built for another stays in place unnoticed. */
const nativeLoads = () => {
  if (!existsSync(join(root, "node_modules", "better-sqlite3"))) return true
  const script = 'new (require("better-sqlite3"))(":memory:").close()'
  return spawnSync(process.execPath, ["-e", script], { cwd: root }).status === 0
}

const filters = kind === "run" ? ["--prod", ...chosen.flatMap(({ name }) => ["--filter", name])] : []
for (const each of ["run", "everything"]) rmSync(markOf(each), { force: true })
pnpm(...filters, "install", "--frozen-lockfile", "--config.confirmModulesPurge=false")
if (!nativeLoads()) {
  pnpm("rebuild", "--recursive", "better-sqlite3")
  if (!nativeLoads())
    stop("better-sqlite3 does not load. Building it needs a C++ toolchain: a compiler, make and Python.")
}
writeFileSync(markOf(kind), wanted)
