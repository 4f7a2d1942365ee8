// Builds every public package, packs it as npm would get it, and proves the tarballs: publint and "are the types wrong"
// find nothing, every public module loads in plain Node from the packed files with the declared dependencies only, and
// internal files do not. Types are checked by `npm run types`, so the build here only emits.
import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const require = createRequire(import.meta.url)
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))
const rootManifest = readJson(join(root, "package.json"))
const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          relative(folder, join(entry.parentPath ?? entry.path, entry.name))
            .split(sep)
            .join("/")
        )
    : []

const run = (command, args) => {
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8", shell: process.platform === "win32" })
  if (result.status === 0) return result.stdout
  console.error(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`.trim())
  console.error(`Packing stopped: ${[command, ...args].join(" ")}`)
  process.exit(1)
}

const packages = readdirSync(join(root, "packages"))
  .map((folder) => join(root, "packages", folder))
  .filter((home) => existsSync(join(home, "package.json")))
  .map((home) => ({ home, manifest: readJson(join(home, "package.json")) }))
  .filter(({ manifest }) => manifest.private !== true)

/** Removes what the compiler emitted for sources that are gone, and makes it emit again where output is missing. */
const prune = ({ home }) => {
  const stems = filesIn(join(home, "src")).map((path) => path.replace(/\.ts$/, ""))
  const emitted = filesIn(join(home, "dist")).filter((path) => path !== ".tsbuildinfo")
  for (const path of emitted) {
    if (!stems.includes(path.replace(/\.(?:d\.ts|js)(?:\.map)?$/, ""))) rmSync(join(home, "dist", path))
  }
  const whole = stems.every((stem) => emitted.includes(`${stem}.js`) && emitted.includes(`${stem}.d.ts`))
  if (!whole) rmSync(join(home, "dist", ".tsbuildinfo"), { force: true })
}

const moduleNames = (home) =>
  filesIn(join(home, "dist"))
    .filter((path) => path.endsWith(".js") && path !== "index.js")
    .map((path) => path.slice(0, -3))

const isInternal = (name) => /(?:^|\/)internal\//.test(name)

const stage = mkdtempSync(join(tmpdir(), "florin-pack-"))
process.on("exit", () => rmSync(stage, { recursive: true, force: true }))
const placeOf = (name) => join(stage, name.replace("@florin/", ""))

/** Unpacks a tarball into a folder of its own, with nothing but its declared dependencies within reach. */
const unpack = (tarball, { home, manifest }) => {
  const place = placeOf(manifest.name)
  mkdirSync(place)
  run("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"])
  for (const name of Object.keys(readJson(join(place, "package.json")).dependencies ?? {})) {
    const link = join(place, "node_modules", name)
    const target = name.startsWith("@florin/") ? placeOf(name) : realpathSync(join(home, "node_modules", name))
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link, "junction")
  }
  return place
}

const lint = async (place) => {
  const { messages, pkg } = await publint({ pkgDir: place, pack: false, strict: true, level: "warning" })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

const fromCli = createRequire(require.resolve("@arethetypeswrong/cli/package.json"))
const attw = await import(pathToFileURL(fromCli.resolve("@arethetypeswrong/core")).href)
const notForUs = new Set(["node10", "node16-cjs"])
const esmOnly = ({ resolutionKind, resolutionOption }) =>
  !notForUs.has(resolutionKind) && !notForUs.has(resolutionOption)
const where = ({ entrypoint, fileName, moduleSpecifier, resolutionKind, resolutionOption }) =>
  [entrypoint, fileName, moduleSpecifier, resolutionKind ?? resolutionOption]
    .filter((part) => part !== undefined)
    .join(" ")

const types = async (tarball, home) => {
  const entrypoints = [
    ".",
    ...moduleNames(home)
      .filter((name) => !isInternal(name))
      .map((name) => `./${name}`)
  ]
  const found = attw.createPackageFromTarballData(readFileSync(tarball))
  const { problems = [], types } = await attw.checkPackage(found, { entrypoints })
  if (!types) return ["types: none are packed"]
  return problems.filter(esmOnly).map((problem) => `types: ${problem.kind}: ${where(problem)}`)
}

/** What the declarations mention a host must be able to resolve: a dependency, and its types where they come apart. */
const mentions = (place) => {
  const { dependencies = {}, name: own } = readJson(join(place, "package.json"))
  const texts = filesIn(join(place, "dist"))
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => readFileSync(join(place, "dist", path), "utf8"))
  const specifiers = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bfrom\s+|\bimport\()"([^."][^"]*)"/g)].map((_) => _[1])
  )
  const names = specifiers
    .filter((specifier) => !specifier.startsWith("node:"))
    .map((specifier) =>
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/")
    )
  const apart = Object.keys(rootManifest.devDependencies).filter((name) => names.includes(name.replace("@types/", "")))
  return [...new Set([...names, ...apart])]
    .filter((name) => name !== own && dependencies[name] === undefined)
    .map((name) => `the declarations mention ${name}, which is no dependency`)
}

/** Loads every public module of all packages in one new process; answers what did not load, and what should not have. */
const load = (packed) => {
  const probe = "import-from-here.mjs"
  const modules = packed.flatMap(({ one: { home, manifest }, place }) => {
    writeFileSync(join(place, probe), "export default (specifier) => import(specifier)")
    return ["", ...moduleNames(home)].map((name) => ({
      from: pathToFileURL(join(place, probe)).href,
      specifier: name === "" ? manifest.name : `${manifest.name}/${name}`,
      isOpen: !isInternal(name),
      // A contract suite runs inside Vitest alone; that Vitest itself says so means that the rest was found and loaded.
      expected: manifest.dependencies?.vitest === undefined ? null : "Vitest failed to access its internal state"
    }))
  })
  const script = `for (const { expected, from, isOpen, specifier } of ${JSON.stringify(modules)}) {
    const { default: load } = await import(from)
    const failure = await load(specifier).then(() => undefined, (error) => error)
    const isExpected = failure === undefined || (expected !== null && failure.message.startsWith(expected))
    if (isOpen && !isExpected) console.log(specifier + " does not load: " + failure.message)
    if (!isOpen && failure?.code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") console.log(specifier + " is open to importers")
  }
  process.exit(0)`
  const result = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: stage, encoding: "utf8" })
  return `${result.stdout}${result.status === 0 ? "" : result.stderr}`.split("\n").filter((line) => line !== "")
}

const contents = (place) =>
  filesIn(place)
    .filter((path) => !path.startsWith("node_modules/"))
    .filter(
      (path) =>
        !/^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|src\/.+\.ts|dist\/.+\.(?:js|d\.ts)(?:\.map)?)$/.test(path)
    )
    .map((path) => `${path} does not belong in the package`)

for (const one of packages) prune(one)
run(process.execPath, [
  join(root, "node_modules", "typescript", "bin", "tsc"),
  "-b",
  "tsconfig.build.json",
  "--noCheck",
  // Several threads would each find out the same types; the tests beside it need the other cores.
  "--singleThreaded"
])
const filters = packages.flatMap(({ manifest }) => ["--filter", manifest.name])
run("npx", ["--yes", rootManifest.packageManager, "-r", ...filters, "pack", "--out", join(stage, "%s.tgz")])

const packed = packages.map((one) => {
  const tarball = join(stage, `${one.manifest.name.replace("@", "").replace("/", "-")}.tgz`)
  return { one, tarball, place: unpack(tarball, one) }
})
const problems = []
for (const { one, place, tarball } of packed) {
  const found = [...contents(place), ...mentions(place), ...(await lint(place)), ...(await types(tarball, one.home))]
  problems.push(...found.map((problem) => `${one.manifest.name}: ${problem}`))
}
problems.push(...load(packed))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${packed.length} packages pack, type and load as published.`)
