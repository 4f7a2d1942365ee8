/** The numbered decisions, and the tests that cite them. */
import type { HouseFile } from "./HouseFile.js"

/** A decision: `D12`, its title and where it stands. */
export interface Decision {
  readonly id: string
  readonly title: string
  readonly line: number
}

/** The decisions of a document, each of which begins a paragraph as `**D12 Title`. */
export const decisionsOf = (text: string): ReadonlyArray<Decision> =>
  text.split("\n").flatMap((content, index) => {
    const [, id, title] = /^\*\*(D\d+) (.+?)\.?\*\*/.exec(content) ?? []
    return id === undefined || title === undefined ? [] : [{ id, title, line: index + 1 }]
  })

/** The paths of the files that cite a decision, in a title or in a comment. */
export const citing = (id: string, files: ReadonlyArray<HouseFile>): ReadonlyArray<string> =>
  files.filter(({ text }) => new RegExp(`\\b${id}\\b`).test(text)).map(({ path }) => path)
