/** What every package.json of the workspace keeps, and the build that follows from them. */
import { posix } from "node:path"
import type { TextFile } from "./Tree.js"

type Versions = Readonly<Record<string, string>>

/** A package.json, as far as rules look at it. */
interface Manifest {
  readonly [member: string]: unknown
  readonly private?: boolean
  readonly publishConfig?: { readonly access?: string; readonly exports?: object }
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
}

/** The whole tree in, a line per problem out. */
export type Rule = (files: ReadonlyArray<TextFile>) => ReadonlyArray<string>

const manifestsOf = (files: ReadonlyArray<TextFile>): ReadonlyArray<readonly [home: string, Manifest]> =>
  files
    .filter(({ path }) => /^(?:(?:packages|examples)\/[^/]+\/)?package\.json$/.test(path))
    .map(({ path, text }) => [posix.dirname(path), JSON.parse(text) as Manifest])

const inEach =
  (check: (manifest: Manifest, home: string) => ReadonlyArray<string>): Rule =>
  (files) =>
    manifestsOf(files).flatMap(([home, manifest]) =>
      check(manifest, home).map((says) => `${posix.join(home, "package.json")}: ${says}`)
    )

const shipped = ({ dependencies, optionalDependencies, peerDependencies }: Manifest): ReadonlyArray<string> =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })

/** Our package of that name without the scope. */
const oursIn = (dependency: string): string | undefined =>
  /^(?:@florin\/(.+)|(florin))$/.exec(dependency)?.slice(1).find(Boolean)

const beforeGateway = [
  ...["core", "wire", "vault", "storage-sql", "storage-sqlite", "storage-postgres", "scheduler", "pages", "sandbox"],
  ...["settings", "console"],
  ...["webhook-dispatcher", "http-adapter", "exchange"],
  ...["connector-upstream", "connector-stripe", "connector-adyen", "connector-checkout"]
]
const all = [...beforeGateway, "gateway", "mailer", "testing"]

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
  mailer: ["core"],
  receiver: [],
  client: [],
  testing: ["core", "wire"],
  "webhook-dispatcher": ["core", "wire"],
  console: ["core", "pages", "wire"],
  "http-adapter": ["core", "wire", "pages", "console"],
  exchange: ["core"],
  "connector-upstream": ["core", "exchange", "wire"],
  "connector-stripe": ["core", "exchange"],
  "connector-adyen": ["core", "exchange"],
  "connector-checkout": ["core", "exchange"],
  settings: ["core", "storage-sql", "vault", "wire"],
  gateway: beforeGateway,
  ...{
    florin: [...all, "shop-year"],
    "repo-rules": [],
    bench: [...all, "florin"],
    "crash-tests": all,
    simulation: all,
    "shop-year": all,
    site: ["core", "http-adapter", "wire"]
  }
}

/** What changes with Effect's next major version, and the only packages that may depend on it. */
const reserved: ReadonlyArray<readonly [dependency: RegExp, holders: RegExp]> = [
  [/^@effect\/sql(?:-|$)/, /^(?:storage-.+|sandbox|simulation|florin)$/],
  [
    /^@effect\/platform(?:-|$)/,
    /^(?:http-adapter|webhook-dispatcher|connector-.+|storage-.+|sandbox|simulation|florin)$/
  ]
]

/** Packages depend on each other one way, as the table of edges says; `core` depends on effect alone. */
export const edges: Rule = inEach((manifest, home) => {
  const name = posix.basename(home)
  const may = (dependency: string) => {
    const other = oursIn(dependency)
    if (other !== undefined) return allowed[name]?.includes(other) === true
    if (name === "core") return dependency === "effect"
    return reserved.every(([scope, holders]) => !scope.test(dependency) || holders.test(name))
  }
  const refused = home.startsWith("packages/") ? shipped(manifest).filter((dependency) => !may(dependency)) : []
  return refused.map((dependency) => `${name} may not depend on ${dependency}`)
})

