// The guide to products: its programs print what they say they print.
import { assert, describe, it } from "vitest"
import { blocks } from "./internal/documents.js"
import { isSample, sampleRunner } from "./internal/samples.js"

const samples = blocks.filter((block) => block.file === "docs/guides/sell-by-a-link.md" && isSample(block))
const run = sampleRunner()

describe("the guide to products", () => {
  it.each(samples)("D51: prints what it says: $place", async (sample) => {
    const { printed, promised } = await run(sample)
    assert.deepStrictEqual(printed, promised)
  })

  it("has its programs", () => {
    assert.deepStrictEqual(
      samples.map(({ heading }) => heading),
      ["Make a product", "Change it"]
    )
  })
})
