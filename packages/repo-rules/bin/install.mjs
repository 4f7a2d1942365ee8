// Brings what the project needs, once: the pinned pnpm through npx, then the packages the lockfile names. With `run` that
// is what a server needs, else everything. A mark of each kind says for what it was done; a second run finds it and
// installs nothing. The marks go before the work starts and come back when it is complete, so an interrupted run is
// simply done again.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const stop = (message, status = 1) => {
  console.error(message)
  process.exit(status)
}

const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Florin needs Node 20.19 or newer; this is ${process.versions.node}.`, 2)
}

const isThere = (...path) => existsSync(join(root, ...path))
const read = (...path) => readFileSync(join(root, ...path), "utf8")

const homes = ["packages", "examples"]
  .filter((group) => isThere(group))
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
  .filter((home) => isThere(home, "package.json"))
  .concat("")
const { packageManager } = JSON.parse(read("package.json"))

/** What an installation depends on: a new lockfile, dependency, pnpm, Node or machine asks for a new one. */
const wanted = createHash("sha256")
  .update(["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc"].map((file) => read(file)).join("\0"))
  .update(homes.map((home) => `${home}\0${read(home, "package.json")}`).join("\0"))
  .update([process.versions.modules, process.arch, process.platform].join("\0"))
  .digest("hex")

/** A mark says what was installed, and which folders got modules. */
const kinds = ["everything", "run"]
const markOf = (kind) => join("node_modules", `.florin-installed-${kind}`)
const isInstalled = (kind) => {
  if (!isThere(markOf(kind))) return false
  const [installed, ...linked] = read(markOf(kind)).split("\n")
  return installed === wanted && linked.every((home) => isThere(home, "node_modules"))
}
const kind = process.argv[2] === "run" ? "run" : "everything"
if (isInstalled("everything") || isInstalled(kind)) process.exit(0)

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
  if (!isThere("node_modules", "better-sqlite3")) return true
  const script = 'new (require("better-sqlite3"))(":memory:").close()'
  return spawnSync(process.execPath, ["-e", script], { cwd: root }).status === 0
}

/** A server is started from the root and the example that has a command; `testing` and `shop-year` are only optional peers of theirs. */
const startedFrom = [
  "florin-workspace...",
  "@florin/example-webhook-receiver...",
  "!@florin/testing",
  "!@florin/shop-year"
]
const filters = kind === "run" ? ["--prod", ...startedFrom.flatMap((name) => ["--filter-prod", name])] : []
for (const each of kinds) rmSync(join(root, markOf(each)), { force: true })
pnpm(...filters, "install", "--frozen-lockfile", "--config.confirmModulesPurge=false")
if (!nativeLoads()) {
  pnpm("rebuild", "--recursive", "better-sqlite3")
  if (!nativeLoads())
    stop("better-sqlite3 does not load. Building it needs a C++ toolchain: a compiler, make and Python.")
}
writeFileSync(join(root, markOf(kind)), [wanted, ...homes.filter((home) => isThere(home, "node_modules"))].join("\n"))
