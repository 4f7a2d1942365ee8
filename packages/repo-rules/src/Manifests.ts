/** What every package.json of the workspace keeps, and the build that follows from them. */
import { posix } from "node:path"
import type { TextFile } from "./Tree.js"

type Versions = Readonly<Record<string, string>>
type Exports = Readonly<Record<string, unknown>>

/** The members of a package.json that rules look at. */
export interface Manifest {
  readonly name?: string
  readonly description?: string
  readonly private?: boolean
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: boolean
  readonly engines?: { readonly node?: string }
  readonly files?: ReadonlyArray<string>
  readonly exports?: Exports
  readonly publishConfig?: { readonly access?: string; readonly exports?: Exports }
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
}

/** The whole tree in, a line per problem out. */
export type Rule = (files: ReadonlyArray<TextFile>) => ReadonlyArray<string>

type Check = (manifest: Manifest, home: string, files: ReadonlyArray<TextFile>) => ReadonlyArray<string>

const manifestsOf = (files: ReadonlyArray<TextFile>): ReadonlyArray<readonly [home: string, Manifest]> =>
  files
    .filter(({ path }) => /^(?:(?:packages|examples)\/[^/]+\/)?package\.json$/.test(path))
    .map(({ path, text }) => [posix.dirname(path), JSON.parse(text) as Manifest])

const inEach =
  (check: Check): Rule =>
  (files) =>
    manifestsOf(files).flatMap(([home, manifest]) =>
      check(manifest, home, files).map((says) => `${posix.join(home, "package.json")}: ${says}`)
    )

const namesIn = (...groups: ReadonlyArray<Versions | undefined>) => groups.flatMap((group) => Object.keys(group ?? {}))
const shipped = (_: Manifest) => namesIn(_.dependencies, _.optionalDependencies, _.peerDependencies)
const ours = (names: ReadonlyArray<string>) =>
  names.flatMap((name) => (name.startsWith("@florin/") ? [name.slice("@florin/".length)] : []))

const beforeGateway = [
  ...["core", "wire", "vault", "storage-sql", "storage-sqlite", "storage-postgres", "scheduler", "pages", "sandbox"],
  ...["webhook-dispatcher", "http-adapter", "connector-upstream"]
]

/**
 * The edges: a package on the left may depend on the packages on the right and no other of ours. Imports follow, since
 * a package imports only what its package.json declares. Tests may need more, and examples all.
 */
const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  core: [],
  wire: ["core"],
  vault: ["core"],
  "storage-sql": ["core"],
  "storage-sqlite": ["core", "storage-sql"],
  "storage-postgres": ["core", "storage-sql"],
  scheduler: ["core"],
  pages: ["core"],
  sandbox: ["core"],
  testing: ["core", "wire"],
  "webhook-dispatcher": ["core", "wire"],
  "http-adapter": ["core", "wire", "pages"],
  "connector-upstream": ["core", "wire"],
  gateway: beforeGateway,
  florin: [...beforeGateway, "gateway", "testing"],
  "repo-rules": [],
  bench: [...beforeGateway, "gateway", "testing"],
  "crash-tests": [...beforeGateway, "gateway", "testing"],
  simulation: [...beforeGateway, "gateway", "testing"]
}

/** What changes with Effect's next major version, and the only packages that may depend on it. */
const reserved: ReadonlyArray<readonly [dependency: RegExp, holders: RegExp]> = [
  [/^@effect\/sql(?:-|$)/, /^(?:storage-.+|sandbox|simulation|florin)$/],
  [/^@effect\/platform(?:-|$)/, /^(?:http-adapter|webhook-dispatcher|connector-.+|florin)$/]
]

/** Packages depend on each other one way, as the table of edges says; `core` depends on effect alone. */
export const edges: Rule = inEach((manifest, home) => {
  if (!home.startsWith("packages/")) return []
  const name = posix.basename(home)
  const mayDepend = (dependency: string) =>
    dependency.startsWith("@florin/")
      ? allowed[name]?.includes(dependency.slice("@florin/".length)) === true
      : (name !== "core" || dependency === "effect") &&
        reserved.every(([reserve, holders]) => !reserve.test(dependency) || holders.test(name))
  return shipped(manifest)
    .filter((dependency) => !mayDepend(dependency))
    .map((dependency) => `${name} may not depend on ${dependency}`)
})

