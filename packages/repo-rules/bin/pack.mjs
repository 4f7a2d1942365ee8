// Builds every public package, packs it as npm would get it, and proves the tarballs: publint and "are the types wrong"
// find nothing, every public module loads in plain Node with the declared dependencies only, and no other module does.
// `--out <folder>` keeps the tarballs. Types are checked by `npm run types`, so the build here only emits.
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const { out } = parseArgs({ options: { out: { type: "string" } } }).values
const readJson = (path) => JSON.parse(fs.readFileSync(path, "utf8"))

const run = (command, args) => {
  const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" }
  const { error, status, stderr, stdout } = spawnSync(command, args, options)
  if (status === 0) return
  console.error(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim())
  console.error(`Packing stopped: ${[command, ...args].join(" ")}`)
  process.exit(1)
}

const stage = fs.mkdtempSync(join(tmpdir(), "florin-pack-"))
process.on("exit", () => fs.rmSync(stage, { recursive: true, force: true }))
/** Where a package is unpacked. */
const placeOf = (name) => join(stage, name.replace("@florin/", ""))

const packages = fs
  .readdirSync(join(root, "packages"))
  .map((folder) => join(root, "packages", folder))
  .filter((home) => fs.existsSync(join(home, "package.json")))
  .map((home) => ({ home, manifest: readJson(join(home, "package.json")) }))
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ home, manifest }) => {
    const tarball = join(stage, `${manifest.name.replace("@", "").replace("/", "-")}.tgz`)
    return { home, manifest, tarball, place: placeOf(manifest.name) }
  })

const build = () => {
  for (const { home } of packages) fs.rmSync(join(home, "dist"), { recursive: true, force: true })
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  // Several threads would each find out the same types; what runs beside it needs the other cores.
  run(process.execPath, [compiler, "-b", "tsconfig.build.json", "--noCheck", "--singleThreaded"])
}

const pack = () => {
  const { packageManager } = readJson(join(root, "package.json"))
  const filters = packages.flatMap(({ manifest }) => ["--filter", manifest.name])
  run("npx", ["--yes", packageManager, "-r", ...filters, "pack", "--out", join(stage, "%s.tgz")])
}

/** Unpacks a tarball into a folder of its own, with nothing but what it declares within reach. */
const unpack = ({ home, place, tarball }) => {
  fs.mkdirSync(place)
  run("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"])
  const { dependencies, peerDependencies } = readJson(join(place, "package.json"))
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const link = join(place, "node_modules", name)
    fs.mkdirSync(dirname(link), { recursive: true })
    const target = name.startsWith("@florin/") ? placeOf(name) : fs.realpathSync(join(home, "node_modules", name))
    fs.symlinkSync(target, link, "junction")
  }
}

/** The modules of a package, and whether its table of exports lets them be imported. */
const modulesOf = ({ manifest, place }) =>
  fs
    .readdirSync(join(place, "dist"), { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".js"))
    .map((path) => (path === "index.js" ? "." : `./${path.slice(0, -3)}`))
    .map((module) => {
      const { exports } = manifest.publishConfig
      const isOpen = exports[module] !== undefined || (exports["./*"] !== undefined && !/\/internal\//.test(module))
      return { module, isOpen }
    })

const lint = async ({ tarball }) => {
  const { buffer, byteOffset, byteLength } = fs.readFileSync(tarball)
  const archive = buffer.slice(byteOffset, byteOffset + byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: archive }, strict: true, level: "warning" })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

const cli = createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")
const attw = await import(pathToFileURL(createRequire(cli).resolve("@arethetypeswrong/core")).href)

/** Only for importers as modules: the packages are nothing else. */
const types = async (one) => {
  const entrypoints = modulesOf(one).flatMap(({ isOpen, module }) => (isOpen ? [module] : []))
  const found = attw.createPackageFromTarballData(fs.readFileSync(one.tarball))
  const { problems = [], types } = await attw.checkPackage(found, { entrypoints })
  if (!types) return ["types: none are packed"]
  return problems
    .filter((_) => ![_.resolutionKind, _.resolutionOption].some((kind) => kind === "node10" || kind === "node16-cjs"))
    .map((_) => `types: ${[_.kind, _.entrypoint, _.fileName, _.moduleSpecifier].filter(Boolean).join(" ")}`)
}

/** Loads every public module in one new process; answers what did not load, and what should not have. */
const load = () => {
  const modules = packages.flatMap((one) => {
    const probe = join(one.place, "import-from-here.mjs")
    fs.writeFileSync(probe, "export default (specifier) => import(specifier)")
    const from = pathToFileURL(probe).href
    return modulesOf(one).map(({ isOpen, module }) => ({
      from,
      specifier: one.manifest.name + module.slice(1),
      isOpen
    }))
  })
  const script = `for (const { from, isOpen, specifier } of ${JSON.stringify(modules)}) {
    const { default: load } = await import(from)
    const failure = await load(specifier).then(() => undefined, (error) => error)
    // A contract suite runs inside Vitest alone; that Vitest itself says so means that the rest was found and loaded.
    const isExpected = failure?.message.startsWith("Vitest failed to access its internal state")
    if (isOpen && failure && !isExpected) console.log(specifier + " does not load: " + failure.message)
    if (!isOpen && failure?.code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") console.log(specifier + " is open to importers")
  }
  process.exit(0)`
  const result = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: stage, encoding: "utf8" })
  return `${result.stdout}${result.status === 0 ? "" : result.stderr}`.split("\n").filter((line) => line !== "")
}

const keep = (folder) => {
  for (const { manifest, tarball } of packages) {
    // What a host in production leaves out lies in a folder of its own: one command then installs the rest.
    const isForDevelopment = ["@florin/sandbox", "@florin/testing"].includes(manifest.name)
    const shelf = isForDevelopment ? join(folder, "development") : folder
    fs.mkdirSync(shelf, { recursive: true })
    fs.copyFileSync(tarball, join(shelf, basename(tarball)))
  }
  console.log(`
The tarballs are in ${folder}. In a project of yours, with SQLite:

  npm install ${folder}/*.tgz effect@3 better-sqlite3@12 @effect/sql-sqlite-node@0.53

with PostgreSQL:

  npm install ${folder}/*.tgz effect@3 pg@8 @effect/sql-pg@0.53

and for the sandbox, or for tests of your own ports:

  npm install --save-dev ${folder}/development/florin-sandbox.tgz
  npm install --save-dev ${folder}/development/florin-testing.tgz vitest@3 @effect/vitest@0.30
`)
}

build()
pack()
for (const one of packages) unpack(one)
const problems = load()
for (const one of packages) {
  const found = [...(await lint(one)), ...(await types(one))]
  problems.push(...found.map((problem) => `${one.manifest.name}: ${problem}`))
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${packages.length} packages pack, type and load as published.`)
if (out !== undefined) keep(resolve(process.env.INIT_CWD ?? root, out))
