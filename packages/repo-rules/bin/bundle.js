// A step of packing: see `bundle`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { decode, encode } from "@jridgewell/sourcemap-codec"
import { rollup } from "rollup"

/**
 * What is loaded together, by what is imported: a webhook receiver, which needs nothing else, then a start, the store that
 * it opens, the sandbox if there is one, and the first request, mail or webhook.
 */
const together = {
  receiver: ["florin/receiver"],
  start: ["florin", "@florin/storage-sql/GroupCommit", "@florin/storage-sql/Stores"],
  store: ["@florin/storage-sqlite/SqliteStore", "@florin/storage-postgres/PostgresStore"],
  sandbox: ["@florin/gateway/SandboxGateway", "@florin/sandbox/SandboxDatabase"],
  http: ["@florin/http-adapter/internal/routes/routes"]
}

/** What browsers load without a bundler, who find no package by its name: it stands in the entry that exports it. */
const standalone = ["@florin/pages/CheckoutElement"]

const filesIn = (folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))

/** The specifiers of a module's imports and exports. */
export const specifiers = /(?<=\b(?:from |import |import\())(["'])([^"'\n]+)\1/g

/** Where our modules are: by the specifier that imports one, and back. */
const placesOf = (packages) => {
  const homeOf = (file) => packages.find(({ home }) => file.startsWith(home + sep))
  const pathOf = (file) => relative(join(homeOf(file).home, "dist"), file).replace(/\.js$/, "")
  const fileOf = (specifier) => {
    const [, name, path = "/index"] = /^(@florin\/[^/]+|florin)(\/.+)?$/.exec(specifier) ?? []
    const found = packages.find((one) => one.name === name)
    return found && join(found.home, "dist", `${path}.js`)
  }
  const specifierOf = (file) => (pathOf(file) === "index" ? homeOf(file).name : `${homeOf(file).name}/${pathOf(file)}`)
  return { homeOf, pathOf, fileOf, specifierOf }
}

/** The files that an import of some loads at once. */
const loadedWith = (files, getModuleInfo, loaded = new Set()) => {
  for (const file of files) {
    if (loaded.has(file)) continue
    loaded.add(file)
    loadedWith(getModuleInfo(file).importedIds, getModuleInfo, loaded)
  }
  return loaded
}

/**
 * Names the file that a module stands in: one of each package for each load, and its own where no load reaches it. None for
 * what stands in its entry.
 */
const chunking = (loads, inEntries, root, { fileOf, homeOf, pathOf }) => {
  const unnamed = new Set(inEntries.map(fileOf))
  let reached
  return (id, { getModuleInfo }) => {
    if (unnamed.has(id)) return undefined
    reached ??= Object.entries(loads).map(([load, all]) => [load, loadedWith(all.map(fileOf), getModuleInfo)])
    const [load = pathOf(id)] = reached.find(([, files]) => files.has(id)) ?? []
    return join(relative(root, homeOf(id).home), "dist", "chunks", load)
  }
}

// Modules that need each other, and those that have nothing but types, are so before they are bundled, too.
const expected = ["CIRCULAR_DEPENDENCY", "EMPTY_BUNDLE", "UNUSED_EXTERNAL_IMPORT"]

/**
 * A docstring stands in the declaration, where editors read it, and why a line is as it is stands in the sources. The lines of
 * comments stay, so that the module's map does, too.
 */
const withoutComments = (code) =>
  code
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/$/gm, (docs) => docs.replace(/[^\n]+/g, ""))
    .replace(/^[ \t]*\/\/(?!# ).*$/gm, "")

const graphOf = (packages, root, { fileOf }) => {
  const open = packages.flatMap(({ entries, home }) => entries.map((path) => join(home, "dist", path)))
  const ours = {
    name: "ours",
    resolveId: (source) => (/^[./]/.test(source) ? null : (fileOf(source) ?? { id: source, external: true })),
    load: (id) => ({ code: withoutComments(readFileSync(id, "utf8")), map: readFileSync(`${id}.map`, "utf8") })
  }
  return rollup({
    input: Object.fromEntries(open.map((file) => [relative(root, file).replace(/\.js$/, ""), file])),
    treeshake: { moduleSideEffects: (_, isExternal) => !isExternal },
    plugins: [ours],
    onwarn: (warning) => {
      if (!expected.includes(warning.code)) throw new Error(warning.message)
    }
  })
}

/** Which line of which source each line is from: what a stack trace shows, in a quarter of the room. Its file is beside it. */
const byLine = (map) => {
  const { mappings, names: _, file: __, ...own } = JSON.parse(map)
  const lines = decode(mappings).map(([first]) => (first?.[1] === undefined ? [] : [[0, ...first.slice(1, 4)]]))
  return JSON.stringify({ ...own, names: [], mappings: encode(lines) })
}

const declarationOf = (file) => file.replace(/\.js$/, ".d.ts")

/** The declarations that those of the entries need. */
const declared = (packages, { fileOf }) => {
  const needed = new Set()
  const add = (file) => {
    if (needed.has(file)) return
    needed.add(file)
    for (const [, , specifier] of readFileSync(file, "utf8").matchAll(specifiers)) {
      const module = specifier.startsWith(".") ? resolve(dirname(file), specifier) : fileOf(specifier)
      if (module !== undefined) add(declarationOf(module))
    }
  }
  for (const { entries, home } of packages) for (const path of entries) add(declarationOf(join(home, "dist", path)))
  return needed
}

/** A declaration imports another package's by a path that is open to types alone, unless the module itself is open. */
const opened = (packages, text) =>
  text.replace(/(["'])(@florin\/[^/"']+)\/([^"'\n]+)\1/g, (all, quote, name, path) => {
    const isOpen = packages.find((one) => one.name === name)?.entries.includes(`${path}.js`) !== false
    return isOpen ? all : `${quote}${name}/types/${path}${quote}`
  })

/** Indented by tabs: the four spaces of the compiler are a twelfth of all declarations. */
const tabbed = (text) => text.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4))

/**
 * Replaces what the compiler has emitted for all packages by their entries and the files that these share: Node takes longer
 * to find and read a module than to run it, and there are hundreds of ours. They are one bundle, so that each class is there
 * once, whichever entry a host imports. A package: its `name`, its `home`, and its `entries` as paths in `dist`.
 */
export const bundle = async (packages, root, loads = together, inEntries = standalone) => {
  const places = placesOf(packages)
  const graph = await graphOf(packages, root, places)
  const { output } = await graph.generate({
    dir: root,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    manualChunks: chunking(loads, inEntries, root, places),
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    sourcemap: true,
    sourcemapExcludeSources: true
  })
  const needed = declared(packages, places)
  for (const file of packages.flatMap(({ home }) => filesIn(join(home, "dist")))) {
    if (/\.js(\.map)?$/.test(file) || (file.endsWith(".d.ts") && !needed.has(file))) rmSync(file)
  }
  for (const file of needed) writeFileSync(file, tabbed(opened(packages, readFileSync(file, "utf8"))))
  const { homeOf, specifierOf } = places
  for (const { code, fileName, source } of output) {
    const file = join(root, fileName)
    const acrossPackages = (all, quote, specifier) => {
      const target = specifier.startsWith(".") ? resolve(dirname(file), specifier) : file
      return homeOf(target) === homeOf(file) ? all : quote + specifierOf(target) + quote
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, source === undefined ? code.replace(specifiers, acrossPackages) : byLine(source))
  }
}
