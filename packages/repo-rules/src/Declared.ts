/** A package declares what it imports. */
import { type HouseFile, placeOf, type Rule, type Violation } from "./HouseFile.js"
import { importsOf, packageOf } from "./Imports.js"
import { type Manifest, manifestsOf } from "./Manifest.js"

const shipped = (manifest: Manifest | undefined): ReadonlyArray<string> => [
  ...Object.keys(manifest?.dependencies ?? {}),
  ...Object.keys(manifest?.peerDependencies ?? {})
]

const everything = (manifest: Manifest | undefined): ReadonlyArray<string> => [
  ...shipped(manifest),
  ...Object.keys(manifest?.devDependencies ?? {})
]

const check = (file: HouseFile, own: Manifest | undefined, root: Manifest | undefined): ReadonlyArray<Violation> => {
  const mayImport =
    placeOf(file.path)!.part === "src" && own?.private !== true
      ? shipped(own)
      : [...everything(own), ...everything(root)]
  return importsOf(file).flatMap(({ line, specifier }) => {
    const name = packageOf(specifier)
    if (name === undefined || name === own?.name || mayImport.includes(name)) return []
    return [{ path: file.path, line, what: "undeclared import", says: `${name} is not in this package's package.json` }]
  })
}

/** What `src` imports stands in `dependencies`; tests and private packages may also use development dependencies. */
export const declared: Rule = (files) => {
  const manifests = manifestsOf(files)
  return files
    .filter((file) => placeOf(file.path) !== undefined && /\.m?ts$/.test(file.path))
    .flatMap((file) => check(file, manifests.get(placeOf(file.path)!.home), manifests.get("")))
}