/** Versions are exact, and ours are `workspace:*`: what was tested is what is installed. Peers are the host's to choose. */
export const versions: Rule = inEach(({ dependencies, devDependencies, optionalDependencies }) =>
  [dependencies, devDependencies, optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .flatMap(([name, version]) => {
      const isOurs = oursIn(name) !== undefined
      const isRight = isOurs ? version === "workspace:*" : /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)
      return isRight ? [] : [`${name} ${version}: ${isOurs ? "workspace:*" : "an exact version"}`]
    })
)

const whereOpen = {
  "publishConfig.access": "public",
  sideEffects: false,
  engines: { node: ">=20.19" },
  files: ["dist", "!dist/.tsbuildinfo"]
}

/** A name by its folder, a description, a license, and what npm needs beside what packing proves. */
export const members: Rule = inEach((manifest, home) => {
  const name = home === "packages/florin" ? "florin" : `@florin/${posix.basename(home)}`
  const wanted = {
    ...{ license: "MIT", type: "module" },
    ...(manifest.private === true ? {} : whereOpen),
    ...(home.startsWith("packages/") ? { name } : {})
  }
  const actual: Manifest = { ...manifest, "publishConfig.access": manifest.publishConfig?.access }
  return [
    ...(typeof manifest.description === "string" && manifest.description !== "" ? [] : ["description is given"]),
    ...Object.entries(wanted)
      .filter(([member, value]) => JSON.stringify(actual[member]) !== JSON.stringify(value))
      .map(([member, value]) => `${member} is ${JSON.stringify(value)}`)
  ]
})

/** Each `tsconfig.build.json` references exactly what its package depends on, and the root's every public package. */
export const buildReferences: Rule = (files) => {
  // The receiver is packed from the files of `florin`.
  const isBuilt = (home: string) => home.startsWith("packages/") && home !== "packages/receiver"
  const open = manifestsOf(files).filter(([home, manifest]) => isBuilt(home) && !manifest.private)
  const compare = (home: string, wanted: ReadonlyArray<string>) => {
    const path = posix.join(home, "tsconfig.build.json")
    const text = files.find((file) => file.path === path)?.text ?? "{}"
    const { references = [] } = JSON.parse(text) as { references?: ReadonlyArray<{ path: string }> }
    const actual = references.map((reference) => posix.dirname(posix.join(home, reference.path)))
    return [
      ...wanted.filter((one) => !actual.includes(one)).map((one) => `${path}: ${one} is missing`),
      ...actual.filter((one) => !wanted.includes(one)).map((one) => `${path}: ${one} is not needed`)
    ]
  }
  const needs = (manifest: Manifest) =>
    shipped(manifest).flatMap((name) => (oursIn(name) === undefined ? [] : [`packages/${oursIn(name)}`]))
  const homes = open.map(([home]) => home)
  return [...compare(".", homes), ...open.flatMap(([home, manifest]) => compare(home, needs(manifest)))]
}

const deep = /["`](@florin\/[a-z-]+)\/([\w/-]+)["`]/g

/** What documents, READMEs and examples import of our packages is open to hosts, and nothing else of them. */
export const published: Rule = (files) => {
  const isShown = (path: string) => /^(?:docs|examples)\/|README\.md$/.test(path) && path !== "docs/changelog.md"
  const named = files
    .filter(({ path }) => isShown(path))
    .flatMap(({ path, text }) => [...text.matchAll(deep)].map(([, name, module]) => ({ path, name, module })))
  return manifestsOf(files)
    .filter(
      ([home, { private: isPrivate }]) => home.startsWith("packages/") && !isPrivate && home !== "packages/florin"
    )
    .flatMap(([home, { name, publishConfig }]) => {
      const open = Object.keys(publishConfig?.exports ?? {}).filter((path) => !/\*|^\.$|\.json$/.test(path))
      const wanted = new Map(named.flatMap((one) => (one.name === name ? [[`./${one.module}`, one.path]] : [])))
      return [
        ...[...wanted].flatMap(([module, path]) =>
          open.includes(module) ? [] : `${path}: ${module} of ${name} is closed`
        ),
        ...open.flatMap((module) => (wanted.has(module) ? [] : `${home}/package.json: no document imports ${module}`))
      ]
    })
}
