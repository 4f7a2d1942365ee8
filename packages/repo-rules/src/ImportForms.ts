/** How imports are written, whatever they reach. */
import { posix } from "node:path"
import { type HouseFile, placeOf, type Rule, type Violation } from "./HouseFile.js"
import { homeOf, type Import, importsOf, targetOf } from "./Imports.js"

type Check = (file: HouseFile, found: Import) => string | undefined

const everyImport =
  (what: string, check: Check): Rule =>
  (files) =>
    files
      .filter((file) => placeOf(file.path) !== undefined && file.path.endsWith(".ts"))
      .flatMap((file) =>
        importsOf(file).flatMap((found): ReadonlyArray<Violation> => {
          const says = check(file, found)
          return says === undefined
            ? []
            : [{ path: file.path, line: found.line, what, says: `${found.specifier}: ${says}` }]
        })
      )

/** No relative import leaves its package. */
export const staysAtHome: Rule = everyImport("import leaves home", (file, { specifier }) => {
  if (!specifier.startsWith(".")) return undefined
  const reached = posix.join(posix.dirname(file.path), specifier)
  return reached.startsWith(`${homeOf(file.path)}/`) ? undefined : "a relative import leaves its package"
})

/** Relative imports name the file that Node loads. */
export const endsInJs: Rule = everyImport("import without .js", (_file, { specifier }) =>
  specifier.startsWith(".") && !/\.(?:m?js|json)$/.test(specifier) ? "a relative import ends in .js" : undefined
)

/** Effect's modules are imported one by one as namespaces. `effect/Function` holds plain functions and is excepted. */
export const effectNamespaces: Rule = everyImport("effect import", (_file, { form, specifier }) => {
  if (specifier === "effect") return 'import the module: import * as Effect from "effect/Effect"'
  if (!specifier.startsWith("effect/") || specifier === "effect/Function") return undefined
  return form === "namespace" ? undefined : `import the namespace: import * as X from "${specifier}"`
})

/** A folder `internal` belongs to the folder that holds it: a room does not reach into another room's. */
export const internals: Rule = everyImport("internal import", (file, { specifier }) => {
  const reached = targetOf(file, specifier)
  const place = placeOf(file.path)!
  if (reached === undefined || place.part !== "src") return undefined
  const end = `/${reached}`.indexOf("/internal/")
  if (end < 0) return undefined
  return file.path.startsWith(reached.slice(0, end)) ? undefined : "another room's internal file"
})
