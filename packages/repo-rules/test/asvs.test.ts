/** The table of ASVS is whole. */
import { describe, expect, it } from "vitest"
import * as Tree from "../src/Tree.js"

/**
 * How many requirements of level 1, and then how many of level 2, each section has: their numbers begin at 1.
 *
 * Source: OWASP ASVS 5.0.0.
 */
const sections: Readonly<Record<string, readonly [number, number]>> = {
  ...{ "1.1": [0, 2], "1.2": [5, 4], "1.3": [2, 9], "1.4": [0, 3], "1.5": [1, 1] },
  ...{ "2.1": [1, 2], "2.2": [2, 1], "2.3": [1, 3], "2.4": [0, 1] },
  ...{ "3.2": [2, 0], "3.3": [1, 3], "3.4": [2, 4], "3.5": [3, 2], "3.7": [0, 2] },
  ...{ "4.1": [1, 2], "4.2": [0, 1], "4.3": [0, 2], "4.4": [1, 3] },
  ...{ "5.1": [0, 1], "5.2": [2, 1], "5.3": [2, 0], "5.4": [0, 3] },
  ...{ "6.1": [1, 2], "6.2": [8, 4], "6.3": [2, 2], "6.4": [2, 2], "6.5": [0, 5], "6.6": [0, 3], "6.8": [0, 4] },
  ...{ "7.1": [0, 3], "7.2": [4, 0], "7.3": [0, 2], "7.4": [2, 3], "7.5": [0, 2], "7.6": [0, 2] },
  ...{ "8.1": [1, 1], "8.2": [2, 1], "8.3": [1, 0], "8.4": [0, 1] },
  ...{ "9.1": [3, 0], "9.2": [1, 3] },
  ...{ "10.1": [0, 2], "10.2": [0, 2], "10.3": [0, 4], "10.4": [5, 6], "10.5": [0, 5], "10.6": [0, 2], "10.7": [0, 3] },
  ...{ "11.1": [0, 2], "11.2": [0, 3], "11.3": [2, 1], "11.4": [1, 3], "11.5": [0, 1], "11.6": [0, 1] },
  ...{ "12.1": [1, 2], "12.2": [2, 0], "12.3": [0, 4] },
  ...{ "13.1": [0, 1], "13.2": [0, 5], "13.3": [0, 2], "13.4": [1, 4] },
  ...{ "14.1": [0, 2], "14.2": [1, 3], "14.3": [1, 2] },
  ...{ "15.1": [1, 2], "15.2": [1, 2], "15.3": [1, 6] },
  ...{ "16.1": [0, 1], "16.2": [0, 5], "16.3": [0, 4], "16.4": [0, 3], "16.5": [0, 3] },
  ...{ "17.1": [0, 1], "17.2": [0, 4], "17.3": [0, 2] }
}

const numbersIn = (section: string, count: number) => Array.from({ length: count }, (_, at) => `${section}.${at + 1}`)

const wanted = Object.entries(sections).flatMap(([section, [first, second]]) => numbersIn(section, first + second))

const files = Tree.read()

const rows = files
  .find(({ path }) => path === "docs/security/asvs.md")!
  .text.split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))

/** `10.4.1 to 10.4.11` is all of them. */
const numbersOf = (part: string): ReadonlyArray<string> => {
  const [from = "", to] = part.split(" to ")
  if (to === undefined) return [from]
  const [section, last] = [from.slice(0, from.lastIndexOf(".")), Number(to.slice(to.lastIndexOf(".") + 1))]
  expect(to.startsWith(`${section}.`)).toBe(true)
  return numbersIn(section, last).slice(numbersIn(section, last).indexOf(from))
}

describe("the table of ASVS", () => {
  it("is of 70 requirements of level 1, and of 183 of level 2", () => {
    const sum = (level: 0 | 1) => Object.values(sections).reduce((total, counts) => total + counts[level], 0)
    expect([sum(0), sum(1)]).toEqual([70, 183])
  })

  it("has each requirement once, in their order", () => {
    const firsts = rows.map(([numbers = ""]) => numbers.split(", ").flatMap(numbersOf))
    expect([...firsts.flat()].sort()).toEqual([...wanted].sort())
    const places = firsts.map(([number = ""]) => wanted.indexOf(number))
    expect(places).toEqual([...places].sort((left, right) => left - right))
  })

  it("names what holds each, or says why nothing does", () => {
    const empty = rows.filter(
      ([, requested = "", held = ""]) =>
        requested === "" ||
        !/`[\w.]+?(?:\.test)?\.(?:ts|grit)`|\]\(|^\*\*(?:by the host|not met|not applicable)\*\*.{9}/.test(held)
    )
    expect(empty).toEqual([])
  })

  it("cites files that there are", () => {
    const cited = rows.flatMap(([, , held = ""]) => [...held.matchAll(/`([A-Za-z]+(?:\.test)?\.(?:ts|grit))`/g)])
    const known = new Set(files.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)))
    expect(cited.length).toBeGreaterThan(100)
    expect(cited.map(([, name]) => name).filter((name) => !known.has(name!))).toEqual([])
  })
})
