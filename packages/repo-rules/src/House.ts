/** All rules of the house by name. */
import { cycles } from "./Cycles.js"
import { declared } from "./Declared.js"
import { edges } from "./Edges.js"
import { forbidden } from "./Forbidden.js"
import type { Rule, Violation } from "./HouseFile.js"
import { effectNamespaces, endsInJs, internals, staysAtHome } from "./ImportForms.js"
import { closedInternals, members, versions } from "./Manifest.js"
import { casing, tellingNames } from "./Names.js"
import { projects } from "./Projects.js"
import { fileSizes, functionSizes } from "./Sizes.js"
import { forbiddenWords } from "./Words.js"

/** Each rule under the sentence that it holds the tree to. */
export const rules: Readonly<Record<string, Rule>> = {
  "imports between packages stand in the table of edges": edges,
  "no relative import leaves its package": staysAtHome,
  "relative imports end in .js": endsInJs,
  "effect is imported module by module, as namespaces": effectNamespaces,
  "no room imports another room's internal files": internals,
  "imported packages stand in package.json": declared,
  "no files import each other in a circle": cycles,
  "files have at most 400 lines": fileSizes,
  "functions have at most 70 lines": functionSizes,
  "src takes time, randomness and settings only from what is injected": forbidden,
  "no marker for later, no test left out, no path of a machine": forbiddenWords,
  "names tell what a file holds": tellingNames,
  "file names are PascalCase, and camelCase in internal": casing,
  "versions are exact": versions,
  "every package.json has what publishing needs": members,
  "internal folders are closed to importers": closedInternals,
  "build references follow the dependencies": projects
}

/** A violation on one line, as editors and terminals link it. */
export const show = ({ line, path, says }: Violation): string => `${path}:${line} ${says}`
