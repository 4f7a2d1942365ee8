// A step of packing: see `join`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join as pathOf, relative } from "node:path"
import { rollup } from "rollup"

/**
 * What is loaded together, and by which modules: a start, then the store that it opens and the sandbox if there is one, and
 * the first request.
 */
const loads = {
  start: ["florin"],
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

/** The modules that an import of some loads, of all packages, with the names that each exports. */
const loadedBy = async (specifiers, find) => {
  const modules = []
  await graph({
    input: specifiers.map(find),
    plugins: [
      {
        name: "ours",
        resolveId: (source) => (/^[./]/.test(source) ? null : (find(source) ?? { id: source, external: true })),
        resolveDynamicImport: (source) => ({ id: String(source), external: true }),
        moduleParsed: ({ exports, id }) => void modules.push({ id, exports })
      }
    ]
  })
  return modules
}

/** For each module that is joined with others: the load, and the names that it exports. */
const joinedModules = async (find) => {
  const joined = new Map()
  for (const [load, specifiers] of Object.entries(loads)) {
    for (const { exports, id } of await loadedBy(specifiers, find)) {
      if (!joined.has(id)) joined.set(id, { load, exports })
    }
  }
  return joined
}

/** The name in its joined file of what a module exports. */
const nameIn = (file, name) => `${file.slice(0, -".js".length).replaceAll(/\W/g, "_")}_${name}`

/** Exports again what a file exports of a module. */
const facade = (file, names, from) =>
  names.length === 0
    ? "export {}\n"
    : `export { ${names.map((name) => `${nameIn(file, name)} as ${name}`).join(", ")} } from ${JSON.stringify(from)}\n`

const joinPackage = async ({ home, name }, joined, facades) => {
  const dist = pathOf(home, "dist")
  const joinedAs = (file) => joined.get(pathOf(dist, file))
  // What exports every module of a package stays as it is.
  const files = modulesIn(dist).filter((file) => file !== "index.js" || joinedAs(file) !== undefined)
  // What is closed to others and joined needs no file of its own.
  const shown = files.filter((file) => joinedAs(file) !== undefined && !/(^|\/)internal\//.test(file))
  const names = new Set(files.flatMap((file) => joinedAs(file)?.load ?? []))
  const entries = new Map(
    [...names].map((load) => [
      `joined/${load}`,
      shown
        .filter((file) => joinedAs(file).load === load)
        .flatMap((file) =>
          joinedAs(file).exports.map(
            (name) => `export { ${name} as ${nameIn(file, name)} } from ${JSON.stringify(pathOf(dist, file))}`
          )
        )
        .join("\n")
    ])
  )
  const alone = files.filter((file) => joinedAs(file) === undefined)
  const bundle = await graph({
    input: Object.fromEntries([
      ...[...entries.keys()].map((entry) => [entry, entry]),
      ...alone.map((file) => [file.slice(0, -".js".length), pathOf(dist, file)])
    ]),
    preserveEntrySignatures: "allow-extension",
    plugins: [
      {
        name: "others",
        resolveId: (source) => {
          if (entries.has(source)) return source
          if (/^[./]/.test(source)) return null
          return facades.has(source) ? `facade:${source}` : { id: source, external: true }
        },
        load: (id) =>
          entries.get(id) ?? (id.startsWith("facade:") ? facades.get(id.slice("facade:".length)) : undefined),
        resolveDynamicImport: (source) => (/^[./]/.test(String(source)) ? null : { id: String(source), external: true })
      }
    ]
  })
  const { output } = await bundle.generate({
    dir: dist,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    manualChunks: (id) => (entries.has(id) ? id : joined.has(id) ? `joined/${joined.get(id).load}` : undefined),
    minifyInternalExports: false,
    hoistTransitiveImports: false
  })
  for (const file of files) rmSync(pathOf(dist, file))
  for (const { code, fileName } of output) {
    mkdirSync(dirname(pathOf(dist, fileName)), { recursive: true })
    writeFileSync(pathOf(dist, fileName), code)
  }
  for (const entry of entries.keys()) writeFileSync(pathOf(dist, `${entry}.d.ts`), types)
  return shown.map((file) => {
    const { exports, load } = joinedAs(file)
    writeFileSync(pathOf(dist, file), facade(file, exports, relativeOf(file, `joined/${load}.js`)))
    const specifier = file === "index.js" ? name : `${name}/${file.slice(0, -".js".length)}`
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
export const join = async (packages) => {
  const joined = await joinedModules(finding(packages))
  const facades = new Map()
  for (const one of inOrder(packages)) {
    for (const [specifier, code] of await joinPackage(one, joined, facades)) facades.set(specifier, code)
  }
}
