/** What files are called. */
import { posix } from "node:path"
import { isPackageSource, type Rule } from "./HouseFile.js"

const vague = /^(?:utils?|helpers?|managers?|misc)$/i

const wordsOf = (name: string): ReadonlyArray<string> =>
  name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== "")

const isVague = (segment: string): boolean =>
  wordsOf(segment).some((word) => vague.test(word)) || /^common(?:\.|$)/i.test(segment)

/** No file or folder has a name that says nothing. */
export const tellingNames: Rule = (files) =>
  files
    .filter(({ path }) => path.split("/").some(isVague))
    .map(({ path }) => ({ path, line: 1, what: "vague name", says: "name it after what it holds" }))

const isRight = (path: string): boolean => {
  const name = posix.basename(path, ".ts")
  // The modules of the one package that people install are named by what they offer: `florin/effect`.
  if (/\/internal\/|^packages\/florin\//.test(path)) return /^[a-z][A-Za-z0-9]*$/.test(name)
  return /^[A-Z][A-Za-z0-9]*$/.test(name) || name === "index"
}

/** Public files of `src` are `PascalCase.ts` or `index.ts`, those in `internal` `camelCase.ts`. */
export const casing: Rule = (files) =>
  files
    .filter(({ path }) => isPackageSource(path) && !isRight(path))
    .map(({ path }) => ({ path, line: 1, what: "casing", says: "PascalCase.ts, or camelCase.ts in internal" }))
