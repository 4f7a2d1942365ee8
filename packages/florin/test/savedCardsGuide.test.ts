// The guide to saved cards: its programs print what they say they print.
import { assert, describe, it } from "vitest"
import { blocks } from "./internal/documents.js"
import { isSample, sampleRunner } from "./internal/samples.js"

const samples = blocks.filter((block) => block.file === "docs/guides/saved-cards.md" && isSample(block))
const run = sampleRunner()

describe("the guide to saved cards", () => {
  it.each(samples)("D51a: prints what it says: $place", async (sample) => {
    const { printed, promised } = await run(sample)
    assert.deepStrictEqual(printed, promised)
  })

  it("has a program in each part", () => {
    assert.deepStrictEqual(
      samples.map(({ heading }) => heading),
      ["Keep a card", "Keep a card", "A provider's token", "Delete a card", "Guests"]
    )
  })
})
