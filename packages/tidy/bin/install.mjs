// Brings what the project needs, once: the pinned pnpm through npx, then the packages the lockfile names.
// A second run finds the mark of the same lockfile and installs nothing.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..")
const read = (file) => readFileSync(join(root, file), "utf8")
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Florin needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}

const manager = JSON.parse(read("package.json")).packageManager
const wanted = createHash("sha256")
  .update(read("pnpm-lock.yaml"))
  .update(read("pnpm-workspace.yaml"))
  .update(`${manager} ${process.versions.modules} ${process.arch} ${process.platform}`)
  .digest("hex")
const mark = join(root, "node_modules", ".florin-installed")
if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) process.exit(0)

const { status, error } = spawnSync("npx", ["--yes", manager, "install", "--frozen-lockfile"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32"
})
if (status !== 0) {
  console.error(`The packages could not be installed${error ? `: ${error.message}` : "."}`)
  process.exit(status ?? 1)
}
writeFileSync(mark, wanted)
