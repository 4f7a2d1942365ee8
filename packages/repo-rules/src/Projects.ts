/**
 * The build follows the packages: references are the dependencies of ours, and the root builds every public package.
 */
import { posix } from "node:path"
import type { HouseFile, Rule, Violation } from "./HouseFile.js"
import { type Manifest, manifestsOf } from "./Manifest.js"

const config = "tsconfig.build.json"

const referencesOf = (file: HouseFile): ReadonlyArray<string> => {
  const { references = [] } = JSON.parse(file.text) as { references?: ReadonlyArray<{ path: string }> }
  return references.map(({ path }) => posix.dirname(posix.join(posix.dirname(file.path), path)))
}

const compare = (path: string, actual: ReadonlyArray<string>, wanted: ReadonlyArray<string>) => {
  const violation = (says: string): Violation => ({ path, line: 1, what: "build reference", says })
  return [
    ...wanted.filter((home) => !actual.includes(home)).map((home) => violation(`${home} is missing`)),
    ...actual.filter((home) => !wanted.includes(home)).map((home) => violation(`${home} is not needed`))
  ]
}

/** Each `tsconfig.build.json` references exactly what its package depends on. */
export const projects: Rule = (files) => {
  const manifests = [...manifestsOf(files)].filter(([home]) => home.startsWith("packages/"))
  const open = manifests.filter(([, manifest]) => manifest.private !== true)
  const configs = new Map(files.filter((file) => posix.basename(file.path) === config).map((_) => [_.path, _]))
  const check = (path: string, wanted: ReadonlyArray<string>) => {
    const file = configs.get(path)
    return compare(path, file === undefined ? [] : referencesOf(file), wanted)
  }
  const ours = ({ dependencies, peerDependencies }: Manifest) =>
    Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) =>
      name.startsWith("@florin/") ? [`packages/${name.slice(8)}`] : []
    )
  return [
    ...check(
      config,
      open.map(([home]) => home)
    ),
    ...open.flatMap(([home, manifest]) => check(`${home}/${config}`, ours(manifest)))
  ]
}
