// Brings what the project needs, once: the pinned pnpm through npx, then the packages the lockfile names. A mark says
// for what it was done; a second run finds it and installs nothing. The mark goes before the work starts and comes back
// when it is complete, so an interrupted run is simply done again.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..")
const mark = join(root, "node_modules", ".florin-installed")
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
const { packageManager } = JSON.parse(read("package.json"))
const needs = ["", ...homes].map((home) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(home, "package.json"))
  return { home, dependencies, devDependencies, optionalDependencies }
})

/** What an installation depends on: a new lockfile, dependency, pnpm, Node or machine asks for a new one. */
const wanted = createHash("sha256")
  .update([read("pnpm-lock.yaml"), read("pnpm-workspace.yaml"), read(".npmrc"), JSON.stringify(needs)].join("\0"))
  .update([packageManager, process.versions.modules, process.arch, process.platform].join("\0"))
  .digest("hex")

const linked = needs
  .filter(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }).length > 0)
  .every(({ home }) => existsSync(join(root, home, "node_modules")))
if (linked && existsSync(mark) && readFileSync(mark, "utf8") === wanted) process.exit(0)

/** Runs the pinned pnpm; development packages come along even where NODE_ENV says production. */
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
  const cwd = join(root, "packages", "storage-sqlite")
  if (!existsSync(join(cwd, "node_modules", "better-sqlite3"))) return true
  const script = 'new (require("better-sqlite3"))(":memory:").close()'
  return spawnSync(process.execPath, ["-e", script], { cwd }).status === 0
}

rmSync(mark, { force: true })
pnpm("install", "--frozen-lockfile", "--config.confirmModulesPurge=false")
if (!nativeLoads()) {
  pnpm("rebuild", "--recursive", "better-sqlite3")
  if (!nativeLoads())
    stop("better-sqlite3 does not load. Building it needs a C++ toolchain: a compiler, make and Python.")
}
writeFileSync(mark, wanted)
