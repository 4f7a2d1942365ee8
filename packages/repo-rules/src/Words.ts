/** Words that no file of the project holds. */
import type { Rule } from "./HouseFile.js"

const machineRoots = ["work", "root", "home", "Users"].join("|")

/** Spelled in pieces, so that this file does not hold them either. */
const words: ReadonlyArray<{ readonly what: string; readonly pattern: RegExp; readonly says: string }> = [
  {
    what: "marker",
    // Three X in quotes are ISO 4217's code for no currency.
    pattern: new RegExp(
      `\\b(?:${["TO" + "DO", "FIX" + "ME", "HA" + "CK"].join("|")})\\b|(?<!["'\`])\\bX{3}\\b(?!["'\`])`
    ),
    says: "do it now or write down why not"
  },
  {
    what: "skipped test",
    pattern: /\.(?:skip|only|todo)(?:\.\w+)*\s*(?:\(|`)|\b(?:skip|run)If\b/,
    says: "every test runs"
  },
  {
    what: "machine path",
    pattern: new RegExp(`(?:file://|(?<![\\w.~/}*$-]))/(?:${machineRoots})/|\\b[A-Z]:\\\\+Users\\b`),
    says: "a path of one machine"
  }
]

/** No marker for later, no test that is left out, no path of one machine. */
export const forbiddenWords: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((content, index) =>
      words.flatMap(({ pattern, says, what }) => {
        const match = pattern.exec(content)
        return match === null ? [] : [{ path, line: index + 1, what, says: `${match[0]}: ${says}` }]
      })
    )
  )
