/** What is made once, and made again when too much else was. */
import { memoized } from "@florin/core/memory/Memoized"
import { assert, describe, it } from "vitest"

/** Asks for each letter, and says which were made. */
const made = (letters: string, most: number, nameOf?: (letter: string) => unknown): string => {
  const all: Array<string> = []
  const of = memoized(
    (letter: string) => {
      all.push(letter)
      return { letter }
    },
    most,
    nameOf
  )
  for (const letter of letters) {
    const first = of(letter)
    assert.strictEqual(of(letter), first)
  }
  return all.join("")
}

describe("what is remembered", () => {
  it.each([
    [3, "aaa", "a"],
    [3, "abcabc", "abc"],
    // One that is known is no reason to forget, at the limit either.
    [3, "abccba", "abc"],
    // The fourth takes the place of the oldest, and of no other.
    [3, "abcdbcd", "abcd"],
    [3, "abcda", "abcda"],
    [1, "aabb", "ab"],
    [Number.POSITIVE_INFINITY, "abcdabcd", "abcd"]
  ])("of %s at most, of %s, makes %s", (most, letters, expected) => {
    assert.strictEqual(made(letters, most), expected)
  })

  it("is what has a name in common", () => {
    assert.strictEqual(
      made("aAbB", 3, (letter) => letter.toLowerCase()),
      "ab"
    )
  })
})
