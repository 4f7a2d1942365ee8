// Builds every public package and packs it as npm would get it; publint finds nothing in the tarballs, which
// `--out <folder>` keeps. That they install, type and load is for `packages/florin/test/installed.test.ts` to prove. Types
// are checked by `npm run types`, so the build here only emits.
import { spawnSync } from "node:child_process"
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
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { bundle, specifiers } from "./bundle.js"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const { out } = parseArgs({ options: { out: { type: "string" } } }).values
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))

const run = (command, args) => {
  const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" }
  const { error, status, stderr, stdout } = spawnSync(command, args, options)
  if (status === 0) return
  console.error(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim())
  console.error(`Packing stopped: ${[command, ...args].join(" ")}`)
  process.exit(1)
}

const stage = mkdtempSync(join(tmpdir(), "florin-pack-"))
process.on("exit", () => rmSync(stage, { recursive: true, force: true }))

/** The modules of `dist` that a table of exports names. */
const modulesOf = (exports) =>
  typeof exports === "string"
    ? (/^\.\/dist\/([^*]+\.js)$/.exec(exports)?.slice(1) ?? [])
    : Object.values(exports).flatMap(modulesOf)

const packages = readdirSync(join(root, "packages"))
  .map((folder) => join(root, "packages", folder))
  .filter((home) => existsSync(join(home, "package.json")))
  .map((home) => ({ home, ...readJson(join(home, "package.json")) }))
  .filter((manifest) => manifest.private !== true)
  .map(({ bin, home, name, publishConfig }) => ({
    home,
    name,
    entries: [...modulesOf(publishConfig.exports), ...(bin === undefined ? [] : ["cli/main.js"])],
    tarball: join(stage, `${name.replace("@", "").replace("/", "-")}.tgz`)
  }))

for (const { home } of packages) rmSync(join(home, "dist"), { recursive: true, force: true })
const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
// Several threads would each find out the same types; what runs beside it needs the other cores.
run(process.execPath, [compiler, "-b", "tsconfig.build.json", "--noCheck", "--singleThreaded"])
const receiver = packages.find(({ name }) => name === "@florin/receiver")
const others = packages.filter((one) => one !== receiver)
await bundle(others, join(root, "packages"))

/** Copies a file of a folder into another one, and those that it imports. */
const copyWithImports = (from, to, path) => {
  if (existsSync(join(to, path))) return
  mkdirSync(dirname(join(to, path)), { recursive: true })
  copyFileSync(join(from, path), join(to, path))
  if (path.endsWith(".js")) copyFileSync(join(from, `${path}.map`), join(to, `${path}.map`))
  const ending = path.endsWith(".d.ts") ? ".d.ts" : ".js"
  for (const [, , specifier] of readFileSync(join(from, path), "utf8").matchAll(specifiers)) {
    copyWithImports(from, to, join(dirname(path), specifier).replace(/\.js$/, ending))
  }
}
for (const path of ["receiver.js", "receiver.d.ts"]) {
  copyWithImports(join(root, "packages", "florin", "dist"), join(receiver.home, "dist"), path)
}

// Errors name the section of a page that stands beside them: without what it links to, which is not packed.
const errorsPage = readFileSync(join(root, "docs", "reference", "errors.md"), "utf8")
const shipped = errorsPage.replace(/\[([^\]]*)\]\((?!#)[^)]*\)/g, "$1")
for (const name of ["florin", "receiver"]) {
  mkdirSync(join(root, "packages", name, "dist", "docs"), { recursive: true })
  writeFileSync(join(root, "packages", name, "dist", "docs", "errors.md"), shipped)
}
const chunk = join(receiver.home, "dist", "chunks", "receiver.js")
const own = readFileSync(chunk, "utf8").replace(
  "node_modules/florin/dist/docs/",
  `node_modules/${receiver.name}/dist/docs/`
)
writeFileSync(chunk, own)

const { packageManager } = readJson(join(root, "package.json"))
const filters = packages.flatMap(({ name }) => ["--filter", name])
run("npx", ["--yes", packageManager, "-r", ...filters, "pack", "--out", join(stage, "%s.tgz")])

for (const { name, tarball } of packages) {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball)
  const archive = buffer.slice(byteOffset, byteOffset + byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: archive }, strict: true, level: "warning" })
  for (const message of messages) console.error(`${name}: ${formatMessage(message, pkg, { color: false })}`)
  if (messages.length > 0) process.exitCode = 1
}
if (process.exitCode === 1) process.exit()
console.log(`${packages.length} packages pack.`)

/** npm takes what tarballs need from those beside them; others ask the registry unless they are told. */
const writePlaces = (folder, places) => {
  const lines = Object.entries(places).map(([name, place]) => `  "${name}": "${place}"`)
  const built = ["onlyBuiltDependencies:", "  - better-sqlite3"]
  writeFileSync(join(folder, "pnpm.yaml"), [...built, "overrides:", ...lines, ""].join("\n"))
  writeFileSync(join(folder, "yarn.json"), `${JSON.stringify({ resolutions: places }, null, 2)}\n`)
}

/** What a host in production leaves out lies in folders of its own: one command then installs the rest. */
const shelves = {
  "@florin/client": "client",
  "@florin/receiver": "receiver",
  ...{ "@florin/sandbox": "development", "@florin/shop-year": "development", "@florin/testing": "development" }
}

if (out !== undefined) {
  const folder = resolve(process.env.INIT_CWD ?? root, out)
  const places = {}
  for (const { name, tarball } of packages) {
    const shelf = join(folder, shelves[name] ?? "")
    mkdirSync(shelf, { recursive: true })
    copyFileSync(tarball, join(shelf, basename(tarball)))
    places[name] = `file:${join(shelf, basename(tarball))}`
  }
  writePlaces(folder, places)
  console.log(`
The tarballs are in ${folder}. In a project of yours, with SQLite:

  npm install ${folder}/*.tgz effect@3 better-sqlite3@12 @effect/sql-sqlite-node@0.53

with PostgreSQL:

  npm install ${folder}/*.tgz effect@3 pg@8 @effect/sql-pg@0.53

with pnpm, whose pnpm-workspace.yaml first gets the lines that say where our packages are:

  cat ${folder}/pnpm.yaml >> pnpm-workspace.yaml
  pnpm add ${folder}/*.tgz effect@3 better-sqlite3@12 @effect/sql-sqlite-node@0.53

with Yarn, which installs no peers by itself, after the resolutions of ${folder}/yarn.json are in package.json and
nodeLinker: node-modules in .yarnrc.yml:

  yarn add ${folder}/*.tgz effect@3 better-sqlite3@12 @effect/sql-sqlite-node@0.53 @effect/platform@0.97 @effect/sql@0.52 @effect/experimental@0.61

for an app that only receives webhooks:

  npm install ${folder}/receiver/florin-receiver.tgz

for one that calls a Florin elsewhere:

  npm install ${folder}/client/florin-client.tgz

and for the sandbox, for tests of your own ports, or for a simulated year (pnpm add --save-dev, yarn add --dev):

  npm install --save-dev ${folder}/development/florin-sandbox.tgz
  npm install --save-dev ${folder}/development/florin-testing.tgz
  npm install --save-dev ${folder}/development/florin-{shop-year,testing}.tgz
`)
}
