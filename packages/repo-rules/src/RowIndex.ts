/** From the words of a test's title to the rows of the interface that they name. */
import { sameShapes, sectionOf } from "./InterfaceNames.js"
import type { InterfaceRow } from "./InterfaceRows.js"

/** What a name leads to: the rows it names, or why it names none. */
export type Found =
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<InterfaceRow> }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "ambiguous"; readonly name: string; readonly rows: ReadonlyArray<InterfaceRow> }

/**
 * `isSection`: whether a text is the name of a section or of a heading. `find`: the rows named by the words between
 * `|` and `:` of a title, one or several with commas between them.
 */
export interface RowIndex {
  readonly isSection: (text: string) => boolean
  readonly find: (section: string, names: string) => ReadonlyArray<Found>
}

const keyOf = (text: string): string => text.replaceAll("`", "").replace(/\s+/g, " ").trim().toLowerCase()

/** `browser`, `browser members` and `browser object` are one section. */
const sectionKey = (text: string): string => keyOf(text).replace(/ (?:members|object|item)$/, "")

const words = (text: string): string =>
  ` ${keyOf(text)
    .replace(/[^a-z0-9_.-]+/g, " ")
    .trim()} `

const isCalled =
  (name: string) =>
  (row: InterfaceRow): boolean =>
    [row.name, ...row.others].some((called) => keyOf(called) === keyOf(name))

/** A long name may be shortened to some of its words, in their order; one word alone would name another thing too. */
const contains =
  (name: string) =>
  (row: InterfaceRow): boolean =>
    words(name).trim().includes(" ") && words(row.name).includes(words(name))

const found = (name: string, rows: ReadonlyArray<InterfaceRow>): Found | undefined => {
  if (rows.length === 0) return undefined
  return rows.length === 1 ? { kind: "rows", rows } : { kind: "ambiguous", name, rows }
}

/**
 * An index of rows. A name is looked for in its section, then as `section.row` among the sections under the same
 * heading, then as words of a longer name. A heading without rows of its own is a section in which nothing is found.
 */
export const make = (rows: ReadonlyArray<InterfaceRow>): RowIndex => {
  const titles = new Map(Object.entries(sectionOf).map(([title, section]) => [sectionKey(title), sectionKey(section)]))
  const keys = new Set([
    ...rows.flatMap(({ heading, section }) => [heading, section]).map(sectionKey),
    ...titles.keys()
  ])
  const inSection = (key: string) => rows.filter(({ section }) => sectionKey(section) === key)

  const dotted = (key: string, name: string): Found | undefined => {
    const dot = name.lastIndexOf(".")
    if (dot === -1) return undefined
    const headings = inSection(key).map(({ heading }) => heading)
    const near = inSection(sectionKey(name.slice(0, dot))).filter(({ heading }) => headings.includes(heading))
    return found(name, near.filter(isCalled(name.slice(dot + 1))))
  }

  const byName = (key: string, name: string): Found | undefined =>
    found(name, inSection(key).filter(isCalled(name))) ??
    dotted(key, name) ??
    found(name, inSection(key).filter(contains(name)))

  /** A tokenization takes what an authorization takes: such a row proves that sentence. */
  const shared = (key: string, name: string): Found | undefined => {
    const row = inSection(key).filter(isCalled(sameShapes))
    return row.length === 1 && byName(sectionKey("Authorization request"), name) !== undefined
      ? { kind: "rows", rows: row }
      : undefined
  }

  const one = (key: string, name: string): Found => byName(key, name) ?? shared(key, name) ?? { kind: "unknown", name }

  /** Names of rows may hold commas themselves, so the longest one counts. */
  const each = (key: string, parts: ReadonlyArray<string>): ReadonlyArray<Found> => {
    if (parts.length === 0) return []
    for (let length = parts.length; length > 1; length--) {
      const whole = one(key, parts.slice(0, length).join(", "))
      if (whole.kind === "rows") return [whole, ...each(key, parts.slice(length))]
    }
    return [one(key, parts[0]!), ...each(key, parts.slice(1))]
  }

  return {
    isSection: (text) => keys.has(sectionKey(text)),
    find: (section, names) => {
      const key = sectionKey(section)
      return each(titles.get(key) ?? key, names.split(/,\s+/))
    }
  }
}