const isExact = ([name, version]: readonly [string, string]) =>
  name.startsWith("@florin/") ? version === "workspace:*" : /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)

/** Versions are exact, and ours are `workspace:*`: what was tested is what is installed. Peers are the host's to choose. */
export const versions: Rule = inEach(({ dependencies, devDependencies, optionalDependencies }) =>
  [dependencies, devDependencies, optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .filter((entry) => !isExact(entry))
    .map(([name, version]) => `${name} ${version}: ${name.startsWith("@florin/") ? "workspace:*" : "an exact version"}`)
)

type Wanted = ReadonlyArray<readonly [says: string, holds: (manifest: Manifest) => boolean]>

const required: Wanted = [
  ["license is MIT", (_) => _.license === "MIT"],
  ["type is module", (_) => _.type === "module"],
  ["description is given", (_) => (_.description ?? "") !== ""]
]

const requiredOfPublic: Wanted = [
  ["publishConfig.access is public", (_) => _.publishConfig?.access === "public"],
  ["publishConfig.exports is given", (_) => _.publishConfig?.exports !== undefined],
  ["engines.node is >=20.19", (_) => _.engines?.node === ">=20.19"],
  ["sideEffects is false", (_) => _.sideEffects === false],
  ["files are dist and src without build state", (_) => _.files?.join() === "dist,src,!dist/.tsbuildinfo"],
  [
    "exports point to src",
    (_) => _.name === "florin" || (_.exports?.["."] === "./src/index.ts" && _.exports["./*"] === "./src/*.ts")
  ]
]

/** License, module type and what npm needs to publish a package. */
export const members: Rule = inEach((manifest, home) => {
  const folder = posix.basename(home)
  const name = folder === "florin" ? folder : `@florin/${folder}`
  const wanted = manifest.private === true ? required : [...required, ...requiredOfPublic]
  return [
    ...(home.startsWith("packages/") && manifest.name !== name ? [`name is ${name}`] : []),
    ...wanted.filter(([, holds]) => !holds(manifest)).map(([says]) => says)
  ]
})

/**
 * Every folder `internal` of a public package is closed to others, in the checkout and as published. One entry per
 * folder: Node ignores a subpath pattern with two stars.
 */
export const closedInternals: Rule = inEach((manifest, home, files) => {
  if (manifest.private === true) return []
  const tables = [manifest.exports, manifest.publishConfig?.exports]
  const within = new RegExp(`^${home}/src/((?:.+/)?internal)/`)
  const folders = new Set(files.flatMap(({ path }) => within.exec(path)?.[1] ?? []))
  const useless = tables.flatMap((table) => Object.keys(table ?? {})).filter((key) => key.split("*").length > 2)
  return [
    ...[...folders]
      .filter((folder) => tables.some((table) => table?.[`./${folder}/*`] !== null))
      .map((folder) => `exports and publishConfig.exports have "./${folder}/*": null`),
    ...[...new Set(useless)].map((pattern) => `${pattern}: Node ignores a pattern with two stars`)
  ]
})

const config = "tsconfig.build.json"

/** Each `tsconfig.build.json` references exactly what its package depends on, and the root's every public package. */
export const buildReferences: Rule = (files) => {
  const open = manifestsOf(files).filter(([home, { private: own }]) => home.startsWith("packages/") && own !== true)
  const compare = (home: string, wanted: ReadonlyArray<string>) => {
    const path = posix.join(home, config)
    const text = files.find((file) => file.path === path)?.text ?? "{}"
    const { references = [] } = JSON.parse(text) as { references?: ReadonlyArray<{ path: string }> }
    const actual = references.map((reference) => posix.dirname(posix.join(home, reference.path)))
    return [
      ...wanted.filter((one) => !actual.includes(one)).map((one) => `${path}: ${one} is missing`),
      ...actual.filter((one) => !wanted.includes(one)).map((one) => `${path}: ${one} is not needed`)
    ]
  }
  return [
    ...compare(
      ".",
      open.map(([home]) => home)
    ),
    ...open.flatMap(([home, manifest]) =>
      compare(
        home,
        ours(shipped(manifest)).map((name) => `packages/${name}`)
      )
    )
  ]
}
