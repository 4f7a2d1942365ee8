// A step of packing: see `join`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join as pathOf, relative } from "node:path"
import { rollup } from "rollup"

/** What writers of ports and tests of rules import, and what that needs: a third of the core. */
const rules = [
  "cards/Acquirer",
  "cards/ChargeRules",
  "cards/ChildRules",
  "cards/HoldRules",
  "cards/PayoutRules",
  "subscriptions/SubscriptionRules",
  "three-d-secure/ThreeDSecureServer",
  "transfers/ProofRules",
  "transfers/TransferProvider",
  "transfers/TransferRules"
].map((path) => `@florin/core/${path}`)

/**
 * What is loaded together, and by which modules. What a receiver of webhooks loads comes first, so that it needs nothing
 * else: it runs where there is neither Effect nor Node. Then the rules, what else a start loads, the store that it opens,
 * the sandbox if there is one, and the first request.
 */
const together = {
  receiver: ["florin/receiver"],
  rules,
  // Every store needs the latter, and no driver.
  start: ["florin", "@florin/storage-sql/GroupCommit", "@florin/storage-sql/Stores"],
  store: ["@florin/storage-sqlite/SqliteStore", "@florin/storage-postgres/PostgresStore"],
  sandbox: ["@florin/gateway/SandboxGateway", "@florin/sandbox/SandboxDatabase"],
  http: ["@florin/http-adapter/internal/routes"]
}

const types = `/** Modules of this package in one file, for others of Florin's. Import the modules themselves. */
export {}
`

