/** What every package.json of the workspace keeps. */
import { posix } from "node:path"
import type { HouseFile, Rule, Violation } from "./HouseFile.js"

/** The members of a package.json that rules look at. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly description?: string
  readonly private?: boolean
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: boolean
  readonly engines?: { readonly node?: string }
  readonly files?: ReadonlyArray<string>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly publishConfig?: { readonly access?: string; readonly exports?: Readonly<Record<string, unknown>> }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const isManifest = (file: HouseFile): boolean => /^(?:(?:packages|examples)\/[^/]+\/)?package\.json$/.test(file.path)

const read = (file: HouseFile): Manifest => JSON.parse(file.text) as Manifest

/** The manifests by folder; the root's under the empty string. */
export const manifestsOf = (files: ReadonlyArray<HouseFile>): ReadonlyMap<string, Manifest> =>
  new Map(files.filter(isManifest).map((file) => [posix.dirname(file.path).replace(/^\.$/, ""), read(file)] as const))

const inEach =
  (check: (manifest: Manifest, file: HouseFile, files: ReadonlyArray<HouseFile>) => ReadonlyArray<string>): Rule =>
  (files) =>
    files
      .filter(isManifest)
      .flatMap((file) =>
        check(read(file), file, files).map(
          (says): Violation => ({ path: file.path, line: 1, what: "package.json", says })
        )
      )

const exact = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

const isOurs = (name: string): boolean => name === "florin" || name.startsWith("@florin/")

/** Versions are exact, and ours are `workspace:*`: what was tested is what is installed. */
export const versions: Rule = inEach((manifest) =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .filter(([name, version]) => (isOurs(name) ? version !== "workspace:*" : !exact.test(version)))
    .map(([name, version]) => `${name} ${version}: ${isOurs(name) ? "workspace:*" : "an exact version"}`)
)

const required: ReadonlyArray<readonly [string, (manifest: Manifest) => boolean]> = [
  ["license is MIT", (_) => _.license === "MIT"],
  ["type is module", (_) => _.type === "module"],
  ["description is given", (_) => (_.description ?? "") !== ""]
]

const requiredOfPublic: ReadonlyArray<readonly [string, (manifest: Manifest) => boolean]> = [
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
export const members: Rule = inEach((manifest, { path }) => {
  const folder = path.split("/").at(-2)
  const name = folder === "florin" ? folder : `@florin/${folder}`
  const named = !path.startsWith("packages/") || manifest.name === name
  const wanted = manifest.private === true ? required : [...required, ...requiredOfPublic]
  const missing = wanted.filter(([, holds]) => !holds(manifest)).map(([says]) => says)
  return named ? missing : [`name is ${name}`, ...missing]
})

const internalFolders = (home: string, files: ReadonlyArray<HouseFile>): ReadonlyArray<string> => {
  const within = new RegExp(`^${home}/src/((?:.+/)?internal)/`)
  return [...new Set(files.flatMap((file) => within.exec(file.path)?.[1] ?? []))]
}

/**
 * Every folder `internal` of a public package is closed to others, in the checkout and as published. One entry per
 * folder: Node ignores a subpath pattern with two stars.
 */
export const closedInternals: Rule = inEach((manifest, file, files) => {
  if (manifest.private === true) return []
  const tables = [manifest.exports, manifest.publishConfig?.exports]
  const open = internalFolders(posix.dirname(file.path), files)
    .filter((folder) => tables.some((table) => table?.[`./${folder}/*`] !== null))
    .map((folder) => `exports and publishConfig.exports have "./${folder}/*": null`)
  const useless = tables
    .flatMap((table) => Object.keys(table ?? {}))
    .filter((pattern) => pattern.split("*").length > 2)
    .map((pattern) => `${pattern}: Node ignores a pattern with two stars`)
  return [...open, ...new Set(useless)]
})
