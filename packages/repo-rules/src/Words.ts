/** Words that no file of the project holds, and names that no file has. */
import type { Rule } from "./Manifests.js"

// Spelled in pieces, so that this file does not hold them either.
const later = ["TO" + "DO", "FIX" + "ME", "HA" + "CK"].join("|")
const roots = ["work", "root", "home", "Users"].join("|")

const words: ReadonlyArray<readonly [pattern: RegExp, says: string]> = [
  // Three X in quotes are ISO 4217's code for no currency.
  [new RegExp(`\\b(?:${later})\\b|(?<!["'\`])\\bX{3}\\b(?!["'\`])`), "do it now or write down why not"],
  [new RegExp(`(?:file://|(?<![\\w.~/}*$-]))/(?:${roots})/|\\b[A-Z]:\\\\+Users\\b`), "a path of one machine"],
  // The linter tells when a single line needs its exception no longer, and says nothing of these.
  [new RegExp(`biome-ignore-${"(?:all|start)"}`), "except one line after the other"]
]

/** No marker for later, no path of one machine, no exception for a whole file. */
export const forbiddenWords: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((content, index) =>
      words.flatMap(([pattern, says]) => {
        const match = pattern.exec(content)
        return match === null ? [] : [`${path}:${index + 1} ${match[0]}: ${says}`]
      })
    )
  )

const isVague = (segment: string): boolean =>
  segment
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .some((word) => /^(?:utils?|helpers?|managers?|misc)$/i.test(word)) || /^common(?:\.|$)/i.test(segment)

/** No file or folder has a name that says nothing. */
export const tellingNames: Rule = (files) =>
  files.filter(({ path }) => path.split("/").some(isVague)).map(({ path }) => `${path}: name it after what it holds`)