/** How one file of a package imports another. */
const relativeOf = (from, to) => {
  const path = relative(dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}

const modulesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"))

/** Whether other packages may import it. */
const isShown = (file) => !/(^|\/)internal\//.test(file)

// Modules that need each other, and those that have nothing but types, are so before they are joined, too. Of another
// package's module only what is used is imported.
const expected = ["CIRCULAR_DEPENDENCY", "EMPTY_BUNDLE", "UNUSED_EXTERNAL_IMPORT"]

const graph = (options) =>
  rollup({
    // A facade need not import what its module did.
    treeshake: { moduleSideEffects: (_, isExternal) => !isExternal },
    onwarn: (warning) => {
      if (!expected.includes(warning.code)) throw new Error(warning.message)
    },
    ...options
  })

/** Where a module of ours stands, by its specifier. */
const finding = (packages) => {
  const dists = new Map(packages.map(({ home, name }) => [name, pathOf(home, "dist")]))
  return (specifier) => {
    const [, name, path = "/index"] = /^(@florin\/[^/]+|florin)(\/.+)?$/.exec(specifier) ?? []
    const dist = dists.get(name)
    return dist === undefined ? undefined : pathOf(dist, `${path}.js`)
  }
}

/** Names another package's module, or none of ours that has a path. */
const isElsewhere = (source) => !/^[./]/.test(source)

/** The modules that an import of some loads, of all packages, with the names that each exports. */
const loadedBy = async (specifiers, find) => {
  const modules = []
  const ours = {
    name: "ours",
    resolveId: (source) => (isElsewhere(source) ? (find(source) ?? { id: source, external: true }) : null),
    resolveDynamicImport: (source) => ({ id: String(source), external: true }),
    moduleParsed: ({ exportedBindings, exports, id }) => {
      if (Object.values(exportedBindings).flat().includes("*")) throw new Error(`${id} does not name what it exports`)
      modules.push({ id, exports })
    }
  }
  await graph({ input: specifiers.map(find), plugins: [ours] })
  return modules
}

/** For each module that is joined with others: the load, and the names that it exports. */
const joinedModules = async (loads, find) => {
  const joined = new Map()
  for (const [load, specifiers] of Object.entries(loads)) {
    for (const { exports, id } of await loadedBy(specifiers, find)) {
      if (!joined.has(id)) joined.set(id, { load, exports })
    }
  }
  return joined
}

const withoutEnding = (file) => file.slice(0, -".js".length)

/** The name in its joined file of what a module exports. */
const nameIn = (file, name) => `${withoutEnding(file).replaceAll(/\W/g, "_")}_${name}`

/** Exports what a module of a file does, under other names. */
const exporting = (names, from, renamed) =>
  names.length === 0 ? "export {}\n" : `export { ${names.map(renamed).join(", ")} } from ${JSON.stringify(from)}\n`

/** What stands in the place of a joined module. */
const facade = (file, names, from) => exporting(names, from, (name) => `${nameIn(file, name)} as ${name}`)

/** The inputs of a package: a module for each load, which exports all that other files may import, and what is alone. */
const inputsOf = (dist, files, joinedAs) => {
  const texts = new Map()
  for (const file of files) {
    const { exports, load } = joinedAs(file) ?? {}
    if (load === undefined) continue
    const text = isShown(file)
      ? exporting(exports, pathOf(dist, file), (name) => `${name} as ${nameIn(file, name)}`)
      : ""
    texts.set(`joined/${load}`, (texts.get(`joined/${load}`) ?? "") + text)
  }
  const alone = files.filter((file) => joinedAs(file) === undefined)
  const input = Object.fromEntries([
    ...[...texts.keys()].map((name) => [name, name]),
    ...alone.map((file) => [withoutEnding(file), pathOf(dist, file)])
  ])
  return { input, texts }
}

/** Finds joined modules: those of this package by what is written for it, others' in their joined files. */
const resolving = (texts, facades) => {
  const virtual = (id) => texts.get(id) ?? facades.get(id.replace(/^facade:/, ""))
  return {
    name: "joined",
    resolveId: (source) => {
      if (texts.has(source)) return source
      if (!isElsewhere(source)) return null
      // By another name than the module that a dynamic import of the same leaves outside.
      return facades.has(source) ? `facade:${source}` : { id: source, external: true }
    },
    load: virtual,
    resolveDynamicImport: (source) => (isElsewhere(String(source)) ? { id: String(source), external: true } : null)
  }
}

const joinPackage = async ({ home, name }, joined, facades) => {
  const dist = pathOf(home, "dist")
  const joinedAs = (file) => joined.get(pathOf(dist, file))
  // What exports every module of a package stays as it is.
  const files = modulesIn(dist).filter((file) => file !== "index.js" || joinedAs(file) !== undefined)
  const { input, texts } = inputsOf(dist, files, joinedAs)
  const bundle = await graph({
    input,
    preserveEntrySignatures: "allow-extension",
    plugins: [resolving(texts, facades)]
  })
  const placeOf = (id) => (joined.has(id) ? `joined/${joined.get(id).load}` : undefined)
  const { output } = await bundle.generate({
    dir: dist,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    manualChunks: (id) => (texts.has(id) ? id : placeOf(id)),
    minifyInternalExports: false,
    hoistTransitiveImports: false
  })
  for (const file of files) rmSync(pathOf(dist, file))
  const write = (file, text) => {
    mkdirSync(dirname(pathOf(dist, file)), { recursive: true })
    writeFileSync(pathOf(dist, file), text)
  }
  for (const { code, fileName } of output) write(fileName, code)
  for (const place of texts.keys()) write(`${place}.d.ts`, types)
  // What is closed to others and joined needs no file of its own.
  const shown = files.filter((file) => joinedAs(file) !== undefined && isShown(file))
  return shown.map((file) => {
    const { exports, load } = joinedAs(file)
    write(file, facade(file, exports, relativeOf(file, `joined/${load}.js`)))
    const specifier = file === "index.js" ? name : `${name}/${withoutEnding(file)}`
    return [specifier, facade(file, exports, `${name}/joined/${load}`)]
  })
}

/** Packages, each after those that it depends on. */
const inOrder = (packages) => {
  const placed = []
  const place = (one) => {
    if (placed.includes(one)) return
    for (const other of packages) if (other.name in (one.dependencies ?? {})) place(other)
    placed.push(one)
  }
  packages.forEach(place)
  return placed
}

/**
 * Joins the modules of each package that are loaded together into one file, which the others export again: Node takes
 * longer to find and read a module than to run it, and there are hundreds of ours.
 */
export const join = async (packages, loads = together) => {
  const joined = await joinedModules(loads, finding(packages))
  const facades = new Map()
  for (const one of inOrder(packages)) {
    for (const [specifier, code] of await joinPackage(one, joined, facades)) facades.set(specifier, code)
  }
}
